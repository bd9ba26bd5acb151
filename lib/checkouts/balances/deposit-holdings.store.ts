import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { DepositKey } from "./sweep-refusals.store";

// SQL: ledger writers hold rows of this table while they wait for checkouts, so each statement skips locked rows;
// Prisma has no SKIP LOCKED.

/** A locked deposit becomes due by itself when its holder changes it; otherwise it is checked after its pause. */
const makeDue: Statement = {
  name: "deposits_make_due",
  text: `
    WITH idle AS (
      SELECT checkout_id, chain_id, token_address FROM deposit_holdings
      WHERE checkout_id = ANY ($1::text[]) AND amount_units > 0 AND look_after > '-infinity'
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE deposit_holdings AS holding SET look_after = '-infinity' FROM idle
    WHERE (holding.checkout_id, holding.chain_id, holding.token_address)
      = (idle.checkout_id, idle.chain_id, idle.token_address)`,
};

/** Makes the deposits of these checkouts due: a condition of their settlement may have changed. */
export async function makeDepositsDue(connection: Queryable, checkoutIds: readonly string[]): Promise<void> {
  if (checkoutIds.length > 0) await run(connection, makeDue, [checkoutIds]);
}

const makeProjectDue: Statement = {
  name: "deposits_make_project_due",
  text: `
    WITH idle AS (
      SELECT checkout_id, chain_id, token_address FROM deposit_holdings
      WHERE project_id = $1 AND amount_units > 0 AND look_after > '-infinity'
      FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE deposit_holdings AS holding SET look_after = '-infinity' FROM idle
    WHERE (holding.checkout_id, holding.chain_id, holding.token_address)
      = (idle.checkout_id, idle.chain_id, idle.token_address)`,
};

/** Makes all deposits of a project due: a rule of its settlement changed. */
export async function makeProjectDepositsDue(connection: Queryable, projectId: string): Promise<void> {
  await run(connection, makeProjectDue, [projectId]);
}

export type Postponed = DepositKey & { units: bigint; until: Date; waitsForMerchant: boolean };

/** What a ledger writer changes stays due. */
const putOff: Statement = {
  name: "deposits_postpone",
  text: `
    WITH idle AS (
      SELECT holding.checkout_id, holding.chain_id, holding.token_address, given.look_after, given.waits_for_merchant
      FROM unnest($2::text[], $3::text[], $4::numeric[], $5::timestamptz[], $6::boolean[])
        AS given (checkout_id, token_address, units, look_after, waits_for_merchant)
      JOIN deposit_holdings AS holding ON holding.checkout_id = given.checkout_id
        AND holding.chain_id = $1::int AND holding.token_address = given.token_address
      WHERE holding.amount_units = given.units AND holding.look_after <= $7::timestamptz
      FOR NO KEY UPDATE OF holding SKIP LOCKED
    ), postponed AS (
      UPDATE deposit_holdings AS holding SET look_after = idle.look_after FROM idle
      WHERE (holding.checkout_id, holding.chain_id, holding.token_address)
        = (idle.checkout_id, idle.chain_id, idle.token_address)
    )
    INSERT INTO checkout_events (checkout_id, kind, details, created_at)
    SELECT idle.checkout_id, 'settlement.waits_for_merchant',
      jsonb_build_object('chainId', idle.chain_id, 'tokenAddress', idle.token_address), $7::timestamptz
    FROM idle
    WHERE idle.waits_for_merchant AND NOT EXISTS (
      SELECT FROM checkout_events AS earlier
      WHERE earlier.checkout_id = idle.checkout_id AND earlier.kind = 'settlement.waits_for_merchant')
    ORDER BY idle.checkout_id`,
};

/** Looks at each deposit again only after its time, unless its balance changed meanwhile. */
export async function postponeDeposits(
  connection: Queryable,
  chainId: number,
  deposits: readonly Postponed[],
  at: Date,
): Promise<void> {
  if (deposits.length === 0) return;
  await run(connection, putOff, [
    chainId,
    deposits.map(({ checkoutId }) => checkoutId),
    deposits.map(({ tokenAddress }) => tokenAddress),
    deposits.map(({ units }) => units),
    deposits.map(({ until }) => until),
    deposits.map(({ waitsForMerchant }) => waitsForMerchant),
    at,
  ]);
}
