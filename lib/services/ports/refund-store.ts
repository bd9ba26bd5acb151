import type { TimelineEntry, TokenRef } from "@/lib/core/checkout";
import type { Refund } from "@/lib/core/refund";
import type { Page, Paged } from "@/lib/schemas/pagination";
import type { Completion } from "./idempotency";
import type { LockedCheckout } from "./payment-store";

/** The single-use link at which the customer names an address, as it is kept. */
export type StoredClaim = { hash: string; expiresAt: Date };

/** A locked checkout with what decides from where a refund can be paid, in its own token. */
export type RefundableCheckout = LockedCheckout & {
  /** What lies at the deposit address by the ledger, final or not. */
  atDepositUnits: bigint;
  /** Of open refunds that are to be paid from there. */
  promisedUnits: bigint;
  /** A settlement of it is open: its sweep may be on the network already. */
  beingSettled: boolean;
};

/**
 * Reads and writes inside one database transaction. Locks are taken in one order: project, checkout,
 * idempotency key. The watcher, cancellation and settlement lock checkouts and never a project's day, so nobody
 * who holds a checkout waits for somebody who waits for it.
 */
export type RefundTransaction = {
  /** Makes the project's requests for refunds wait for each other, so that no two take the same rest of its day. */
  lockProject(projectId: string): Promise<void>;
  /** Refunds by API since then that are not over without payment (CANCELLED, FAILED), summed by token. */
  askedSince(projectId: string, since: Date): Promise<readonly (TokenRef & { amountUnits: bigint })[]>;
  /** Null for an unknown id and equally for another project's. */
  lockCheckout(projectId: string, checkoutId: string): Promise<RefundableCheckout | null>;
  /** Writes the refund, its claim and timeline, and raises the checkout's `refundingUnits` by its amount. */
  insert(refund: Refund, claim: StoredClaim | null, timeline: readonly TimelineEntry[]): Promise<void>;
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
};
