import { expect, test } from "@playwright/test";
import { operations } from "@/lib/api/operation-list";
import { demoRates } from "@/lib/demo/identity";
import { projectAllRates, publicAllRates, ratesOfCurrency } from "@/lib/rates/exchange-rates.schema";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { call, createCheckout } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { baseForms, expectData, expectFailure, expectResource, postCheckout } from "../support/contract";
import { manifest } from "../support/stack";

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

test("200: the rates in one currency, on both APIs", async () => {
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

test("200: a checkout is priced at the published rate, with its time", async () => {
  const data = expectData(await publicRates("?fiatCurrency=KRW"), 200, ratesOfCurrency);
  const token = { chainId: chainOf(demo).chainId, tokenAddress: tokenOf(chainOf(demo)) };
  const checkout = await createCheckout(demo, { fiatAmount: "10000", fiatCurrency: "KRW", ...token });
  expect(checkout.exchangeRateUsed).toBe(data.rates.USDC);
  expectFresh(String(checkout.exchangeRateAt));
  expect(Date.parse(String(checkout.exchangeRateAt))).toBeGreaterThanOrEqual(Date.parse(data.timestamp));
  expect(checkout.amount).toBe("7142857");
});

test("400: an unknown currency, with the list of supported ones", async () => {
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

const { data } = operations.listFiatCurrencies;

test("the currencies are listed with their standard decimals, at both forms of the address", async () => {
  for (const base of baseForms(demo)) {
    const listed = expectData(await call(`${base}/public/fiat-currencies`), 200, data);
    expect(listed).toEqual(
      expect.arrayContaining([
        { code: "USD", symbol: "$", name: expect.any(String), decimalPlaces: 2, rateSourceId: "usd" },
        { code: "KRW", symbol: "₩", name: expect.any(String), decimalPlaces: 0, rateSourceId: "krw" },
        { code: "EUR", symbol: "€", name: expect.any(String), decimalPlaces: 2, rateSourceId: "eur" },
        { code: "JPY", symbol: "¥", name: expect.any(String), decimalPlaces: 0, rateSourceId: "jpy" },
      ]),
    );
    const codes = listed.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
  }
});

test("a checkout can be priced in each of them, with all its decimals", async () => {
  const listed = expectData(await call(`${demo.baseUrl}/public/fiat-currencies`), 200, data);
  for (const { code, decimalPlaces } of listed) {
    const fiatAmount = decimalPlaces === 0 ? "5000" : `5.${"1".repeat(decimalPlaces)}`;
    const answer = await postCheckout(demo, { json: { fiatAmount, fiatCurrency: code } });
    expect(expectResource(answer, 201)).toMatchObject({ fiatAmount, fiatCurrency: code });
  }
});

test("a key, a question and an origin make no difference", async () => {
  const plain = await call(`${demo.baseUrl}/public/fiat-currencies`);
  const others: Record<string, string>[] = [
    { "x-api-key": "any" },
    { origin: "https://evil.example" },
    { accept: "text/html", "x-api-key": "" },
  ];
  for (const headers of others) {
    const answer = await call(`${demo.baseUrl}/public/fiat-currencies?fiatCurrency=%zz&take=0`, { headers });
    expect(answer.body).toEqual(plain.body);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  }
});
