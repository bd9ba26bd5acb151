import { writeAudit } from "@/lib/accounts/audit.store";
import { readSentRefunds, type SumRow, toSum } from "@/lib/chain/sender/outgoing/sent-refunds.store";
import type { StoredLink } from "@/lib/checkouts/refunds/refund.rules";
import {
  insertRefund,
  type RefundRow,
  refundColumns,
  refundSelectList,
  saveRefund,
  toRefund,
} from "@/lib/checkouts/refunds/refund-rows.store";
import { readPositions } from "@/lib/checkouts/state/chain-position.store";
import { saveAdvances } from "@/lib/checkouts/state/checkout-advances.store";
import { decideStrays, isCountedByHand, readUndecided } from "@/lib/checkouts/strays/stray-decisions.store";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import { completeIdempotency } from "@/lib/platform/limits/idempotency-completion.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
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

/** SQL: two lookups by index in one statement. */
const selectByLink: Statement = {
  name: "refunds_by_link",
  text: `
    SELECT ${refundSelectList}, link.purpose, link.expires_at, project.name AS merchant_name,
      project.accent_color, logo.digest AS logo_digest
    FROM (
      SELECT id, 'claim' AS purpose, claim_expires_at AS expires_at FROM refunds WHERE claim_token_hash = $1
      UNION ALL
      SELECT id, 'sign', sign_expires_at FROM refunds WHERE sign_token_hash = $1
    ) AS link
    JOIN refunds AS refund ON refund.id = link.id
    JOIN projects AS project ON project.id = refund.project_id
    LEFT JOIN project_logos AS logo ON logo.project_id = refund.project_id
    WHERE link.expires_at > $2`,
};

type LinkRow = RefundRow & {
  purpose: LinkPurpose;
  expires_at: Date;
  merchant_name: string;
  accent_color: string | null;
  logo_digest: string | null;
};

/** Null when no link has this hash, or it expired. */
async function findByLink(connection: Queryable, hash: string, now: Date): Promise<LinkedRefund | null> {
  const [row] = await run<LinkRow>(connection, selectByLink, [hash, now]);
  return row === undefined
    ? null
    : {
        refund: toRefund(row),
        purpose: row.purpose,
        expiresAt: row.expires_at,
        merchantName: row.merchant_name,
        logoDigest: row.logo_digest,
        accentColor: row.accent_color,
      };
}

/** Refunds in Postgres. */
export function createRefundStore({ pool }: Pick<Database, "pool">, secretBox: SecretBox): RefundStore {
  return {
    transaction: (work) => transact(pool, (connection) => work(refundTransaction(connection, secretBox))),

    list: async (projectId, checkoutId, { take, skip }) => {
      const rows = await run<ListRow>(pool, selectPage, [projectId, checkoutId, take, skip]);
      const [first] = rows;
      if (first === undefined) return null;
      return {
        items: rows.flatMap((row) => (isRow(row) ? [toRefund(row)] : [])),
        total: Number(first.total),
      };
    },
    listOpen: async (projectId, limit) =>
      (await run<RefundRow>(pool, selectOpen, [projectId, limit])).map(toRefund),
    find: async (projectId, refundId) => {
      const [row] = await run<RefundRow>(pool, selectOne, [refundId, projectId]);
      return row === undefined ? null : toRefund(row);
    },
    findByLink: (hash, now) => findByLink(pool, hash, now),
    readCheckout: (...which) => readRefundable(pool, ...which),
    payers: async (checkoutId, { chainId, tokenAddress }) =>
      (await run<{ from_address: Hex }>(pool, selectPayers, [checkoutId, chainId, tokenAddress])).map(
        ({ from_address }) => from_address,
      ),

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
      await run(connection, lockProject, [projectId]);
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

/** Not FOR UPDATE, which would block every insert of a row that references the project. SQL: row lock. */
const lockProject: Statement = {
  name: "refunds_lock_project",
  text: "SELECT id FROM projects WHERE id = $1 FOR NO KEY UPDATE",
};

/** SQL: on the connection of a transaction of facts that commit together. */
const sumAccepted: Statement = {
  name: "refunds_accepted_since",
  text: `
    SELECT chain_id, token_address, sum(amount_units) AS amount_units FROM refunds
    WHERE project_id = $1 AND created_at >= $2 AND via_api
      AND status NOT IN ('AWAITING_APPROVAL', 'CANCELLED', 'FAILED')
    GROUP BY chain_id, token_address`,
};

/** SQL: on the connection of a transaction of facts that commit together. */
const selectOfType: Statement = {
  name: "refunds_of_type",
  text: "SELECT FROM refunds WHERE checkout_id = $1 AND refund_type = $2::refund_type LIMIT 1",
};

/**
 * Page and total in one statement are of one moment. A checkout without refunds gives one row without a refund.
 * SQL: a plan that Prisma cannot ask for.
 */
const selectPage: Statement = {
  name: "refunds_page",
  text: `
    SELECT page.*, (SELECT count(*) FROM refunds WHERE checkout_id = checkout.id) AS total
    FROM checkouts AS checkout
    LEFT JOIN LATERAL (
      SELECT ${refundColumns} FROM refunds WHERE checkout_id = checkout.id
      ORDER BY created_at DESC, id DESC LIMIT $3 OFFSET $4
    ) AS page ON true
    WHERE checkout.project_id = $1 AND checkout.id = $2
    ORDER BY page.created_at DESC, page.id DESC`,
};

type ListRow = (RefundRow | { [column in keyof RefundRow]: null }) & { total: bigint };

function isRow(row: ListRow): row is RefundRow & { total: bigint } {
  return row.id !== null;
}

/** SQL: the columns that the locked refund has. */
const selectOpen: Statement = {
  name: "refunds_open",
  text: `
    SELECT ${refundColumns} FROM refunds
    WHERE status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED') AND ($1::text IS NULL OR project_id = $1)
    ORDER BY created_at, id LIMIT $2`,
};

/** SQL: the columns that the locked refund has. */
const selectOne: Statement = {
  name: "refunds_find",
  text: `SELECT ${refundColumns} FROM refunds WHERE id = $1 AND ($2::text IS NULL OR project_id = $2)`,
};

const selectPayers: Statement = {
  name: "refunds_payers",
  text: `
    SELECT DISTINCT from_address FROM transfers
    WHERE checkout_id = $1 AND chain_id = $2 AND token_address = $3 AND NOT orphaned ORDER BY from_address`,
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

/** SQL: a condition over sums of columns. */
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
