import en from "@/lib/letters/messages/en/letters.json" with { type: "json" };
import { type DashboardLanguage, readDashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import type { Translated } from "@/lib/platform/i18n/message.rules";
import ko from "./messages/ko/letters.json" with { type: "json" };

/** The words of e-mails to people who use the dashboard, in its languages. */
export type LetterWords = typeof en;

const everyWord: Readonly<Record<DashboardLanguage, LetterWords>> = {
  en,
  ko: ko satisfies Translated<LetterWords> as unknown as LetterWords,
};

/**
 * A reader's language and its words.
 * @param stored of the person; English for none, and for one that the dashboard hasn't
 */
export function letterWords(stored: string | null): { language: DashboardLanguage; words: LetterWords } {
  const language = readDashboardLanguage(stored);
  return { language, words: everyWord[language] };
}
