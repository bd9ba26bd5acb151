import en from "@/lib/platform/faults/messages/en/faults.json" with { type: "json" };
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import type { Translated } from "@/lib/platform/i18n/message.rules";
import { type Fault, type FaultTexts, sentenceOf } from "./fault.rules";
import ko from "./messages/ko/faults.json" with { type: "json" };

/** API clients and operators alone get the faults of `api-faults.json`, which have no translation. */
const translations: Readonly<Record<Exclude<DashboardLanguage, "en">, FaultTexts>> = {
  ko: ko satisfies Translated<typeof en>,
};

/** A fault in a language of the dashboard. */
export function sentenceIn(language: DashboardLanguage, fault: Fault): string {
  return language === "en" ? sentenceOf(fault) : sentenceOf(fault, translations[language]);
}
