import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { handInHash } from "@/lib/payments/refunds/hand-in-hash";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { issueSignLink } from "@/lib/refunds/links/refund-links";
import { testWallet } from "@/lib/testing/chain";
import { issuedUsdt } from "@/lib/testing/issuer-tokens";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { freshCustomer, openRefundDesk, price, type RefundDesk } from "@/lib/testing/refund-desk";
import { freshWallet } from "@/lib/testing/service-world";
import { outcome } from "@/lib/testing/till";

const operator = { projectId: null, userId: null };
/** Account 2 is the merchant. */
const merchant = 2;
/** Half a percent of the price. */
const fee = 22_500n;
let network: TestNetwork;
let desk: RefundDesk;
let tether: Awaited<ReturnType<typeof issuedUsdt>>;
let checkout: Checkout;

beforeAll(async () => {
  network = await startTestNetwork();
  tether = await issuedUsdt(network);
});
afterAll(() => network?.stop());
beforeEach(async () => {
  desk = await openRefundDesk(network);
  const { world } = desk;
  const wallet = testWallet(network.chain, merchant).account.address.toLowerCase();
  await world.query("UPDATE projects SET settlement_wallet = $2 WHERE id = $1", [world.project.id, wallet]);
  const project = await world.stores.projects.findById(world.project.id);
  if (project === null) throw new Error("the project is gone");
  world.project = project;
  await tether("setParams", [0n, 0n, freshWallet()]);
  checkout = await desk.paid({ amount: price, chainId: 31337, tokenAddress: network.usdt }, network.usdt);
  const sender = world.deps.sender(31337);
  const { call } = await sender.prepareSweep([
    { ...checkout, checkoutId: checkout.id, tokenAddress: network.usdt },
  ]);
  const { rawTransaction } = await sender.sign(call, await sender.minedNonce());
  await sender.broadcast(rawTransaction);
  await network.chain.mine(3);
  await world.watch();
  await tether("setParams", [50n, price, freshWallet()]);
});
afterEach(() => desk?.world.close());

async function awaiting(customer: Hex, amount = price) {
  const { refund } = await desk.refund(checkout, customer, amount);
  expect(refund.status).toBe("AWAITING_SIGNATURE");
  const { signUrl } = await issueSignLink(desk.deps, operator, refund.id);
  return { refund, token: signUrl.split("/").at(-1) ?? "" };
}
const payBack = (customer: Hex, units = price, account = merchant) =>
  network.pay(customer, units, { token: network.usdt, account });
const hand = (token: string, txHash: Hex) => handInHash(desk.deps, token, { txHash });

describe("a refund from the merchant's wallet by a token that takes a fee", () => {
  it("completes by the hash that the merchant hands in, though less arrives", async () => {
    const customer = freshCustomer();
    const { refund, token } = await awaiting(customer);
    const { txHash } = await payBack(customer);
    await desk.goOn();
    expect(await desk.status(refund)).toBe("AWAITING_SIGNATURE");
    const link = await hand(token, txHash);
    expect(link).toMatchObject({ refund: { status: "PROCESSING", txHash }, call: null });
    await desk.goOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer, network.usdt)).toEqual([price - fee]);
    expect(await desk.world.find(checkout)).toMatchObject({ status: "REFUNDED", refundedUnits: price });
    const [paid] = await desk.world.query<{ amount_units: bigint }>(
      "SELECT amount_units FROM refund_payments",
    );
    expect(paid?.amount_units).toBe(price - fee);
  });

  it("is not completed by a transaction that sent less, was sent by another wallet, or paid another refund", async () => {
    const customer = freshCustomer();
    const [first, second] = [await awaiting(customer, 2_000_000n), await awaiting(customer, 2_000_000n)];
    const smaller = await payBack(customer, 1_999_999n);
    expect(await outcome(hand(first.token, smaller.txHash))).toBe("NO_MATCHING_TRANSFER");
    const others = await payBack(customer, 2_000_000n, 1);
    expect(await outcome(hand(first.token, others.txHash))).toBe("NO_MATCHING_TRANSFER");
    const { txHash } = await payBack(customer, 2_000_000n);
    await hand(first.token, txHash);
    expect(await outcome(hand(second.token, txHash))).toBe("NO_MATCHING_TRANSFER");
    await desk.goOn();
    expect(await desk.status(first.refund)).toBe("COMPLETED");
    expect(await desk.status(second.refund)).toBe("AWAITING_SIGNATURE");
  });

  it("is recognised again after a reorganisation, and no second payment is asked for", async () => {
    const customer = freshCustomer();
    const { refund, token } = await awaiting(customer);
    const { txHash, rawTransaction } = await payBack(customer);
    await hand(token, txHash);
    await desk.world.watch();
    await network.chain.reorg(1);
    await desk.world.watch();
    expect(await desk.status(refund)).toBe("AWAITING_SIGNATURE");
    await network.chain.client.sendRawTransaction({ serializedTransaction: rawTransaction });
    await desk.goOn();
    expect(await desk.status(refund)).toBe("COMPLETED");
    expect(await desk.received(customer, network.usdt)).toEqual([price - fee]);
  });

  it("waits for the hash while no node tells what the transaction called", async () => {
    const customer = freshCustomer();
    const { refund, token } = await awaiting(customer);
    const { txHash } = await payBack(customer);
    const { reader } = desk.deps;
    desk.deps.reader = (chainId) => ({ ...reader(chainId), sentCall: async () => null });
    expect(await outcome(hand(token, txHash))).toBe("NO_MATCHING_TRANSFER");
    desk.deps.reader = reader;
    expect((await hand(token, txHash)).refund.status).toBe("PROCESSING");
    expect(await desk.status(refund)).toBe("PROCESSING");
  });
});
