import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/hex.rules";
import { fitsDailyCap, type GasOfDay } from "./daily-gas.rules";
import { insertAttempt, readTransaction } from "./outgoing-attempts.store";
import { lockWallet, takeNonceOf } from "./outgoing-nonces.store";
import { lockOwner, markOwner } from "./outgoing-owners.store";
import type { StoreSigned, StoreSignedResult } from "./outgoing-store.port";
import { readSentRefunds } from "./sent-refunds.store";

const insertTransaction: Statement = {
  name: "outgoing_insert",
  text: `
    INSERT INTO outgoing_transactions (id, chain_id, operator_address, nonce, purpose, project_id, to_address, gas_limit,
      tx_hash, max_cost_wei, created_at)
    VALUES ($1, $2, $3, $4, $5::outgoing_purpose, $6, $7, $8, $9, $10, $11)`,
};

/**
 * The owner's row is locked first: of all who would sign for it one does, and only that one takes a nonce. The
 * nonce's row stays locked until the signed bytes are stored, so a nonce is given once or not at all, and no two
 * together spend more than the cap.
 *
 * @throws RangeError when `sign` signed for another nonce than the one it was given
 */
export async function storeSigned(connection: Queryable, input: StoreSigned): Promise<StoreSignedResult> {
  const { transactionId, owner, chainId, walletAddress, cap, at } = input;
  if (!(await lockOwner(connection, owner, chainId))) return { kind: "taken" };
  const knownNonce = await lockWallet(connection, input);
  if (knownNonce !== null) return { kind: "nonce_leap", knownNonce };
  if (cap !== null) {
    const day = await readGasOfDay(connection, chainId, walletAddress, cap.since, input.projectId);
    if (!fitsDailyCap(day, input.maxCostWei, cap.limitWei)) return { kind: "over_cap", ...day };
  }
  const { refundCap } = input;
  if (refundCap !== undefined) {
    const sent = await readSentRefunds(connection, chainId, walletAddress, refundCap.since);
    if (!refundCap.admits(sent)) return { kind: "taken" };
  }
  const nonce = await takeNonceOf(connection, input, input.onlyNonce);
  if (nonce === null) return { kind: "taken" };
  const signed = await input.sign(nonce);
  if (signed.nonce !== nonce) throw new RangeError(`signed for nonce ${signed.nonce} instead of ${nonce}`);
  await run(connection, insertTransaction, [
    transactionId,
    chainId,
    walletAddress,
    nonce,
    owner.purpose,
    input.projectId,
    signed.to,
    signed.gasLimit,
    signed.txHash,
    signed.maxCostWei,
    at,
  ]);
  await insertAttempt(connection, { transactionId, ordinal: 1, chainId, signed, at });
  await markOwner(connection, input);
  const transaction = await readTransaction(connection, transactionId);
  if (transaction === null) throw new Error(`transaction ${transactionId} was not stored`);
  return { kind: "stored", transaction };
}

/**
 * While a transaction is open, all that it can cost; what was replaced cost nothing. A project belongs to the owner who
 * has owned it longest, so a second owner makes no second share; one without an owner stands for itself.
 */
const sumSpent: Statement = {
  name: "outgoing_spent_since",
  text: `
    WITH owned AS (
      SELECT DISTINCT ON (project_id) project_id, user_id FROM memberships
      WHERE role = 'OWNER' ORDER BY project_id, created_at, user_id
    ), mine AS (
      SELECT $4::text AS id
      UNION
      SELECT project_id FROM owned WHERE user_id = (SELECT user_id FROM owned WHERE project_id = $4)
    )
    SELECT coalesce(sum(cost), 0) AS spent,
      coalesce(sum(cost) FILTER (WHERE project_id IN (SELECT id FROM mine)), 0) AS by_owner,
      $4::text IS NOT NULL AND EXISTS (
        SELECT FROM projects AS other
        WHERE other.deleted_at IS NULL AND NOT EXISTS (SELECT FROM mine WHERE mine.id = other.id)) AS is_shared
    FROM (
      SELECT project_id, coalesce(cost_wei, max_cost_wei) AS cost FROM outgoing_transactions
      WHERE chain_id = $1 AND operator_address = $2 AND created_at >= $3 AND status <> 'REPLACED'
    ) AS sent`,
};

/** @param projectId null for what is for no project: it shares with nobody */
export async function readGasOfDay(
  connection: Queryable,
  chainId: number,
  walletAddress: Hex,
  since: Date,
  projectId: string | null,
): Promise<GasOfDay> {
  const values = [chainId, walletAddress, since, projectId];
  const [row] = await run<{ spent: bigint; by_owner: bigint; is_shared: boolean }>(
    connection,
    sumSpent,
    values,
  );
  if (row === undefined) throw new Error("a sum without a row");
  return { spentWei: row.spent, byOwnerWei: row.by_owner, isShared: row.is_shared };
}
