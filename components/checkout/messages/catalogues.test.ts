import { describe, expect, it } from "vitest";
import { linkWords } from "@/components/payment-link/messages";
import { tillWords } from "@/components/payment-link/till-messages";
import { refundCatalogues } from "@/components/refund/messages/catalogue";
import { type Language, languages } from "@/lib/platform/i18n/language.rules";
import { troubleWords } from "@/lib/platform/i18n/trouble-words.rules";
import { checkoutCatalogues } from "./catalogue";

type Message = string | Readonly<Record<string, string>>;
type Catalogue = Readonly<Record<string, Message>>;

const areas: Record<string, Record<Language, Catalogue>> = {
  ...checkoutCatalogues,
  refundLive: refundCatalogues.live,
  refundPage: refundCatalogues.page,
  paymentLink: linkWords,
  till: tillWords,
};
const translated = languages.map(({ code }) => code).filter((code) => code !== "en");

const formsOf = (message: Message) => (typeof message === "string" ? [message] : Object.values(message));
const placeholders = (text: string) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
const unique = (names: unknown[]) => [...new Set(names)];

describe.each(Object.keys(areas))("the words of %s", (area) => {
  const english = areas[area]?.en ?? {};

  it.each(translated)("all exist in %s, with the same placeholders", (language) => {
    const words = areas[area]?.[language] ?? {};
    expect(Object.keys(words).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries(english)) {
      const expected = unique(formsOf(message).flatMap(placeholders));
      for (const form of formsOf(words[key] ?? "")) {
        // A form for one alone may leave its number out.
        const found = unique(placeholders(form));
        expect(expected, `${key}: ${form}`).toEqual(expect.arrayContaining(found));
        if (typeof message === "string") expect(found, `${key}: ${form}`).toEqual(expected);
        expect(form.trim(), key).toBe(form);
        expect(form, key).not.toBe("");
        expect(form.replace(/\{\w+\}/g, ""), key).not.toMatch(/[{}\p{Bidi_Control}]/u);
      }
    }
  });

  it.each(languages.map(({ code }) => code))("have every plural form of %s", (language) => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories.sort();
    for (const [key, message] of Object.entries(areas[area]?.[language] ?? {}))
      if (typeof message !== "string") expect(Object.keys(message).sort(), key).toEqual(categories);
  });
});

it("the words of the error screens are in every language", () => {
  for (const { code } of languages)
    for (const words of Object.values(troubleWords[code]))
      for (const text of Object.values(words)) expect(text.length, code).toBeGreaterThan(1);
});
