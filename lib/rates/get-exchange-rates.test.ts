import { expect, it } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import {
  projectAllRates,
  publicAllRates,
  ratesOfCurrency,
  toProjectRates,
  toPublicRates,
} from "./exchange-rates.schema";
import { fiatCurrencies } from "./fiat-currency.rules";
import { getExchangeRates, type Rate, type RateService } from "./get-rates";

function deps(pairs: Record<string, Rate>) {
  const rates: RateService = {
    current: async () => ({
      source: "cache",
      get: (tokenSymbol, fiatCurrency) => pairs[`${tokenSymbol}/${fiatCurrency}`] ?? null,
    }),
    refresh: async () => undefined,
  };
  return { rates, fiatCurrencies: fiatCurrencies.filter(({ code }) => ["USD", "KRW", "EUR"].includes(code)) };
}

const some = deps({
  "USDC/USD": { rate: "0.9998", at: noon, provider: "fixed" },
  "USDC/KRW": { rate: "1467.21", at: later(-5_000), provider: "fixed" },
  "USDT/KRW": { rate: "1468", at: later(-1_000), provider: "fixed" },
});

it("of all currencies are told by token and currency, as old as the oldest", async () => {
  const rates = await getExchangeRates(some, undefined);
  const expected = {
    rates: { USDC: { USD: "0.9998", KRW: "1467.21" }, USDT: { KRW: "1468" } },
    timestamp: later(-5_000).toISOString(),
    fiatCurrencies: [
      { code: "USD", symbol: "$", name: "US Dollar" },
      { code: "KRW", symbol: "₩", name: "South Korean Won" },
    ],
  };
  expect(toPublicRates(rates)).toEqual(expected);
  expect(toProjectRates(rates)).toEqual({ ...expected, source: "cache" });
  expect(publicAllRates.strict().safeParse(toPublicRates(rates)).success).toBe(true);
  expect(projectAllRates.strict().safeParse(toProjectRates(rates)).success).toBe(true);
});

it.each([
  ["KRW", { USDC: "1467.21", USDT: "1468" }, later(-5_000)],
  ["USD", { USDC: "0.9998" }, noon],
])("of %s alone are told by token, and no other makes them older", async (fiatCurrency, rates, at) => {
  const asked = await getExchangeRates(some, fiatCurrency);
  const expected = { fiatCurrency, rates, timestamp: at.toISOString() };
  expect(toPublicRates(asked)).toEqual(expected);
  expect(toProjectRates(asked)).toEqual(expected);
  expect(ratesOfCurrency.strict().safeParse(toPublicRates(asked)).success).toBe(true);
});

// GBP has rates; this operator does not offer it.
it.each(["XXX", "usd", "", " USD", "__proto__", "US", "GBP"])(
  "of %j are refused with the list",
  async (code) => {
    await expect(getExchangeRates(some, code)).rejects.toMatchObject({
      code: "UNSUPPORTED_FIAT_CURRENCY",
      param: "fiatCurrency",
      message: "Supported currencies: USD, KRW, EUR.",
    });
  },
);

it("are unavailable when none of those asked for is to be had", async () => {
  const refusal = { code: "EXCHANGE_RATE_UNAVAILABLE", status: 503, retryAfterSeconds: 60 };
  await expect(getExchangeRates(some, "EUR")).rejects.toMatchObject(refusal);
  await expect(getExchangeRates(deps({}), undefined)).rejects.toMatchObject(refusal);
});
