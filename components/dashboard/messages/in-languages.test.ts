import { afterEach, expect, test } from "vitest";
import { placeLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { linkWords } from "./links";

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
