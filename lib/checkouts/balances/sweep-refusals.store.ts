import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** One token at one deposit address, on a chain given elsewhere. */
export type DepositKey = { checkoutId: string; tokenAddress: Hex };

/** Why a sweep is refused; `account` is the one that the token blocks. */
export type SweepRefusal =
  | { reason: "PAUSED"; account: null }
  | { reason: "BLACKLISTED"; account: Hex }
  | { reason: "OTHER"; account: null };

export type RefusedToken = { tokenAddress: Hex; refusal: SweepRefusal };

/** Deposits on a chain that are not swept for the same cause. */
export type RefusedDeposits = RefusedToken & {
  deposits: number;
  units: bigint;
  /** The one refused longest ago. */
  checkoutId: string;
  /** When the first is retried; null: now. */
  nextTryAt: Date | null;
};

export type RefusedDeposit = DepositKey & { chainId: number; refusal: SweepRefusal };

/**
 * Postpones deposits after a refused sweep: for a minute, twice as long after each further one, at most an hour. Ledger
 * writers hold these rows while they wait for checkouts, so we skip locked rows: they are retried at once. SQL: Prisma
 * has no SKIP LOCKED, and each pause is computed from the row's own count of failures.
 */
const putOff: Statement = {
  name: "deposits_put_off_refused",
  text: `
    UPDATE deposit_holdings AS holding SET
      sweep_failures = holding.sweep_failures + 1,
      sweep_retry_at = $6::timestamptz
        + least(interval '1 hour', interval '1 minute' * 2 ^ least(holding.sweep_failures, 6)),
      sweep_refusal = free.reason, refused_account = free.account
    FROM (
      SELECT refused.*
      FROM unnest($1::text[], $2::int[], $3::text[], $4::sweep_refusal[], $5::text[])
        AS refused (checkout_id, chain_id, token_address, reason, account)
      JOIN deposit_holdings AS held ON (held.checkout_id, held.chain_id, held.token_address)
        = (refused.checkout_id, refused.chain_id, refused.token_address)
      WHERE held.amount_units > 0
      ORDER BY held.checkout_id, held.token_address
      FOR NO KEY UPDATE OF held SKIP LOCKED
    ) AS free
    WHERE (holding.checkout_id, holding.chain_id, holding.token_address)
      = (free.checkout_id, free.chain_id, free.token_address)`,
};

export async function putOffRefused(
  connection: Queryable,
  refused: readonly RefusedDeposit[],
  at: Date,
): Promise<void> {
  if (refused.length === 0) return;
  await run(connection, putOff, [
    refused.map(({ checkoutId }) => checkoutId),
    refused.map(({ chainId }) => chainId),
    refused.map(({ tokenAddress }) => tokenAddress),
    refused.map(({ refusal }) => refusal.reason),
    refused.map(({ refusal }) => refusal.account),
    at,
  ]);
}

/**
 * Only retries show whether an unnamed cause is gone: without one for an hour, we no longer report it. SQL: the next
 * try may be `-infinity`, which is no JavaScript date.
 */
const selectRefused: Statement = {
  name: "settlements_refused",
  text: `
    SELECT holding.token_address, holding.sweep_refusal AS reason, holding.refused_account AS account,
      count(*)::int AS deposits, sum(holding.amount_units) AS units, min(holding.checkout_id) AS checkout_id,
      nullif(min(holding.sweep_retry_at), '-infinity') AS next_try_at
    FROM deposit_holdings AS holding
    WHERE holding.chain_id = $1 AND holding.sweep_refusal IS NOT NULL AND holding.amount_units > 0
      AND (holding.sweep_refusal <> 'OTHER' OR holding.sweep_retry_at > $2::timestamptz - interval '1 hour')
    GROUP BY holding.token_address, holding.sweep_refusal, holding.refused_account
    ORDER BY holding.token_address, holding.sweep_refusal, holding.refused_account`,
};

type RefusedRow = {
  token_address: Hex;
  reason: SweepRefusal["reason"];
  account: Hex | null;
  deposits: number;
  units: bigint;
  checkout_id: string;
  next_try_at: Date | null;
};

export async function readRefused(
  connection: Queryable,
  chainId: number,
  now: Date,
): Promise<RefusedDeposits[]> {
  const rows = await run<RefusedRow>(connection, selectRefused, [chainId, now]);
  return rows.map((row) => ({
    tokenAddress: row.token_address,
    refusal: { reason: row.reason, account: row.account } as SweepRefusal,
    deposits: row.deposits,
    units: row.units,
    checkoutId: row.checkout_id,
    nextTryAt: row.next_try_at,
  }));
}

/**
 * Keeps the count of failures: if the token refuses again, the pauses continue where they were. SQL: skips locked rows
 * as above.
 */
const forgetRefusal: Statement = {
  name: "settlements_release",
  text: `
    WITH idle AS (
      SELECT checkout_id, chain_id, token_address FROM deposit_holdings
      WHERE chain_id = $1 AND token_address = $2 AND amount_units > 0 AND sweep_refusal = $3::sweep_refusal
        AND refused_account IS NOT DISTINCT FROM $4
      ORDER BY checkout_id FOR NO KEY UPDATE SKIP LOCKED
    )
    UPDATE deposit_holdings AS holding SET
      sweep_refusal = NULL, refused_account = NULL, sweep_retry_at = '-infinity', look_after = '-infinity'
    FROM idle WHERE (holding.checkout_id, holding.chain_id, holding.token_address)
      = (idle.checkout_id, idle.chain_id, idle.token_address)`,
};

export async function release(
  connection: Queryable,
  chainId: number,
  { tokenAddress, refusal }: RefusedToken,
): Promise<void> {
  await run(connection, forgetRefusal, [chainId, tokenAddress, refusal.reason, refusal.account]);
}
