import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Refund, RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import { reserveRefund } from "@/lib/checkouts/state/checkout-advances.store";
import { columnOf, type Queryable, run, type Statement, toUnits } from "@/lib/platform/database";
import { noteDue } from "@/lib/platform/due-work";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Refund as Row } from "@/prisma/generated/client";
import type { StoredLink } from "./refund.rules";

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

// SQL: refunds are written in transactions on `pg` that hold the lock of their checkout; a batch comes as arrays.

const insertStatement: Statement = {
  name: "refunds_insert",
  text: `
    INSERT INTO refunds (${refundColumns}, claim_token_hash, claim_expires_at)
    VALUES ($1, $2, $3, $4::numeric, $5, $6, $7, $8::refund_type, $9::refund_status, $10, $11, $12, $13,
      $14, $15, $16, $17, $18)`,
};

/** Writes a new refund, and reserves its amount at the checkout. */
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
  ]);
  noteIfDue(connection, refund);
  await reserveRefund(connection, refund, timeline);
}

const updateStatement: Statement = {
  name: "refunds_save",
  text: `
    UPDATE refunds SET status = $3::refund_status, destination_address = $4, failure_code = $5
    WHERE id = $1 AND status = $2::refund_status RETURNING id`,
};

/** @throws Error when the status changed since it was read; the transaction must not commit */
export async function saveRefund(
  connection: Queryable,
  refund: Refund,
  previousStatus: RefundStatus,
): Promise<void> {
  const { id, status, destinationAddress, failureCode } = refund;
  const updated = await run(connection, updateStatement, [
    id,
    previousStatus,
    status,
    destinationAddress,
    failureCode,
  ]);
  if (updated.length === 0) throw new Error(`${id} was not ${previousStatus} any more`);
  noteIfDue(connection, refund);
}

/** A refund that waits for nothing is sent. */
function noteIfDue(connection: Queryable, { status, chainId }: Refund): void {
  if (status === "PENDING") noteDue(connection, { work: "refund", chainId });
}

const saveHandedIn: Statement = {
  name: "refunds_note_handed_in",
  text: "UPDATE refunds SET handed_in_tx_hash = $2 WHERE id = $1",
};

/** Notes the transaction that someone submitted for the refund. */
export async function noteHandedIn(connection: Queryable, refundId: string, txHash: Hex): Promise<void> {
  await run(connection, saveHandedIn, [refundId, txHash]);
}

const insertRefundRows: Statement = {
  name: "refunds_insert_many",
  text: `
    INSERT INTO refunds (${refundColumns})
    SELECT ${refundColumns}
    FROM unnest($1::text[], $2::text[], $3::text[], $4::numeric[], $5::int[], $6::text[], $7::text[], $8::refund_type[],
      $9::refund_status[], $10::text[], $11::text[], $12::text[], $13::bool[], $14::bool[],
      $15::timestamptz[], $16::timestamptz[])
      AS refund (${refundColumns})`,
};

/** Refunds that the chain shows without a request. */
export async function insertRefunds(connection: Queryable, refunds: readonly Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  await run(connection, insertRefundRows, [
    refunds.map(({ id }) => id),
    refunds.map(({ projectId }) => projectId),
    refunds.map(({ checkoutId }) => checkoutId),
    refunds.map(({ amountUnits }) => amountUnits),
    refunds.map(({ chainId }) => chainId),
    refunds.map(({ tokenAddress }) => tokenAddress),
    refunds.map(({ reason }) => reason),
    refunds.map(({ refundType }) => refundType),
    refunds.map(({ status }) => status),
    refunds.map(({ destinationAddress }) => destinationAddress),
    refunds.map(({ txHash }) => txHash),
    refunds.map(({ failureCode }) => failureCode),
    refunds.map(({ viaApi }) => viaApi),
    refunds.map(({ stray }) => stray),
    refunds.map(({ createdAt }) => createdAt),
    refunds.map(({ completedAt }) => completedAt),
  ]);
}

const updateRows: Statement = {
  name: "refunds_save_paid",
  text: `
    UPDATE refunds AS refund SET status = saved.status, tx_hash = saved.tx_hash, completed_at = saved.completed_at
    FROM unnest($1::text[], $2::refund_status[], $3::text[], $4::timestamptz[])
      AS saved (id, status, tx_hash, completed_at)
    WHERE refund.id = saved.id`,
};

/** Saves what the chain shows of locked refunds. */
export async function savePaidRefunds(connection: Queryable, refunds: readonly Refund[]): Promise<void> {
  if (refunds.length === 0) return;
  await run(connection, updateRows, [
    refunds.map(({ id }) => id),
    refunds.map(({ status }) => status),
    refunds.map(({ txHash }) => txHash),
    refunds.map(({ completedAt }) => completedAt),
  ]);
}
