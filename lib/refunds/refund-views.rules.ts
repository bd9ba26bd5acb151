import type { TimelineEntry } from "@/lib/checkouts/checkout.rules";
import type { Refund } from "@/lib/checkouts/refund.rules";
import type { Hex } from "@/lib/platform/hex.rules";

/** A refund beside what its merchant knows its checkout by. */
export type ListedRefund = Refund & { referenceId: string | null; itemName: string | null };

/** A link of a refund that can still be opened. */
type OpenLink = { expiresAt: Date };

/** Who requested a refund; `policy` is the project's late payment policy. */
export type RefundRequester =
  | { kind: "member"; name: string }
  | { kind: "key"; lastFour: string }
  | { kind: "operator" | "policy" | "unknown" };

/** A refund with all that is recorded of it. */
export type RefundDetails = ListedRefund & {
  requester: RefundRequester;
  /** Oldest first, at most 100. */
  timeline: readonly TimelineEntry[];
  /** Where the customer names an address; null where there is none, or its time is over. */
  claimLink: OpenLink | null;
  /** Where the merchant's wallet signs; null likewise. */
  signLink: OpenLink | null;
  /** The log that pays it: out of the deposit address, or of the merchant's wallet; null before one is seen. */
  payment: {
    fromAccount: "DEPOSIT" | "MERCHANT";
    txHash: Hex;
    blockNumber: bigint;
    seenAt: Date;
    finalAt: Date | null;
  } | null;
};
