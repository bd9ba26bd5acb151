import { describe, expect, it } from "vitest";
import { describeLanguage, languages, pageLanguage, readLanguage } from "./language.rules";
import { numberStyle, writeDecimal } from "./translation.rules";

const ofBrowser = (acceptLanguage: string) => pageLanguage({ acceptLanguage });

describe("the browser's preference", () => {
  it.each([
    ["de", "de", "de"],
    ["de-CH,de;q=0.9,en;q=0.5", "de", "de-CH"],
    ["nl,fr;q=0.8,en;q=0.7", "fr", "fr"],
    ["en;q=0.4, ja;q=0.9", "ja", "ja"],
    ["pt-br", "pt", "pt-BR"],
    ["es-419", "es", "es"],
    ["EN-gb", "en", "en-GB"],
    ["ko;q=0,en;q=0.1", "en", "en"],
    ["fr ; q = 0.2 , de ; q = 0.3", "de", "de"],
    ["en-US;q=0.5,en-GB;q=0.7", "en", "en-GB"],
  ])("%s", (header, language, locale) => {
    expect(ofBrowser(header)).toEqual({ language, locale });
  });

  it("reads every kind of Chinese as ours, and writes dates as ours are written", () => {
    expect(ofBrowser("zh-TW,zh;q=0.9")).toEqual({ language: "zh", locale: "zh-Hans" });
    expect(ofBrowser("zh-Hant-HK")).toEqual({ language: "zh", locale: "zh-Hans" });
    expect(ofBrowser("zh-Hans-CN")).toEqual({ language: "zh", locale: "zh-CN" });
    expect(ofBrowser("de,zh-TW;q=0.9").language).toBe("de");
  });

  it("takes English where nothing fits, or anything does", () => {
    for (const header of ["", "nl", "*", "nl,*;q=0.1", "eng", "e", "de_DE_", "den"])
      expect(ofBrowser(header)).toEqual({ language: "en", locale: "en" });
  });
});

describe("the chosen language", () => {
  it("precedes the browser's, and the URL's precedes the remembered one", () => {
    const acceptLanguage = "fr-CA,fr;q=0.9,es;q=0.5";
    expect(pageLanguage({ remembered: "ko", acceptLanguage }).language).toBe("ko");
    expect(pageLanguage({ requested: "ja", remembered: "ko", acceptLanguage }).language).toBe("ja");
    expect(pageLanguage({ requested: "es", acceptLanguage })).toEqual({ language: "es", locale: "es" });
    expect(pageLanguage({ requested: "fr", acceptLanguage })).toEqual({ language: "fr", locale: "fr-CA" });
  });

  it("is ignored when it isn't supported", () => {
    const hostile = ["<script>", "de;drop", "__proto__", "", "x".repeat(10_000), "\u202Ede", "constructor"];
    for (const requested of hostile)
      expect(pageLanguage({ requested, remembered: "de" }), requested.slice(0, 20)).toEqual({
        language: "de",
        locale: "de",
      });
    expect(readLanguage(null)).toBeNull();
    expect(readLanguage("de-AT")).toBe("de");
    expect(readLanguage("PT_br")).toBe("pt");
  });
});

describe("a malformed header", () => {
  it.each([
    "de;q=2,ko;q=0.5",
    "de;q=abc,ko",
    "de;q=-1,ko",
    ";;;,ko",
    ",,ko,,",
    "de;level=1,ko",
    "\u0000,ko",
    "d e,ko",
    `${"a".repeat(300)},ko`,
  ])("is read as far as it is valid: %j", (header) => {
    expect(ofBrowser(header).language).toBe("ko");
  });

  it("is read up to a limit", () => {
    expect(ofBrowser(`${"nl,".repeat(4_000)}ko`).language).toBe("en");
    expect(ofBrowser("-".repeat(10_000)).language).toBe("en");
    expect(ofBrowser(`de${"-a".repeat(5_000)}`).locale).toBe("de");
    expect(ofBrowser(`de;${" ".repeat(10_000)}`).language).toBe("en");
  });

  it("never produces a locale that Intl refuses", () => {
    for (const header of ["en-ZZ", "de-XX,de", "fr-Latn-FR-u-nu-arab", "ko-KP-x-a", "en-u-nu-thai"])
      expect(() => new Intl.NumberFormat(ofBrowser(header).locale)).not.toThrow();
    expect(ofBrowser("en-u-nu-thai").locale).toBe("en");
  });
});

it("every language has its own name, a tag that Intl knows, and a direction", () => {
  expect(new Set(languages.map(({ name }) => name)).size).toBe(languages.length);
  for (const { code, tag } of languages) {
    expect(describeLanguage(code).tag).toBe(tag);
    expect(Intl.PluralRules.supportedLocalesOf(tag)).toEqual([tag]);
  }
});

const locales = [
  "en",
  "en-IN",
  "ko",
  "de",
  "de-CH",
  "de-AT",
  "es",
  "es-MX",
  "fr",
  "fr-CH",
  "ja",
  "pt-BR",
  "pt-PT",
  "tr",
  "ar",
  "ar-MA",
  "zh-Hans",
];
const wholes = [0, 7, 12, 999, 1_000, 9_999, 10_000, 123_456, 1_234_567, 12_345_678_901];

it.each(locales)("writes whole numbers and decimals as Intl does in %s", (locale) => {
  const style = numberStyle(locale);
  for (const whole of wholes) {
    expect(writeDecimal(String(whole), style)).toBe(new Intl.NumberFormat(locale).format(whole));
    const exact = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 });
    expect(writeDecimal(`${whole}.50`, style)).toBe(exact.format(whole + 0.5));
  }
});

it("keeps every digit", () => {
  const digits = "115792089237316195423570985008687907853269984665640564039457584007913129639935";
  const written = writeDecimal(`${digits}.000001`, numberStyle("de"));
  expect(written).toMatch(/^115\.792\.089\.(?:\d{3}\.)+935,000001$/);
  expect(written.replaceAll(".", "").replace(",", ".")).toBe(`${digits}.000001`);
});

it("uses the page language's digits in every region", () => {
  expect(numberStyle("ar-EG").lastGroup).toBe(3);
  expect(writeDecimal("1234.5", numberStyle("en-IN"))).toBe("1,234.5");
});
