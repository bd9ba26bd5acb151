import type { GasOfDay } from "@/lib/chain/sender/sending.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * An open transaction counts with its maximum; a replaced one cost nothing. A project counts for its longest-standing
 * owner, so adding a second owner gains no second share; a project without an owner counts for itself. SQL: one read of
 * the transactions gives both sums; owners are found by DISTINCT ON.
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

/** @param projectId null when it is for no project, which has a share of its own */
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

/** Refunded amount of a token; a stray one may be unlisted. */
export type SentSum = TokenRef & { amountUnits: bigint; stray: boolean };

/** SQL: Prisma cannot group by columns of a joined table. */
const sumSent: Statement = {
  name: "refunds_sent_since",
  text: `
    SELECT refund.chain_id, refund.token_address, refund.stray, sum(refund.amount_units) AS amount_units
    FROM outgoing_transactions AS sent JOIN refunds AS refund ON refund.outgoing_transaction_id = sent.id
    WHERE sent.chain_id = $1 AND sent.operator_address = $2 AND sent.created_at >= $3 AND sent.purpose = 'REFUND'
    GROUP BY refund.chain_id, refund.token_address, refund.stray`,
};

/** Refunds that a wallet of the service signed on the chain since then. */
export function readSentRefunds(
  connection: Queryable,
  chainId: number,
  walletAddress: Hex,
  since: Date,
): Promise<SentSum[]> {
  return read(connection, sumSent, [chainId, walletAddress, since]);
}
