import { expect, test } from "vitest";
import { decimalPlacesOf, withCurrencyDecimals } from "./currency-decimals.rules";
import {
  alwaysOffered,
  fiatCurrencies,
  fiatTokenSymbols,
  findFiatCurrency,
  isFiatTokenSymbol,
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
  ["12.5", "BHD", "12.500"],
  ["12", "PLN", "12.00"],
  ["4500", "XOF", "4500"],
  // People write none, ISO 4217 has two.
  ["4500", "HUF", "4500.00"],
])("%s %s is written as %s", (amount, code, text) => {
  expect(withCurrencyDecimals(amount, code)).toBe(text);
});

test("each currency has its own code and symbol", () => {
  for (const own of ["code", "symbol"] as const)
    expect(new Set(fiatCurrencies.map((currency) => currency[own])).size).toBe(fiatCurrencies.length);
});

test("fifteen are always offered, before all others, and have a credible rate", () => {
  expect(alwaysOffered).toHaveLength(15);
  expect(fiatCurrencies.slice(0, 15)).toEqual(alwaysOffered);
  for (const { code, roughPerDollar } of alwaysOffered)
    expect([code, Number(roughPerDollar) > 0]).toEqual([code, true]);
  expect(fiatCurrencies.slice(15).every(({ roughPerDollar }) => roughPerDollar === null)).toBe(true);
});

test.each([
  ["PLN", "PLN", "Polish Zloty", 2],
  ["SEK", "SEK", "Swedish Krona", 2],
  ["CZK", "CZK", "Czech Koruna", 2],
  ["NGN", "NGN", "Nigerian Naira", 2],
  ["AED", "AED", "United Arab Emirates Dirham", 2],
  ["PHP", "₱", "Philippine Peso", 2],
  ["KWD", "KWD", "Kuwaiti Dinar", 3],
])("%s is known as %s, %s", (code, symbol, name, decimalPlaces) => {
  expect(findFiatCurrency(code)).toMatchObject({
    symbol,
    name,
    decimalPlaces,
    rateSourceId: code.toLowerCase(),
  });
});

test("metals and units of account are no currencies, unions of countries are", () => {
  const codes = fiatCurrencies.map(({ code }) => code).filter((code) => code.startsWith("X"));
  expect(codes.filter((code) => !["XCG"].includes(code))).toEqual(["XAF", "XCD", "XOF", "XPF"]);
  expect(decimalPlacesOf("CLF")).toBe(4);
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
