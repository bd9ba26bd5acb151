import { encodeFunctionData, type Hex as ViemHex } from "viem";
import { checkoutKey, depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refunds/refund.rules";
import { createRefundBody } from "@/lib/checkouts/refunds/refund.schema";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit-factory";
import { newClaimToken } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { requestRefund } from "@/lib/refunds/request-refund";
import { testWallet } from "./chain";
import type { TestNetwork } from "./network";
import { openServiceWorld, type ServiceWorld } from "./service-world";

/** anvil's account that is the merchant, and so the refund authority of its deposits. */
const merchantAccount = 2;

/** A service whose merchant sends money back on a real chain, by contract and by wallet. */
export type RefundingWorld = {
  world: ServiceWorld;
  merchant: Hex;
  /** PAID by as much in USDC. */
  paid(amountUnits: bigint): Promise<Checkout>;
  ask(checkout: Pick<Checkout, "id">, amountUnits: bigint, to: Hex): Promise<Refund>;
  /** Out of the deposit address, by the refund authority. */
  sendBack(checkout: Checkout, to: Hex, amountUnits: bigint, options?: { token?: Hex }): Promise<Sent>;
  /** Out of the merchant's wallet. */
  payBack(to: Hex, amountUnits: bigint, options?: { token?: Hex; account?: number }): Promise<Sent>;
  /** Makes what was sent final and lets the service see it. */
  settle(): Promise<void>;
  refunds(checkout: Pick<Checkout, "id">): Promise<readonly Refund[]>;
};

const lower = (address: Hex) => address.toLowerCase() as Hex;

type Sent = { txHash: Hex; rawTransaction: Hex; blockNumber: bigint };

export async function openRefundingWorld(
  network: TestNetwork,
  overrides: Parameters<typeof openServiceWorld>[1] = {},
): Promise<RefundingWorld> {
  const project = { ...ownedByMerchant(network), ...overrides.project };
  const world = await openServiceWorld([network], { ...overrides, project });
  await world.scan();
  return refundingWith(network, world);
}

/** A project whose merchant's key the tests hold. */
export function ownedByMerchant({ chain }: TestNetwork): { settlementWallet: Hex; refundMode: "STRICT" } {
  return {
    settlementWallet: lower(testWallet(chain, merchantAccount).account.address),
    refundMode: "STRICT",
  };
}

/** The same for a service that is open already; its project is to be `ownedByMerchant`. */
export function refundingWith(network: TestNetwork, world: ServiceWorld): RefundingWorld {
  const wallet = testWallet(network.chain, merchantAccount);
  const merchant = lower(wallet.account.address);
  const { client } = network.chain;
  const deps = {
    ...world.deps,
    refunds: world.stores.refunds,
    refundCalls,
    newClaimToken,
    checkoutPageUrl: "https://pay.example",
  };

  const self: RefundingWorld = {
    world,
    merchant,
    paid: async (amountUnits) => {
      const checkout = await world.create({
        amount: amountUnits,
        chainId: network.definition.chainId,
        tokenAddress: network.usdc,
        expiryMinutes: 10,
      });
      await network.pay(checkout.depositAddress, amountUnits);
      await self.settle();
      return checkout;
    },
    ask: async ({ id }, amountUnits, to) => {
      const body = createRefundBody.parse({ amount: amountUnits.toString(), destinationAddress: to });
      return (await requestRefund(deps, world.project, id, body)).refund;
    },
    sendBack: async (checkout, to, amountUnits, { token = network.usdc } = {}) => {
      const { id, merchantAddress, refundAuthority, openSweep } = checkout;
      const terms = { checkoutKey: checkoutKey(id), merchant: merchantAddress, refundAuthority, openSweep };
      const data = encodeFunctionData({
        abi: depositFactoryAbi,
        functionName: "refund",
        args: [terms, token, to, amountUnits],
      });
      const rawTransaction: ViemHex = await wallet.account.signTransaction({
        type: "eip1559",
        chainId: network.definition.chainId,
        to: depositAddresses.factory,
        data,
        gas: 400_000n,
        maxFeePerGas: 10n ** 11n,
        maxPriorityFeePerGas: 1n,
        nonce: await client.getTransactionCount({ address: merchant, blockTag: "pending" }),
      });
      const txHash = await client.sendRawTransaction({ serializedTransaction: rawTransaction });
      const { status, blockNumber } = await awaitReceipt(client, txHash);
      if (status !== "success") throw new Error("the refund reverted");
      return { txHash, rawTransaction, blockNumber };
    },
    payBack: async (to, amountUnits, { token = network.usdc, account = merchantAccount } = {}) => {
      const { txHash, rawTransaction, receipt } = await network.pay(to, amountUnits, { token, account });
      return { txHash, rawTransaction, blockNumber: receipt.blockNumber };
    },
    settle: async () => {
      await network.chain.mine(2);
      await world.watch();
    },
    refunds: async ({ id }) => {
      const found = await world.stores.refunds.list(world.project.id, id, { take: 100, skip: 0 });
      return [...(found?.items ?? [])].reverse();
    },
  };
  return self;
}
