import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { reconcile } from "@/lib/books/reconcile";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { handInHash } from "@/lib/refunds/hand-in-hash";
import { issuedUsdt } from "@/lib/testing/issuer-tokens";
import { outcome } from "@/lib/testing/outcome";
import { freshWallet, price, testNetwork, testWorld } from "@/lib/testing/world";
import { convenient, ownedByMerchant, refunding } from "@/lib/testing/world/refunding";
import { settling } from "@/lib/testing/world/settling";

/** Account 2 is the merchant. */
const merchant = 2;
/** Half a percent of the price. */
const fee = 22_500n;
let tether: Awaited<ReturnType<typeof issuedUsdt>>;
let checkout: Checkout;

const network = await testNetwork();
const world = testWorld([network], { project: convenient });
const desk = refunding(world);
beforeAll(async () => {
  tether = await issuedUsdt(network);
});
beforeEach(async () => {
  await world.change({ settlementWallet: ownedByMerchant(network).settlementWallet });
  await tether("setParams", [0n, 0n, freshWallet()]);
  checkout = await desk.paid({ amount: price, chainId: 31337, tokenAddress: network.usdt });
  await settling(world).sweepAsStranger(checkout, network.usdt);
  await network.chain.mine(3);
  await world.watch();
  await tether("setParams", [50n, price, freshWallet()]);
});

const payBack = (customer: Hex, units = price, account = merchant) =>
  network.pay(customer, units, { token: network.usdt, account });
const hand = (token: string, txHash: Hex) => handInHash(world.deps, token, { txHash });

describe("a refund from the merchant's wallet by a token that takes a fee", () => {
  it("completes by the hash that the merchant hands in, though less arrives", async () => {
    const customer = freshWallet();
    const { refund, token } = await desk.toSign(checkout, customer);
    const { txHash } = await payBack(customer);
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("AWAITING_SIGNATURE");
    const link = await hand(token, txHash);
    expect(link).toMatchObject({ refund: { status: "PROCESSING", txHash }, call: null });
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer, network.usdt)).toEqual([price - fee]);
    expect(await world.find(checkout)).toMatchObject({ status: "REFUNDED", refundedUnits: price });
    const [paid] = await world.query<{ amount_units: bigint }>(
      "SELECT amount_units FROM refund_payments WHERE NOT orphaned",
    );
    expect(paid?.amount_units).toBe(price - fee);
    const look = async () =>
      (await reconcile({ ...world.deps, books: world.stores.books }, { logs: true })).findings;
    expect(await look()).toEqual([]);
    await world.query("UPDATE refunds SET handed_in_tx_hash = NULL");
    expect(await look()).toMatchObject([
      { area: "sums", text: expect.stringContaining(`on the chain are ${price - fee}`) },
    ]);
  });

  it("isn't completed by a transaction that sent less, came from another wallet, or paid another refund", async () => {
    const customer = freshWallet();
    const [first, second] = [
      await desk.toSign(checkout, customer, 2_000_000n),
      await desk.toSign(checkout, customer, 2_000_000n),
    ];
    const smaller = await payBack(customer, 1_999_999n);
    expect(await outcome(hand(first.token, smaller.txHash))).toBe("NO_MATCHING_TRANSFER");
    const others = await payBack(customer, 2_000_000n, 1);
    expect(await outcome(hand(first.token, others.txHash))).toBe("NO_MATCHING_TRANSFER");
    const { txHash } = await payBack(customer, 2_000_000n);
    await hand(first.token, txHash);
    expect(await outcome(hand(second.token, txHash))).toBe("NO_MATCHING_TRANSFER");
    await desk.sendOn();
    expect(await desk.status(first.refund)).toBe("COMPLETED");
    expect(await desk.status(second.refund)).toBe("AWAITING_SIGNATURE");
  });

  it("is recognised again after a reorganisation, and no second payment is requested", async () => {
    const customer = freshWallet();
    const { refund, token } = await desk.toSign(checkout, customer);
    const { txHash, rawTransaction } = await payBack(customer);
    await hand(token, txHash);
    await world.watch();
    await network.chain.reorg(1);
    await world.watch();
    expect(await desk.status(refund)).toBe("AWAITING_SIGNATURE");
    await network.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
    await desk.sendOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer, network.usdt)).toEqual([price - fee]);
  });

  it("waits for the hash while no node returns the transaction's call", async () => {
    const customer = freshWallet();
    const { refund, token } = await desk.toSign(checkout, customer);
    const { txHash } = await payBack(customer);
    const { reader } = world.deps;
    const blind: typeof reader = (chainId) => ({ ...reader(chainId), sentCall: async () => null });
    const unseen = world.withDeps({ reader: blind }, () => hand(token, txHash));
    expect(await outcome(unseen)).toBe("NO_MATCHING_TRANSFER");
    expect((await hand(token, txHash)).refund.status).toBe("PROCESSING");
    expect(await desk.status(refund)).toBe("PROCESSING");
  });
});
