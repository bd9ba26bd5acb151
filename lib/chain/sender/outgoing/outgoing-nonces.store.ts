import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A key is not used elsewhere this often between two passes: we reject a node that says so. */
const mostLeap = 1_000n;

/**
 * Locks the row, new or existing. When someone used the key elsewhere, the row is raised to the chain's nonce: lower
 * ones are used. Too wide a leap leaves it as it is: if we believed it, every nonce in between would have to be filled
 * before anything is mined again. SQL: Prisma's upsert cannot choose between its own value and the row's.
 */
const lockNonce: Statement = {
  name: "outgoing_lock_nonce",
  text: `
    INSERT INTO operator_nonces AS wallet (chain_id, operator_address, next_nonce) VALUES ($1, $2, $3::bigint)
    ON CONFLICT (chain_id, operator_address) DO UPDATE SET next_nonce = CASE
      WHEN excluded.next_nonce <= wallet.next_nonce + $4::bigint THEN greatest(wallet.next_nonce, excluded.next_nonce)
      ELSE wallet.next_nonce END
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

/**
 * The lowest unused nonce, gaps first: a gap would block every later nonce for ever. Only `$4`, if given, and no row
 * when it is in use. SQL: the gap is found and the counter moved in one statement, under the row's lock.
 */
const takeNonce: Statement = {
  name: "outgoing_take_nonce",
  text: `
    WITH hole AS (
      SELECT min(nonce) AS nonce FROM (${unused}) AS unused WHERE $4::bigint IS NULL OR nonce = $4::bigint
    )
    UPDATE operator_nonces AS wallet
    SET next_nonce = wallet.next_nonce + CASE WHEN hole.nonce IS NULL THEN 1 ELSE 0 END
    FROM hole
    WHERE wallet.chain_id = $1 AND wallet.operator_address = $2 AND ($4::bigint IS NULL OR hole.nonce IS NOT NULL)
    RETURNING coalesce(hole.nonce, wallet.next_nonce - 1) AS nonce`,
};

/** SQL: gaps are numbers of a generated series; Prisma finds only rows that exist. */
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

/**
 * Locks the wallet's nonces until the end of the database transaction.
 * @returns null once locked; our next nonce when the chain's is too far above it
 */
export async function lockWallet(
  connection: Queryable,
  { chainId, walletAddress, firstNonce }: Wallet,
): Promise<bigint | null> {
  const values = [chainId, walletAddress, firstNonce, mostLeap];
  const [row] = await run<{ next_nonce: bigint }>(connection, lockNonce, values);
  if (row === undefined) throw new Error("an upsert answers one row");
  return row.next_nonce < firstNonce ? row.next_nonce : null;
}

/** A nonce of a locked wallet; `only` that one if given, and null when it is in use. */
export async function takeNonceOf(
  connection: Queryable,
  { chainId, walletAddress, firstNonce }: Wallet,
  only: bigint | null,
): Promise<bigint | null> {
  const values = [chainId, walletAddress, firstNonce, only];
  const [taken] = await run<{ nonce: bigint }>(connection, takeNonce, values);
  return taken?.nonce ?? null;
}
