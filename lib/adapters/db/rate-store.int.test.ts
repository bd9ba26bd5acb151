import { afterAll, beforeAll, expect, test } from "vitest";
import type { StoredRate } from "@/lib/services/ports/rates";
import { later, noon } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";

let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
});
afterAll(() => stores.close());

const rate = (overrides: Partial<StoredRate> = {}): StoredRate => ({
  tokenSymbol: "USDC",
  fiatCurrency: "USD",
  rate: "0.999812345678901234",
  provider: "fixed",
  fetchedAt: noon,
  ...overrides,
});

test("keeps the newest rate of each token and currency, digit for digit", async () => {
  await stores.rates.save([]);
  expect(await stores.rates.all()).toEqual([]);
  const krw = rate({ fiatCurrency: "KRW", rate: "1400" });
  await stores.rates.save([rate(), rate({ tokenSymbol: "USDT" }), krw]);
  await stores.rates.save([rate({ rate: "1.01", fetchedAt: later(5), provider: "coingecko" })]);
  await stores.rates.save([rate({ rate: "9", fetchedAt: later(4) })]);
  expect(await stores.rates.all()).toEqual([
    krw,
    rate({ rate: "1.01", fetchedAt: later(5), provider: "coingecko" }),
    rate({ tokenSymbol: "USDT" }),
  ]);
});

test("refuses a rate that is no plain decimal", async () => {
  for (const text of ["NaN", "-1", "1e3", "01", "1.", "1.0000000000000000001"]) {
    await expect(stores.rates.save([rate({ rate: text, fetchedAt: later(9) })])).rejects.toThrow(
      /exchange_rates_rate_shape/,
    );
  }
});

test("many who save the same rates at once never wait in a circle", async () => {
  const rates = ["USD", "KRW", "EUR"].map((fiatCurrency) => rate({ fiatCurrency, fetchedAt: later(10) }));
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      stores.rates.save(index % 2 === 0 ? rates : [...rates].reverse()),
    ),
  );
  expect(await stores.rates.all()).toHaveLength(4);
});
