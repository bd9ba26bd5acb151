import { awaitsDecision } from "@/lib/checkouts/checkout-row.store";
import { type Database, read, type Statement } from "@/lib/platform/database";
import type { LatePrice } from "./late-price";

/** A late payment of a project with a rule. */
export type LateCandidate = LatePrice & { projectId: string; checkoutId: string; totalPaidUnits: bigint };

/** A payment is final soon after its block; after a longer outage a person decides. */
const freshFor = "interval '2 hours'";

/** By the index of undecided payments, for each project with a rule. SQL: many rows in one statement. */
const selectCandidates: Statement = {
  name: "late_rule_candidates",
  text: `
    SELECT checkout.project_id, checkout.id AS checkout_id, checkout.fiat_amount, checkout.fiat_currency,
      checkout.amount_units, checkout.chain_id, checkout.token_address, checkout.total_paid_units
    FROM projects AS project JOIN checkouts AS checkout ON checkout.project_id = project.id
    JOIN LATERAL (
      SELECT max(transfer.block_timestamp) AS block_timestamp FROM transfers AS transfer
      WHERE transfer.checkout_id = checkout.id AND transfer.chain_id = checkout.chain_id
        AND transfer.token_address = checkout.token_address AND NOT transfer.orphaned
    ) AS last ON last.block_timestamp >= greatest(project.late_accept_since, $1::timestamptz - ${freshFor})
    WHERE project.late_accept_bps IS NOT NULL AND project.late_payment_policy = 'HOLD' AND project.deleted_at IS NULL
      AND checkout.status = 'LATE_PAID' AND checkout.cancelled_at IS NULL AND checkout.replaced_by IS NULL
      AND NOT checkout.settlement_frozen AND ${awaitsDecision} AND checkout.id > $2
    ORDER BY checkout.id LIMIT $3`,
};

export type LateRuleStore = {
  /** In id order, beyond the given id. */
  candidates(now: Date, after: string, limit: number): Promise<LateCandidate[]>;
};

export function createLateRuleStore({ pool }: Pick<Database, "pool">): LateRuleStore {
  return { candidates: (now, after, limit) => read(pool, selectCandidates, [now, after, limit]) };
}
