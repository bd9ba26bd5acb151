import type { CheckoutStatus } from "@/lib/core/checkout";
import type { LiveMessages } from "../messages/catalogue";

/** What looking a payment up came to, by the checkout's status after it. */
export function lookupFound(status: CheckoutStatus, t: LiveMessages): string {
  switch (status) {
    case "PENDING":
      return t.lookupPart;
    case "DETECTED":
      return t.lookupSeen;
    case "PAID":
    case "SETTLED":
      return t.lookupPaid;
    case "EXPIRED":
      return t.lookupLate;
    default:
      return t.lookupRecorded;
  }
}

/** Why a payment could not be found, by the error's code. */
export function lookupProblem(code: string, t: LiveMessages): string {
  switch (code) {
    case "INVALID_TX_HASH":
      return t.hashShape;
    case "TRANSACTION_NOT_FOUND":
      return t.lookupUnknown;
    case "TRANSACTION_REVERTED":
      return t.lookupReverted;
    case "CHAIN_MISMATCH":
      return t.lookupOtherNetwork;
    case "NO_MATCHING_TRANSFER":
      return t.lookupNotThis;
    case "RATE_LIMIT_EXCEEDED":
      return t.problemBusy;
    case "UNREACHABLE":
      return t.serviceTrouble;
    default:
      return t.problemTryAgain;
  }
}
