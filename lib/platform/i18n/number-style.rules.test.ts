import { expect, it } from "vitest";
import { numberStyle, writeDecimal } from "./translation.rules";

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

it("writes the digits that the page is read in, whatever the region's own", () => {
  expect(numberStyle("ar-EG").lastGroup).toBe(3);
  expect(writeDecimal("1234.5", numberStyle("en-IN"))).toBe("1,234.5");
});
