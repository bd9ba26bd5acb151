import type { OutgoingOwner, TransactionOutcome, UnsentOwner } from "@/lib/chain/sender/chain-sender.port";
import type { Queryable } from "@/lib/platform/database";

/** What a transaction of the service can be for, besides filling a gap in the nonces. */
type Purpose = Exclude<OutgoingOwner["purpose"], "FILL">;
type Unsent<P extends Purpose> = Extract<UnsentOwner, { purpose: P }>;

/** Rows of another room that a transaction pays for. Each call is part of the transaction that stores the facts. */
export type OutgoingOwnerStore<P extends Purpose> = {
  /** Locks the owner for one signer. @returns false when another was first, or it must not be sent now */
  lock(connection: Queryable, owner: Unsent<P>, chainId: number): Promise<boolean>;
  /** Writes the signed transaction to its locked owner. */
  markSigned(connection: Queryable, owner: Unsent<P>, transactionId: string): Promise<void>;
  /** Completes or frees the transaction's owner. */
  end(connection: Queryable, transactionId: string, outcome: TransactionOutcome, at: Date): Promise<void>;
};

/** The rooms whose rows are paid for by outgoing transactions. */
export type OutgoingOwners = { readonly [P in Purpose]: OutgoingOwnerStore<P> };

export const isSuccess = (outcome: TransactionOutcome) =>
  outcome.kind === "mined" && outcome.status === "success";

/** Why the transaction did not do its work. */
export const failureOf = (outcome: TransactionOutcome) =>
  outcome.kind === "replaced" ? "TRANSACTION_REPLACED" : "TRANSACTION_REVERTED";
