import type { Hex } from "@/lib/platform/values/hex.rules";
import type { AuthorizationStatus } from "./authorization.rules";

/** What is stored about an accepted authorization and its transaction. */
export type AuthorizationFacts = {
  status: AuthorizationStatus;
  failureReason: string | null;
  /** When it was USED or FAILED; null before. */
  completedAt: Date | null;
  /** The service's transaction; null until it is signed. */
  sentTxHash: Hex | null;
  /** The transaction of the payment that the scanner recorded from this signer; null without one on the chain. */
  recordedTxHash: Hex | null;
  /** That payment can't be reorganised away any more. */
  recordedFinal: boolean;
  /** A reorganisation took the payment of the service's transaction away. */
  sentOrphaned: boolean;
  /** Time of the newest block that was scanned on its chain; null before the first. */
  scannedAt: Date | null;
};

export type AuthorizationOutcome =
  /** The payment is in a block; `receipt` is null after a reorganisation took it away. */
  | { kind: "settled"; txHash: Hex; receipt: "settled" | "final" | null }
  /** It may still be paid: nobody should sign again. */
  | { kind: "pending"; txHash: Hex | null }
  /** It moved no money, and we will not send it again. */
  | { kind: "failed"; reason: string; txHash: Hex | null };

/** After these, somebody else may have executed the authorization: the scanner will show it. */
const executedElsewhere: ReadonlySet<string | null> = new Set(["NONCE_USED", "TRANSACTION_REVERTED"]);

/** What became of an accepted authorization: a function of stored facts, so every process gives the same answer. */
export function outcomeOf(facts: AuthorizationFacts): AuthorizationOutcome {
  const { status, sentTxHash, recordedTxHash, recordedFinal, sentOrphaned } = facts;
  if (recordedTxHash !== null)
    return { kind: "settled", txHash: recordedTxHash, receipt: recordedFinal ? "final" : "settled" };
  if (status === "USED" && sentTxHash !== null)
    return { kind: "settled", txHash: sentTxHash, receipt: sentOrphaned ? null : "settled" };
  if (status !== "FAILED" || mayStillShow(facts)) return { kind: "pending", txHash: sentTxHash };
  return { kind: "failed", reason: facts.failureReason ?? "TOKEN_REFUSES", txHash: sentTxHash };
}

function mayStillShow({ failureReason, completedAt, scannedAt }: AuthorizationFacts): boolean {
  if (!executedElsewhere.has(failureReason) || completedAt === null) return false;
  return scannedAt === null || scannedAt.getTime() <= completedAt.getTime();
}
