import { encodeFunctionData } from "viem";
import { checkoutKey, depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
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
import type { Payment, TestNetwork } from "../network";
import { price, type World } from "../world";

/** Its refunds are sent by the service, without an approval. */
export const convenient = {
  refundMode: "CONVENIENT",
  settlementPolicy: "MANUAL",
  refundDailyLimitUnits: 10n ** 15n,
} as const;

/** A project whose merchant's key the tests hold: the merchant sends its refunds. */
export function ownedByMerchant({ chain }: TestNetwork): { settlementWallet: Hex; refundMode: "STRICT" } {
  return { settlementWallet: merchantOn(chain), refundMode: "STRICT" };
}

/** Refunds on a real chain, by the service of a project that is `convenient` or by a merchant who owns it. */
export function refunding(world: World) {
  const chainId = 31337;
  const acts = {
    get merchant() {
      return merchantOn(world.network.chain);
    },
    /** Paid by account 1, for good. */
    paid: async (body?: Parameters<World["create"]>[0]): Promise<Checkout> =>
      world.find(await world.paid(body)),
    refund: (
      { id }: Pick<Checkout, "id">,
      destinationAddress: Hex,
      amount = price,
    ): Promise<RequestedRefund> => {
      const body = createRefundBody.parse({ amount: amount.toString(), destinationAddress });
      return requestRefund(world.deps, world.project, id, body);
    },
    /** One look at what the service is to send. */
    send: () => sendRefunds(world.deps, chainId),
    /** Runs passes until nothing is left to do. */
    sendOn: (rounds?: number) => world.workOn(acts.send, rounds),
    /** One look with a sender that is changed for this look alone. */
    sendWith: (change: (sender: ChainSender) => Partial<ChainSender>) => {
      const { refundSender } = world.deps;
      const changed = (id: number) => {
        const sender = refundSender(id);
        return sender === null ? null : { ...sender, ...change(sender) };
      };
      return world.withDeps({ refundSender: changed }, acts.send);
    },
    status: async ({ id }: Pick<Refund, "id">): Promise<Refund["status"]> => {
      const refund = await world.stores.refunds.find(null, id);
      if (refund === null) throw new Error(`there is no ${id}`);
      return refund.status;
    },
    /** The refunds of a checkout, oldest first. */
    refunds: async ({ id }: Pick<Checkout, "id">): Promise<readonly Refund[]> => {
      const found = await world.stores.refunds.list(world.project.id, id, { take: 100, skip: 0 });
      return [...(found?.items ?? [])].reverse();
    },
    /** One that waits for the merchant's signature, with the token of its link to sign. */
    toSign: async (checkout: Checkout, destinationAddress: Hex, amount?: bigint) => {
      const { refund, transaction } = await acts.refund(checkout, destinationAddress, amount);
      if (refund.status !== "AWAITING_SIGNATURE" || transaction === null)
        throw new Error(`nothing is to be signed: ${refund.status}`);
      const { signUrl } = await issueSignLink(world.deps, operator, refund.id);
      return { refund, transaction, token: tokenOf(signUrl) };
    },
    /** The merchant sends it out of the deposit address, as its refund authority. */
    sendBack: async (
      { id, merchantAddress, refundAuthority, openSweep }: Checkout,
      to: Hex,
      amountUnits: bigint,
      { token = world.network.usdc }: { token?: Hex } = {},
    ): Promise<Payment> => {
      const terms = { checkoutKey: checkoutKey(id), merchant: merchantAddress, refundAuthority, openSweep };
      const data = encodeFunctionData({
        abi: depositFactoryAbi,
        functionName: "refund",
        args: [terms, token, to, amountUnits],
      });
      const sent = await world.network.call(depositAddresses.factory, data, { account: merchantAccount });
      if (sent.receipt.status !== "success") throw new Error("the refund reverted");
      return sent;
    },
    /** Out of the merchant's wallet. */
    payBack: (to: Hex, amountUnits: bigint, options: { token?: Hex; account?: number } = {}) =>
      world.network.pay(to, amountUnits, { account: merchantAccount, ...options }),
    /** What an address got, transfer by transfer. */
    received: async (address: Hex, token = world.network.usdc) => {
      const toBlock = await world.network.chain.client.getBlockNumber({ cacheTime: 0 });
      const range = { fromBlock: 0n, toBlock };
      const { transfers } = await world.network.reader.logs(range, { to: [address], tokens: [token] });
      return transfers.map(({ amountUnits }) => amountUnits);
    },
  };
  return acts;
}

/** Whoever acts for no project. */
export const operator = { projectId: null, userId: null };

/** The token of a link for a customer or a merchant. */
export const tokenOf = (url: string | null) => url?.split("/").at(-1) ?? "";

/** anvil's account that is the merchant, and so the refund authority of its deposits. */
const merchantAccount = 2;

const merchantOn = (chain: TestNetwork["chain"]) =>
  testWallet(chain, merchantAccount).account.address.toLowerCase() as Hex;
