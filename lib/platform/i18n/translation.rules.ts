import type { PageLanguage } from "./language.rules";

/** How a language writes numbers and dates. Plain data, because the browser gets it too. */
export type PageLocale = PageLanguage & { numbers: NumberStyle };
export type Localised = { readonly locale: PageLocale };

export function pageLocale(of: PageLanguage): PageLocale {
  return { ...of, numbers: numberStyle(of.locale) };
}

/**
 * How a locale writes numbers. Plain data, so that the browser writes the same as the server: two versions of ICU
 * sometimes disagree.
 */
export type NumberStyle = {
  decimal: string;
  group: string;
  /** Digits of the last group, and of the groups before: 3 and 3, or 3 and 2 in India. */
  lastGroup: number;
  otherGroups: number;
  /** The number of whole digits from which on groups are separated: 4, or 5 in Spain. */
  groupedFrom: number;
};

/** @example numberStyle("de") // { decimal: ",", group: ".", lastGroup: 3, otherGroups: 3, groupedFrom: 4 } */
export function numberStyle(locale: string): NumberStyle {
  const format = new Intl.NumberFormat(locale, { numberingSystem: "latn", minimumFractionDigits: 1 });
  const parts = format.formatToParts(123456789.5);
  const textOf = (type: Intl.NumberFormatPartTypes) => parts.find((part) => part.type === type)?.value;
  const groups = parts.filter(({ type }) => type === "integer").map(({ value }) => value.length);
  return {
    decimal: textOf("decimal") ?? ".",
    group: textOf("group") ?? "",
    lastGroup: groups.at(-1) ?? 3,
    otherGroups: groups.at(-2) ?? 3,
    groupedFrom: format.formatToParts(1234).some(({ type }) => type === "group") ? 4 : 5,
  };
}

/**
 * Decimal text in a locale's style; keeps every digit, since it never becomes a number.
 *
 * @example writeDecimal("1234567.50", numberStyle("de")) // "1.234.567,50"
 */
export function writeDecimal(text: string, style: NumberStyle): string {
  const [whole = "", fraction] = text.split(".");
  const written = whole.length < style.groupedFrom ? whole : groupsOf(whole, style).join(style.group);
  return fraction === undefined ? written : `${written}${style.decimal}${fraction}`;
}

function groupsOf(whole: string, { lastGroup, otherGroups }: NumberStyle): string[] {
  const groups = [whole.slice(-lastGroup)];
  for (let end = whole.length - lastGroup; end > 0; end -= otherGroups)
    groups.unshift(whole.slice(Math.max(0, end - otherGroups), end));
  return groups;
}
