import type { Language, PageLanguage } from "./language.rules";
import { type NumberStyle, numberStyle } from "./number-style.rules";

/** The plural forms of a language, by their names in `Intl.PluralRules`. */
type PluralCategories = {
  en: "one" | "other";
  ko: "other";
  de: "one" | "other";
  es: "one" | "many" | "other";
  fr: "one" | "many" | "other";
  ja: "other";
  pt: "one" | "many" | "other";
  zh: "other";
};

/** A message that depends on a number, `{count}`. */
export type Counted = { readonly other: string; readonly one?: string; readonly many?: string };

/** A catalogue in another language than its source: the same keys, and every plural form of that language. */
export type Translation<Source, L extends Language> = {
  readonly [Key in keyof Source]: Source[Key] extends string
    ? string
    : Readonly<Record<PluralCategories[L], string>>;
};

/** One translation for each language. */
export type Translations<Source> = { readonly [L in Language]: Translation<Source, L> };

/** A catalogue in any language. */
export type Words<Source> = {
  readonly [Key in keyof Source]: Source[Key] extends string ? string : Counted;
};

/** How numbers and dates are written, which the texts alone do not tell. Plain data, which goes to the browser too. */
export type PageLocale = PageLanguage & { numbers: NumberStyle };
export type Localised = { readonly locale: PageLocale };

export function pageLocale(of: PageLanguage): PageLocale {
  return { ...of, numbers: numberStyle(of.locale) };
}
