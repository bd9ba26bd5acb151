import type { BlockHeader } from "@/lib/chain/reader/chain-reader.port";
import type { NewLog, NewTransfer, OrphanedLog } from "@/lib/checkouts/state/chain-logs.rules";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { dropHeadersAbove } from "./scan-progress.store";

/** Recording logs, taking them back and making them final, inside a transaction. */
export function chainLogTransaction(connection: Queryable) {
  const orphan = (statement: Statement, ...values: unknown[]): Promise<OrphanedLog[]> =>
    read(connection, statement, values);
  const markFinal = async (statement: Statement, ids: readonly string[], at: Date): Promise<void> => {
    if (ids.length > 0) await run(connection, statement, [ids, at]);
  };
  return {
    /** Records logs with their ledger entries; an existing one changes nothing. Returns the new ones. */
    insertTransfers: async (logs: readonly NewTransfer[]): Promise<NewTransfer[]> => {
      if (logs.length === 0) return [];
      const payers = logs.map(({ fromAddress }) => fromAddress);
      const added = await run<AddedRow>(connection, insertTransferRows, [...logArrays(logs), payers]);
      const ids = new Set(added.map(({ id }) => id));
      return logs.filter(({ id }) => ids.has(id));
    },

    /** The same for sweeps. Returns the checkouts with new ones. */
    insertSweeps: async (logs: readonly NewLog[]): Promise<string[]> => {
      if (logs.length === 0) return [];
      const added = await run<AddedRow>(connection, insertSweepRows, logArrays(logs));
      return [...new Set(added.map(({ checkout_id }) => checkout_id))];
    },

    /**
     * A reorg: marks every transfer, sweep and refund payment above `ancestor` orphaned, compensates them in the ledger
     * and drops the headers above. Returns the orphaned logs.
     */
    orphanAbove: async (chainId: number, ancestor: bigint): Promise<OrphanedLog[]> => {
      const gone = await orphan(orphanRowsAbove, chainId, ancestor);
      await dropHeadersAbove(connection, chainId, ancestor);
      return gone;
    },

    /** The same for rows recorded under another hash than their block's given header. */
    orphanMismatched: async (
      chainId: number,
      headers: readonly Pick<BlockHeader, "number" | "hash">[],
    ): Promise<OrphanedLog[]> => {
      if (headers.length === 0) return [];
      const [numbers, hashes] = [headers.map(({ number }) => number), headers.map(({ hash }) => hash)];
      return orphan(orphanMismatchedRows, chainId, numbers, hashes);
    },

    /** The same for rows of the given logs' transactions that are recorded in another block than the log's. */
    orphanMoved: async (
      chainId: number,
      logs: readonly Pick<NewLog, "txHash" | "blockHash">[],
    ): Promise<OrphanedLog[]> => {
      if (logs.length === 0) return [];
      const blocks = new Map(logs.map(({ txHash, blockHash }) => [txHash, blockHash]));
      return orphan(orphanMovedRows, chainId, [...blocks.keys()], [...blocks.values()]);
    },

    /** The same for these rows of any kind. */
    orphanRows: async (chainId: number, ids: readonly string[]): Promise<OrphanedLog[]> =>
      ids.length === 0 ? [] : orphan(orphanTheseRows, chainId, ids),

    /** The checkouts' canonical logs on the chain at their deposit addresses in tokens outside `listed`. */
    unlistedLogs: (
      kind: keyof typeof selectUnlisted,
      chainId: number,
      checkoutIds: readonly string[],
      listed: readonly Hex[],
    ): Promise<Pick<NewLog, "checkoutId" | "txHash" | "logIndex">[]> =>
      read(connection, selectUnlisted[kind], [chainId, checkoutIds, listed]),

    markTransfersFinal: (ids: readonly string[], at: Date) => markFinal(markTransfersFinal, ids, at),
    markSweepsFinal: (ids: readonly string[], at: Date) => markFinal(markSweepsFinal, ids, at),
  };
}

/** A table of logs and its ledger entry: funds move from one account to the other, both as SQL. */
type LogTable = {
  table: "transfers" | "sweeps" | "refund_payments";
  kind: OrphanedLog["kind"];
  recorded: "RECEIVED" | "SWEPT" | "REFUNDED";
  from: string;
  to: string;
};

const transfers: LogTable = {
  table: "transfers",
  kind: "transfer",
  recorded: "RECEIVED",
  from: "'CUSTOMER'",
  to: "'DEPOSIT'",
};

const sweeps: LogTable = {
  table: "sweeps",
  kind: "sweep",
  recorded: "SWEPT",
  from: "'DEPOSIT'",
  to: "'MERCHANT'",
};

const refunds: LogTable = {
  table: "refund_payments",
  kind: "refund",
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
function orphanPart(
  { table, kind, recorded, from, to }: LogTable,
  source: string,
  condition: string,
): string {
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
        log.tx_hash, log.block_number, log.log_index, '${kind}' AS kind, ${payer}, ${refunded}
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
      SELECT checkout_id, chain_id, token_address, amount_units, tx_hash, kind, from_address, refund_id,
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

/** SQL: part of the recorder's transaction on `pg`. */
const unlisted = (table: LogTable["table"]): Statement => ({
  name: `${table}_unlisted`,
  text: `
    SELECT checkout_id, tx_hash, log_index FROM ${table}
    WHERE checkout_id = ANY ($2::text[]) AND chain_id = $1 AND NOT orphaned AND token_address <> ALL ($3::text[])`,
});

const selectUnlisted = {
  transfer: unlisted("transfers"),
  sweep: unlisted("sweeps"),
  // The merchant's wallet refunds only what was paid, and that is in listed tokens.
  refund: unlisted("refund_payments"),
};

/** SQL: locks in id order first; a plain update locks rows in any order. */
const markFinalStatement = (table: "transfers" | "sweeps"): Statement => ({
  name: `payments_mark_${table}_final`,
  text: `
    WITH chosen AS (
      SELECT id FROM ${table} WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE ${table} AS log SET final_at = $2::timestamptz FROM chosen
    WHERE log.id = chosen.id AND log.final_at IS NULL AND NOT log.orphaned`,
});

const markTransfersFinal = markFinalStatement("transfers");
const markSweepsFinal = markFinalStatement("sweeps");

type AddedRow = { id: string; checkout_id: string };
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
