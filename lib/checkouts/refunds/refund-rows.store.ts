import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import { columnOf, type Queryable, run, type Statement, toUnits } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Refund as Row } from "@/prisma/generated/client";
import type { Refund, RefundStatus, StoredLink } from "./refund.rules";

/** Every field of a refund; in the order in which `insertRefund` gives their values. */
const fields = Object.keys({
  id: true,
  projectId: true,
  checkoutId: true,
  amountUnits: true,
  chainId: true,
  tokenAddress: true,
  reason: true,
  refundType: true,
  status: true,
  destinationAddress: true,
  txHash: true,
  failureCode: true,
  viaApi: true,
  stray: true,
  createdAt: true,
  completedAt: true,
} satisfies Record<keyof Refund, true>);

export const refundColumns = fields.map(columnOf).join(", ");

/** For `FROM refunds AS refund`, beside another table. */
export const refundSelectList = fields.map((field) => `refund.${columnOf(field)}`).join(", ");

/** A refund of a row that Prisma read. */
export function toRefund(row: Row): Refund {
  return {
    id: row.id,
    projectId: row.projectId,
    checkoutId: row.checkoutId,
    chainId: row.chainId,
    tokenAddress: row.tokenAddress as Hex,
    amountUnits: toUnits(row.amountUnits),
    reason: row.reason,
    refundType: row.refundType,
    status: row.status,
    destinationAddress: row.destinationAddress as Hex | null,
    txHash: row.txHash as Hex | null,
    failureCode: row.failureCode,
    viaApi: row.viaApi,
    stray: row.stray,
    createdAt: row.createdAt,
    completedAt: row.completedAt,
  };
}

/** SQL: several facts at once. */
const insertStatement: Statement = {
  name: "refunds_insert",
  text: `
    WITH refund AS (
      INSERT INTO refunds (${refundColumns}, claim_token_hash, claim_expires_at)
      VALUES ($1, $2, $3, $4::numeric, $5, $6, $7, $8::refund_type, $9::refund_status, $10, $11, $12, $13,
        $14, $15, $16, $17, $18)
    ), timeline AS (
      INSERT INTO checkout_events (checkout_id, kind, details, created_at)
      SELECT $3, kind, details, at
      FROM unnest($19::text[], $20::jsonb[], $21::timestamptz[])
        WITH ORDINALITY AS entry (kind, details, at, place)
      ORDER BY place
    )
    UPDATE checkouts SET refunding_units = refunding_units + CASE WHEN $14 THEN 0 ELSE $4::numeric END WHERE id = $3`,
};

export async function insertRefund(
  connection: Queryable,
  refund: Refund,
  claim: StoredLink | null,
  timeline: readonly TimelineEntry[],
): Promise<void> {
  await run(connection, insertStatement, [
    refund.id,
    refund.projectId,
    refund.checkoutId,
    refund.amountUnits,
    refund.chainId,
    refund.tokenAddress,
    refund.reason,
    refund.refundType,
    refund.status,
    refund.destinationAddress,
    refund.txHash,
    refund.failureCode,
    refund.viaApi,
    refund.stray,
    refund.createdAt,
    refund.completedAt,
    claim?.hash ?? null,
    claim?.expiresAt ?? null,
    timeline.map(({ kind }) => kind),
    timeline.map(({ details }) => (details === null ? null : JSON.stringify(details))),
    timeline.map(({ at }) => at),
  ]);
}

/** SQL: in a transaction of several facts. */
const updateStatement: Statement = {
  name: "refunds_save",
  text: `
    UPDATE refunds SET status = $3::refund_status, destination_address = $4, failure_code = $5
    WHERE id = $1 AND status = $2::refund_status RETURNING id`,
};

/** @throws Error when the status changed since it was read; the transaction must not commit */
export async function saveRefund(
  connection: Queryable,
  { id, status, destinationAddress, failureCode }: Refund,
  previousStatus: RefundStatus,
): Promise<void> {
  const updated = await run(connection, updateStatement, [
    id,
    previousStatus,
    status,
    destinationAddress,
    failureCode,
  ]);
  if (updated.length === 0) throw new Error(`${id} was not ${previousStatus} any more`);
}
