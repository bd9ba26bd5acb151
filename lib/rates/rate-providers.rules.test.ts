import { expect, test } from "vitest";
import { rateProviderName } from "./rate-providers.rules";

test("providers are named as they name themselves, unknown ones as they were stored, and fixed rates not at all", () => {
  expect(["coinbase", "coingecko", "kraken", "median", "fixed"].map(rateProviderName)).toEqual([
    "Coinbase",
    "CoinGecko",
    "Kraken",
    "median",
    null,
  ]);
});
