import { type Connections, read, type Statement } from "@/lib/platform/database";
import type { GasMovement, Period, RateUsed, TokenMovement } from "./movement.rules";

/** Everything that moved, of one project or of all, in the order in which it was booked. */
export type MovementStore = {
  /** Ledger entries after the one with this id, in the ledger's order. */
  ledger(scope: string | null, period: Period, afterId: bigint, take: number): Promise<TokenMovement[]>;
  /** Gas of final transactions, after the given one. */
  gas(scope: string | null, period: Period, after: GasMovement | null, take: number): Promise<GasMovement[]>;
  /** The sums of `gas`, by chain. */
  gasSums(scope: string | null, period: Period): Promise<{ chainId: number; costWei: bigint }[]>;
};

/** Movements in Postgres, read in pages by key. */
export function createMovementStore({ pool }: Connections): MovementStore {
  return {
    ledger: async (scope, period, afterId, take) => {
      const rows = await read<LedgerRow>(pool, selectLedger, [...valuesOf(scope, period), afterId, take]);
      const [first, last] = [rows[0]?.id, rows.at(-1)?.id];
      const checkoutIds = [...new Set(rows.map(({ checkoutId }) => checkoutId))];
      const sums = await read<RunningSums>(pool, sumLedger, [checkoutIds, first, last]);
      const sumsOf = new Map(sums.map((sum) => [sum.id, sum]));
      return rows.map((row) => toMovement(row, sumsOf.get(row.id)));
    },
    gas: async (scope, period, after, take) => {
      const place = [after?.bookedAt ?? "-infinity", after?.id ?? ""];
      const rows = await read<Omit<GasMovement, "kind">>(pool, selectGas, [
        ...valuesOf(scope, period),
        ...place,
        take,
      ]);
      return rows.map((row) => ({ kind: "GAS", ...row }));
    },
    gasSums: (scope, period) => read(pool, sumGas, valuesOf(scope, period)),
  };
}

const valuesOf = (scope: string | null, { from, before }: Period) => [scope, from ?? "-infinity", before];

type RunningSums = Pick<TokenMovement, "id" | "receivedUnits" | "refundedUnits" | "fullyRefundedUnits">;

type LedgerRow = Omit<TokenMovement, "rate" | keyof RunningSums> & {
  id: bigint;
  fiatCurrency: string | null;
  exchangeRateUsed: string | null;
  exchangeRateAt: Date | null;
  exchangeRateProvider: string | null;
};

function toMovement(row: LedgerRow, sums: RunningSums | undefined): TokenMovement {
  const { fiatCurrency, exchangeRateUsed, exchangeRateAt, exchangeRateProvider, ...movement } = row;
  if (sums === undefined) throw new Error(`the ledger lost its entry ${row.id}`);
  const isPriced = movement.isSelected && fiatCurrency !== null && exchangeRateUsed !== null;
  const rate: RateUsed | null = isPriced
    ? {
        currency: fiatCurrency,
        perToken: exchangeRateUsed,
        at: exchangeRateAt,
        source: exchangeRateProvider,
      }
    : null;
  return { ...movement, ...sums, rate };
}

/** SQL: one join gives all that a row of the export shows; Prisma sends a query for each table. */
const selectLedger: Statement = {
  name: "movements_ledger",
  text: `
    SELECT entry.kind, entry.id, entry.created_at AS booked_at, entry.project_id, entry.checkout_id,
      checkout.reference_id, refund.refund_id, entry.chain_id, entry.token_address, entry.amount_units,
      entry.from_account, entry.to_account, coalesce(transfer.from_address, refund.to_address) AS customer_address,
      checkout.deposit_address, checkout.merchant_address,
      coalesce(transfer.tx_hash, sweep.tx_hash, refund.tx_hash) AS tx_hash,
      coalesce(transfer.block_number, sweep.block_number, refund.block_number) AS block_number,
      coalesce(transfer.block_timestamp, sweep.block_timestamp, refund.block_timestamp) AS block_timestamp,
      coalesce(checkout.chain_id = entry.chain_id AND checkout.token_address = entry.token_address, false) AS is_selected,
      checkout.paid_at IS NOT NULL AS is_paid, checkout.amount_units AS price_units, checkout.accepted_units,
      checkout.tolerance_bps, checkout.fiat_currency, checkout.exchange_rate_used, checkout.exchange_rate_at,
      checkout.exchange_rate_provider
    FROM (
      SELECT entry.*, checkout.project_id
      FROM ledger_entries AS entry JOIN checkouts AS checkout ON checkout.id = entry.checkout_id
      WHERE ($1::text IS NULL OR checkout.project_id = $1) AND entry.created_at >= $2::timestamptz
        AND entry.created_at < $3::timestamptz AND entry.id > $4::bigint
      ORDER BY entry.id LIMIT $5
    ) AS entry JOIN checkouts AS checkout ON checkout.id = entry.checkout_id
    LEFT JOIN transfers AS transfer
      ON entry.kind IN ('RECEIVED', 'RECEIVED_REVERSED') AND transfer.id = entry.source_id
    LEFT JOIN sweeps AS sweep ON entry.kind IN ('SWEPT', 'SWEPT_REVERSED') AND sweep.id = entry.source_id
    LEFT JOIN refund_payments AS refund
      ON entry.kind IN ('REFUNDED', 'REFUNDED_REVERSED') AND refund.id = entry.source_id
    ORDER BY entry.id`,
};

const net = (kind: string) => `
  sum(CASE kind WHEN '${kind}' THEN amount_units WHEN '${kind}_REVERSED' THEN -amount_units ELSE 0 END) OVER past`;

/**
 * Apart from the page, which joined to these would compute them again for each row. SQL: running sums need window
 * functions.
 */
const sumLedger: Statement = {
  name: "movements_ledger_sums",
  text: `
    SELECT id, received_units, refunded_units, fully_refunded_units FROM (
      SELECT id, received_units, refunded_units, coalesce(
        max(received_units) FILTER (WHERE received_units > 0 AND refunded_units >= received_units)
          OVER (PARTITION BY checkout_id, chain_id, token_address ORDER BY id
            ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS fully_refunded_units
      FROM (
        SELECT id, checkout_id, chain_id, token_address,
          ${net("RECEIVED")} AS received_units, ${net("REFUNDED")} AS refunded_units
        FROM ledger_entries WHERE checkout_id = ANY ($1::text[]) AND id <= $3::bigint
        WINDOW past AS (PARTITION BY checkout_id, chain_id, token_address ORDER BY id)
      ) AS running
    ) AS told WHERE id >= $2::bigint`,
};

const gasInPeriod = `
      ($1::text IS NULL OR sent.project_id = $1) AND sent.cost_wei IS NOT NULL
      AND sent.completed_at >= $2::timestamptz AND sent.completed_at < $3::timestamptz`;

/** SQL: the next page starts after a pair of columns, which Prisma cannot compare. */
const selectGas: Statement = {
  name: "movements_gas",
  text: `
    SELECT sent.id, sent.completed_at AS booked_at, sent.project_id, sent.chain_id, sent.purpose, sent.cost_wei,
      sent.operator_address, sent.tx_hash, sent.block_number, settlement.id AS settlement_id, refund.id AS refund_id,
      coalesce(refund.checkout_id, signed.checkout_id) AS checkout_id
    FROM outgoing_transactions AS sent
    LEFT JOIN settlements AS settlement ON settlement.outgoing_transaction_id = sent.id
    LEFT JOIN refunds AS refund ON refund.outgoing_transaction_id = sent.id
    LEFT JOIN authorizations AS signed ON signed.outgoing_transaction_id = sent.id
    WHERE ${gasInPeriod} AND (sent.completed_at, sent.id) > ($4::timestamptz, $5::text)
    ORDER BY sent.completed_at, sent.id LIMIT $6`,
};

/** SQL: its condition is that of the page above, so both have the same period. */
const sumGas: Statement = {
  name: "movements_gas_sums",
  text: `
    SELECT sent.chain_id, sum(sent.cost_wei) AS cost_wei FROM outgoing_transactions AS sent
    WHERE ${gasInPeriod} GROUP BY sent.chain_id ORDER BY sent.chain_id`,
};
