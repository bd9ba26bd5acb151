import en from "@/components/dashboard/messages/en/checkout-detail.json";
import ko from "./ko/checkout-detail.json";
import { inLanguages, known } from "./text";

export const { detail: detailWords, incidents } = inLanguages(en, ko);

/** An incident in words; one of a later version without its kind. */
export function incidentText(kind: string): string {
  return known(incidents, kind) ?? detailWords.unknownIncident;
}
