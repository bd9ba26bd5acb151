import { beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { NewTransfer } from "@/lib/checkouts/state/chain-logs.rules";
import { maxTokenUnits } from "@/lib/platform/values/money.rules";
import {
  blockHash,
  buildHeader,
  buildPosition,
  buildSweep,
  buildTransfer,
  later,
  uniqueHex,
  usdt,
} from "@/lib/testing/builders";
import { someoneWaits } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import type { TestStores } from "@/lib/testing/world/stores";

const { stores, project } = await fileWorld();
const projectId = project.id;
let checkout: Checkout;
/** A chain of its own for each test. */
let chainId = 1_000;

beforeEach(async () => {
  chainId += 1;
  checkout = await stores.createCheckout({ projectId, chainId });
});

const inTransaction: TestStores["payments"]["transaction"] = (work) => stores.payments.transaction(work);
const transfer = (overrides: Parameters<typeof buildTransfer>[1] = {}) =>
  buildTransfer(checkout, { chainId, ...overrides });
const sweep = (overrides: Parameters<typeof buildSweep>[1] = {}) =>
  buildSweep(checkout, { chainId, ...overrides });
/** The world's own orphans aside. */
const own = { not: { startsWith: "orphan_" } };
const rowsOf = () =>
  stores.database.prisma.transfer.findMany({ where: { chainId, id: own }, orderBy: { id: "asc" } });
const entriesOf = () =>
  stores.database.prisma.ledgerEntry.findMany({ where: { chainId, sourceId: own }, orderBy: { id: "asc" } });

describe("insertTransfers and insertSweeps", () => {
  test("write each row with its ledger entry, as Prisma reads it", async () => {
    const paid = transfer({ amountUnits: maxTokenUnits });
    const swept = sweep({ amountUnits: maxTokenUnits });
    await inTransaction(async (tx) => {
      expect(await tx.insertTransfers([paid])).toEqual([paid]);
      expect(await tx.insertSweeps([swept])).toEqual([checkout.id]);
    });

    const [row] = await rowsOf();
    expect({ ...row, amountUnits: row?.amountUnits.toFixed(0), createdAt: null }).toEqual({
      ...paid,
      amountUnits: maxTokenUnits.toString(),
      orphaned: false,
      finalAt: null,
      createdAt: null,
    });
    const [sweepRow] = await stores.database.prisma.sweep.findMany({ where: { chainId, id: own } });
    expect(sweepRow).toMatchObject({ id: swept.id, txHash: swept.txHash, blockHash: swept.blockHash });
    const shared = { checkoutId: checkout.id, chainId, tokenAddress: paid.tokenAddress };
    expect(
      (await entriesOf()).map((entry) => ({ ...entry, amountUnits: entry.amountUnits.toFixed(0) })),
    ).toMatchObject([
      {
        kind: "RECEIVED",
        sourceId: paid.id,
        fromAccount: "CUSTOMER",
        toAccount: "DEPOSIT",
        amountUnits: maxTokenUnits.toString(),
        ...shared,
      },
      {
        kind: "SWEPT",
        sourceId: swept.id,
        fromAccount: "DEPOSIT",
        toAccount: "MERCHANT",
        amountUnits: maxTokenUnits.toString(),
        ...shared,
      },
    ]);
  });

  test("record a log once when it is inserted repeatedly", async () => {
    const logs = [transfer(), transfer({ logIndex: 1 })];
    const again = logs.map((log) => ({ ...log, id: transfer().id }));
    const first = await inTransaction((tx) => tx.insertTransfers([...logs, ...again]));
    const second = await inTransaction((tx) => tx.insertTransfers(again));
    expect(first).toEqual(logs);
    expect(second).toEqual([]);
    expect(await rowsOf()).toHaveLength(2);
    expect(await entriesOf()).toHaveLength(2);
  });

  test("record a log once for eight concurrent transactions, in any order", async () => {
    const other = await stores.createCheckout({ projectId, chainId });
    const logs = Array.from({ length: 40 }, (_, index) =>
      buildTransfer(index % 2 === 0 ? checkout : other, { chainId, logIndex: index }),
    );
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, worker) =>
        inTransaction(async (tx) => {
          const told = logs.map((log) => ({ ...log, id: transfer().id }));
          const inserted = await tx.insertTransfers(worker % 2 === 0 ? told : told.reverse());
          await tx.lockCheckouts([checkout.id, other.id]);
          return inserted;
        }),
      ),
    );
    expect(await rowsOf()).toHaveLength(40);
    expect(await entriesOf()).toHaveLength(40);
    expect(answers.filter((ids) => ids.length > 0)).toHaveLength(1);
  });

  test("record logs in one order for any input order, to avoid deadlocks", async () => {
    const [low, high] = [transfer(), transfer()];
    const again = [high, low].map((log) => ({ ...log, id: transfer().id }));
    let waiting: Promise<NewTransfer[]> = Promise.resolve([]);
    await inTransaction(async (tx) => {
      await tx.insertTransfers([low]);
      waiting = inTransaction((other) => other.insertTransfers(again));
      await someoneWaits(stores.database);
      await tx.insertTransfers([high]);
    });
    expect(await waiting).toEqual([]);
    expect(await entriesOf()).toHaveLength(2);
  });

  test.each([
    ["at the same place among the logs", 0],
    ["at another", 1],
  ])("do nothing for a transaction recorded in another block, %s", async (_, logIndex) => {
    const log = transfer();
    await inTransaction((tx) => tx.insertTransfers([log]));
    const moved = { ...log, id: transfer().id, blockHash: blockHash(10n, 1), logIndex };
    expect(await inTransaction((tx) => tx.insertTransfers([moved]))).toEqual([]);
    expect((await rowsOf()).map(({ id }) => id)).toEqual([log.id]);
    expect(await entriesOf()).toHaveLength(1);
  });

  test("write nothing when the transaction is rolled back, and leave the pool sound", async () => {
    await expect(
      inTransaction(async (tx) => {
        await tx.insertTransfers([transfer()]);
        await tx.savePosition(buildPosition({ chainId }));
        await tx.saveHeaders(chainId, [buildHeader(1n)], 10);
        throw new Error("stop");
      }),
    ).rejects.toThrow("stop");
    expect(await rowsOf()).toEqual([]);
    expect(await entriesOf()).toEqual([]);
    expect(await stores.positions.find(chainId)).toBeNull();
    expect(await stores.positions.recentHeaders(chainId, 1)).toEqual([]);
  });

  test("a failing statement ends only its transaction", async () => {
    for (let round = 0; round < 25; round++) {
      await expect(
        inTransaction((tx) => tx.insertTransfers([transfer({ amountUnits: 0n })])),
      ).rejects.toThrow(/transfers_amount_range/);
    }
    expect(await inTransaction((tx) => tx.insertTransfers([transfer()]))).toHaveLength(1);
  });
});

/** Sum of the ledger by account: what went in less what went out. All zero when nothing is left of it. */
async function ledgerBalances(): Promise<Record<string, bigint>> {
  const { rows } = await stores.database.pool.query<{ account: string; balance: bigint }>(`
    SELECT account, sum(units) AS balance FROM (
      SELECT to_account AS account, amount_units AS units FROM ledger_entries
      UNION ALL
      SELECT from_account, -amount_units FROM ledger_entries
    ) AS moves GROUP BY account`);
  return Object.fromEntries(rows.map(({ account, balance }) => [account, balance]));
}

describe("a reorg", () => {
  test("orphanAbove takes back every row above the ancestor, and the ledger with it", async () => {
    const before = await ledgerBalances();
    const kept = transfer({ blockNumber: 9n });
    const other = await stores.createCheckout({ projectId, chainId });
    await inTransaction(async (tx) => {
      await tx.insertTransfers([kept, transfer({ tokenAddress: usdt }), transfer({ blockNumber: 11n })]);
      await tx.insertSweeps([buildSweep(other, { chainId, blockNumber: 12n, amountUnits: 3n })]);
      await tx.saveHeaders(
        chainId,
        [9n, 10n, 11n, 12n].map((number) => buildHeader(number)),
        100,
      );
    });
    const gone = await inTransaction((tx) => tx.orphanAbove(chainId, 9n));
    expect(gone).toMatchObject([
      { checkoutId: checkout.id, tokenAddress: usdt, amountUnits: 4_500_000n, fromAddress: kept.fromAddress },
      { checkoutId: checkout.id, tokenAddress: kept.tokenAddress, fromAddress: kept.fromAddress },
      { kind: "sweep", checkoutId: other.id, amountUnits: 3n },
    ]);
    expect((await rowsOf()).filter(({ orphaned }) => !orphaned).map(({ id }) => id)).toEqual([kept.id]);
    expect((await stores.positions.recentHeaders(chainId, 9)).map(({ number }) => number)).toEqual([9n]);
    expect(await inTransaction((tx) => tx.orphanAbove(chainId, 9n))).toEqual([]);

    await inTransaction((tx) => tx.orphanAbove(chainId, 0n));
    const now = await ledgerBalances();
    for (const account of ["CUSTOMER", "DEPOSIT", "MERCHANT"])
      expect(now[account] ?? 0n).toBe(before[account] ?? 0n);
  });

  test("orphanMismatched takes back only rows under another hash than their block's", async () => {
    const wrong = transfer({ blockNumber: 10n, blockHash: blockHash(10n, 1) });
    const right = transfer({ blockNumber: 10n });
    const elsewhere = transfer({ blockNumber: 11n, blockHash: blockHash(11n, 1) });
    const wrongSweep = sweep({ blockNumber: 10n, blockHash: blockHash(10n, 1), amountUnits: 2n });
    await inTransaction(async (tx) => {
      await tx.insertTransfers([wrong, right, elsewhere]);
      await tx.insertSweeps([wrongSweep]);
    });
    const gone = await inTransaction((tx) => tx.orphanMismatched(chainId, [buildHeader(10n)]));
    expect(gone.map(({ txHash }) => txHash).sort()).toEqual([wrong.txHash, wrongSweep.txHash].sort());
    const orphaned = (await rowsOf()).filter((row) => row.orphaned).map(({ id }) => id);
    expect(orphaned).toEqual([wrong.id]);
    const reversed = (await entriesOf()).filter(({ kind }) => kind.endsWith("_REVERSED"));
    expect(
      reversed.map(({ kind, sourceId, fromAccount, toAccount }) => [kind, sourceId, fromAccount, toAccount]),
    ).toEqual(
      expect.arrayContaining([
        ["RECEIVED_REVERSED", wrong.id, "DEPOSIT", "CUSTOMER"],
        ["SWEPT_REVERSED", wrongSweep.id, "MERCHANT", "DEPOSIT"],
      ]),
    );
    expect(reversed).toHaveLength(2);
  });

  test.each([
    ["in another block", { blockNumber: 11n, blockHash: blockHash(11n, 1) }],
    ["in another block of the same height", { blockHash: blockHash(10n, 1) }],
    ["at another log index", { logIndex: 7, blockHash: blockHash(10n, 1) }],
    ["in the very same block, when the chain turns back to it", {}],
  ])("a log that comes again %s is credited again, once", async (_, place) => {
    const before = await ledgerBalances();
    const log = transfer({ amountUnits: 5n });
    await inTransaction((tx) => tx.insertTransfers([log]));
    await inTransaction((tx) => tx.orphanAbove(chainId, 9n));
    const again = { ...log, ...place, id: transfer().id };
    expect(await inTransaction((tx) => tx.insertTransfers([again]))).toEqual([again]);
    expect(await inTransaction((tx) => tx.insertTransfers([{ ...again, id: transfer().id }]))).toEqual([]);
    const canonical = (await rowsOf()).filter(({ orphaned }) => !orphaned);
    expect(canonical.map(({ id }) => id)).toEqual([again.id]);
    const now = await ledgerBalances();
    expect((now.DEPOSIT ?? 0n) - (before.DEPOSIT ?? 0n)).toBe(5n);
  });
});

test("unlistedLogs returns the canonical logs of unlisted tokens", async () => {
  const [fake, gone] = [transfer({ tokenAddress: uniqueHex(20) }), transfer({ tokenAddress: uniqueHex(20) })];
  const elsewhere = transfer({ chainId: chainId + 500, tokenAddress: uniqueHex(20) });
  const other = await stores.createCheckout({ projectId, chainId });
  await inTransaction(async (tx) => {
    await tx.insertTransfers([{ ...gone, blockNumber: 12n }]);
    await tx.orphanAbove(chainId, 11n);
    await tx.insertTransfers([transfer(), fake, elsewhere]);
    const listed = [transfer().tokenAddress];
    expect(await tx.unlistedLogs("transfer", chainId, [checkout.id, other.id], listed)).toEqual([
      { checkoutId: checkout.id, txHash: fake.txHash, logIndex: 0 },
    ]);
    expect(await tx.unlistedLogs("transfer", chainId, [other.id], listed)).toEqual([]);
    const swept = sweep({ tokenAddress: fake.tokenAddress });
    await tx.insertSweeps([sweep(), swept]);
    expect(await tx.unlistedLogs("sweep", chainId, [checkout.id, other.id], listed)).toEqual([
      { checkoutId: checkout.id, txHash: swept.txHash, logIndex: 0 },
    ]);
  });
});

describe("headers and position", () => {
  test("saveHeaders overwrites a block and deletes those more than `keep` below the newest", async () => {
    const headers = Array.from({ length: 20 }, (_, index) => buildHeader(BigInt(index + 1)));
    await inTransaction((tx) => tx.saveHeaders(chainId, headers, 5));
    await inTransaction((tx) => tx.saveHeaders(chainId, [buildHeader(20n, 1), buildHeader(20n, 2)], 5));
    const kept = await stores.positions.recentHeaders(chainId, 100);
    expect(kept.map(({ number }) => number)).toEqual([20n, 19n, 18n, 17n, 16n, 15n]);
    expect(kept[0]).toEqual(buildHeader(20n, 2));
    expect(await stores.positions.recentHeaders(chainId, 2)).toHaveLength(2);
    expect(await inTransaction((tx) => tx.headerHash(chainId, 20n))).toBe(blockHash(20n, 2));
    expect(await inTransaction((tx) => tx.headerHash(chainId, 3n))).toBeNull();
  });

  test("a position comes back as it was saved", async () => {
    const first = buildPosition({
      chainId,
      advancedAt: later(1),
      checkedAt: later(2),
      tagsAdvancedAt: later(3),
    });
    await inTransaction((tx) => tx.savePosition(first));
    expect(await stores.positions.find(chainId)).toEqual(first);
    const second = buildPosition({ chainId, blockNumber: 2n ** 40n, safeNumber: 8n, finalizedNumber: 7n });
    await inTransaction((tx) => tx.savePosition({ ...second, blockTimestamp: later(9) }));
    expect(await inTransaction((tx) => tx.lockPosition(chainId))).toEqual({
      ...second,
      blockTimestamp: later(9),
    });
    expect((await stores.positions.all()).get(chainId)?.blockNumber).toBe(2n ** 40n);
  });

  test("serialises concurrent first scans of a chain", async () => {
    let inside = 0;
    const seen = await Promise.all(
      Array.from({ length: 4 }, () =>
        inTransaction(async (tx) => {
          const position = await tx.lockPosition(chainId);
          inside += 1;
          expect(inside).toBe(1);
          await tx.savePosition(buildPosition({ chainId, blockNumber: (position?.blockNumber ?? 0n) + 1n }));
          inside -= 1;
          return position?.blockNumber ?? null;
        }),
      ),
    );
    expect(seen.map((number) => Number(number)).sort()).toEqual([0, 1, 2, 3]);
  });
});

describe("reads", () => {
  test("blocks returns the blocks of canonical rows in the range", async () => {
    await inTransaction(async (tx) => {
      await tx.insertTransfers([
        transfer({ blockNumber: 5n }),
        transfer({ blockNumber: 6n }),
        transfer({ blockNumber: 6n }),
        transfer({ blockNumber: 8n, blockHash: blockHash(8n, 1) }),
      ]);
      await tx.insertSweeps([sweep({ blockNumber: 7n }), sweep({ blockNumber: 9n })]);
      await tx.orphanMismatched(chainId, [buildHeader(8n)]);
    });
    expect(await stores.recordedLogs.blocks(chainId, 6n, 9n)).toEqual([6n, 7n, 9n]);
    expect(await stores.recordedLogs.blocks(chainId, 10n, 99n)).toEqual([]);
  });

  test("returns logs that await finality in block order, page by page, until they are marked", async () => {
    const logs = [3n, 1n, 2n, 2n, 9n].map((blockNumber) => transfer({ blockNumber }));
    const foreign = transfer({ blockNumber: 4n, tokenAddress: usdt });
    await inTransaction((tx) => tx.insertTransfers([...logs, foreign]));
    const all: { id: string; blockNumber: bigint; quotedUnits: bigint | null }[] = [];
    for (;;) {
      const last = all.at(-1);
      const page = await stores.recordedLogs.awaitingFinality("transfers", chainId, 4n, last ?? null, 2);
      all.push(...page);
      if (page.length < 2) break;
    }
    expect(all.map(({ blockNumber }) => blockNumber)).toEqual([1n, 2n, 2n, 3n, 4n]);
    expect(new Set(all.map(({ id }) => id)).size).toBe(5);
    expect(all.map(({ quotedUnits }) => quotedUnits)).toEqual([
      4_500_000n,
      4_500_000n,
      4_500_000n,
      4_500_000n,
      null,
    ]);
    await inTransaction((tx) =>
      tx.markTransfersFinal(
        all.map(({ id }) => id),
        later(50),
      ),
    );
    expect(await stores.recordedLogs.awaitingFinality("transfers", chainId, 4n, null, 9)).toEqual([]);
    expect((await rowsOf()).filter(({ finalAt }) => finalAt !== null)).toHaveLength(5);
  });

  test("sweeps await finality alike, and orphaned rows never", async () => {
    const kept = sweep({ amountUnits: 2n });
    const gone = sweep({ blockNumber: 11n });
    await inTransaction(async (tx) => {
      await tx.insertSweeps([kept, gone]);
      await tx.orphanAbove(chainId, 10n);
      await tx.markSweepsFinal([gone.id], later(1));
    });
    expect(
      (await stores.recordedLogs.awaitingFinality("sweeps", chainId, 99n, null, 9)).map(({ id }) => id),
    ).toEqual([kept.id]);
    const row = await stores.database.prisma.sweep.findUniqueOrThrow({ where: { id: gone.id } });
    expect(row.finalAt).toBeNull();
  });

  test("ownersOf finds our addresses among any", async () => {
    const found = await stores.deposits.ownersOf([uniqueHex(20), checkout.depositAddress]);
    expect([...found]).toEqual([[checkout.depositAddress, checkout.id]]);
    expect((await stores.deposits.ownersOf([])).size).toBe(0);
  });
});
