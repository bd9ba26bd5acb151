import { expect, test } from "vitest";
import { pageLocale } from "@/lib/platform/i18n/translation.rules";
import { acceptedPart } from "./server-formats";

const usdc = { symbol: "USDC", name: "USD Coin", decimals: 6, iconUrl: "" };

test.each<[string, string | null, object | null]>([
  ["a part of the price", "9000000", { received: "9.00", amount: "10.00", token: "USDC" }],
  ["a late payment of the whole price", "10000000", null],
  ["more than the price", "10000001", null],
  ["no acceptance", null, null],
])("%s", (_, acceptedAmount, expected) => {
  expect(
    acceptedPart(
      { acceptedAmount, amount: "10000000", token: usdc },
      { locale: pageLocale({ language: "en", locale: "en" }) },
    ),
  ).toEqual(expected);
});
