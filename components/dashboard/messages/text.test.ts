import { afterEach, expect, test } from "vitest";
import { placeLanguage } from "@/lib/platform/i18n/language.rules";
import { linkWords } from "./checkouts";
import { settlementWords } from "./settlements";
import { counted, known, listOf } from "./text";

afterEach(() => placeLanguage(() => "en"));

test.each([
  ["en", 1, "1 checkout"],
  ["en", 1_234, "1,234 checkouts"],
  ["ko", 1, "결제 1건"],
] as const)("counts in the form and the digits of %s: %i", (language, count, expected) => {
  placeLanguage(() => language);
  expect(counted(linkWords.checkouts, count)).toBe(expected);
});

test("fills the other placeholders of a counted message", () => {
  expect(counted(settlementWords.batches.deposits, 1, { network: "Base" })).toBe("1 payment on Base");
});

test("lists names in the language of the page", () => {
  expect(listOf(["Base", "Arbitrum"])).toBe("Base and Arbitrum");
  placeLanguage(() => "ko");
  expect(listOf(["Base", "Arbitrum"])).toBe("Base 및 Arbitrum");
});

test("finds no text for an unknown key, nor for a property that every object has", () => {
  expect(known({ KNOWN: "text" }, "KNOWN")).toBe("text");
  expect(known({ KNOWN: "text" }, "LATER")).toBeUndefined();
  expect(known({ KNOWN: "text" }, "constructor")).toBeUndefined();
});

afterEach(() => placeLanguage(() => "en"));

test("reads a message in the language of each page", () => {
  const { columns } = linkWords;
  expect(columns.item).toBe("Item");
  placeLanguage(() => "ko");
  expect(columns.item).toBe("상품");
});

test("throws when a message is read outside a page", () => {
  placeLanguage(() => {
    throw new Error("no page");
  });
  const { columns } = linkWords;
  expect(() => columns.item).toThrow("no page");
});
