import type { ConfirmationSpeed } from "@/lib/chain/confirmation-policy.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { type Connections, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * A canonical log as recorded: funds arrived at a deposit address (transfer), were swept (sweep), or were refunded from
 * the deposit address (refund) or by an ordinary transfer from the merchant's wallet (merchant_refund).
 */
export type RecordedLog = TokenRef & {
  kind: "transfer" | "sweep" | "refund" | "merchant_refund";
  checkoutId: string;
  depositAddress: Hex;
  /** The receiver; null for a sweep. */
  toAddress: Hex | null;
  blockNumber: bigint;
  blockHash: Hex;
  txHash: Hex;
  logIndex: number;
  amountUnits: bigint;
};

/** A recorded log that is not final yet, with the facts that decide its finality. */
export type AwaitingFinality = RecordedLog & {
  id: string;
  /** The highest price at which its checkout was quoted in this token; null without such a quote. */
  quotedUnits: bigint | null;
  confirmationSpeed: ConfirmationSpeed;
};

export type LogTable = "transfers" | "sweeps" | "refund_payments";

export type RecordedLogStore = ReturnType<typeof createRecordedLogStore>;

/** Canonical logs of deposit addresses. */
export function createRecordedLogStore({ pool }: Connections) {
  return {
    /** Blocks in the range with recorded logs. */
    blocks: async (chainId: number, from: bigint, to: bigint): Promise<bigint[]> => {
      const rows = await run<{ block_number: bigint }>(pool, selectBlocks, [chainId, from, to]);
      return rows.map(({ block_number }) => block_number);
    },

    /** Logs in the range of blocks. */
    inBlocks: (chainId: number, from: bigint, to: bigint): Promise<RecordedLog[]> =>
      read(pool, selectInBlocks, [chainId, from, to]),

    /** Deposit addresses that still hold unswept transfers of the chain. */
    unsweptAddresses: async (chainId: number): Promise<Hex[]> => {
      const rows = await run<{ deposit_address: Hex }>(pool, selectUnsweptAddresses, [chainId]);
      return rows.map(({ deposit_address }) => deposit_address);
    },

    /** In block order, up to and including `upTo`, after the given log (keyset); at most `limit`. */
    awaitingFinality: (
      table: LogTable,
      chainId: number,
      upTo: bigint,
      after: Pick<AwaitingFinality, "blockNumber" | "id"> | null,
      limit: number,
    ): Promise<AwaitingFinality[]> =>
      read(pool, selectAwaiting[table], [
        chainId,
        upTo,
        after?.blockNumber ?? null,
        after?.id ?? null,
        limit,
      ]),
  };
}

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

/** Of a `RecordedLog`, for `FROM … AS log JOIN checkouts AS checkout`. */
const columns = (table: LogTable) => `
  ${kindOf[table]} AS kind, log.checkout_id, checkout.deposit_address, ${receiverOf[table]} AS to_address, log.chain_id,
  log.token_address, log.block_number, log.block_hash, log.tx_hash, log.log_index, log.amount_units`;

const inBlocks = (table: LogTable) => `
  SELECT ${columns(table)}
  FROM ${table} AS log JOIN checkouts AS checkout ON checkout.id = log.checkout_id
  WHERE log.chain_id = $1 AND log.block_number BETWEEN $2 AND $3 AND NOT log.orphaned`;

// SQL: every scan compares a span of blocks with what three logs have of it; Prisma has no UNION.

const selectInBlocks: Statement = {
  name: "payments_recorded_logs",
  text: `${inBlocks("transfers")} UNION ALL ${inBlocks("sweeps")} UNION ALL ${inBlocks("refund_payments")}
    ORDER BY block_number, log_index`,
};

const blocksOf = (table: LogTable) =>
  `SELECT block_number FROM ${table} WHERE chain_id = $1 AND block_number BETWEEN $2 AND $3 AND NOT orphaned`;

const selectBlocks: Statement = {
  name: "payments_recorded_blocks",
  text: `${blocksOf("transfers")} UNION ${blocksOf("sweeps")} UNION ${blocksOf("refund_payments")}
    ORDER BY block_number`,
};

/**
 * Used only when strangers flood a block with sweep events, so it may be slow. SQL: compares places of two logs as
 * pairs.
 */
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

/** SQL: the next page starts after a pair of columns, and each row comes with its highest quote. */
const awaiting = (table: LogTable): Statement => ({
  name: `payments_${table}_awaiting_finality`,
  text: `
    SELECT log.id, ${columns(table)}, checkout.confirmation_speed,
      (
        SELECT max(quote.amount_units) FROM quotes AS quote
        WHERE quote.checkout_id = log.checkout_id AND quote.chain_id = log.chain_id
          AND quote.token_address = log.token_address
      ) AS quoted_units
    FROM ${table} AS log JOIN checkouts AS checkout ON checkout.id = log.checkout_id
    WHERE log.chain_id = $1 AND log.final_at IS NULL AND NOT log.orphaned AND log.block_number <= $2
      AND ($3::bigint IS NULL OR (log.block_number, log.id) > ($3::bigint, $4::text))
    ORDER BY log.block_number, log.id LIMIT $5`,
});

const selectAwaiting: Readonly<Record<LogTable, Statement>> = {
  transfers: awaiting("transfers"),
  sweeps: awaiting("sweeps"),
  refund_payments: awaiting("refund_payments"),
};
