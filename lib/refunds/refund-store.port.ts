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

/** A link's purpose: the customer names an address, or the merchant's wallet signs. */
export type LinkPurpose = "claim" | "sign";

/** A locked checkout with the facts that decide from where a refund can be paid, in one token. */
export type RefundableCheckout = LockedCheckout & {
  /** The refund's, else the checkout's; null before a selection. */
  token: TokenRef | null;
  /** Booked balance of the deposit address, final or not. */
  atDepositUnits: bigint;
  /** Open refunds still to be paid from there. */
  promisedUnits: bigint;
  /** The part of these with a transaction on its way. */
  leavingUnits: bigint;
  /** A settlement is open: its sweep may be on the network already. */
  beingSettled: boolean;
  /** The only payer, if that wallet signed an authorization or the excess request; null with a second payer. */
  provenPayer: Hex | null;
};

/** A refund whose row is locked until the transaction ends. */
export type LockedRefund = {
  refund: Refund;
  claim: StoredLink | null;
  /** An owner approved it while its checkout was frozen. */
  approvedFrozen: boolean;
};

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
};

/**
 * Reads and writes inside one database transaction. Lock order: project, checkout, refund, idempotency key. The
 * watcher, cancellation and settlement lock checkouts but never a project, so no deadlock is possible.
 */
export type RefundTransaction = {
  /** Serialises the project's refund requests, so that no two use the same rest of the daily limit. */
  lockProject(projectId: string): Promise<void>;
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
  /** Saves the idempotent answer to the request that this transaction fulfils. @throws LeaseLostError */
  complete(completion: Completion): Promise<void>;
};

export type RefundStore = {
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
  /** The senders of the token's canonical transfers to the checkout's deposit address. */
  payers(checkoutId: string, token: TokenRef): Promise<Hex[]>;
  /** PENDING refunds on the chain, oldest first, after the given one (keyset). */
  pending(
    chainId: number,
    after: Pick<Refund, "id" | "createdAt"> | null,
    limit: number,
  ): Promise<PendingRefund[]>;
  /** Refunds that a wallet of the service signed on the chain since then, by token. */
  sentSince(chainId: number, walletAddress: Hex, since: Date): Promise<readonly SentSum[]>;
  /** Late payments that their project returns by policy and that never had such a refund; oldest first. */
  lateWithoutRefund(limit: number): Promise<{ projectId: string; checkoutId: string }[]>;
};
