import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import type { Translated } from "@/lib/platform/i18n/message.rules";

type Group = { readonly [key: string]: unknown };

/**
 * Messages that are read in the language of the page that is being drawn. Groups may be taken apart anywhere
 * (`const words = linkWords.columns`); a message itself is read while a page is drawn, or later, and never by a module.
 */
export function inLanguages<English extends object>(en: English, ko: Translated<English>): English {
  return readLater(en as Group, ko as Group) as English;
}

function readLater(en: Group, ko: Group): Group {
  const words = {};
  for (const [key, inEnglish] of Object.entries(en)) {
    const inKorean = ko[key];
    const group = typeof inEnglish === "object" ? readLater(inEnglish as Group, inKorean as Group) : null;
    const get = () => group ?? (dashboardLanguage() === "ko" ? inKorean : inEnglish);
    Object.defineProperty(words, key, { enumerable: true, get });
  }
  return words;
}
