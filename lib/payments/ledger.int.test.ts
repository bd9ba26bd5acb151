import fc from "fast-check";
import { beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { NewTransfer } from "@/lib/checkouts/state/chain-logs.rules";
import {
  blockHash,
  buildHeader,
  buildSweep,
  buildTransfer,
  newId,
  uniqueHex,
  usdc,
  usdt,
} from "@/lib/testing/builders";
import { isFull } from "@/lib/testing/full-size";
import { fileWorld } from "@/lib/testing/world";
import type { RecordedLog } from "./recorded-logs.store";

const { stores, project } = await fileWorld();
const projectId = project.id;
let checkout: Checkout;
/** A chain of its own for each test. */
let chainId = 2_000;

beforeEach(async () => {
  chainId += 1;
  checkout = await stores.createCheckout({ projectId, chainId });
});

const query = (text: string, values: unknown[] = []) => stores.database.pool.query(text, values);
const transfer = (overrides: Partial<NewTransfer> = {}) => buildTransfer(checkout, { chainId, ...overrides });
const record = (...logs: NewTransfer[]) => stores.payments.transaction((tx) => tx.insertTransfers(logs));

/** A statement of its own, as a repair by hand or a new code path would send it. */
const insertRow = (log: NewTransfer, columns: Record<string, unknown> = {}) => {
  const row = {
    id: log.id,
    checkout_id: log.checkoutId,
    chain_id: log.chainId,
    block_number: log.blockNumber,
    block_hash: log.blockHash,
    block_timestamp: log.blockTimestamp,
    tx_hash: log.txHash,
    log_index: log.logIndex,
    token_address: log.tokenAddress,
    from_address: log.fromAddress,
    amount_units: log.amountUnits,
    ...columns,
  };
  return insert("transfers", row);
};
const entryOf = (log: NewTransfer, columns: Record<string, unknown> = {}) => ({
  kind: "RECEIVED",
  source_id: log.id,
  checkout_id: log.checkoutId,
  chain_id: log.chainId,
  token_address: log.tokenAddress,
  from_account: "CUSTOMER",
  to_account: "DEPOSIT",
  amount_units: log.amountUnits,
  ...columns,
});
const reversed = { kind: "RECEIVED_REVERSED", from_account: "DEPOSIT", to_account: "CUSTOMER" };
function insert(table: string, row: Record<string, unknown>) {
  const names = Object.keys(row);
  const places = names.map((_, index) => `$${index + 1}`).join(", ");
  return query(`INSERT INTO ${table} (${names.join(", ")}) VALUES (${places})`, Object.values(row));
}

describe("the ledger refuses", () => {
  const refused = /is not what the ledger says|was changed beside the ledger|names nothing that happened/;

  test("a transfer without its entry, and a sweep", async () => {
    await expect(insertRow(transfer())).rejects.toThrow(refused);
    const { id, blockNumber, blockHash: hash, blockTimestamp, txHash } = buildSweep(checkout, { chainId });
    await expect(
      insert("sweeps", {
        id,
        checkout_id: checkout.id,
        chain_id: chainId,
        block_number: blockNumber,
        block_hash: hash,
        block_timestamp: blockTimestamp,
        tx_hash: txHash,
        log_index: 0,
        token_address: usdc,
        amount_units: 1n,
      }),
    ).rejects.toThrow(refused);
  });

  test("a transfer that is recorded as taken back already", async () => {
    await expect(insertRow(transfer(), { orphaned: true })).rejects.toThrow(refused);
  });

  test.each<[string, Record<string, unknown>]>([
    ["without a transfer", { source_id: "pay_none" }],
    ["with another amount", { amount_units: 4_499_999n }],
    ["on another chain", { chain_id: 1 }],
    ["of another token", { token_address: usdt }],
  ])("an entry %s", async (_, columns) => {
    const log = transfer();
    await record(log);
    await expect(insert("ledger_entries", entryOf(log, { kind: "RECEIVED", ...columns }))).rejects.toThrow(
      /names nothing that happened|duplicate key/,
    );
    const wrong = { ...entryOf(log, columns), ...reversed };
    await expect(insert("ledger_entries", wrong)).rejects.toThrow(refused);
  });

  test("a duplicate entry and a reversal of a live transfer", async () => {
    const log = transfer();
    await record(log);
    await expect(insert("ledger_entries", entryOf(log))).rejects.toThrow("duplicate key");
    await expect(insert("ledger_entries", entryOf(log, reversed))).rejects.toThrow(refused);
  });

  test("an entry between the wrong accounts, or the wrong way round", async () => {
    const log = transfer();
    for (const accounts of [
      { from_account: "DEPOSIT", to_account: "CUSTOMER" },
      { from_account: "DEPOSIT", to_account: "MERCHANT" },
      { from_account: "CUSTOMER", to_account: "MERCHANT" },
    ])
      await expect(insert("ledger_entries", entryOf(log, accounts))).rejects.toThrow(
        "ledger_entries_accounts_of_kind",
      );
  });

  test.each([
    ["taken back without its entry", "orphaned = true"],
    ["given another amount", "amount_units = amount_units + 1"],
    ["given another token", `token_address = '${usdt}'`],
    ["given to another chain", "chain_id = 1"],
    ["put into another block", "block_number = block_number + 1"],
    ["put into another block of the same height", `block_hash = '${blockHash(10n, 5)}'`],
    ["given another time", "block_timestamp = block_timestamp - interval '1 hour'"],
    ["given another log's place", "log_index = 9"],
    ["given another name", "id = 'pay_other'"],
  ])("a transfer that is %s", async (_, change) => {
    const log = transfer();
    await record(log);
    await expect(query(`UPDATE transfers SET ${change} WHERE id = $1`, [log.id])).rejects.toThrow(refused);
  });

  test("a transfer that is given to another checkout", async () => {
    const log = transfer();
    await record(log);
    const other = await stores.createCheckout({ projectId, chainId });
    const update = query("UPDATE transfers SET checkout_id = $2 WHERE id = $1", [log.id, other.id]);
    await expect(update).rejects.toThrow(refused);
  });

  test("a transfer that returns after its reversal", async () => {
    const log = transfer();
    await record(log);
    await stores.payments.transaction((tx) => tx.orphanAbove(chainId, 0n));
    const update = query("UPDATE transfers SET orphaned = false WHERE id = $1", [log.id]);
    await expect(update).rejects.toThrow(refused);
  });

  test.each([
    "UPDATE ledger_entries SET amount_units = 1",
    "DELETE FROM ledger_entries",
    "TRUNCATE ledger_entries",
    "DELETE FROM transfers",
    "TRUNCATE transfers",
    "DELETE FROM sweeps",
    "TRUNCATE sweeps",
  ])("%s", async (statement) => {
    await record(transfer());
    await expect(query(statement)).rejects.toThrow("append-only");
  });

  test("a whole batch for one wrong row", async () => {
    const [right, wrong] = [transfer(), transfer({ amountUnits: 0n })];
    await expect(record(right, wrong)).rejects.toThrow();
    const { rows } = await query("SELECT id FROM transfers WHERE chain_id = $1", [chainId]);
    expect(rows).toEqual([]);
  });

  test("no change from a transfer's confirmation", async () => {
    const log = transfer();
    await record(log);
    await stores.payments.transaction((tx) => tx.markTransfersFinal([log.id], new Date()));
    const { rows } = await query("SELECT final_at IS NOT NULL AS final FROM transfers WHERE id = $1", [
      log.id,
    ]);
    expect(rows).toEqual([{ final: true }]);
  });
});

/** By token: what the ledger holds, and what the canonical logs say. */
const sums = `
  SELECT coalesce(ledger.key, log.key) AS key, coalesce(ledger.units, 0) AS ledger, coalesce(log.units, 0) AS logs
  FROM (
    SELECT checkout_id || token_address AS key,
      sum(CASE WHEN to_account = 'DEPOSIT' THEN amount_units
        WHEN from_account = 'DEPOSIT' THEN -amount_units ELSE 0 END) AS units
    FROM ledger_entries WHERE chain_id = $1 GROUP BY 1
  ) AS ledger FULL JOIN (
    SELECT key, sum(units) AS units FROM (
      SELECT checkout_id || token_address AS key, amount_units AS units
      FROM transfers WHERE chain_id = $1 AND NOT orphaned
      UNION ALL
      SELECT checkout_id || token_address, -amount_units FROM sweeps WHERE chain_id = $1 AND NOT orphaned
      UNION ALL
      SELECT checkout_id || token_address, CASE from_account WHEN 'DEPOSIT' THEN -amount_units ELSE 0 END
      FROM refund_payments WHERE chain_id = $1 AND NOT orphaned
    ) AS one GROUP BY 1
  ) AS log ON log.key = ledger.key
  UNION ALL
  SELECT 'back to customers',
    (SELECT coalesce(sum(CASE kind WHEN 'REFUNDED' THEN amount_units ELSE -amount_units END), 0) FROM ledger_entries
      WHERE chain_id = $1 AND kind IN ('REFUNDED', 'REFUNDED_REVERSED')),
    (SELECT coalesce(sum(amount_units), 0) FROM refund_payments WHERE chain_id = $1 AND NOT orphaned)`;

const flows = ["transfer", "sweep", "refund", "merchant_refund"] as const;

type Step =
  | {
      kind: "record";
      logs: { key: number; block: number; fork: number; units: bigint; flow: RecordedLog["kind"] }[];
    }
  | { kind: "rewind"; to: number }
  | { kind: "mismatch"; block: number; fork: number }
  | { kind: "move"; key: number; block: number; fork: number }
  | { kind: "finalize" };

const height = fc.nat(8);
const fork = fc.nat(2);
const key = fc.nat(12);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant("record" as const),
      logs: fc.array(
        fc.record({
          key,
          block: height,
          fork,
          units: fc.bigInt(1n, 2n ** 256n - 1n),
          flow: fc.constantFrom(...flows),
        }),
        { maxLength: 6 },
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("rewind" as const), to: height }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant("mismatch" as const), block: height, fork }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("move" as const), key, block: height, fork }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant("finalize" as const) }) },
);

describe("after every step of any history of logs and reorganisations", () => {
  test("sums equal those of the canonical logs", async () => {
    const txHash = (index: number) => buildHeader(BigInt(1_000 + index)).hash;
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        chainId += 1;
        const owners = [
          await stores.createCheckout({ projectId, chainId }),
          await stores.createCheckout({ projectId, chainId }),
        ] as const;
        for (const one of steps) {
          await stores.payments.transaction((tx) => apply(tx, one, owners));
          const { rows } = await query(sums, [chainId]);
          for (const { ledger, logs } of rows) expect(ledger).toBe(logs);
        }
        const { rows } = await query(
          "SELECT source_id FROM ledger_entries WHERE chain_id = $1 GROUP BY kind, source_id HAVING count(*) > 1",
          [chainId],
        );
        expect(rows).toEqual([]);
      }),
      { numRuns: isFull ? 400 : 10 },
    );

    type Transaction = Parameters<Parameters<typeof stores.payments.transaction>[0]>[0];
    async function apply(tx: Transaction, one: Step, owners: readonly [Checkout, Checkout]): Promise<void> {
      switch (one.kind) {
        case "record": {
          const places = one.logs.map((log) => ({
            owner: log.key % 2 === 0 ? owners[0] : owners[1],
            flow: log.flow,
            columns: {
              chainId,
              txHash: txHash(log.key),
              blockNumber: BigInt(log.block),
              blockHash: blockHash(BigInt(log.block), log.fork),
              tokenAddress: log.key % 3 === 0 ? usdt : usdc,
              amountUnits: log.units,
            },
          }));
          const of = (flow: RecordedLog["kind"]) => places.filter((place) => place.flow === flow);
          await tx.insertTransfers(of("transfer").map(({ owner, columns }) => buildTransfer(owner, columns)));
          await tx.insertSweeps(of("sweep").map(({ owner, columns }) => buildSweep(owner, columns)));
          await tx.insertRefundPayments(
            [...of("refund"), ...of("merchant_refund")].map(({ owner, columns, flow }) => ({
              ...buildSweep(owner, columns),
              id: newId("rfp"),
              refundId: null,
              fromAccount: flow === "refund" ? "DEPOSIT" : "MERCHANT",
              toAddress: uniqueHex(20),
            })),
          );
          return;
        }
        case "rewind":
          return void (await tx.orphanAbove(chainId, BigInt(one.to)));
        case "mismatch":
          return void (await tx.orphanMismatched(chainId, [buildHeader(BigInt(one.block), one.fork)]));
        case "move":
          return void (await tx.orphanMoved(chainId, [
            { txHash: txHash(one.key), blockHash: blockHash(BigInt(one.block), one.fork) },
          ]));
        case "finalize": {
          const { rows } = await query("SELECT id FROM transfers WHERE chain_id = $1 AND NOT orphaned", [
            chainId,
          ]);
          return tx.markTransfersFinal(
            rows.map(({ id }) => id),
            new Date(),
          );
        }
      }
    }
  });
});
