import en from "@/components/dashboard/messages/en/refunds.json";
import type { RefundType } from "@/lib/checkouts/refund-facts.rules";
import ko from "./ko/refunds.json";
import { inLanguages } from "./text";

export const { refund: refundWords } = inLanguages(en, ko);

/** The heading of its form. */
export function refundTitle(refundType?: RefundType): string {
  return refundType === "OVERPAYMENT" ? refundWords.form.excessTitle : refundWords.form.title;
}
