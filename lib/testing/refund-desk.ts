import { encodeFunctionData, type Hex as ViemHex } from "viem";
import { afterEach, beforeEach, expect } from "vitest";
import { checkoutKey, depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { PreparedTransaction, Refund } from "@/lib/checkouts/refund-facts.rules";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { issueSignLink } from "@/lib/refunds/links/refund-links";
import { createRefundBody } from "@/lib/refunds/refund.schema";
import { type RequestedRefund, requestRefund } from "@/lib/refunds/request-refund";
import { sendRefunds } from "@/lib/refunds/send-refunds";
import { auditBooks } from "./audit";
import { testWallet } from "./chain";
import type { Tidiness } from "./database";
import type { TestNetwork } from "./network";
import { freshWallet, openWorld, price, type World } from "./world";
import type { WorldDeps } from "./world/deps";

/** Refunds on a real chain: a project in convenient mode, and the refund wallet that serves it. */
export type RefundDesk = {
  world: World;
  deps: WorldDeps;
  /** Paid by account 1, for good. */
  paid(body?: Parameters<World["create"]>[0], token?: Hex): Promise<Checkout>;
  refund(checkout: Checkout, destinationAddress: Hex, amount?: bigint): Promise<RequestedRefund>;
  send(): ReturnType<typeof sendRefunds>;
  /** Looks, mines and watches until what can be done is done. */
  mineAndWatch(rounds?: number): Promise<void>;
  /** One look with a sender that is changed for this look alone. */
  sendWith(change: (sender: ChainSender) => Partial<ChainSender>): Promise<void>;
  status(refund: Pick<Refund, "id">): Promise<Refund["status"]>;
  /** The same that waits for the merchant's signature, with the token of its link to sign. */
  toSign(
    checkout: Checkout,
    destinationAddress: Hex,
    amount?: bigint,
  ): Promise<{ refund: Refund; transaction: PreparedTransaction; token: string }>;
  /** What an address got, transfer by transfer. */
  received(address: Hex, token?: Hex): Promise<bigint[]>;
};

/** Its refunds are sent by the service, without an approval. */
export const convenient = {
  refundMode: "CONVENIENT",
  settlementPolicy: "MANUAL",
  refundDailyLimitUnits: 10n ** 15n,
} as const;

async function openRefundDesk(network: TestNetwork, desk: RefundDesk, { tidy }: Tidiness): Promise<void> {
  const { chainId } = network.definition;
  const world = await openWorld([network], { project: convenient, tidy, scanned: true });
  const { deps } = world;

  Object.assign(desk, {
    world,
    deps,
    paid: async (body, token = network.usdc) => {
      const checkout = await world.create(body);
      await network.pay(checkout.depositAddress, price, { token });
      await network.chain.mine(2);
      await world.watch();
      return world.find(checkout);
    },
    refund: (checkout, destinationAddress, amount = price) =>
      requestRefund(
        deps,
        world.project,
        checkout.id,
        createRefundBody.parse({ amount: amount.toString(), destinationAddress }),
      ),
    send: () => sendRefunds(deps, chainId),
    mineAndWatch: async (rounds = 3) => {
      for (let round = 0; round < rounds; round++) {
        await sendRefunds(deps, chainId);
        await network.chain.mine(2);
        await world.watch();
        world.clockAheadMs += 20_000;
      }
    },
    sendWith: async (change) => {
      const { refundSender } = deps;
      deps.refundSender = (id) => {
        const sender = refundSender(id);
        return sender === null ? null : { ...sender, ...change(sender) };
      };
      try {
        await sendRefunds(deps, chainId);
      } finally {
        deps.refundSender = refundSender;
      }
    },
    status: async ({ id }) => {
      const refund = await world.stores.refunds.find(null, id);
      if (refund === null) throw new Error(`there is no ${id}`);
      return refund.status;
    },
    toSign: async (checkout, destinationAddress, amount) => {
      const { refund, transaction } = await desk.refund(checkout, destinationAddress, amount);
      if (refund.status !== "AWAITING_SIGNATURE" || transaction === null)
        throw new Error(`nothing is to be signed: ${refund.status}`);
      const { signUrl } = await issueSignLink(deps, operator, refund.id);
      return { refund, transaction, token: tokenOf(signUrl) };
    },
    received: async (address, token = network.usdc) => {
      const toBlock = await network.chain.client.getBlockNumber({ cacheTime: 0 });
      const range = { fromBlock: 0n, toBlock };
      const { transfers } = await network.reader.logs(range, { to: [address], tokens: [token] });
      return transfers.map(({ amountUnits }) => amountUnits);
    },
  } satisfies RefundDesk);
}

/** Whoever acts for no project. */
export const operator = { projectId: null, userId: null };

/** The token of a link for a customer or a merchant. */
export const tokenOf = (url: string | null) => url?.split("/").at(-1) ?? "";

/** A desk of its own for each test of the file. */
export function testDesk(network: TestNetwork, tidiness: Tidiness = {}): RefundDesk {
  const desk = {} as RefundDesk;
  beforeEach(() => openRefundDesk(network, desk, tidiness));
  afterEach(() => desk.world.close());
  return desk;
}

/** A customer's wallet that never got anything. */
export const freshCustomer = freshWallet;

/** anvil's account that is the merchant, and so the refund authority of its deposits. */
const merchantAccount = 2;

/** A service whose merchant sends money back on a real chain, by contract and by wallet. */
export type RefundingWorld = {
  world: World;
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
  overrides: Parameters<typeof openWorld>[1] = {},
): Promise<RefundingWorld> {
  const project = { ...ownedByMerchant(network), ...overrides.project };
  const world = await openWorld([network], { ...overrides, project, scanned: true });
  return refundingWith(network, world);
}

/** A project whose merchant's key the tests hold. */
export function ownedByMerchant({ chain }: TestNetwork): { settlementWallet: Hex; refundMode: "STRICT" } {
  return {
    settlementWallet: lower(testWallet(chain, merchantAccount).account.address),
    refundMode: "STRICT",
  };
}

/** For each test of the file a service whose books add up whatever the test does. */
export function testRefunding(network: TestNetwork): RefundingWorld {
  const refunding = {} as RefundingWorld;
  beforeEach(async () => {
    Object.assign(refunding, await openRefundingWorld(network));
  });
  afterEach(async () => {
    const findings = await auditBooks(refunding.world, network);
    await refunding.world.close();
    expect(findings).toEqual([]);
  });
  return refunding;
}

/** The same for a service that is open already; its project is to be `ownedByMerchant`. */
export function refundingWith(network: TestNetwork, world: World): RefundingWorld {
  const wallet = testWallet(network.chain, merchantAccount);
  const merchant = lower(wallet.account.address);
  const { client } = network.chain;

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
      return (await requestRefund(world.deps, world.project, id, body)).refund;
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
