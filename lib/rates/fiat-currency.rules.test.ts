import { expect, test } from "vitest";
import {
  fiatCurrencies,
  fiatTokenSymbols,
  findFiatCurrency,
  isFiatTokenSymbol,
  withCurrencyDecimals,
} from "./fiat-currency.rules";

test.each([
  ["USD", "$", 2],
  ["KRW", "₩", 0],
  ["EUR", "€", 2],
  ["JPY", "¥", 0],
  ["GBP", "£", 2],
  ["BRL", "R$", 2],
  ["CNY", "CN¥", 2],
  ["CAD", "CA$", 2],
  ["AUD", "A$", 2],
  ["CHF", "CHF", 2],
  ["INR", "₹", 2],
  ["SGD", "S$", 2],
  ["HKD", "HK$", 2],
  ["MXN", "MX$", 2],
  ["TRY", "₺", 2],
])("%s is written with %s and has %i decimals", (code, symbol, decimalPlaces) => {
  expect(findFiatCurrency(code)).toMatchObject({ symbol, decimalPlaces, rateSourceId: code.toLowerCase() });
});

test.each([
  ["12.5", "USD", "12.50"],
  ["12", "EUR", "12.00"],
  ["12.05", "USD", "12.05"],
  ["4500", "KRW", "4500"],
  ["4500.5", "KRW", "4500.5"],
  // Not in the list any more.
  ["12.345", "BHD", "12.345"],
])("%s %s is written as %s", (amount, code, text) => {
  expect(withCurrencyDecimals(amount, code)).toBe(text);
});

test("each currency has its own code and symbol, the decimals of ISO 4217 and a credible rate", () => {
  for (const own of ["code", "symbol"] as const)
    expect(new Set(fiatCurrencies.map((currency) => currency[own])).size).toBe(fiatCurrencies.length);
  for (const { code, decimalPlaces, roughPerDollar } of fiatCurrencies) {
    const format = new Intl.NumberFormat("en", { style: "currency", currency: code });
    expect([code, format.resolvedOptions().maximumFractionDigits]).toEqual([code, decimalPlaces]);
    expect([code, Number(roughPerDollar) > 0]).toEqual([code, true]);
  }
});

test("a currency is found by its exact code", () => {
  expect(findFiatCurrency("KRW")?.symbol).toBe("₩");
  for (const code of ["usd", "XXX", "", "constructor", "USD "])
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
