import { type AuditEntry, writeAudit } from "@/lib/accounts/audit.store";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import { readSentRefunds, type SentSum } from "@/lib/chain/sender/outgoing/wallet-spending.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Advance } from "@/lib/checkouts/checkout-draft";
import type { MainPayer } from "@/lib/checkouts/dust.rules";
import type { Refund, RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import type { LateRule } from "@/lib/checkouts/state/acceptance.rules";
import type { UndecidedStray } from "@/lib/checkouts/state/chain-logs.rules";
import { readPositions } from "@/lib/checkouts/state/chain-position.store";
import { saveAdvances } from "@/lib/checkouts/state/checkout-advances.store";
import {
  decideStrays,
  isCountedByHand,
  lockOthersOfOrder,
  readUndecided,
} from "@/lib/checkouts/state/checkout-facts.store";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import type { LetterReader } from "@/lib/letters/letter-text";
import { insertMail, type Letter } from "@/lib/letters/mail.store";
import type { Page, Paged } from "@/lib/platform/answer-fields.schema";
import {
  type Connections,
  type Database,
  type Queryable,
  read,
  run,
  type Statement,
  toUnits,
  transact,
} from "@/lib/platform/database";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import { completeIdempotency } from "@/lib/platform/limits/idempotency.store";
import type { SecretBox } from "@/lib/platform/secret-box";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type Project, readProject } from "@/lib/projects/project.store";
import { lockLateRule, lockProject, readLetterReaders } from "@/lib/projects/project-lock.store";
import { contactsIn } from "./contacts.rules";
import type { RefundedPurchase, StoredLink } from "./refund.rules";
import {
  findMainPayer,
  type LockedRefund,
  lockRefund,
  lockRefundable,
  type RefundableCheckout,
  readRefundable,
} from "./refund-facts.store";
import { insertRefund, refundColumns, saveRefund, toRefund } from "./refund-rows.store";

/** A link's purpose: the customer names an address, or the merchant's wallet signs. */
export type LinkPurpose = "claim" | "sign";

/** A refund to be sent. */
export type PendingRefund = Refund & {
  /** The previous transaction signed for it, which reverted or was replaced; null without one. */
  lastTransactionId: string | null;
};

/** A refund with the data that its page shows. */
export type LinkedRefund = {
  refund: Refund;
  purpose: LinkPurpose;
  expiresAt: Date;
  merchantName: string;
  logoDigest: string | null;
  accentColor: string | null;
  supportContact: string | null;
  purchase: RefundedPurchase;
};

/**
 * Reads and writes inside one database transaction. Lock order: project, checkout, refund, idempotency key. The
 * watcher, cancellation and settlement lock checkouts but never a project, so no deadlock is possible.
 */
export type RefundTransaction = {
  /**
   * Serialises the project's refund requests, so that no two use the same rest of the daily limit. Returns its settings
   * under the lock; null for an unknown or deleted one.
   */
  lockProject(projectId: string): Promise<Project | null>;
  /** Locks the project as well. Null while it has no rule for late payments, or doesn't hold them. */
  lockLateRule(projectId: string): Promise<LateRule | null>;
  /** Refunds requested by API since then and accepted, summed by token: not AWAITING_APPROVAL, CANCELLED or FAILED. */
  acceptedSince(projectId: string, since: Date): Promise<readonly (TokenRef & { amountUnits: bigint })[]>;
  /**
   * Null for an unknown id or another project's.
   * @param exceptRefundId its amount counts neither as reserved nor as leaving
   * @param token of the refund, if it may differ from the checkout's
   */
  lockCheckout(
    projectId: string,
    checkoutId: string,
    exceptRefundId?: string,
    token?: TokenRef,
  ): Promise<RefundableCheckout | null>;
  /** The other checkouts of the same order. Locks all of the order in id order: before `lockCheckout`. */
  lockOthersOfOrder(checkoutId: string): Promise<CheckoutFacts[]>;
  /** After locking its checkout. */
  lockRefund(refundId: string): Promise<LockedRefund | null>;
  /** Whether the checkout ever had a refund of this type, with any outcome. */
  hadType(checkoutId: string, refundType: Refund["refundType"]): Promise<boolean>;
  /** Writes the refund, its claim and timeline, and adds its amount to the checkout's `refundingUnits`. */
  insert(refund: Refund, claim: StoredLink | null, timeline: readonly TimelineEntry[]): Promise<void>;
  /** Writes status, destination and failure of a locked refund. Throws when its status changed since it was read. */
  save(refund: Refund, previousStatus: RefundStatus): Promise<void>;
  /** The locked checkout's transfers in the token that are not being returned, by transaction. */
  undecidedStrays(checkoutId: string, token: TokenRef): Promise<readonly UndecidedStray[]>;
  /** Saves the merchant's decision: a return by its refund, or a sweep (null). */
  decideStrays(
    checkoutId: string,
    token: TokenRef,
    txHashes: readonly Hex[],
    refundId: string | null,
    at: Date,
  ): Promise<void>;
  positions(): Promise<ReadonlyMap<number, ChainPosition>>;
  /** Writes the locked checkout with its timeline and events. Throws when its status changed since it was read. */
  saveAdvance(advance: Advance): Promise<void>;
  /** Replaces the refund's link of this purpose, if any. */
  saveLink(refundId: string, purpose: LinkPurpose, link: StoredLink): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
  /** The project's owners and admins who can receive e-mail. */
  letterReaders(projectId: string): Promise<LetterReader[]>;
  /** E-mails that are sent if the transaction commits. */
  mail(letters: readonly Letter[], at: Date): Promise<void>;
  /** Saves the idempotent answer to the request that this transaction fulfils. @throws LeaseLostError */
  complete(completion: Completion): Promise<void>;
};

export type RefundStore = {
  /** E-mail addresses that were left on the checkout's page for an answer, oldest first, at most 5. */
  contacts(projectId: string, checkoutId: string): Promise<string[]>;
  transaction<T>(work: (tx: RefundTransaction) => Promise<T>): Promise<T>;
  /**
   * A page of a checkout's refunds, newest first, and their total at the same moment. Null for an unknown id or another
   * project's.
   */
  list(projectId: string, checkoutId: string, page: Page): Promise<Paged<Refund> | null>;
  /** Open refunds, oldest first; of every project for null. */
  listOpen(projectId: string | null, limit: number): Promise<Refund[]>;
  /** Null for an unknown id or another project's; a null project means any. */
  find(projectId: string | null, refundId: string): Promise<Refund | null>;
  /** The refund that a link with this hash opens; null when unknown or expired. */
  findByLink(hash: string, now: Date): Promise<LinkedRefund | null>;
  /**
   * The facts that decide from where a refund can be paid, read without locks.
   * @param token of the refund, if it may differ from the checkout's
   */
  readCheckout(projectId: string, checkoutId: string, token?: TokenRef): Promise<RefundableCheckout | null>;
  /** Moves the end of a link to sign; false when it was replaced. */
  renewSignLink(refundId: string, link: StoredLink): Promise<boolean>;
  /** Those of the refunds whose link to sign ends after this time. */
  withSignLink(refundIds: readonly string[], after: Date): Promise<ReadonlySet<string>>;
  /** Saves the hash of a transaction that someone says pays an open refund. */
  noteSubmitted(refundId: string, txHash: Hex): Promise<void>;
  /** The senders of the token's canonical transfers to the checkout's deposit address. */
  payers(checkoutId: string, token: TokenRef): Promise<Hex[]>;
  /** The sender of most of the token to the checkout; null before a transfer. */
  mainPayer(checkoutId: string, token: TokenRef): Promise<MainPayer | null>;
  /** PENDING refunds on the chain, oldest first, after the given one (keyset). */
  pending(
    chainId: number,
    after: { id: string; createdAt: Date } | null,
    limit: number,
  ): Promise<PendingRefund[]>;
  /** Refunds that a wallet of the service signed on the chain since then, by token. */
  sentSince(chainId: number, walletAddress: Hex, since: Date): Promise<readonly SentSum[]>;
  /** Late payments that their project returns by policy and that never had such a refund; oldest first. */
  lateWithoutRefund(limit: number): Promise<{ projectId: string; checkoutId: string }[]>;
};

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
  const project = { select: { name: true, accentColor: true, supportContact: true, logo } };
  const row = await prisma.refund.findFirst({
    where: { OR: [claim, sign] },
    include: {
      checkout: {
        select: {
          project,
          itemName: true,
          fiatAmount: true,
          fiatCurrency: true,
          amountUnits: true,
          chainId: true,
          tokenAddress: true,
        },
      },
    },
  });
  if (row === null) return null;
  const purpose = row.claimTokenHash === hash ? "claim" : "sign";
  const expiresAt = purpose === "claim" ? row.claimExpiresAt : row.signExpiresAt;
  if (expiresAt === null) throw new Error(`the link of ${row.id} has no end`);
  const { project: merchant, itemName, fiatAmount, fiatCurrency, amountUnits, ...token } = row.checkout;
  // A stray payment is returned in its own token, in which the price says nothing.
  const isItsToken = token.chainId === row.chainId && token.tokenAddress === row.tokenAddress;
  const { name: merchantName, accentColor, supportContact, logo: currentLogo } = merchant;
  return {
    refund: toRefund(row),
    purpose,
    expiresAt,
    merchantName,
    logoDigest: currentLogo?.digest ?? null,
    accentColor,
    supportContact,
    purchase: {
      itemName,
      fiatAmount,
      fiatCurrency,
      amountUnits: amountUnits === null || !isItsToken ? null : toUnits(amountUnits),
    },
  };
}

/** Refunds in Postgres. */
export function createRefundStore({ pool, prisma }: Connections, secretBox: SecretBox): RefundStore {
  return {
    transaction: (work) => transact(pool, (connection) => work(refundTransaction(connection, secretBox))),

    contacts: async (projectId, checkoutId) => {
      const requests = await prisma.checkoutEvent.findMany({
        where: { checkoutId, checkout: { projectId }, kind: "excess.requested" },
        select: { details: true },
        orderBy: { id: "asc" },
        take: 100,
      });
      return contactsIn(requests.map(({ details }) => details as TimelineEntry["details"]));
    },
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
      return { items: rows.map(toRefund), total };
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
      return rows.map(toRefund);
    },
    find: async (projectId, id) => {
      const row = await prisma.refund.findFirst({
        where: { id, ...(projectId === null ? {} : { projectId }) },
      });
      return row === null ? null : toRefund(row);
    },
    findByLink: (hash, now) => findByLink(prisma, hash, now),
    readCheckout: (...which) => readRefundable(pool, ...which),
    renewSignLink: async (id, { hash, expiresAt }) => {
      const where = { id, signTokenHash: hash };
      return (await prisma.refund.updateMany({ where, data: { signExpiresAt: expiresAt } })).count === 1;
    },
    withSignLink: async (ids, after) => {
      const where = { id: { in: [...ids] }, signExpiresAt: { gt: after } };
      return new Set((await prisma.refund.findMany({ where, select: { id: true } })).map(({ id }) => id));
    },
    noteSubmitted: async (id, submittedTxHash) => {
      const status = { notIn: ["COMPLETED" as const, "FAILED" as const, "CANCELLED" as const] };
      await prisma.refund.updateMany({ where: { id, status }, data: { submittedTxHash } });
    },
    mainPayer: (...of) => findMainPayer(pool, ...of),
    payers: async (checkoutId, { chainId, tokenAddress }) => {
      const payers = await prisma.transfer.groupBy({
        by: "fromAddress",
        where: { checkoutId, chainId, tokenAddress, orphaned: false },
        orderBy: { fromAddress: "asc" },
      });
      return payers.map(({ fromAddress }) => fromAddress as Hex);
    },

    pending: (chainId, after, limit) => {
      const values = [chainId, after?.createdAt ?? null, after?.id ?? null, limit];
      return read(pool, selectPending, values);
    },
    sentSince: (...whose) => readSentRefunds(pool, ...whose),
    lateWithoutRefund: (limit) => read(pool, selectLate, [limit]),
  };
}

export function refundTransaction(connection: Queryable, secretBox: SecretBox): RefundTransaction {
  return {
    // Two statements: settings read in the one that waits for the lock would be from before the wait.
    lockProject: async (projectId) => {
      await lockProject(connection, projectId);
      return readProject(connection, projectId);
    },
    lockLateRule: (projectId) => lockLateRule(connection, projectId),
    acceptedSince: (projectId, since) => read(connection, sumAccepted, [projectId, since]),
    lockCheckout: (...which) => lockRefundable(connection, ...which),
    lockOthersOfOrder: (checkoutId) => lockOthersOfOrder(connection, checkoutId),
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
    letterReaders: (projectId) => readLetterReaders(connection, projectId),
    mail: async (letters, at) => {
      await insertMail(connection, letters, at);
    },
    complete: (completion) => completeIdempotency(connection, secretBox, completion),
  };
}

// SQL: both are read under the locks of the request's transaction, on its connection.

const sumAccepted: Statement = {
  name: "refunds_accepted_since",
  text: `
    SELECT chain_id, token_address, sum(amount_units) AS amount_units FROM refunds
    WHERE project_id = $1 AND created_at >= $2 AND via_api
      AND status NOT IN ('AWAITING_APPROVAL', 'CANCELLED', 'FAILED')
    GROUP BY chain_id, token_address`,
};

const selectOfType: Statement = {
  name: "refunds_of_type",
  text: "SELECT FROM refunds WHERE checkout_id = $1 AND refund_type = $2::refund_type LIMIT 1",
};

/** SQL: the next page starts after a pair of columns; `NOT IN` names the condition of a partial index. */
const selectPending: Statement = {
  name: "refunds_pending",
  text: `
    SELECT ${refundColumns}, outgoing_transaction_id AS last_transaction_id FROM refunds
    WHERE chain_id = $1 AND status = 'PENDING' AND status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')
      AND ($2::timestamptz IS NULL OR (created_at, id) > ($2, $3::text))
    ORDER BY created_at, id LIMIT $4`,
};

/** SQL: compares a column with the sum of two others; Prisma compares single columns. */
const selectLate: Statement = {
  name: "refunds_late_without",
  text: `
    SELECT checkout.project_id, checkout.id AS checkout_id
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
