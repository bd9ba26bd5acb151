import { waitsForExcess } from "@/lib/checkouts/checkout-row.store";
import { type Database, run, type Statement } from "@/lib/platform/database";
import { isStray, newestHoldings } from "@/lib/settlement/settlement-hindrance.store";
import { disabledByHand } from "@/lib/webhooks/endpoints/webhook-endpoint-store.port";
import {
  type AttentionStore,
  attentionMost,
  type DepositCounts,
  type WaitingCounts,
  type WaitingWallet,
} from "./attention-store.port";

/** What needs a decision in a project, in Postgres. */
export function createAttentionStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): AttentionStore {
  return {
    waitingCounts: async (projectId) => {
      const [row] = await run<WaitingRow>(pool, countWaiting, [projectId, disabledByHand]);
      if (row === undefined) throw new Error("a select without FROM answers one row");
      return toWaiting(row);
    },
    depositCounts: async (projectId, listed) => {
      const [row] = await run<DepositRow>(pool, countDeposits, [
        projectId,
        listed.map(({ chainId }) => chainId),
        listed.map(({ tokenAddress }) => tokenAddress),
      ]);
      if (row === undefined) throw new Error("a select without FROM answers one row");
      return toDeposits(row);
    },
    incidents: async (projectId, limit) => {
      const tokens = await prisma.acceptedToken.findMany({ where: { projectId }, select: { chainId: true } });
      const chainIds = [...new Set(tokens.map(({ chainId }) => chainId))];
      return prisma.incident.findMany({
        where: {
          resolvedAt: null,
          OR: [{ checkout: { projectId } }, { checkoutId: null, chainId: { in: chainIds } }],
        },
        select: { kind: true, chainId: true, checkoutId: true, createdAt: true },
        orderBy: [{ createdAt: "desc" }, { id: "desc" }],
        take: limit,
      });
    },
    waitingWallet: async (projectId) => {
      const change = await prisma.walletChange.findFirst({
        where: { projectId, appliedAt: null, cancelledAt: null },
      });
      return change === null
        ? null
        : { toWallet: change.toWallet as WaitingWallet["toWallet"], effectiveAt: change.effectiveAt };
    },
  };
}

/** Counts rows up to the limit. */
const bounded = (from: string) =>
  `(SELECT count(*)::int FROM (SELECT FROM ${from} LIMIT ${attentionMost}) AS found)`;
const refundsThat = (status: string) => bounded(`refunds WHERE project_id = $1 AND status = '${status}'`);
const endpointsThat = (state: string) =>
  bounded(`webhook_endpoints WHERE project_id = $1 AND deleted_at IS NULL AND ${state}`);

/** SQL: sums or bounded counts. */
const countWaiting: Statement = {
  name: "attention_waiting",
  text: `
    SELECT
      ${bounded("checkouts WHERE project_id = $1 AND status = 'LATE_PAID' AND late_accepted_at IS NULL AND paid_units > refunded_units + refunding_units")}
        AS late_payments,
      ${bounded(`checkouts AS checkout WHERE checkout.project_id = $1 AND ${waitsForExcess}`)} AS excess_requests,
      ${refundsThat("AWAITING_APPROVAL")} AS refunds_awaiting_approval,
      ${refundsThat("AWAITING_SIGNATURE")} AS refunds_awaiting_signature,
      ${refundsThat("AWAITING_ADDRESS")} AS refunds_awaiting_address,
      ${endpointsThat("failing_since IS NOT NULL AND disabled_at IS NULL")} AS endpoints_failing,
      ${endpointsThat("disabled_at IS NOT NULL AND disabled_reason <> $2")} AS endpoints_disabled`,
};

type WaitingRow = {
  late_payments: number;
  excess_requests: number;
  refunds_awaiting_approval: number;
  refunds_awaiting_signature: number;
  refunds_awaiting_address: number;
  endpoints_failing: number;
  endpoints_disabled: number;
};

function toWaiting(row: WaitingRow): WaitingCounts {
  return {
    latePayments: row.late_payments,
    excessRequests: row.excess_requests,
    refundsAwaitingApproval: row.refunds_awaiting_approval,
    refundsAwaitingSignature: row.refunds_awaiting_signature,
    refundsAwaitingAddress: row.refunds_awaiting_address,
    endpointsFailing: row.endpoints_failing,
    endpointsDisabled: row.endpoints_disabled,
  };
}

const most = (count: string) => `least(${count}, ${attentionMost})::int`;

/** A deposit's reason to wait follows from its checkout and its last sweep. SQL: many rows in one statement. */
const countDeposits: Statement = {
  name: "attention_deposits",
  text: `
    WITH holding AS (${newestHoldings("$1")}), judged AS (
      SELECT ${isStray} AS stray, (holding.chain_id, holding.token_address) IN (
          SELECT chain_id, token_address FROM unnest($2::int[], $3::text[]) AS token (chain_id, token_address)
        ) AS listed, checkout.settlement_frozen AS frozen,
        holding.sweep_refusal IS NOT NULL AS parked, holding.chain_id
      FROM holding JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    ), native AS (
      SELECT count(*) AS found FROM (
        SELECT FROM native_balances AS balance JOIN checkouts AS checkout ON checkout.id = balance.checkout_id
        WHERE balance.amount_wei > 0 AND checkout.project_id = $1 LIMIT ${attentionMost}
      ) AS coin
    )
    SELECT ${most("count(*) FILTER (WHERE stray AND listed) + (SELECT found FROM native)")} AS stray_funds,
      ${most("count(*) FILTER (WHERE frozen)")} AS frozen,
      ${most("count(*) FILTER (WHERE parked AND NOT frozen)")} AS parked,
      coalesce(array_agg(DISTINCT chain_id), '{}') AS chain_ids
    FROM judged`,
};

type DepositRow = { stray_funds: number; frozen: number; parked: number; chain_ids: number[] };

function toDeposits({ stray_funds, chain_ids, ...rest }: DepositRow): DepositCounts {
  return { strayFunds: stray_funds, chainIds: chain_ids, ...rest };
}
