import { awaitsDecision } from "@/lib/checkouts/checkout-row.store";
import { type Connections, read, type Statement } from "@/lib/platform/database";
import type { LatePrice } from "./accept-payment";

/** A late payment of a project with a rule. */
export type LateCandidate = LatePrice & { projectId: string; checkoutId: string; totalPaidUnits: bigint };

/**
 * Only checkouts that were noted as late in the time that rules reach back to, by the index of those events, however
 * many older ones wait. An event is never older than its payment's block. SQL: MATERIALIZED keeps the planner at the
 * index of events.
 */
const selectCandidates: Statement = {
  name: "late_rule_candidates",
  text: `
    WITH recent AS MATERIALIZED (
      SELECT DISTINCT event.checkout_id FROM outbox_events AS event
      WHERE event.kind = 'checkout.late_paid' AND event.created_at >= $1::timestamptz)
    SELECT checkout.project_id, checkout.id AS checkout_id, checkout.fiat_amount, checkout.fiat_currency,
      checkout.amount_units, checkout.chain_id, checkout.token_address, checkout.total_paid_units
    FROM recent JOIN checkouts AS checkout ON checkout.id = recent.checkout_id
    JOIN projects AS project ON project.id = checkout.project_id
    WHERE project.late_accept_bps IS NOT NULL AND project.late_payment_policy = 'HOLD' AND project.deleted_at IS NULL
      AND checkout.status = 'LATE_PAID' AND checkout.cancelled_at IS NULL AND checkout.replaced_by IS NULL
      AND NOT checkout.settlement_frozen AND ${awaitsDecision} AND checkout.id > $2
    ORDER BY checkout.id LIMIT $3`,
};

export type LateRuleStore = {
  /** Of payments noted since then; in id order, beyond the given id. */
  candidates(since: Date, after: string, limit: number): Promise<LateCandidate[]>;
};

export function createLateRuleStore({ pool }: Connections): LateRuleStore {
  return { candidates: (since, after, limit) => read(pool, selectCandidates, [since, after, limit]) };
}
