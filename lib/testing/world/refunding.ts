import { encodeFunctionData, type Hex as ViemHex } from "viem";
import { checkoutKey, depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { issueSignLink } from "@/lib/refunds/links/refund-links";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { type RequestedRefund, requestRefund } from "@/lib/refunds/request-refund";
import { sendRefunds } from "@/lib/refunds/send-refunds";
import { testWallet } from "../chain";
import type { TestNetwork } from "../network";
import { freshWallet, price, type World } from "../world";

export type RefundingWorld = ReturnType<typeof refundingWith>;

/** Its refunds are sent by the service, without an approval. */
export const convenient = {
  refundMode: "CONVENIENT",
  settlementPolicy: "MANUAL",
  refundDailyLimitUnits: 10n ** 15n,
} as const;

/** Refunds on a real chain: a project that is `convenient`, and the refund wallet that serves it. */
export function refundDesk(world: World) {
  const chainId = 31337;
  const desk = {
    /** Paid by account 1, for good. */
    paid: async (body?: Parameters<World["create"]>[0], token = world.network.usdc): Promise<Checkout> => {
      const checkout = await world.create(body);
      await world.network.pay(checkout.depositAddress, price, { token });
      await world.network.chain.mine(2);
      await world.watch();
      return world.find(checkout);
    },
    refund: (checkout: Checkout, destinationAddress: Hex, amount = price): Promise<RequestedRefund> =>
      requestRefund(
        world.deps,
        world.project,
        checkout.id,
        createRefundBody.parse({ amount: amount.toString(), destinationAddress }),
      ),
    send: () => sendRefunds(world.deps, chainId),
    /** Looks, mines and watches until what can be done is done. */
    mineAndWatch: async (rounds = 3) => {
      for (let round = 0; round < rounds; round++) {
        await sendRefunds(world.deps, chainId);
        await world.network.chain.mine(2);
        await world.watch();
        world.clockAheadMs += 20_000;
      }
    },
    /** One look with a sender that is changed for this look alone. */
    sendWith: async (change: (sender: ChainSender) => Partial<ChainSender>) => {
      const { refundSender } = world.deps;
      world.deps.refundSender = (id) => {
        const sender = refundSender(id);
        return sender === null ? null : { ...sender, ...change(sender) };
      };
      try {
        await sendRefunds(world.deps, chainId);
      } finally {
        world.deps.refundSender = refundSender;
      }
    },
    status: async ({ id }: Pick<Refund, "id">): Promise<Refund["status"]> => {
      const refund = await world.stores.refunds.find(null, id);
      if (refund === null) throw new Error(`there is no ${id}`);
      return refund.status;
    },
    /** The same that waits for the merchant's signature, with the token of its link to sign. */
    toSign: async (checkout: Checkout, destinationAddress: Hex, amount?: bigint) => {
      const { refund, transaction } = await desk.refund(checkout, destinationAddress, amount);
      if (refund.status !== "AWAITING_SIGNATURE" || transaction === null)
        throw new Error(`nothing is to be signed: ${refund.status}`);
      const { signUrl } = await issueSignLink(world.deps, operator, refund.id);
      return { refund, transaction, token: tokenOf(signUrl) };
    },
    /** What an address got, transfer by transfer. */
    received: async (address: Hex, token = world.network.usdc) => {
      const toBlock = await world.network.chain.client.getBlockNumber({ cacheTime: 0 });
      const range = { fromBlock: 0n, toBlock };
      const { transfers } = await world.network.reader.logs(range, { to: [address], tokens: [token] });
      return transfers.map(({ amountUnits }) => amountUnits);
    },
  };
  return desk;
}

/** Whoever acts for no project. */
export const operator = { projectId: null, userId: null };

/** The token of a link for a customer or a merchant. */
export const tokenOf = (url: string | null) => url?.split("/").at(-1) ?? "";

/** A customer's wallet that never got anything. */
export const freshCustomer = freshWallet;

/** anvil's account that is the merchant, and so the refund authority of its deposits. */
const merchantAccount = 2;

const lower = (address: Hex) => address.toLowerCase() as Hex;

type Sent = { txHash: Hex; rawTransaction: Hex; blockNumber: bigint };

/** A project whose merchant's key the tests hold. */
export function ownedByMerchant({ chain }: TestNetwork): { settlementWallet: Hex; refundMode: "STRICT" } {
  return {
    settlementWallet: lower(testWallet(chain, merchantAccount).account.address),
    refundMode: "STRICT",
  };
}

/** A merchant who sends money back on a real chain, by contract and by wallet; the project is to be `ownedByMerchant`. */
export function refundingWith(world: World) {
  const merchantWallet = () => testWallet(world.network.chain, merchantAccount);
  const self = {
    get merchant() {
      return lower(merchantWallet().account.address);
    },
    /** PAID by as much in USDC. */
    paid: async (amountUnits: bigint): Promise<Checkout> => {
      const checkout = await world.create({
        amount: amountUnits,
        chainId: world.network.definition.chainId,
        tokenAddress: world.network.usdc,
        expiryMinutes: 10,
      });
      await world.network.pay(checkout.depositAddress, amountUnits);
      await self.settle();
      return checkout;
    },
    ask: async ({ id }: Pick<Checkout, "id">, amountUnits: bigint, to: Hex): Promise<Refund> => {
      const body = createRefundBody.parse({ amount: amountUnits.toString(), destinationAddress: to });
      return (await requestRefund(world.deps, world.project, id, body)).refund;
    },
    /** Out of the deposit address, by the refund authority. */
    sendBack: async (
      checkout: Checkout,
      to: Hex,
      amountUnits: bigint,
      { token = world.network.usdc }: { token?: Hex } = {},
    ): Promise<Sent> => {
      const wallet = merchantWallet();
      const { client } = world.network.chain;
      const { id, merchantAddress, refundAuthority, openSweep } = checkout;
      const terms = { checkoutKey: checkoutKey(id), merchant: merchantAddress, refundAuthority, openSweep };
      const data = encodeFunctionData({
        abi: depositFactoryAbi,
        functionName: "refund",
        args: [terms, token, to, amountUnits],
      });
      const rawTransaction: ViemHex = await wallet.account.signTransaction({
        type: "eip1559",
        chainId: world.network.definition.chainId,
        to: depositAddresses.factory,
        data,
        gas: 400_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 1n,
        nonce: await client.getTransactionCount({ address: self.merchant, blockTag: "pending" }),
      });
      const txHash = await client.sendRawTransaction({ serializedTransaction: rawTransaction });
      const { status, blockNumber } = await awaitReceipt(client, txHash);
      if (status !== "success") throw new Error("the refund reverted");
      return { txHash, rawTransaction, blockNumber };
    },
    /** Out of the merchant's wallet. */
    payBack: async (
      to: Hex,
      amountUnits: bigint,
      { token = world.network.usdc, account = merchantAccount }: { token?: Hex; account?: number } = {},
    ): Promise<Sent> => {
      const { txHash, rawTransaction, receipt } = await world.network.pay(to, amountUnits, {
        token,
        account,
      });
      return { txHash, rawTransaction, blockNumber: receipt.blockNumber };
    },
    /** Makes what was sent final and lets the service see it. */
    settle: async () => {
      await world.network.chain.mine(2);
      await world.watch();
    },
    refunds: async ({ id }: Pick<Checkout, "id">): Promise<readonly Refund[]> => {
      const found = await world.stores.refunds.list(world.project.id, id, { take: 100, skip: 0 });
      return [...(found?.items ?? [])].reverse();
    },
  };
  return self;
}
