import { isolated, isRightToLeft } from "@/lib/platform/values/text.rules";
import type { Language } from "./language.rules";

// Messages are JSON, one file per language (docs/decisions/017-languages.md). `npm run generate`
// declares the placeholders of English; the same types hold in every language.

declare const names: unique symbol;

/** A message with `{placeholders}`: a string that only `fill` may read. */
export type Template<Name extends string> = { readonly [names]: Name };

/** A message that depends on a number, in the plural forms of its language. */
export type Plural<Name extends string> = {
  readonly [names]?: Name;
  readonly other: string;
} & { readonly [Category in Exclude<Intl.LDMLPluralRule, "other">]?: string };

/** The JSON of another language, before it gets the types of English. */
export type Translated<English> =
  English extends Plural<string>
    ? { readonly other: string }
    : English extends string | Template<string>
      ? string
      : { readonly [Key in keyof English]: Translated<English[Key]> };

/** The messages of every language, in the types of English. `lib/testing/messages.test.ts` compares their texts. */
export function inEveryLanguage<English>(
  en: English,
  others: { readonly [L in Exclude<Language, "en">]: Translated<English> },
): Readonly<Record<Language, English>> {
  return { en, ...others } as Record<Language, English>;
}

export type Values<Name extends string> = { readonly [Key in Name]: string | number };

/**
 * Puts values into a message. A value cannot reorder the words around it.
 *
 * @example fill(t.pageTitle, { merchant: "Corner Coffee" }) // "Pay Corner Coffee"
 */
export function fill<Name extends string>(message: string | Template<Name>, values: Values<Name>): string {
  return fillText(String(message), values);
}

/** The same for a message that depends on a number: `fillCount(t.timeLeftMinutes, 5, "en", { count: 5 })`. */
export function fillCount<Name extends string>(
  message: Plural<Name>,
  count: number,
  language: Language,
  values: Values<Name>,
): string {
  return fillText(pluralForm(message, count, language), values);
}

/** A message's form for a number. */
export function pluralForm(
  message: Pick<Plural<string>, Intl.LDMLPluralRule>,
  count: number,
  language: Language,
): string {
  return message[new Intl.PluralRules(language).select(count)] ?? message.other;
}

function fillText(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(placesIn(text), (place) =>
    isolated(
      fillPlaces(place, (name) => values[name]),
      text,
    ),
  );
}

/** Where values stand in a message. From right to left an amount and its unit are one: they would change places. */
export function placesIn(message: string): RegExp {
  return isRightToLeft(message) ? /(\{\w+\}(?: \{\w+\})*)/g : /(\{\w+\})/g;
}

/** Puts values into a text as they are; a place without one stays. */
export function fillPlaces(text: string, read: (name: string) => string | number | undefined): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(read(name) ?? whole));
}
