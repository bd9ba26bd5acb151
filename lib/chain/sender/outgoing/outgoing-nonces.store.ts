import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A key is not used elsewhere this often between two passes: we reject a node that says so. */
const mostLeap = 1_000n;

/**
 * Returns the locked row, new or existing. When someone used the key elsewhere, the row is raised to the chain's nonce:
 * lower ones are used. Returns no row for too wide a leap: if we believed it, every nonce in between would have to be
 * filled before anything is mined again. SQL: an upsert with a condition or a computed value.
 */
const lockNonce: Statement = {
  name: "outgoing_lock_nonce",
  text: `
    INSERT INTO operator_nonces AS wallet (chain_id, operator_address, next_nonce) VALUES ($1, $2, $3::bigint)
    ON CONFLICT (chain_id, operator_address) DO UPDATE
      SET next_nonce = greatest(wallet.next_nonce, excluded.next_nonce)
      WHERE excluded.next_nonce <= wallet.next_nonce + $4::bigint
    RETURNING next_nonce`,
};

/**
 * Nonces of the wallet $2 on the chain $1, from $3 up to its next one, that no live transaction uses. Nonces below a
 * mined transaction are used, even if a lagging node says otherwise.
 */
const unused = `
  SELECT candidate.nonce
  FROM operator_nonces AS wallet, generate_series(
    greatest($3::bigint, (
      SELECT max(sent.nonce) + 1 FROM outgoing_transactions AS sent
      WHERE sent.chain_id = $1 AND sent.operator_address = $2 AND sent.status IN ('CONFIRMED', 'REVERTED'))),
    wallet.next_nonce - 1) AS candidate (nonce)
  WHERE wallet.chain_id = $1 AND wallet.operator_address = $2 AND NOT EXISTS (
    SELECT FROM outgoing_transactions AS sent
    WHERE sent.chain_id = $1 AND sent.operator_address = $2 AND sent.nonce = candidate.nonce
      AND sent.status <> 'REPLACED')`;

/** The lowest unused nonce, gaps first: a gap would block every later nonce for ever. SQL: several facts at once. */
const takeNonce: Statement = {
  name: "outgoing_take_nonce",
  text: `
    WITH hole AS (SELECT min(nonce) AS nonce FROM (${unused}) AS unused)
    UPDATE operator_nonces AS wallet
    SET next_nonce = wallet.next_nonce + CASE WHEN hole.nonce IS NULL THEN 1 ELSE 0 END
    FROM hole WHERE wallet.chain_id = $1 AND wallet.operator_address = $2
    RETURNING coalesce(hole.nonce, wallet.next_nonce - 1) AS nonce`,
};
/** SQL: on the connection of a transaction of facts that commit together. */
const findUnused: Statement = {
  name: "outgoing_find_unused_nonce",
  text: `SELECT nonce FROM (${unused}) AS unused WHERE nonce = $4::bigint`,
};
/** SQL: a plan that Prisma cannot ask for. */
export const selectHoles: Statement = {
  name: "outgoing_holes",
  text: `
    SELECT nonce FROM (${unused}) AS unused
    WHERE nonce < (
      SELECT max(sent.nonce) FROM outgoing_transactions AS sent
      WHERE sent.chain_id = $1 AND sent.operator_address = $2 AND sent.status = 'SIGNED')
    ORDER BY nonce LIMIT 100`,
};

type Wallet = { chainId: number; walletAddress: Hex; firstNonce: bigint };

/** SQL: on the connection of a transaction of facts that commit together. */
const selectNonce: Statement = {
  name: "outgoing_next_nonce",
  text: "SELECT next_nonce FROM operator_nonces WHERE chain_id = $1 AND operator_address = $2",
};

/**
 * Locks the wallet's nonces until the end of the database transaction.
 * @returns null once locked; our next nonce when the chain's is too far above it
 */
export async function lockWallet(
  connection: Queryable,
  { chainId, walletAddress, firstNonce }: Wallet,
): Promise<bigint | null> {
  const locked = await run(connection, lockNonce, [chainId, walletAddress, firstNonce, mostLeap]);
  if (locked.length > 0) return null;
  const [row] = await run<{ next_nonce: bigint }>(connection, selectNonce, [chainId, walletAddress]);
  if (row === undefined) throw new Error(`the nonces of ${walletAddress} on chain ${chainId} are gone`);
  return row.next_nonce;
}

/** A nonce of a locked wallet; `only` that one if given, and null when it is in use. */
export async function takeNonceOf(
  connection: Queryable,
  { chainId, walletAddress, firstNonce }: Wallet,
  only: bigint | null,
): Promise<bigint | null> {
  const values = [chainId, walletAddress, firstNonce];
  const [taken] =
    only === null
      ? await run<{ nonce: bigint }>(connection, takeNonce, values)
      : await run<{ nonce: bigint }>(connection, findUnused, [...values, only]);
  return taken?.nonce ?? null;
}
