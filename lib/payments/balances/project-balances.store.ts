import { type Connections, read, type Statement } from "@/lib/platform/database";
import type { TokenBalance } from "./balances.schema";

export type ProjectBalances = {
  /** @param before only what was booked before this time */
  of(projectId: string, before?: Date): Promise<TokenBalance[]>;
  /** The same for all projects together. */
  ofAll(before?: Date): Promise<TokenBalance[]>;
};

/** Balances of projects in Postgres. */
export function createProjectBalances({ pool }: Connections): ProjectBalances {
  return {
    of: (projectId, before) => read<TokenBalance>(pool, sumProject, [before ?? "infinity", projectId]),
    ofAll: (before) => read<TokenBalance>(pool, sumAll, [before ?? "infinity"]),
  };
}

const flow = (kind: string) => `
  sum(CASE entry.kind WHEN '${kind}' THEN entry.amount_units WHEN '${kind}_REVERSED' THEN -entry.amount_units ELSE 0 END)`;

/** One moment: an entry and its transfer's finality are read together. */
const sumLedger = (projects: string) => `
    WITH booked AS (
      SELECT entry.chain_id, entry.token_address, ${flow("RECEIVED")} AS received, ${flow("SWEPT")} AS settled,
        ${flow("REFUNDED")} AS refunded, sum(CASE WHEN entry.to_account = 'DEPOSIT' THEN entry.amount_units
          WHEN entry.from_account = 'DEPOSIT' THEN -entry.amount_units ELSE 0 END) AS held
      FROM checkouts AS checkout JOIN ledger_entries AS entry ON entry.checkout_id = checkout.id
      WHERE entry.created_at < $1::timestamptz AND ${projects} GROUP BY entry.chain_id, entry.token_address
    ), waiting AS (
      SELECT transfer.chain_id, transfer.token_address, sum(transfer.amount_units) AS pending
      FROM transfers AS transfer JOIN checkouts AS checkout ON checkout.id = transfer.checkout_id
      WHERE transfer.final_at IS NULL AND NOT transfer.orphaned AND ${projects}
      GROUP BY transfer.chain_id, transfer.token_address
    )
    SELECT booked.chain_id, booked.token_address, booked.received AS received_units,
      coalesce(waiting.pending, 0) AS pending_units, booked.settled AS settled_units,
      booked.refunded AS refunded_units, booked.held AS held_units
    FROM booked LEFT JOIN waiting
      ON waiting.chain_id = booked.chain_id AND waiting.token_address = booked.token_address
    ORDER BY booked.chain_id, booked.token_address`;

// SQL: sums of two tables have to be of one moment, so they are one statement.

const sumProject: Statement = { name: "project_balances", text: sumLedger("checkout.project_id = $2") };
const sumAll: Statement = { name: "project_balances_of_all", text: sumLedger("true") };
