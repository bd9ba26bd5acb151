import { expect, test } from "@playwright/test";
import { operations } from "@/lib/api/operation-list";
import { call } from "../support/api";
import { baseForms, expectData, expectResource, postCheckout } from "../support/contract";
import { manifest } from "../support/manifest";

const demo = manifest();
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
