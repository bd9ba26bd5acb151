import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { demoRates } from "@/lib/demo/identity";
import { fiatCurrencies, fiatTokenSymbols } from "@/lib/rates/fiat-currency.rules";
import type { RateProvider } from "@/lib/rates/rate.store";
import {
  misbehaviours,
  type ProviderName,
  providerNames,
  type RateServers,
  startRateServers,
} from "@/lib/testing/rate-servers";
import {
  type AnswerLimits,
  createCoinbaseProvider,
  createCoinGeckoProvider,
  createKrakenProvider,
} from "./providers";

// The providers' formats with all that can go wrong on the way. What is special to one is in its own test.

const table = {
  USDC: { USD: "0.99990000", KRW: "1467.210000000000000001", EUR: "0.92" },
  USDT: { USD: "1.00012", KRW: "1468.12", EUR: "0.9212" },
};

let servers: RateServers;
beforeAll(async () => {
  servers = await startRateServers(table);
});
beforeEach(() => {
  servers.requests.length = 0;
  for (const name of providerNames) servers.answers[name] = table;
});
afterAll(() => servers.stop());

const make: Record<ProviderName, (options: AnswerLimits & { baseUrl: string }) => RateProvider> = {
  coingecko: createCoinGeckoProvider,
  coinbase: createCoinbaseProvider,
  kraken: createKrakenProvider,
};

describe.each(providerNames)("%s", (name) => {
  const provider = (limits: AnswerLimits = {}) => make[name]({ baseUrl: servers.urls[name], ...limits });

  it("tells every rate that it has, digit for digit", async () => {
    const { KRW: _, ...usdc } = table.USDC;
    const { KRW: __, ...usdt } = table.USDT;
    expect(provider().name).toBe(name);
    expect(await provider().fetch()).toEqual(name === "kraken" ? { USDC: usdc, USDT: usdt } : table);
  });

  it("leaves out what it is not told", async () => {
    servers.answers[name] = { USDC: { EUR: "0.92" }, USDT: {} };
    expect(await provider().fetch()).toEqual({ USDC: { EUR: "0.92" } });
  });

  it("refuses an answer without any rate", async () => {
    servers.answers[name] = {};
    await expect(provider().fetch()).rejects.toThrow(`${name} gave no prices`);
  });

  it.each(["0", "0.000", "-1", "-0.5", "1e400", "1".repeat(100)])("refuses the price %s", async (rate) => {
    servers.answers[name] = { USDC: { USD: "1", EUR: "0.92" }, USDT: { EUR: rate } };
    await expect(provider().fetch()).rejects.toThrow(`${name} gave a price of USDT in EUR that is none`);
  });

  it.each(Object.entries(misbehaviours))("refuses %s, in time", async (_, { misbehave, neverEnds }) => {
    servers.answers[name] = misbehave;
    const began = Date.now();
    // Only those that never end are to meet their time-out: the others are asked however slow a machine is.
    const timeoutMs = neverEnds ? 1_000 : 10_000;
    await expect(provider({ timeoutMs }).fetch()).rejects.toThrow();
    expect(Date.now() - began).toBeLessThan(20_000);
    // No one is asked again, neither here nor where a redirect leads.
    expect(servers.requests.filter((request) => request.provider !== name)).toEqual([]);
    expect(servers.requests).toHaveLength(name === "coinbase" ? 2 : 1);
    servers.answers[name] = table;
    expect((await provider().fetch()).USDC?.USD).toBe("0.99990000");
  });

  it("reads no more than it was told to", async () => {
    await expect(provider({ maxBytes: 50 }).fetch()).rejects.toThrow(/more than 50 bytes/);
  });
});

it.each(fiatCurrencies)("$code is told by at least two of the providers", async ({ code }) => {
  for (const name of providerNames) servers.answers[name] = demoRates;
  const tables = await Promise.all(
    providerNames.map((name) => make[name]({ baseUrl: servers.urls[name], timeoutMs: 5_000 }).fetch()),
  );
  for (const symbol of fiatTokenSymbols)
    expect(tables.filter((told) => told[symbol]?.[code] !== undefined).length).toBeGreaterThanOrEqual(2);
});
