import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { advance, advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import { buildPosition, buildTransfer, later, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, price } from "@/lib/testing/world";
import { byHand } from "@/lib/testing/world/by-hand";
import { dai } from "@/lib/testing/world/deps";
import { countStray, returnStray } from "./decide-strays";
import { decideSweep } from "./sweep-stray";

const chainId = 31337;
const owner = { projectId: null, userId: null, approves: true };
/** Checkouts of the till end after half an hour. */
const afterTime = later(40 * 60_000);
const world = await fileWorld([], { project: { refundMode: "CONVENIENT" } });
const till = byHand(world);
let block = 1_000n;

beforeAll(async () => {
  await world.stores.payments.transaction((tx) => tx.savePosition(buildPosition({ blockNumber: 9_999n })));
});
beforeEach(async () => {
  world.now = later(60_000);
  await accept(usdt);
});

const accept = (token: string) =>
  world.query(
    "INSERT INTO accepted_tokens (project_id, chain_id, token_address) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [world.project.id, chainId, token],
  );
const refuse = (token: string) =>
  world.query("DELETE FROM accepted_tokens WHERE token_address = $1", [token]);
const scanTo = (at: Date) =>
  world.query("UPDATE chain_cursors SET block_timestamp = $1, advanced_at = $1, checked_at = $1", [at]);

const deps = () => ({ ...world.deps, rates: { current: noRates, refresh: noRates } });
const noRates = () => Promise.reject(new Error("the price needs no rate"));

async function bring(
  checkout: Checkout,
  { at = world.now, tokenAddress = usdt, amountUnits = price, final = true } = {},
) {
  block += 1n;
  const place = { txHash: uniqueHex(32), blockNumber: block, blockTimestamp: at };
  const transfer = buildTransfer(checkout, { ...place, tokenAddress, amountUnits });
  await world.stores.payments.transaction(async (tx) => {
    await tx.insertTransfers([transfer]);
    if (final) await tx.markTransfersFinal([transfer.id], world.now);
    await advanceCheckouts(world.deps, tx, [checkout.id]);
  });
}
const strayOf = ({ id: checkoutId }: Checkout, tokenAddress = usdt) => ({
  checkoutId,
  chainId,
  tokenAddress,
});
const give = (checkout: Checkout) => returnStray(deps(), owner, strayOf(checkout));
const count = (checkout: Checkout, tokenAddress = usdt) =>
  countStray(deps(), owner, strayOf(checkout, tokenAddress));

type Change = (checkout: Checkout) => Promise<unknown>;
/** These decide after this change, which they could not see when they began. */
const giveAfter = (checkout: Checkout, change: Change) =>
  changedBefore(
    deps(),
    "lockProject",
    () => change(checkout),
    (gated) => returnStray(gated, owner, strayOf(checkout)),
  );
const countAfter = (checkout: Checkout, change: Change) =>
  changedBefore(
    deps(),
    "lockProject",
    () => change(checkout),
    (gated) => countStray(gated, owner, strayOf(checkout)),
  );
const sweepAfter = (checkout: Checkout, change: Change) =>
  changedBefore(
    deps(),
    "lockProject",
    () => change(checkout),
    (gated) =>
      gated.refunds.transaction((tx) => decideSweep(gated, tx, owner, checkout.projectId, strayOf(checkout))),
  );

describe("what changed since a person saw the stray", () => {
  it.each([
    ["returnStray under the lock: the project began to accept its token", giveAfter],
    ["decideSweep under the lock: the project began to accept its token", sweepAfter],
  ])("%s", async (_, act) => {
    const checkout = await till.create({ tokenFixed: false, fixedChainId: null });
    await refuse(usdt);
    await bring(checkout);
    expect(await outcome(act(checkout, () => accept(usdt)))).toBe("CONFLICT");
    expect(await till.refunds(checkout)).toEqual([]);
  });

  it("countStray under the lock: the project stopped accepting its token", async () => {
    const checkout = await till.create();
    await bring(checkout);
    expect(await outcome(countAfter(checkout, () => refuse(usdt)))).toBe("CONFLICT");
    expect((await world.find(checkout)).status).toBe("PENDING");
  });

  it("countStray under the lock: the price rose", async () => {
    const checkout = await till.create();
    await bring(checkout);
    const raise = ({ id }: Checkout) =>
      world.query("UPDATE checkouts SET amount_units = amount_units + 1 WHERE id = $1", [id]);
    expect(await outcome(countAfter(checkout, raise))).toBe("CONFLICT");
    expect((await world.find(checkout)).status).toBe("PENDING");
  });

  it("countStray under the lock: the settlement was frozen", async () => {
    const checkout = await till.create();
    await bring(checkout);
    const freeze = ({ id }: Checkout) =>
      world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [id]);
    expect(await outcome(countAfter(checkout, freeze))).toBe("CONFLICT");
  });

  it("countStray under the lock: the checkout was paid", async () => {
    const checkout = await till.create();
    await bring(checkout);
    expect(await outcome(countAfter(checkout, () => till.receive(checkout, price)))).toBe("CONFLICT");
    expect((await world.find(checkout)).tokenAddress).toBe(checkout.tokenAddress);
  });

  it("decideSweep under the lock: a refund of it was opened", async () => {
    const checkout = await till.create();
    await bring(checkout);
    const giveAndBring = async () => {
      await give(checkout);
      await bring(checkout);
    };
    expect(await outcome(sweepAfter(checkout, giveAndBring))).toBe("CONFLICT");
  });

  it("returnStray under the lock: another request returned it", async () => {
    const checkout = await till.create();
    await bring(checkout);
    expect(await outcome(giveAfter(checkout, give))).toBe("CONFLICT");
    expect(await till.refunds(checkout)).toHaveLength(1);
  });

  it("returnStray under the lock: it was counted", async () => {
    const checkout = await till.create();
    await bring(checkout);
    expect(await outcome(giveAfter(checkout, count))).toBe("CONFLICT");
    expect(await till.refunds(checkout)).toEqual([]);
  });

  it("countStray under the lock: it was returned", async () => {
    const checkout = await till.create();
    await bring(checkout);
    expect(await outcome(countAfter(checkout, give))).toBe("CONFLICT");
    expect((await world.find(checkout)).status).toBe("PENDING");
  });

  it("countStray under the lock: it was counted, and another token after it", async () => {
    await accept(usdc);
    const terms = { tokenAddress: dai, amountUnits: price * 10n ** 12n };
    const checkout = await till.create({ status: "EXPIRED", ...terms });
    const late = { at: later(60_000, checkout.expiresAt), final: false };
    await bring(checkout, late);
    await bring(checkout, { ...late, tokenAddress: usdc });
    const countBoth = async () => {
      await count(checkout);
      await count(checkout, usdc);
    };
    expect(await outcome(countAfter(checkout, countBoth))).toBe("CONFLICT");
    expect(await world.find(checkout)).toMatchObject({ status: "EXPIRED", tokenAddress: usdc });
  });

  it("countStray under the lock: the chain was scanned beyond the checkout's end", async () => {
    await scanTo(world.now);
    const checkout = await till.create();
    await bring(checkout, { at: later(60_000, checkout.expiresAt) });
    world.now = later(120_000, checkout.expiresAt);
    const counted = await countAfter(checkout, () => scanTo(afterTime));
    expect(counted.status).toBe("LATE_PAID");
    const [facts] = await world.stores.books.facts([checkout.id]);
    if (facts === undefined) throw new Error("the checkout is gone");
    expect(advance(world.deps, facts, await world.stores.positions.all(), world.now)).toBeNull();
  });
});
