import { dashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";

type Message = (...facts: never[]) => string;

/** The same keys and parameters in another language. */
export type Words<English> = English extends (...facts: infer Facts) => string
  ? (...facts: Facts) => string
  : English extends string
    ? string
    : { readonly [Key in keyof English]: Words<English[Key]> };

type Tree = { readonly [key: string]: string | Message | Tree | readonly unknown[] };

/**
 * Words that are read in the language of the page that is being drawn. Groups may be taken apart anywhere
 * (`const words = linkWords.columns`); a word itself is read while a page is drawn, or later, and never by a module.
 */
export function inLanguages<English extends Tree>(en: English, ko: Words<English>): Words<English> {
  const words = {};
  for (const [key, inEnglish] of Object.entries(en)) {
    const inKorean: unknown = ko[key];
    const isGroup = typeof inEnglish === "object" && !Array.isArray(inEnglish);
    const group = isGroup ? inLanguages(inEnglish as Tree, inKorean as Words<Tree>) : null;
    const get = () => group ?? (dashboardLanguage() === "ko" ? inKorean : inEnglish);
    Object.defineProperty(words, key, { enumerable: true, get });
  }
  return words as Words<English>;
}
