import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { advance, advanceCheckouts } from "@/lib/checkouts/state/advance-checkouts";
import { buildPosition, buildTransfer, later, uniqueHex, usdt } from "@/lib/testing/builders";
import { openTill, outcome, price, type Till } from "@/lib/testing/till";
import { countStray, returnStray } from "./decide-strays";
import { decideSweep } from "./sweep-stray";

const chainId = 31337;
const owner = { projectId: null, userId: null, approves: true };
/** Checkouts of the till end after half an hour. */
const afterTime = later(40 * 60_000);
let till: Till;
let block = 1_000n;

beforeAll(async () => {
  till = await openTill();
  await till.stores.payments.transaction((tx) => tx.savePosition(buildPosition({ blockNumber: 9_999n })));
});
beforeEach(() => accept(usdt));
afterAll(() => till?.close());

const accept = (token: string) =>
  till.query(
    "INSERT INTO accepted_tokens (project_id, chain_id, token_address) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
    [till.project.id, chainId, token],
  );
const refuse = (token: string) => till.query("DELETE FROM accepted_tokens WHERE token_address = $1", [token]);
const scanTo = (at: Date) =>
  till.query("UPDATE chain_cursors SET block_timestamp = $1, advanced_at = $1, checked_at = $1", [at]);

/** The use case reads what it needs before its transaction; then another connection makes the change. */
const depsWith = (change: () => Promise<unknown>) => ({
  ...till.deps,
  rates: { current: noRates, refresh: noRates },
  refunds: {
    ...till.deps.refunds,
    transaction: async <Result>(work: Parameters<typeof till.deps.refunds.transaction<Result>>[0]) => {
      await change();
      return till.deps.refunds.transaction(work);
    },
  },
});
const noRates = () => Promise.reject(new Error("the price needs no rate"));

async function bring(checkout: Checkout, { at = till.now } = {}) {
  block += 1n;
  const place = { txHash: uniqueHex(32), blockNumber: block, blockTimestamp: at };
  const transfer = buildTransfer(checkout, { ...place, tokenAddress: usdt, amountUnits: price });
  await till.stores.payments.transaction(async (tx) => {
    await tx.insertTransfers([transfer]);
    await tx.markTransfersFinal([transfer.id], till.now);
    await advanceCheckouts(till.deps, tx, [checkout.id]);
  });
}
const strayOf = ({ id: checkoutId }: Checkout) => ({ checkoutId, chainId, tokenAddress: usdt });
const acts: [string, (checkout: Checkout, change: () => Promise<unknown>) => Promise<unknown>][] = [
  ["returned", (checkout, change) => returnStray(depsWith(change), owner, strayOf(checkout))],
  [
    "swept",
    (checkout, change) => {
      const deps = depsWith(change);
      return deps.refunds.transaction((tx) =>
        decideSweep(deps, tx, owner, checkout.projectId, strayOf(checkout)),
      );
    },
  ],
];

describe("before a stray is decided under the checkout's lock", () => {
  it.each(acts)("is not %s when the project begins to accept its token", async (_, act) => {
    const checkout = await till.create({ tokenFixed: false, fixedChainId: null });
    await refuse(usdt);
    await bring(checkout);
    expect(await outcome(act(checkout, () => accept(usdt)))).toBe("CONFLICT");
    expect(await till.refunds(checkout)).toEqual([]);
  });

  it("is not counted when the project stops accepting its token", async () => {
    const checkout = await till.create();
    await bring(checkout);
    expect(
      await outcome(
        countStray(
          depsWith(() => refuse(usdt)),
          owner,
          strayOf(checkout),
        ),
      ),
    ).toBe("CONFLICT");
    expect((await till.find(checkout)).status).toBe("PENDING");
  });

  it("is counted by the checkout's terms of that moment", async () => {
    const checkout = await till.create();
    await bring(checkout);
    const raise = () =>
      till.query("UPDATE checkouts SET amount_units = amount_units + 1 WHERE id = $1", [checkout.id]);
    expect(await outcome(countStray(depsWith(raise), owner, strayOf(checkout)))).toBe("CONFLICT");
    expect((await till.find(checkout)).status).toBe("PENDING");
  });

  it("moves the checkout by the chain's position of that moment when it is counted", async () => {
    await scanTo(till.now);
    const checkout = await till.create();
    await bring(checkout, { at: later(60_000, checkout.expiresAt) });
    till.now = later(120_000, checkout.expiresAt);
    const counted = await countStray(
      depsWith(() => scanTo(afterTime)),
      owner,
      strayOf(checkout),
    );
    expect(counted.status).toBe("LATE_PAID");
    const [facts] = await till.stores.books.facts([checkout.id]);
    if (facts === undefined) throw new Error("the checkout is gone");
    expect(advance(till.deps, facts, await till.stores.positions.all(), till.now)).toBeNull();
  });
});
