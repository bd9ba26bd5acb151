import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { SentSum } from "@/lib/chain/sender/outgoing/sent-refunds.store";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Refund, RefundStatus, StoredLink } from "@/lib/checkouts/refunds/refund.rules";
import type { Advance, ChainPosition, LockedCheckout } from "@/lib/checkouts/state/payment-store.port";
import type { UndecidedStray } from "@/lib/checkouts/strays/stray.rules";
import type { Page, Paged } from "@/lib/platform/answer-fields.schema";
import type { Completion } from "@/lib/platform/limits/idempotency.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** What a link is for: the customer names an address, or the merchant's wallet signs. */
export type LinkPurpose = "claim" | "sign";

/** A locked checkout with what decides from where a refund can be paid, in one token. */
export type RefundableCheckout = LockedCheckout & {
  /** The refund's, else the checkout's; null before a selection. */
  token: TokenRef | null;
  /** What lies at the deposit address by the ledger, final or not. */
  atDepositUnits: bigint;
  /** Of open refunds that are to be paid from there, and were not yet. */
  promisedUnits: bigint;
  /** Of those the ones for which a transaction is on its way. */
  leavingUnits: bigint;
  /** A settlement of it is open: its sweep may be on the network already. */
  beingSettled: boolean;
  /** The only payer, where that wallet signed an authorization or the request of the excess; null with a second payer. */
  provenPayer: Hex | null;
};

/** A refund whose row is locked until the transaction ends. */
export type LockedRefund = {
  refund: Refund;
  claim: StoredLink | null;
  /** An owner approved it while its checkout was frozen. */
  approvedFrozen: boolean;
};

/** A refund that is to be sent. */
export type PendingRefund = Refund & {
  /** The transaction that was signed for it before, and reverted or was replaced; null when there was none. */
  lastTransactionId: string | null;
};

/** A refund with what its page shows beside it. */
export type LinkedRefund = {
  refund: Refund;
  purpose: LinkPurpose;
  expiresAt: Date;
  merchantName: string;
  logoDigest: string | null;
  accentColor: string | null;
};

/**
 * Reads and writes inside one database transaction. Locks are taken in one order: project, checkout, refund,
 * idempotency key. The watcher, cancellation and settlement lock checkouts and never a project's day, so no one
 * who holds a checkout waits for someone who waits for it.
 */
export type RefundTransaction = {
  /** Makes the project's requests for refunds wait for each other, so that no two take the same rest of its day. */
  lockProject(projectId: string): Promise<void>;
  /** Refunds requested by API since then and accepted, summed by token: not AWAITING_APPROVAL, CANCELLED or FAILED. */
  acceptedSince(projectId: string, since: Date): Promise<readonly (TokenRef & { amountUnits: bigint })[]>;
  /**
   * Null for an unknown id and equally for another project's.
   * @param exceptRefundId whose own amount counts neither as promised nor as leaving
   * @param token of the refund, where that may not be the checkout's
   */
  lockCheckout(
    projectId: string,
    checkoutId: string,
    exceptRefundId?: string,
    token?: TokenRef,
  ): Promise<RefundableCheckout | null>;
  /** After its checkout. */
  lockRefund(refundId: string): Promise<LockedRefund | null>;
  /** Whether the checkout ever had a refund of this type, regardless of its outcome. */
  hadType(checkoutId: string, refundType: Refund["refundType"]): Promise<boolean>;
  /** Writes the refund, its claim and timeline, and raises the checkout's `refundingUnits` by its amount. */
  insert(refund: Refund, claim: StoredLink | null, timeline: readonly TimelineEntry[]): Promise<void>;
  /** Writes status, destination and failure of a locked refund. Throws when its status was not the one read. */
  save(refund: Refund, previousStatus: RefundStatus): Promise<void>;
  /** What came to the locked checkout in the token and is not being returned, by transaction. */
  undecidedStrays(checkoutId: string, token: TokenRef): Promise<readonly UndecidedStray[]>;
  /** Keeps what the merchant decided: a return by its refund, or a sweep (null). */
  decideStrays(
    checkoutId: string,
    token: TokenRef,
    txHashes: readonly Hex[],
    refundId: string | null,
    at: Date,
  ): Promise<void>;
  positions(): Promise<ReadonlyMap<number, ChainPosition>>;
  /** Writes the locked checkout with what is told of it. Throws when its status was not the one read. */
  saveAdvance(advance: Advance): Promise<void>;
  /** Puts a link in the place of the one that there may be. */
  saveLink(refundId: string, purpose: LinkPurpose, link: StoredLink): Promise<void>;
  audit(entry: AuditEntry): Promise<void>;
  /** Keeps the answer to the request that this transaction fulfils. @throws LeaseLostError */
  complete(completion: Completion): Promise<void>;
};

export type RefundStore = {
  transaction<T>(work: (tx: RefundTransaction) => Promise<T>): Promise<T>;
  /**
   * A checkout's refunds, newest first, and how many there are at the same moment. Null for an unknown id and
   * equally for another project's.
   */
  list(projectId: string, checkoutId: string, page: Page): Promise<Paged<Refund> | null>;
  /** Those that wait for someone or are on their way, oldest first; of every project where null is given. */
  listOpen(projectId: string | null, limit: number): Promise<Refund[]>;
  /** Null for an unknown id and equally for another project's; null for the project stands for any. */
  find(projectId: string | null, refundId: string): Promise<Refund | null>;
  /** The refund that a link with this hash opens; null when there is none, or its time is over. */
  findByLink(hash: string, now: Date): Promise<LinkedRefund | null>;
  /**
   * What decides from where a refund can be paid, read without locks.
   * @param token of the refund, where that may not be the checkout's
   */
  readCheckout(projectId: string, checkoutId: string, token?: TokenRef): Promise<RefundableCheckout | null>;
  /** Who sent the token to the checkout's deposit address, by canonical transfers. */
  payers(checkoutId: string, token: TokenRef): Promise<Hex[]>;
  /** PENDING refunds on the chain, oldest first, after the given one (keyset). */
  pending(
    chainId: number,
    after: Pick<Refund, "id" | "createdAt"> | null,
    limit: number,
  ): Promise<PendingRefund[]>;
  /** What a wallet of the service was signed to refund on the chain since then, by token. */
  sentSince(chainId: number, walletAddress: Hex, since: Date): Promise<readonly SentSum[]>;
  /** Late payments that are to go back by their project's policy, and never had a refund for it; oldest first. */
  lateWithoutRefund(limit: number): Promise<{ projectId: string; checkoutId: string }[]>;
};
