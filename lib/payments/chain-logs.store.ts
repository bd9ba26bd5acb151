import type { BlockHeader } from "@/lib/chain/reader/chain-reader.port";
import type {
  NewLog,
  NewSweep,
  NewTransfer,
  OrphanedLog,
  RefundSource,
} from "@/lib/checkouts/state/payment-store.port";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A table of logs and its ledger entry: funds move from one account to the other, both as SQL. */
type LogTable = {
  table: "transfers" | "sweeps" | "refund_payments";
  recorded: "RECEIVED" | "SWEPT" | "REFUNDED";
  from: string;
  to: string;
};

const transfers: LogTable = { table: "transfers", recorded: "RECEIVED", from: "'CUSTOMER'", to: "'DEPOSIT'" };
const sweeps: LogTable = { table: "sweeps", recorded: "SWEPT", from: "'DEPOSIT'", to: "'MERCHANT'" };
const refunds: LogTable = {
  table: "refund_payments",
  recorded: "REFUNDED",
  from: "from_account",
  to: "'CUSTOMER'",
};

export const logColumns =
  "id, checkout_id, chain_id, block_number, block_hash, block_timestamp, tx_hash, log_index, token_address, amount_units";
export const ledgerColumns =
  "kind, source_id, checkout_id, chain_id, token_address, from_account, to_account, amount_units";

/**
 * Rows and their ledger entries in one statement, so that an entry exists exactly when its row is new. All transactions
 * insert in the same order, so those that record the same logs never deadlock.
 *
 * A transaction is in one block only: while it is recorded in another block, it adds nothing. A node may show it in its
 * new block before the scan has orphaned the old one.
 */
function insertStatement({ table, recorded, from, to }: LogTable): Statement {
  const payer = table === "transfers" ? ", from_address" : "";
  const payers = table === "transfers" ? ", $11::text[]" : "";
  return {
    name: `${table}_insert`,
    text: `
      WITH added AS (
        INSERT INTO ${table} (${logColumns}${payer})
        SELECT ${logColumns}${payer}
        FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::timestamptz[], $7::text[],
          $8::int[], $9::text[], $10::numeric[]${payers}) AS log (${logColumns}${payer})
        WHERE (
          SELECT known.block_hash FROM ${table} AS known
          WHERE known.chain_id = log.chain_id AND known.tx_hash = log.tx_hash AND NOT known.orphaned
            AND known.block_hash <> log.block_hash LIMIT 1
        ) IS NULL
        ORDER BY chain_id, tx_hash, log_index, block_hash
        ON CONFLICT DO NOTHING
        RETURNING id, checkout_id, chain_id, token_address, amount_units
      ), entries AS (
        INSERT INTO ledger_entries (${ledgerColumns})
        SELECT '${recorded}', id, checkout_id, chain_id, token_address, ${from}, ${to}, amount_units FROM added
      )
      SELECT id, checkout_id FROM added`,
  };
}

/** Orphans rows that match `condition`, and reverses their ledger entries by swapping the accounts. */
function orphanPart({ table, recorded, from, to }: LogTable, source: string, condition: string): string {
  const payer = table === "transfers" ? "log.from_address" : "NULL::text AS from_address";
  const refunded =
    table === "refund_payments"
      ? "log.refund_id, log.from_account, log.to_address"
      : "NULL::text AS refund_id, NULL::ledger_account AS from_account, NULL::text AS to_address";
  return `
    ${table}_gone AS (
      UPDATE ${table} AS log SET orphaned = true ${source}
      WHERE log.chain_id = $1 AND NOT log.orphaned AND ${condition}
      RETURNING log.id, log.checkout_id, log.chain_id, log.token_address, log.amount_units,
        log.tx_hash, log.block_number, log.log_index, '${table}' AS log_table, ${payer}, ${refunded}
    ), ${table}_reversed AS (
      INSERT INTO ledger_entries (${ledgerColumns})
      SELECT '${recorded}_REVERSED', id, checkout_id, chain_id, token_address, ${to}, ${from}, amount_units
      FROM ${table}_gone
    )`;
}

function orphanStatement(name: string, source: string, condition: string): Statement {
  return {
    name,
    text: `
      WITH ${[transfers, sweeps, refunds].map((table) => orphanPart(table, source, condition)).join(", ")}
      SELECT checkout_id, chain_id, token_address, amount_units, tx_hash, log_table, from_address, refund_id,
        from_account, to_address
      FROM (SELECT * FROM transfers_gone UNION ALL SELECT * FROM sweeps_gone
        UNION ALL SELECT * FROM refund_payments_gone) AS gone
      ORDER BY block_number, log_index`,
  };
}

const insertTransferRows = insertStatement(transfers);
const insertSweepRows = insertStatement(sweeps);
const orphanRowsAbove = orphanStatement("logs_orphan_above", "", "log.block_number > $2::bigint");
const orphanMismatchedRows = orphanStatement(
  "logs_orphan_mismatched",
  "FROM unnest($2::bigint[], $3::text[]) AS header (number, hash)",
  "log.block_number = header.number AND log.block_hash <> header.hash",
);
/** A transaction is in one block only: a leftover row from a hint would block the true one. */
const orphanMovedRows = orphanStatement(
  "logs_orphan_moved",
  "FROM unnest($2::text[], $3::text[]) AS seen (tx_hash, block_hash)",
  "log.tx_hash = seen.tx_hash AND log.block_hash <> seen.block_hash",
);
const orphanTheseRows = orphanStatement("logs_orphan_rows", "", "log.id = ANY ($2::text[])");

/** SQL: in a transaction of several facts. */
const selectHeaderHash: Statement = {
  name: "block_header_hash",
  text: "SELECT hash FROM block_headers WHERE chain_id = $1 AND number = $2",
};
/** Above a block, or further below the newest than we keep. SQL: in a transaction of several facts. */
const dropHeaders: Statement = {
  name: "block_headers_drop",
  text: `
    DELETE FROM block_headers WHERE chain_id = $1
      AND (number > $2::bigint OR number < (SELECT max(number) FROM block_headers WHERE chain_id = $1) - $3::bigint)`,
};
/** SQL: an upsert with a condition or a computed value. */
const upsertHeaders: Statement = {
  name: "block_headers_save",
  text: `
    INSERT INTO block_headers (chain_id, number, hash, parent_hash, timestamp)
    SELECT $1::int, number, hash, parent_hash, timestamp
    FROM unnest($2::bigint[], $3::text[], $4::text[], $5::timestamptz[])
      AS header (number, hash, parent_hash, timestamp)
    ORDER BY number
    ON CONFLICT (chain_id, number) DO UPDATE SET
      hash = excluded.hash, parent_hash = excluded.parent_hash, timestamp = excluded.timestamp`,
};
type AddedRow = { id: string; checkout_id: string };
type OrphanedRow = {
  checkout_id: string;
  chain_id: number;
  token_address: Hex;
  amount_units: bigint;
  tx_hash: Hex;
} & (
  | { log_table: "transfers"; from_address: Hex }
  | { log_table: "sweeps" }
  | { log_table: "refund_payments"; refund_id: string | null; from_account: RefundSource; to_address: Hex }
);

function toOrphaned(row: OrphanedRow): OrphanedLog {
  const log = {
    checkoutId: row.checkout_id,
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    amountUnits: row.amount_units,
    txHash: row.tx_hash,
  };
  if (row.log_table === "transfers") return { kind: "transfer", ...log, fromAddress: row.from_address };
  if (row.log_table === "sweeps") return { kind: "sweep", ...log };
  const { refund_id: refundId, from_account: fromAccount, to_address: toAddress } = row;
  return { kind: "refund", ...log, refundId, fromAccount, toAddress };
}

/** The columns of `logColumns`. */
export function logArrays(logs: readonly NewLog[]): unknown[] {
  return [
    logs.map(({ id }) => id),
    logs.map(({ checkoutId }) => checkoutId),
    logs.map(({ chainId }) => chainId),
    logs.map(({ blockNumber }) => blockNumber),
    logs.map(({ blockHash }) => blockHash),
    logs.map(({ blockTimestamp }) => blockTimestamp),
    logs.map(({ txHash }) => txHash),
    logs.map(({ logIndex }) => logIndex),
    logs.map(({ tokenAddress }) => tokenAddress),
    logs.map(({ amountUnits }) => amountUnits),
  ];
}

/** Returns the new logs. */
export async function insertTransfers(
  connection: Queryable,
  logs: readonly NewTransfer[],
): Promise<NewTransfer[]> {
  if (logs.length === 0) return [];
  const payers = logs.map(({ fromAddress }) => fromAddress);
  const added = await run<AddedRow>(connection, insertTransferRows, [...logArrays(logs), payers]);
  const ids = new Set(added.map(({ id }) => id));
  return logs.filter(({ id }) => ids.has(id));
}

/** Returns the checkouts with new rows. */
export async function insertSweeps(connection: Queryable, logs: readonly NewSweep[]): Promise<string[]> {
  if (logs.length === 0) return [];
  const added = await run<AddedRow>(connection, insertSweepRows, logArrays(logs));
  return [...new Set(added.map(({ checkout_id }) => checkout_id))];
}

export async function orphanAbove(
  connection: Queryable,
  chainId: number,
  ancestor: bigint,
): Promise<OrphanedLog[]> {
  const gone = await run<OrphanedRow>(connection, orphanRowsAbove, [chainId, ancestor]);
  await run(connection, dropHeaders, [chainId, ancestor, null]);
  return gone.map(toOrphaned);
}

export async function orphanMismatched(
  connection: Queryable,
  chainId: number,
  headers: readonly BlockHeader[],
): Promise<OrphanedLog[]> {
  if (headers.length === 0) return [];
  const gone = await run<OrphanedRow>(connection, orphanMismatchedRows, [
    chainId,
    headers.map(({ number }) => number),
    headers.map(({ hash }) => hash),
  ]);
  return gone.map(toOrphaned);
}

export async function orphanMoved(
  connection: Queryable,
  chainId: number,
  logs: readonly Pick<NewLog, "txHash" | "blockHash">[],
): Promise<OrphanedLog[]> {
  if (logs.length === 0) return [];
  const blocks = new Map(logs.map(({ txHash, blockHash }) => [txHash, blockHash]));
  const gone = await run<OrphanedRow>(connection, orphanMovedRows, [
    chainId,
    [...blocks.keys()],
    [...blocks.values()],
  ]);
  return gone.map(toOrphaned);
}

export async function orphanRows(
  connection: Queryable,
  chainId: number,
  ids: readonly string[],
): Promise<OrphanedLog[]> {
  if (ids.length === 0) return [];
  const gone = await run<OrphanedRow>(connection, orphanTheseRows, [chainId, ids]);
  return gone.map(toOrphaned);
}

export async function saveHeaders(
  connection: Queryable,
  chainId: number,
  headers: readonly BlockHeader[],
  keep: number,
): Promise<void> {
  if (headers.length === 0) return;
  // One statement must not write a row twice.
  const byNumber = [...new Map(headers.map((header) => [header.number, header])).values()];
  await run(connection, upsertHeaders, [
    chainId,
    byNumber.map(({ number }) => number),
    byNumber.map(({ hash }) => hash),
    byNumber.map(({ parentHash }) => parentHash),
    byNumber.map(({ timestamp }) => timestamp),
  ]);
  await run(connection, dropHeaders, [chainId, null, keep]);
}

export async function headerHash(
  connection: Queryable,
  chainId: number,
  blockNumber: bigint,
): Promise<Hex | null> {
  const [row] = await run<{ hash: Hex }>(connection, selectHeaderHash, [chainId, blockNumber]);
  return row?.hash ?? null;
}
