import en from "@/components/dashboard/messages/en/refunds.json";
import { type RefundType, refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import { refundProgress } from "@/lib/checkouts/refund-progress.rules";
import ko from "./ko/refunds.json";
import { inLanguages } from "./text";

export const { refund: refundWords } = inLanguages(en, ko);

type Facts = Parameters<typeof refundProgress>[0];

/** The refund's step, and what it waits for. */
export function refundState(facts: Facts): { word: string; waits: string | null } {
  const { step, waitsFor } = refundProgress(facts);
  return { word: refundWords.steps[step], waits: waitsFor && refundWords.waits[waitsFor] };
}

/** The same in one line. */
export function refundLine(facts: Facts): string {
  const { word, waits } = refundState(facts);
  return waits === null ? word : `${word}, ${waits}`;
}

/** The same for what is known of a status alone. Undefined for no status. */
export function refundStatusText(text: string): string | undefined {
  const status = refundStatuses.find((known) => known === text);
  return status && refundLine({ status, txHash: null });
}

/** What happens next. */
export function refundNext(facts: Facts): string {
  const { step, waitsFor } = refundProgress(facts);
  if (waitsFor === null) return refundWords.next[step === "arrived" ? "arrived" : "none"];
  return refundWords.next[waitsFor];
}

/** The heading of its form. */
export function refundTitle(refundType?: RefundType): string {
  return refundType === "OVERPAYMENT" ? refundWords.form.excessTitle : refundWords.form.title;
}
