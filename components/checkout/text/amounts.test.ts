import { describe, expect, it } from "vitest";
import type { Language } from "@/lib/platform/i18n/language.rules";
import { pageLocale } from "@/lib/platform/i18n/translation.rules";
import { displayAmount, shortHash, tokenAmount } from "./amounts";
import { clockTime, dateAndTime, fiatPrice, longDate } from "./server-formats";

const inLanguage = (language: Language, locale: string = language) => ({
  locale: pageLocale({ language, locale }),
});
const t = inLanguage("en");

describe("tokenAmount", () => {
  it("shows at least two decimals, and more when they matter", () => {
    expect(tokenAmount("4500000", { decimals: 6 })).toBe("4.50");
    expect(tokenAmount("4500001", { decimals: 6 })).toBe("4.500001");
  });

  it("is empty while the amount is unknown", () => {
    expect(tokenAmount(null, { decimals: 6 })).toBe("");
  });
});

describe("displayAmount", () => {
  it("sets thousands apart before the point only", () => {
    expect(displayAmount("4500000", { decimals: 6 }, t)).toBe("4.50");
    expect(displayAmount("1234567123456", { decimals: 6 }, t)).toBe("1,234,567.123456");
    expect(displayAmount("1000", { decimals: 0 }, t)).toBe("1,000");
    expect(displayAmount(null, { decimals: 6 }, t)).toBe("");
  });
});

it("formats amounts for the language", () => {
  const shown = (of: Parameters<typeof inLanguage>) =>
    displayAmount("1234567123456", { decimals: 6 }, inLanguage(...of));
  expect(shown(["de"])).toBe("1.234.567,123456");
  expect(shown(["en", "en-IN"])).toBe("12,34,567.123456");
  expect(displayAmount("4500000", { decimals: 6 }, inLanguage("fr"))).toBe("4,50");
});

describe("fiatPrice", () => {
  it("writes each currency with its own decimals", () => {
    expect(fiatPrice("4.5", "USD", t)).toBe("$4.50");
    expect(fiatPrice("6300", "KRW", t)).toBe("₩6,300");
    expect(fiatPrice("1234.05", "EUR", t)).toBe("€1,234.05");
  });

  it("writes it as the page's language does, in the browser's region", () => {
    expect(fiatPrice("1234.5", "USD", inLanguage("en", "en-GB"))).toBe("US$1,234.50");
    expect(fiatPrice("1234.5", "EUR", inLanguage("de"))).toBe("1.234,50\u00a0€");
    expect(fiatPrice("1234.5", "CHF", inLanguage("de", "de-CH"))).toMatch(/^CHF\s1['’]234\.50$/);
    expect(fiatPrice("6300", "KRW", inLanguage("ko"))).toBe("₩6,300");
    expect(fiatPrice("1234.5", "BRL", inLanguage("pt", "pt-BR"))).toBe("R$\u00a01.234,50");
  });

  it("keeps every digit of an amount that no double holds", () => {
    expect(fiatPrice("999999999999.99", "USD", t)).toBe("$999,999,999,999.99");
  });
});

it("shortens a hash to both its ends", () => {
  expect(shortHash(`0x12345678${"0".repeat(48)}abcdef12`)).toBe("0x12345678…abcdef12");
});

it("reads the clock time in UTC", () => {
  expect(clockTime("2026-01-01T14:02:59.000Z", t)).toMatch(/^2:02\sPM UTC$/);
  expect(clockTime("2026-01-01T14:02:59.000Z", inLanguage("de"))).toBe("14:02 UTC");
});

it("formats dates in UTC", () => {
  expect(longDate("2026-01-01T23:02:59.000Z", t)).toBe("January 1, 2026");
  expect(longDate("2026-01-01T23:02:59.000Z", inLanguage("ko"))).toBe("2026년 1월 1일");
  expect(dateAndTime("2026-01-01T14:02:59.000Z", inLanguage("de"))).toBe("01.01.2026, 14:02 UTC");
  expect(dateAndTime("2026-01-01T14:02:59.000Z", t)).toMatch(/^Jan 1, 2026, 2:02\sPM UTC$/);
});
