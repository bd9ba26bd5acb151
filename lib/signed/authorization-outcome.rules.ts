import type { AuthorizationStatus } from "@/lib/checkouts/state/signable.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** What is stored about an accepted authorization and its transaction. */
export type AuthorizationFacts = {
  status: AuthorizationStatus;
  failureReason: string | null;
  /** The service's transaction; null until it is signed. */
  sentTxHash: Hex | null;
  /** The transaction of the payment that the scanner recorded from this signer; null without one on the chain. */
  recordedTxHash: Hex | null;
  /** That payment can't be reorganised away any more. */
  recordedFinal: boolean;
  /** A reorganisation took the payment of the service's transaction away. */
  sentOrphaned: boolean;
  /** Anyone who holds it may still submit it. */
  mayStillPay: boolean;
};

export type AuthorizationOutcome =
  /** The payment is in a block; `receipt` is null after a reorganisation took it away. */
  | { kind: "settled"; txHash: Hex; receipt: "settled" | "final" | null }
  /** It may still be paid: nobody should sign again. */
  | { kind: "pending"; txHash: Hex | null }
  /** It moved no money, and can't any more. */
  | { kind: "failed"; reason: string; txHash: Hex | null };

/** What became of an accepted authorization: a function of stored facts, so every process gives the same answer. */
export function outcomeOf(facts: AuthorizationFacts): AuthorizationOutcome {
  const { status, sentTxHash, recordedTxHash, recordedFinal, sentOrphaned, mayStillPay } = facts;
  if (recordedTxHash !== null)
    return { kind: "settled", txHash: recordedTxHash, receipt: recordedFinal ? "final" : "settled" };
  if (status === "USED" && sentTxHash !== null)
    return { kind: "settled", txHash: sentTxHash, receipt: sentOrphaned ? null : "settled" };
  if (mayStillPay) return { kind: "pending", txHash: sentTxHash };
  return { kind: "failed", reason: facts.failureReason ?? "TOKEN_REFUSES", txHash: sentTxHash };
}
