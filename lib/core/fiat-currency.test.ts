import { expect, test } from "vitest";
import { fiatCurrencies, fiatTokenSymbols, findFiatCurrency, isFiatTokenSymbol } from "./fiat-currency";

test("the currencies are those of the specification, with their decimals", () => {
  expect(
    fiatCurrencies.map(({ code, decimalPlaces, rateSourceId }) => [code, decimalPlaces, rateSourceId]),
  ).toEqual([
    ["USD", 2, "usd"],
    ["KRW", 0, "krw"],
    ["EUR", 2, "eur"],
  ]);
});

test("a currency is found by its exact code", () => {
  expect(findFiatCurrency("KRW")?.symbol).toBe("₩");
  for (const code of ["usd", "XYZ", "", "constructor", "USD "])
    expect(findFiatCurrency(code)).toBeUndefined();
});

test("fiat converts to USDC and USDT only", () => {
  expect(fiatTokenSymbols).toEqual(["USDC", "USDT"]);
  expect(["USDC", "USDT", "usdc", "USDC.e", "DAI", ""].map(isFiatTokenSymbol)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
  ]);
});
