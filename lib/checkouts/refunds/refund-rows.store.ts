import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import { type Queryable, run, type Statement, toUnits } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Refund as Row } from "@/prisma/generated/client";
import type { Refund, RefundStatus, RefundType, StoredLink } from "./refund.rules";

/** Every column of a refund that `toRefund` reads. */
const columnNames = [
  "id",
  "project_id",
  "checkout_id",
  "amount_units",
  "chain_id",
  "token_address",
  "reason",
  "refund_type",
  "status",
  "destination_address",
  "tx_hash",
  "failure_code",
  "via_api",
  "stray",
  "created_at",
  "completed_at",
] as const;

export const refundColumns = columnNames.join(", ");

/** For `FROM refunds AS refund`, beside another table. */
export const refundSelectList = columnNames.map((name) => `refund.${name}`).join(", ");

export type RefundRow = {
  id: string;
  project_id: string;
  checkout_id: string;
  amount_units: bigint;
  chain_id: number;
  token_address: Hex;
  reason: string | null;
  refund_type: RefundType;
  status: RefundStatus;
  destination_address: Hex | null;
  tx_hash: Hex | null;
  failure_code: string | null;
  via_api: boolean;
  stray: boolean;
  created_at: Date;
  completed_at: Date | null;
};

export function toRefund(row: RefundRow): Refund {
  return {
    id: row.id,
    projectId: row.project_id,
    checkoutId: row.checkout_id,
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    amountUnits: row.amount_units,
    reason: row.reason,
    refundType: row.refund_type,
    status: row.status,
    destinationAddress: row.destination_address,
    txHash: row.tx_hash,
    failureCode: row.failure_code,
    viaApi: row.via_api,
    stray: row.stray,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  };
}

/** The same of a row that Prisma read. */
export function toRefundOf(row: Row): Refund {
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
