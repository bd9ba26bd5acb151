import { CircleAlert } from "@/components/ui/icons";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { RefundLiveMessages } from "./messages/catalogue";

/** An error, announced as soon as it appears; empty without one. */
export function Problem({ id, text, className = "" }: { id?: string; text: string; className?: string }) {
  return (
    <p id={id} role="alert" className={`wrap-anywhere flex gap-2 text-bad empty:hidden ${className}`}>
      {text !== "" && (
        <>
          <CircleAlert className="mt-0.5 size-5 shrink-0" />
          <span>{text}</span>
        </>
      )}
    </p>
  );
}

/** Why an address was refused, in words. `code` is the API's, or `UNREACHABLE`. */
export function claimProblem(code: string, t: RefundLiveMessages): string {
  switch (code) {
    case "VALIDATION_ERROR":
      return t.badWallet;
    case "REFUND_LINK_NOT_FOUND":
      return t.problemGone;
    case "INVALID_SIGNATURE":
      return t.problemSignature;
    default:
      return commonProblem(code, t);
  }
}

/** Why a transaction's hash was refused, in words. */
export function hashProblem(code: string, network: string, t: RefundLiveMessages): string {
  switch (code) {
    case "INVALID_TX_HASH":
      return t.hashShape;
    case "TRANSACTION_NOT_FOUND":
      return fill(t.hashUnknown, { network });
    case "TRANSACTION_REVERTED":
      return t.hashReverted;
    case "NO_MATCHING_TRANSFER":
      return t.hashOther;
    case "REFUND_LINK_NOT_FOUND":
      return t.problemGone;
    default:
      return commonProblem(code, t);
  }
}

function commonProblem(code: string, t: RefundLiveMessages): string {
  switch (code) {
    case "RATE_LIMIT_EXCEEDED":
      return t.problemBusy;
    case "UNREACHABLE":
      return t.problemUnreachable;
    default:
      return t.problemOther;
  }
}
