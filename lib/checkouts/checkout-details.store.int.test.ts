import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { maxTokenUnits } from "@/lib/platform/money.rules";
import { buildTransfer, later, noon, uniqueHex, usdt } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import type { Checkout } from "./checkout.rules";

let stores: TestStores;
let projectId: string;
let checkout: Checkout;

beforeAll(async () => {
  stores = await openTestStores();
  projectId = await stores.createProject();
});
beforeEach(async () => {
  checkout = await stores.createCheckout({ projectId });
});
afterAll(() => stores.close());

const found = async () => {
  const details = await stores.checkouts.find(projectId, checkout.id);
  if (details === null) throw new Error("the checkout was not found");
  return details;
};

describe("find", () => {
  test("a new checkout has its creation and nothing else", async () => {
    expect(await found()).toEqual({
      checkout,
      transfers: [],
      transferCount: 0,
      nativeBalances: [],
      timeline: [{ kind: "checkout.created", details: null, at: noon }],
    });
  });

  test("tells of each transfer where it stands and whether it counts, newest first", async () => {
    const [final, pending, stray, elsewhere, reverted] = [
      buildTransfer(checkout, { blockNumber: 10n, amountUnits: maxTokenUnits }),
      buildTransfer(checkout, { blockNumber: 11n }),
      buildTransfer(checkout, { blockNumber: 12n, tokenAddress: usdt }),
      buildTransfer(checkout, { blockNumber: 13n, chainId: 31338 }),
      buildTransfer(checkout, { blockNumber: 20n }),
    ];
    await stores.payments.transaction(async (tx) => {
      await tx.insertTransfers([final, pending, stray, elsewhere, reverted]);
      await tx.markTransfersFinal([final.id], later(1));
      await tx.orphanAbove(31337, 19n);
    });
    const { transfers, transferCount } = await found();
    expect(transferCount).toBe(5);
    expect(transfers.map(({ id, status, counts }) => [id, status, counts])).toEqual([
      [reverted.id, "reverted", false],
      [elsewhere.id, "pending", false],
      [stray.id, "pending", false],
      [pending.id, "pending", true],
      [final.id, "final", true],
    ]);
    const { checkoutId: _, blockHash: __, logIndex: ___, ...shown } = final;
    expect(transfers.at(-1)).toEqual({ ...shown, status: "final", counts: true });
  });

  test("of many it shows the newest hundred, and counts all", async () => {
    const logs = Array.from({ length: 120 }, (_, index) =>
      buildTransfer(checkout, { blockNumber: BigInt(index + 1), tokenAddress: uniqueHex(20) }),
    );
    await stores.payments.transaction((tx) => tx.insertTransfers(logs));
    await stores.database.pool.query(
      "INSERT INTO checkout_events (checkout_id, kind, details) SELECT $1, 'test.' || n, jsonb_build_object('n', n) FROM generate_series(1, 120) AS n",
      [checkout.id],
    );
    const { transfers, transferCount, timeline } = await found();
    expect(transferCount).toBe(120);
    expect(transfers.map(({ blockNumber }) => blockNumber)).toEqual(
      Array.from({ length: 100 }, (_, index) => BigInt(120 - index)),
    );
    expect(timeline).toHaveLength(100);
    expect(timeline[0]).toMatchObject({ kind: "test.120", details: { n: 120 } });
  });

  test("the chain's own coin is told while there is any", async () => {
    await stores.database.pool.query(
      `INSERT INTO native_balances (checkout_id, chain_id, amount_wei, block_number, seen_at)
       VALUES ($1, 31337, $2, 7, $3), ($1, 31338, 0, 8, $3)`,
      [checkout.id, maxTokenUnits, noon],
    );
    expect((await found()).nativeBalances).toEqual([
      { chainId: 31337, amountWei: maxTokenUnits, blockNumber: 7n, seenAt: noon },
    ]);
  });
});
