import type { SettleableCheckout } from "@/lib/checkouts/balances/balance.store";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import { type Queryable, read, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";
import type { SettlementBlocker, SettlementTerms } from "./settlement-blocker.store";
import {
  byRefundKey,
  firstFree,
  goesAlone,
  heldUntil,
  settlementBlocker,
  termsTable,
  termValues,
} from "./settlement-blocker.store";

/** A deposit with a balance, of a project that settles automatically. */
export type WaitingDeposit = SettleableCheckout & {
  policy: Exclude<SettlementPolicy, "MANUAL">;
  /** Open settlements of the project on this chain. */
  openSettlements: number;
  /** Since when its status allowed settlement: paid, accepted, or arrived after the last sweep. */
  waitingSince: Date;
  /** Booked balance. */
  units: bigint;
  merchantAddress: Hex;
  /** Only the service's refund key may sweep it. */
  byRefundKey: boolean;
  /** It was recently in a batch that failed as a whole; alone, only a faulty one fails. */
  alone: boolean;
  /** When a refused sweep is retried, or the project's hold ends; null for neither. */
  retryAt: Date | null;
  /** Paid, and waiting until settlement trusts this block; null otherwise. */
  untilBlock: bigint | null;
  blocker: SettlementBlocker | null;
};

export type HeldDeposit = DepositKey & Pick<WaitingDeposit, "merchantAddress" | "byRefundKey" | "blocker">;

/** A project's deposits in these tokens; of all its checkouts when none is named. */
export type DepositQuery = {
  projectId: string;
  checkoutIds: readonly string[] | null;
  tokens: readonly Hex[];
  byWallet?: boolean;
};

/**
 * Steps from project to project by the index, and takes the first deposits of each that were not postponed. An accepted
 * late payment waits since its acceptance; money after the last sweep waits since its block. SQL: a plan that Prisma
 * cannot ask for.
 */
const selectWaiting: Statement = {
  name: "settlements_waiting",
  text: `
    WITH RECURSIVE ${termsTable}, holder AS (
      (
        SELECT project_id FROM deposit_holdings WHERE chain_id = $1::int AND amount_units > 0
        ORDER BY project_id LIMIT 1
      )
      UNION ALL
      SELECT (
        SELECT next.project_id FROM deposit_holdings AS next
        WHERE next.chain_id = $1::int AND next.amount_units > 0 AND next.project_id > holder.project_id
        ORDER BY next.project_id LIMIT 1
      ) FROM holder WHERE holder.project_id IS NOT NULL
    ), settling AS (
      SELECT project.id, coalesce(rule.policy, project.settlement_policy) AS policy
      FROM holder JOIN projects AS project ON project.id = holder.project_id
      LEFT JOIN settlement_rules AS rule ON rule.project_id = project.id AND rule.chain_id = $1::int
    )
    SELECT holding.checkout_id, holding.token_address, settling.id AS project_id, settling.policy,
      holding.amount_units AS units, (
        SELECT count(*)::int FROM settlements AS settlement
        WHERE settlement.project_id = settling.id AND settlement.chain_id = $1::int AND settlement.status = 'PENDING'
      ) AS open_settlements,
      CASE WHEN checkout.status = 'SETTLED' THEN coalesce((
        SELECT min(transfer.block_timestamp) FROM transfers AS transfer
        WHERE transfer.checkout_id = holding.checkout_id AND transfer.chain_id = holding.chain_id
          AND transfer.token_address = holding.token_address AND NOT transfer.orphaned
          AND transfer.block_number > (
            SELECT max(sweep.block_number) FROM sweeps AS sweep
            WHERE sweep.checkout_id = holding.checkout_id AND sweep.chain_id = holding.chain_id
              AND sweep.token_address = holding.token_address AND NOT sweep.orphaned)
      ), checkout.paid_at) ELSE greatest(checkout.paid_at, checkout.late_accepted_at) END AS waiting_since,
      ${goesAlone} AS alone, checkout.merchant_address, ${byRefundKey} AS by_refund_key,
      greatest(nullif(holding.sweep_retry_at, '-infinity'), ${heldUntil}) AS retry_at,
      CASE WHEN checkout.status <> 'DETECTED' THEN (
        SELECT max(transfer.block_number) FROM transfers AS transfer
        WHERE transfer.checkout_id = holding.checkout_id AND transfer.chain_id = holding.chain_id
          AND transfer.token_address = holding.token_address AND NOT transfer.orphaned
          AND transfer.block_number > terms.up_to) END AS until_block,
      ${settlementBlocker(false)} AS blocker
    FROM settling CROSS JOIN terms CROSS JOIN LATERAL (
      SELECT * FROM deposit_holdings AS held
      WHERE held.chain_id = $1::int AND held.project_id = settling.id AND held.amount_units > 0
        AND held.look_after <= $6::timestamptz
      ORDER BY held.look_after, held.checkout_id LIMIT $${firstFree}
    ) AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE settling.policy <> 'MANUAL'
    ORDER BY waiting_since, holding.checkout_id`,
};

/** Null only for a hindered deposit that was never paid. */
type WaitingRow = Omit<WaitingDeposit, "waitingSince"> & { waitingSince: Date | null };

export async function readWaiting(
  connection: Queryable,
  terms: SettlementTerms,
  perProject: number,
): Promise<WaitingDeposit[]> {
  const rows = await read<WaitingRow>(connection, selectWaiting, [...termValues(terms), perProject]);
  return rows.map((row) => ({ ...row, waitingSince: row.waitingSince ?? terms.at }));
}

/** SQL: a plan that Prisma cannot ask for. */
const selectHeld: Statement = {
  name: "settlements_held",
  text: `
    WITH ${termsTable}
    SELECT holding.checkout_id, holding.token_address, checkout.merchant_address, ${byRefundKey} AS by_refund_key,
      ${settlementBlocker(true, `$${firstFree + 6}::boolean`)} AS blocker
    FROM terms CROSS JOIN deposit_holdings AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE holding.project_id = $${firstFree} AND holding.chain_id = $1::int AND holding.amount_units > 0
      AND ($${firstFree + 1}::text[] IS NULL OR holding.checkout_id = ANY ($${firstFree + 1}::text[]))
      AND holding.token_address = ANY ($${firstFree + 2}::text[])
      AND ($${firstFree + 3}::text IS NULL
        OR (holding.checkout_id, holding.token_address) > ($${firstFree + 3}::text, $${firstFree + 4}::text))
    ORDER BY holding.checkout_id, holding.token_address LIMIT $${firstFree + 5}`,
};

export function readHeld(
  connection: Queryable,
  terms: SettlementTerms,
  { projectId, checkoutIds, tokens, byWallet = false }: DepositQuery,
  after: DepositKey | null,
  limit: number,
): Promise<HeldDeposit[]> {
  return read(connection, selectHeld, [
    ...termValues(terms),
    projectId,
    checkoutIds,
    tokens,
    after?.checkoutId ?? null,
    after?.tokenAddress ?? null,
    limit,
    byWallet,
  ]);
}
