import { expect, test } from "@playwright/test";
import { demoRates } from "@/lib/demo/identity";
import { projectAllRates, publicAllRates, ratesOfCurrency } from "@/lib/rates/exchange-rates.schema";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { call, createCheckout } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { baseForms, expectData, expectFailure } from "../support/contract";
import { manifest } from "../support/manifest";

const demo = manifest();
const headers = { "x-api-key": demo.apiKey };
const publicRates = (query = "", base = demo.baseUrl) => call(`${base}/public/exchange-rates${query}`);
const projectRates = (query = "", base = demo.baseUrl) =>
  call(`${base}/dashboard/projects/${demo.projectId}/checkouts/exchange-rate${query}`, { headers });

const rates = demoRates;
const listed = fiatCurrencies.map(({ code, symbol, name }) => ({ code, symbol, name }));

/** They are fresh: the service fetches before they are 10 minutes old. */
function expectFresh(timestamp: string): void {
  expect(timestamp).toBe(new Date(timestamp).toISOString());
  const ageMs = Date.now() - Date.parse(timestamp);
  expect(ageMs).toBeGreaterThanOrEqual(0);
  expect(ageMs).toBeLessThan(10 * 60_000);
}

test("200: the rates of all currencies, with their names", async () => {
  for (const base of baseForms(demo)) {
    const data = expectData(await publicRates("", base), 200, publicAllRates);
    expect(data).toEqual({ rates, timestamp: data.timestamp, fiatCurrencies: listed });
    expectFresh(data.timestamp);
  }
});

test("200: the same for a project, with their source", async () => {
  for (const base of baseForms(demo)) {
    const data = expectData(await projectRates("", base), 200, projectAllRates);
    expect(data).toEqual({ rates, timestamp: data.timestamp, fiatCurrencies: listed, source: "cache" });
    expectFresh(data.timestamp);
  }
});

test("200: the rates in one currency alone, on both APIs", async () => {
  for (const [fiatCurrency, rate] of Object.entries(rates.USDC)) {
    await test.step(`200: the rates in ${fiatCurrency} alone, on both APIs`, async () => {
      for (const base of baseForms(demo)) {
        for (const ask of [publicRates, projectRates]) {
          const data = expectData(await ask(`?fiatCurrency=${fiatCurrency}`, base), 200, ratesOfCurrency);
          const expected = { fiatCurrency, rates: { USDC: rate, USDT: rate }, timestamp: data.timestamp };
          expect(data).toEqual(expected);
          expectFresh(data.timestamp);
        }
      }
    });
  }
});

test("200: a checkout is priced at the rate that is shown, of the time that is shown", async () => {
  const data = expectData(await publicRates("?fiatCurrency=KRW"), 200, ratesOfCurrency);
  const token = { chainId: chainOf(demo).chainId, tokenAddress: tokenOf(chainOf(demo)) };
  const checkout = await createCheckout(demo, { fiatAmount: "10000", fiatCurrency: "KRW", ...token });
  expect(checkout.exchangeRateUsed).toBe(data.rates.USDC);
  expectFresh(String(checkout.exchangeRateAt));
  expect(Date.parse(String(checkout.exchangeRateAt))).toBeGreaterThanOrEqual(Date.parse(data.timestamp));
  expect(checkout.amount).toBe("7142857");
});

test("400: an unknown currency, with the list of those that are supported", async () => {
  for (const code of ["XXX", "usd", "US", "", "%20USD", "__proto__", "USD%00", "USD,KRW"]) {
    await test.step(`400: the currency "${code}", with the list of those that are supported`, async () => {
      for (const ask of [publicRates, projectRates]) {
        const answer = await ask(`?fiatCurrency=${code}`);
        const { message } = expectFailure(answer, "UNSUPPORTED_FIAT_CURRENCY", "fiatCurrency");
        for (const supported of ["USD", "KRW", "EUR"]) expect(message).toContain(supported);
      }
    });
  }
});

test("400: a currency longer than any", async () => {
  for (const ask of [publicRates, projectRates]) {
    expectFailure(await ask(`?fiatCurrency=${"U".repeat(1_000)}`), "VALIDATION_ERROR", "fiatCurrency");
  }
});

test("401, 403: a project's rates are for its API key", async () => {
  const url = (projectId: string) =>
    `${demo.baseUrl}/dashboard/projects/${projectId}/checkouts/exchange-rate`;
  expectFailure(await call(url(demo.projectId)), "UNAUTHORIZED");
  const foreign = { "x-api-key": demo.secondProject.apiKey };
  expectFailure(await call(url(demo.projectId), { headers: foreign }), "FORBIDDEN");
});
