import en from "@/components/dashboard/messages/en/overview.json";
import { fill } from "@/lib/platform/i18n/message.rules";
import { inLanguages } from "./in-languages";
import ko from "./ko/overview.json";
import { known } from "./text";

export const {
  overview: overviewWords,
  attention: attentionWords,
  welcome: welcomeWords,
  incidents,
} = inLanguages(en, ko);

/** What one bar of a chart stands for. */
export type Step = keyof typeof overviewWords.steps;

/**
 * An incident in words; one of a later version without its kind.
 *
 * @param network its name, null where it is about none or the place is plain
 */
export function incidentText(kind: string, network: string | null): string {
  const where = network === null ? "" : fill(attentionWords.where, { network });
  return fill(known(incidents, kind) ?? attentionWords.unknownIncident, { where });
}
