import type { LogKind, RecordedLog } from "@/lib/checkouts/state/payment-store.port";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

export type LogTable = "transfers" | "sweeps" | "refund_payments";

const kindOf: Readonly<Record<LogTable, string>> = {
  transfers: "'transfer'",
  sweeps: "'sweep'",
  refund_payments: "CASE log.from_account WHEN 'DEPOSIT' THEN 'refund' ELSE 'merchant_refund' END",
};
const receiverOf: Readonly<Record<LogTable, string>> = {
  transfers: "checkout.deposit_address",
  sweeps: "NULL",
  refund_payments: "log.to_address",
};

/** For `FROM … AS log JOIN checkouts AS checkout`, in the form that `toRecordedLog` reads. */
export const recordedColumns = (table: LogTable) => `
  ${kindOf[table]} AS kind, log.checkout_id, checkout.deposit_address, ${receiverOf[table]} AS to_address, log.chain_id,
  log.token_address, log.block_number, log.block_hash, log.tx_hash, log.log_index, log.amount_units`;

const recordedPart = (table: LogTable) => `
  SELECT ${recordedColumns(table)}
  FROM ${table} AS log JOIN checkouts AS checkout ON checkout.id = log.checkout_id
  WHERE log.chain_id = $1 AND log.block_number BETWEEN $2 AND $3 AND NOT log.orphaned`;

/** SQL: hot path. */
const selectRecordedLogs: Statement = {
  name: "payments_recorded_logs",
  text: `${recordedPart("transfers")} UNION ALL ${recordedPart("sweeps")} UNION ALL ${recordedPart("refund_payments")}
    ORDER BY block_number, log_index`,
};

/** Used only when strangers flood a block with sweep events, so it may be slow. SQL: hot path. */
const selectUnsweptAddresses: Statement = {
  name: "payments_unswept_addresses",
  text: `
    SELECT DISTINCT checkout.deposit_address
    FROM transfers AS transfer JOIN checkouts AS checkout ON checkout.id = transfer.checkout_id
    WHERE transfer.chain_id = $1 AND NOT transfer.orphaned AND NOT EXISTS (
      SELECT FROM sweeps AS sweep
      WHERE sweep.checkout_id = transfer.checkout_id AND sweep.chain_id = transfer.chain_id
        AND sweep.token_address = transfer.token_address AND NOT sweep.orphaned
        AND (sweep.block_number, sweep.log_index) > (transfer.block_number, transfer.log_index))
    ORDER BY checkout.deposit_address`,
};

const unlistedStatement = (table: LogTable): Statement => ({
  name: `${table}_unlisted`,
  text: `
    SELECT checkout_id, tx_hash, log_index FROM ${table}
    WHERE checkout_id = ANY ($2::text[]) AND chain_id = $1 AND NOT orphaned AND token_address <> ALL ($3::text[])`,
});
const selectUnlisted = {
  transfer: unlistedStatement("transfers"),
  sweep: unlistedStatement("sweeps"),
  // The merchant's wallet refunds only what was paid, and that is in listed tokens.
  refund: unlistedStatement("refund_payments"),
};

export type RecordedRow = {
  kind: LogKind;
  checkout_id: string;
  deposit_address: Hex;
  to_address: Hex | null;
  chain_id: number;
  token_address: Hex;
  block_number: bigint;
  block_hash: Hex;
  tx_hash: Hex;
  log_index: number;
  amount_units: bigint;
};

export async function readRecordedLogs(
  connection: Queryable,
  chainId: number,
  from: bigint,
  to: bigint,
): Promise<RecordedLog[]> {
  const rows = await run<RecordedRow>(connection, selectRecordedLogs, [chainId, from, to]);
  return rows.map(toRecordedLog);
}

export function toRecordedLog(row: RecordedRow): RecordedLog {
  return {
    kind: row.kind,
    checkoutId: row.checkout_id,
    depositAddress: row.deposit_address,
    toAddress: row.to_address,
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    blockNumber: row.block_number,
    blockHash: row.block_hash,
    txHash: row.tx_hash,
    logIndex: row.log_index,
    amountUnits: row.amount_units,
  };
}

export async function readUnsweptAddresses(connection: Queryable, chainId: number): Promise<Hex[]> {
  const rows = await run<{ deposit_address: Hex }>(connection, selectUnsweptAddresses, [chainId]);
  return rows.map(({ deposit_address }) => deposit_address);
}

export async function readUnlistedLogs(
  connection: Queryable,
  kind: keyof typeof selectUnlisted,
  chainId: number,
  checkoutIds: readonly string[],
  listed: readonly Hex[],
): Promise<Pick<RecordedLog, "checkoutId" | "txHash" | "logIndex">[]> {
  const rows = await run<Pick<RecordedRow, "checkout_id" | "tx_hash" | "log_index">>(
    connection,
    selectUnlisted[kind],
    [chainId, checkoutIds, listed],
  );
  return rows.map((row) => ({
    checkoutId: row.checkout_id,
    txHash: row.tx_hash,
    logIndex: row.log_index,
  }));
}
