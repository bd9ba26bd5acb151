import { dashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { fillCount, type Plural, type Translated, type Values } from "@/lib/platform/i18n/message.rules";

/** @example grouped(1234) // "1,234" */
export function grouped(count: number): string {
  return count.toLocaleString("en");
}

/** A message with its `{count}`. @example counted(linkWords.checkouts, 1) // "1 checkout" */
export function counted(message: Plural<"count">, count: number): string;
export function counted<Name extends string>(
  message: Plural<Name | "count">,
  count: number,
  values: Values<Name>,
): string;
export function counted(message: Plural<string>, count: number, values: Values<string> = {}): string {
  return fillCount(message, count, dashboardLanguage(), { count: grouped(count), ...values });
}

/** @example listOf(["Base", "Arbitrum"]) // "Base and Arbitrum" */
export function listOf(names: readonly string[]): string {
  return new Intl.ListFormat(dashboardLanguage()).format(names);
}

/** The message of a key that may be unknown, such as a code of a later version. */
export function known<Message>(group: Readonly<Record<string, Message>>, key: string): Message | undefined {
  return Object.hasOwn(group, key) ? group[key] : undefined;
}

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
