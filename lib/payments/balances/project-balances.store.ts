import { type Database, read, type Statement } from "@/lib/platform/database";
import type { TokenBalance } from "./token-balance.rules";

export type ProjectBalances = { of(projectId: string): Promise<TokenBalance[]> };

/** Balances of projects in Postgres. */
export function createProjectBalances({ pool }: Pick<Database, "pool">): ProjectBalances {
  return { of: (projectId) => read<TokenBalance>(pool, sumLedger, [projectId]) };
}

const flow = (kind: string) => `
  sum(CASE entry.kind WHEN '${kind}' THEN entry.amount_units WHEN '${kind}_REVERSED' THEN -entry.amount_units ELSE 0 END)`;

/** One moment: an entry and its transfer's finality are read together. SQL: sums or bounded counts. */
const sumLedger: Statement = {
  name: "project_balances",
  text: `
    WITH booked AS (
      SELECT entry.chain_id, entry.token_address, ${flow("RECEIVED")} AS received, ${flow("SWEPT")} AS settled,
        ${flow("REFUNDED")} AS refunded, sum(CASE WHEN entry.to_account = 'DEPOSIT' THEN entry.amount_units
          WHEN entry.from_account = 'DEPOSIT' THEN -entry.amount_units ELSE 0 END) AS held
      FROM checkouts AS checkout JOIN ledger_entries AS entry ON entry.checkout_id = checkout.id
      WHERE checkout.project_id = $1 GROUP BY entry.chain_id, entry.token_address
    ), waiting AS (
      SELECT transfer.chain_id, transfer.token_address, sum(transfer.amount_units) AS pending
      FROM transfers AS transfer JOIN checkouts AS checkout ON checkout.id = transfer.checkout_id
      WHERE checkout.project_id = $1 AND transfer.final_at IS NULL AND NOT transfer.orphaned
      GROUP BY transfer.chain_id, transfer.token_address
    )
    SELECT booked.chain_id, booked.token_address, booked.received AS received_units,
      coalesce(waiting.pending, 0) AS pending_units, booked.settled AS settled_units,
      booked.refunded AS refunded_units, booked.held AS held_units
    FROM booked LEFT JOIN waiting
      ON waiting.chain_id = booked.chain_id AND waiting.token_address = booked.token_address
    ORDER BY booked.chain_id, booked.token_address`,
};
