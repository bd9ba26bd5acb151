import type { SettleableCheckout } from "@/lib/checkouts/balances/balance.store";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import { type Queryable, read, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";
import { depositFacts } from "./deposit-facts.store";
import {
  type DepositFacts,
  needsRefundKey,
  type SettlementBlocker,
  type SettlementTerms,
  settlementBlocker,
} from "./settlement-blocker.rules";

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

/** Reasons why a whole call failed, without naming the faulty item. */
const failedAsWhole = "('TRANSACTION_REVERTED', 'REVERTED')";

/**
 * An accepted late payment waits since its acceptance; money after the last sweep waits since its block. SQL: steps
 * from project to project by the index, and takes the first deposits of each that were not postponed.
 */
const selectWaiting: Statement = {
  name: "settlements_waiting",
  text: `
    WITH RECURSIVE holder AS (
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
      CASE WHEN checkout.status IN ('SETTLED', 'REFUNDED') THEN coalesce((
        SELECT min(transfer.block_timestamp) FROM transfers AS transfer
        WHERE transfer.checkout_id = holding.checkout_id AND transfer.chain_id = holding.chain_id
          AND transfer.token_address = holding.token_address AND NOT transfer.orphaned
          AND transfer.block_number > (
            SELECT max(sweep.block_number) FROM sweeps AS sweep
            WHERE sweep.checkout_id = holding.checkout_id AND sweep.chain_id = holding.chain_id
              AND sweep.token_address = holding.token_address AND NOT sweep.orphaned)
      ), checkout.paid_at) ELSE greatest(checkout.paid_at, checkout.late_accepted_at) END AS waiting_since,
      EXISTS (
        SELECT FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
        WHERE item.checkout_id = holding.checkout_id AND item.token_address = holding.token_address
          AND settlement.chain_id = holding.chain_id AND item.status = 'FAILED' AND item.failure_reason IN ${failedAsWhole}
          AND coalesce(settlement.completed_at, settlement.created_at) > $4::timestamptz
      ) AS alone, ${depositFacts}
    FROM settling CROSS JOIN LATERAL (
      SELECT * FROM deposit_holdings AS held
      WHERE held.chain_id = $1::int AND held.project_id = settling.id AND held.amount_units > 0
        AND held.look_after <= $2::timestamptz
      ORDER BY held.look_after, held.checkout_id LIMIT $3
    ) AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE settling.policy <> 'MANUAL'
    ORDER BY waiting_since, holding.checkout_id`,
};

/** Null only for a hindered deposit that was never paid. */
type WaitingRow = Pick<
  WaitingDeposit,
  "checkoutId" | "tokenAddress" | "projectId" | "policy" | "units" | "openSettlements" | "alone"
> &
  DepositFacts & { waitingSince: Date | null };

export async function readWaiting(
  connection: Queryable,
  terms: SettlementTerms,
  perProject: number,
): Promise<WaitingDeposit[]> {
  const { chainId, at, revertedSince } = terms;
  const rows = await read<WaitingRow>(connection, selectWaiting, [chainId, at, perProject, revertedSince]);
  return rows.map((row) => {
    const { checkoutId, tokenAddress, projectId, policy, units, openSettlements, alone } = row;
    const { checkoutStatus, newestBlock, merchantAddress, sweepRetryAt, heldUntil } = row;
    const isDeep = checkoutStatus === "DETECTED" || newestBlock === null || newestBlock <= terms.upTo;
    return {
      ...{ checkoutId, tokenAddress, projectId, policy, units, openSettlements, alone, merchantAddress },
      waitingSince: row.waitingSince ?? at,
      byRefundKey: needsRefundKey(row, terms),
      retryAt: latest(sweepRetryAt, heldUntil),
      untilBlock: isDeep ? null : newestBlock,
      blocker: settlementBlocker(row, terms, "policy"),
    };
  });
}

function latest(a: Date | null, b: Date | null): Date | null {
  if (a === null || b === null) return a ?? b;
  return a > b ? a : b;
}

/** SQL: the next page starts after a pair of columns, which Prisma cannot compare. */
const selectHeld: Statement = {
  name: "settlements_held",
  text: `
    SELECT holding.checkout_id, holding.token_address, ${depositFacts}
    FROM deposit_holdings AS holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE holding.project_id = $1 AND holding.chain_id = $2::int AND holding.amount_units > 0
      AND ($3::text[] IS NULL OR holding.checkout_id = ANY ($3::text[]))
      AND holding.token_address = ANY ($4::text[])
      AND ($5::text IS NULL OR (holding.checkout_id, holding.token_address) > ($5::text, $6::text))
    ORDER BY holding.checkout_id, holding.token_address LIMIT $7`,
};

export async function readHeld(
  connection: Queryable,
  terms: SettlementTerms,
  { projectId, checkoutIds, tokens, byWallet = false }: DepositQuery,
  after: DepositKey | null,
  limit: number,
): Promise<HeldDeposit[]> {
  const rows = await read<DepositKey & DepositFacts>(connection, selectHeld, [
    projectId,
    terms.chainId,
    checkoutIds,
    tokens,
    after?.checkoutId ?? null,
    after?.tokenAddress ?? null,
    limit,
  ]);
  return rows.map((row) => ({
    checkoutId: row.checkoutId,
    tokenAddress: row.tokenAddress,
    merchantAddress: row.merchantAddress,
    byRefundKey: needsRefundKey(row, terms),
    blocker: settlementBlocker(row, terms, byWallet ? "wallet" : "request"),
  }));
}
