import { describeLanguage, type Language } from "@/lib/platform/i18n/language.rules";
import { siteTroubleWords, troubleWords } from "@/lib/platform/i18n/trouble-words.rules";
import type { PageVisit } from "./page-visit";
import { smallPage } from "./small-page";

export const failedPageSeconds = 5;

/**
 * The page for a visitor while the database does not answer. Next's own page for a failure is empty until its scripts
 * fill it, so a browser without scripts would show nothing.
 */
export function failedPage(
  { subject }: Pick<PageVisit, "subject">,
  language: Language,
  nonce: string,
): string {
  const ofCustomers = troubleWords[language][subject?.kind === "r" ? "refund" : "checkout"];
  const { title, hint, tryAgain } = subject === null ? siteTroubleWords : ofCustomers;
  return smallPage({
    language: subject === null ? "en" : describeLanguage(language).tag,
    title,
    text: hint,
    tryAgain,
    nonce,
    afterSeconds: failedPageSeconds,
    promised: false,
  });
}
