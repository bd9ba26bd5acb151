import { writeAudit } from "@/lib/accounts/audit.store";
import { readSentRefunds, type SumRow, toSum } from "@/lib/chain/sender/outgoing/sent-refunds.store";
import type { StoredLink } from "@/lib/checkouts/refunds/refund.rules";
import {
  insertRefund,
  type RefundRow,
  refundColumns,
  saveRefund,
  toRefund,
  toRefundOf,
} from "@/lib/checkouts/refunds/refund-rows.store";
import { readPositions } from "@/lib/checkouts/state/chain-position.store";
import { saveAdvances } from "@/lib/checkouts/state/checkout-advances.store";
import { decideStrays, isCountedByHand, readUndecided } from "@/lib/checkouts/strays/stray-decisions.store";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import { completeIdempotency } from "@/lib/platform/limits/idempotency-completion.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { lockProject } from "@/lib/projects/project-lock.store";
import { lockRefund, lockRefundable, readRefundable } from "./refund-facts.store";
import type { LinkedRefund, LinkPurpose, RefundStore, RefundTransaction } from "./refund-store.port";

const updateLink: Readonly<Record<LinkPurpose, Statement>> = {
  claim: {
    name: "refunds_save_claim",
    text: "UPDATE refunds SET claim_token_hash = $2, claim_expires_at = $3 WHERE id = $1",
  },
  sign: {
    name: "refunds_save_sign_link",
    text: "UPDATE refunds SET sign_token_hash = $2, sign_expires_at = $3 WHERE id = $1",
  },
};

/** Replaces the refund's link: the old one stops working. */
async function saveLink(
  connection: Queryable,
  refundId: string,
  purpose: LinkPurpose,
  { hash, expiresAt }: StoredLink,
): Promise<void> {
  await run(connection, updateLink[purpose], [refundId, hash, expiresAt]);
}

/** Null when no link has this hash, or its time is over. */
async function findByLink(prisma: Database["prisma"], hash: string, now: Date): Promise<LinkedRefund | null> {
  const claim = { claimTokenHash: hash, claimExpiresAt: { gt: now } };
  const sign = { signTokenHash: hash, signExpiresAt: { gt: now } };
  const logo = { select: { digest: true } };
  const project = { select: { name: true, accentColor: true, logo } };
  const row = await prisma.refund.findFirst({
    where: { OR: [claim, sign] },
    include: { checkout: { select: { project } } },
  });
  if (row === null) return null;
  const purpose = row.claimTokenHash === hash ? "claim" : "sign";
  const expiresAt = purpose === "claim" ? row.claimExpiresAt : row.signExpiresAt;
  if (expiresAt === null) throw new Error(`the link of ${row.id} has no end`);
  const { name: merchantName, accentColor, logo: shown } = row.checkout.project;
  return {
    refund: toRefundOf(row),
    purpose,
    expiresAt,
    merchantName,
    logoDigest: shown?.digest ?? null,
    accentColor,
  };
}

/** Refunds in Postgres. */
export function createRefundStore(
  { pool, prisma }: Pick<Database, "pool" | "prisma">,
  secretBox: SecretBox,
): RefundStore {
  return {
    transaction: (work) => transact(pool, (connection) => work(refundTransaction(connection, secretBox))),

    list: async (projectId, checkoutId, page) => {
      if ((await prisma.checkout.count({ where: { id: checkoutId, projectId } })) === 0) return null;
      const orderBy = [{ createdAt: "desc" as const }, { id: "desc" as const }];
      // Page and total are of one moment.
      const [rows, total] = await prisma.$transaction(
        [
          prisma.refund.findMany({ where: { checkoutId }, orderBy, ...page }),
          prisma.refund.count({ where: { checkoutId } }),
        ],
        { isolationLevel: "RepeatableRead" },
      );
      return { items: rows.map(toRefundOf), total };
    },
    listOpen: async (projectId, limit) => {
      const rows = await prisma.refund.findMany({
        where: {
          status: { notIn: ["COMPLETED", "FAILED", "CANCELLED"] },
          ...(projectId === null ? {} : { projectId }),
        },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
        take: limit,
      });
      return rows.map(toRefundOf);
    },
    find: async (projectId, id) => {
      const row = await prisma.refund.findFirst({
        where: { id, ...(projectId === null ? {} : { projectId }) },
      });
      return row === null ? null : toRefundOf(row);
    },
    findByLink: (hash, now) => findByLink(prisma, hash, now),
    readCheckout: (...which) => readRefundable(pool, ...which),
    payers: async (checkoutId, { chainId, tokenAddress }) => {
      const payers = await prisma.transfer.groupBy({
        by: "fromAddress",
        where: { checkoutId, chainId, tokenAddress, orphaned: false },
        orderBy: { fromAddress: "asc" },
      });
      return payers.map(({ fromAddress }) => fromAddress as Hex);
    },

    pending: async (chainId, after, limit) => {
      const values = [chainId, after?.createdAt ?? null, after?.id ?? null, limit];
      const rows = await run<PendingRow>(pool, selectPending, values);
      return rows.map((row) => ({ ...toRefund(row), lastTransactionId: row.outgoing_transaction_id }));
    },
    sentSince: (...whose) => readSentRefunds(pool, ...whose),
    lateWithoutRefund: async (limit) =>
      (await run<{ project_id: string; id: string }>(pool, selectLate, [limit])).map((row) => ({
        projectId: row.project_id,
        checkoutId: row.id,
      })),
  };
}

function refundTransaction(connection: Queryable, secretBox: SecretBox): RefundTransaction {
  return {
    lockProject: async (projectId) => {
      await lockProject(connection, projectId);
    },
    acceptedSince: async (projectId, since) =>
      (await run<SumRow>(connection, sumAccepted, [projectId, since])).map(toSum),
    lockCheckout: (...which) => lockRefundable(connection, ...which),
    lockRefund: (refundId) => lockRefund(connection, refundId),
    hadType: async (checkoutId, refundType) =>
      (await run(connection, selectOfType, [checkoutId, refundType])).length > 0,
    insert: (refund, claim, timeline) => insertRefund(connection, refund, claim, timeline),
    save: (refund, previousStatus) => saveRefund(connection, refund, previousStatus),
    undecidedStrays: (...which) => readUndecided(connection, ...which),
    decideStrays: (...decision) => decideStrays(connection, ...decision),
    positions: () => readPositions(connection),
    saveAdvance: (advance) => saveAdvances(connection, [advance]),
    saveLink: (...link) => saveLink(connection, ...link),
    audit: (entry) => writeAudit(connection, entry),
    complete: (completion) => completeIdempotency(connection, secretBox, completion),
  };
}

/** SQL: in a transaction of several facts. */
const sumAccepted: Statement = {
  name: "refunds_accepted_since",
  text: `
    SELECT chain_id, token_address, sum(amount_units) AS amount_units FROM refunds
    WHERE project_id = $1 AND created_at >= $2 AND via_api
      AND status NOT IN ('AWAITING_APPROVAL', 'CANCELLED', 'FAILED')
    GROUP BY chain_id, token_address`,
};

/** SQL: in a transaction of several facts. */
const selectOfType: Statement = {
  name: "refunds_of_type",
  text: "SELECT FROM refunds WHERE checkout_id = $1 AND refund_type = $2::refund_type LIMIT 1",
};

type PendingRow = RefundRow & { outgoing_transaction_id: string | null };

/** SQL: a plan that Prisma cannot ask for. */
const selectPending: Statement = {
  name: "refunds_pending",
  text: `
    SELECT ${refundColumns}, outgoing_transaction_id FROM refunds
    WHERE chain_id = $1 AND status = 'PENDING' AND status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')
      AND ($2::timestamptz IS NULL OR (created_at, id) > ($2, $3::text))
    ORDER BY created_at, id LIMIT $4`,
};

/** SQL: a plan that Prisma cannot ask for. */
const selectLate: Statement = {
  name: "refunds_late_without",
  text: `
    SELECT checkout.project_id, checkout.id
    FROM checkouts AS checkout JOIN projects AS project ON project.id = checkout.project_id
    WHERE project.late_payment_policy = 'REFUND' AND checkout.status = 'LATE_PAID'
      AND checkout.late_accepted_at IS NULL
      AND checkout.paid_units > checkout.refunded_units + checkout.refunding_units
      AND NOT ${isCountedByHand("checkout")}
      AND NOT EXISTS (
        SELECT FROM refunds AS refund
        WHERE refund.checkout_id = checkout.id AND refund.refund_type = 'LATE_PAYMENT')
    ORDER BY checkout.created_at, checkout.id LIMIT $1`,
};
