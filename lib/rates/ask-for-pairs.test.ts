import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { demoRates } from "@/lib/demo/identity";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { later, noon } from "@/lib/testing/builders";
import { misbehaviours, type RateServers, startRateServers } from "@/lib/testing/rate-servers";
import { missingPairs } from "./ask-for-pairs";
import { alwaysOffered, fiatTokenSymbols } from "./fiat-currency.rules";
import { createCoinGeckoProvider, createKrakenProvider } from "./providers";
import type { RateProvider, RateTable } from "./rate.store";

let servers: RateServers;
let now: Date;
const clock = { now: () => now };

beforeAll(async () => {
  servers = await startRateServers(demoRates);
});
beforeEach(() => {
  now = noon;
  servers.requests.length = 0;
  servers.answers = { coingecko: demoRates, coinbase: demoRates, kraken: demoRates, ecb: demoRates };
  servers.unknown = { coingecko: [], coinbase: [], kraken: [], ecb: [] };
});
afterAll(() => servers.stop());

const newKraken = (limits = {}) => createKrakenProvider({ baseUrl: servers.urls.kraken, clock, ...limits });
const newCoinGecko = () => createCoinGeckoProvider({ baseUrl: servers.urls.coingecko, clock });
const nameOf = (pair: string) => pair.replace(" in ", "");
const krakenNames = fiatTokenSymbols.flatMap((symbol) =>
  alwaysOffered
    .filter(({ krakenTokens }) => krakenTokens.includes(symbol))
    .map(({ code }) => `${symbol}${code}`),
);
const namesOf = (token: string) => alwaysOffered.map(({ code }) => `${token}${code}`);

/** The pairs missing after a fetch, as Kraken names them, and the number of its requests. */
async function fetchOnce(provider: RateProvider): Promise<{ missing: string[]; requests: number }> {
  servers.requests.length = 0;
  const table: RateTable = await provider.fetch();
  const prices = servers.requests.filter(({ path }) => !path.endsWith("/supported_vs_currencies"));
  return { missing: missingPairs(provider, table).map(nameOf), requests: prices.length };
}

describe("a pair that the provider lacks", () => {
  it.each(krakenNames)("leaves out only %s, wherever it is in the list", async (name) => {
    servers.unknown.kraken = [name];
    const kraken = newKraken();
    const { missing, requests } = await fetchOnce(kraken);
    expect(missing).toEqual([name]);
    expect(requests).toBeLessThanOrEqual(12);
    expect(await fetchOnce(kraken)).toEqual({ missing: [name], requests: 1 });
  });

  it("is retried hourly by one request, and used again once accepted", async () => {
    servers.unknown.kraken = ["USDTCHF"];
    const kraken = newKraken();
    await kraken.fetch();
    now = later(60 * minuteMs - 1);
    expect(await fetchOnce(kraken)).toEqual({ missing: ["USDTCHF"], requests: 1 });
    now = later(60 * minuteMs);
    expect(await fetchOnce(kraken)).toEqual({ missing: ["USDTCHF"], requests: 2 });
    expect(await fetchOnce(kraken)).toEqual({ missing: ["USDTCHF"], requests: 1 });
    servers.unknown.kraken = [];
    now = later(120 * minuteMs);
    expect(await fetchOnce(kraken)).toEqual({ missing: [], requests: 2 });
    expect(await fetchOnce(kraken)).toEqual({ missing: [], requests: 1 });
  });

  it.each([
    ["a whole token", krakenNames.filter((name) => name.startsWith("USDC"))],
    ["every second pair", krakenNames.filter((_, index) => index % 2 === 0)],
    ["all pairs but one", krakenNames.filter((name) => name !== "USDTJPY")],
  ])("is found among many others within a few fetches of at most 20 requests: %s", async (_, unknown) => {
    servers.unknown.kraken = unknown;
    const kraken = newKraken();
    const fetches = [];
    for (let fetch = 0; fetch < 6; fetch++)
      fetches.push(await fetchOnce(kraken).catch(() => ({ missing: [], requests: servers.requests.length })));
    for (const { requests } of fetches) expect(requests).toBeLessThanOrEqual(20);
    expect(fetches.at(-1)).toEqual({ missing: unknown, requests: 1 });
  });

  it.each([
    ["a currency", ["try"], ["USDCTRY", "USDTTRY"]],
    ["a coin", ["tether"], namesOf("USDT")],
    ["the first coin", ["usd-coin"], namesOf("USDC")],
  ])("of CoinGecko doesn't remove the others: %s", async (_, unknown, lacking) => {
    servers.unknown.coingecko = unknown;
    const coingecko = newCoinGecko();
    const first = await fetchOnce(coingecko);
    expect(first.requests).toBeLessThanOrEqual(20);
    await coingecko.fetch();
    await coingecko.fetch();
    expect(await fetchOnce(coingecko)).toEqual({ missing: lacking, requests: 1 });
  });
});

describe("a provider that refuses everything", () => {
  it.each([
    ["in words", '{"error":["EQuery:Unknown asset pair"]}', 200],
    ["by 400", "{}", 400],
    ["by 404", "", 404],
  ])("receives four requests with %s, and all pairs again once it accepts", async (_, text, status) => {
    const kraken = newKraken();
    servers.answers.kraken = (response) => void response.writeHead(status).end(text);
    await expect(kraken.fetch()).rejects.toThrow(/^kraken answered/);
    expect(servers.requests).toHaveLength(4);
    servers.answers.kraken = demoRates;
    expect(await fetchOnce(kraken)).toEqual({ missing: [], requests: 1 });
  });
});

it("retries a pair that was left out after the provider refused everything", async () => {
  servers.unknown.kraken = ["USDTCHF"];
  const kraken = newKraken();
  await kraken.fetch();
  servers.unknown.kraken = krakenNames;
  await expect(kraken.fetch()).rejects.toThrow(/Unknown asset pair/);
  servers.unknown.kraken = [];
  expect(await fetchOnce(kraken)).toEqual({ missing: [], requests: 1 });
});

describe("a provider that fails", () => {
  it.each(["too many requests", "an error of its own", "a closed connection", "nothing for ever"])(
    "receives one request: %s",
    async (name) => {
      servers.answers.kraken = misbehaviours[name]?.misbehave ?? demoRates;
      await expect(newKraken({ timeoutMs: 500 }).fetch()).rejects.toThrow();
      expect(servers.requests).toHaveLength(1);
    },
  );

  it.each(["EService:Unavailable", "EService:Busy", "EAPI:Rate limit exceeded"])(
    "receives one request: 200 with %s",
    async (error) => {
      servers.answers.kraken = (response) => void response.end(JSON.stringify({ error: [error] }));
      await expect(newKraken().fetch()).rejects.toThrow(error);
      expect(servers.requests).toHaveLength(1);
    },
  );

  it("receives no more requests when the search for a pair fails, and its earlier rates are kept", async () => {
    servers.answers.kraken = (response) => {
      if (servers.requests.length === 1) return void response.writeHead(400).end();
      if (servers.requests.length > 2) return void response.writeHead(503).end();
      response.end('{"error":[],"result":{"USDCUSD":{"c":["0.9998","1"]}}}');
    };
    const kraken = newKraken();
    expect(await kraken.fetch()).toEqual({ USDC: { USD: "0.9998" } });
    expect(servers.requests).toHaveLength(3);
    servers.answers.kraken = demoRates;
    expect(await fetchOnce(kraken)).toEqual({ missing: [], requests: 1 });
  });
});
