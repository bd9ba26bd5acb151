import { expect, test } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { projectAllRates, publicAllRates } from "@/lib/rates/exchange-rates.schema";
import {
  type ProviderName,
  providerNames,
  type RateServers,
  setRateAge,
  startRateServers,
} from "@/lib/testing/rate-servers";
import { call } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { expectData, expectFailure, expectResource, postCheckout } from "../support/contract";
import { type OwnStack, startOwnStack } from "../support/stack";

// A service of its own that asks three providers on this machine, which fail one after the other.

test.describe.configure({ mode: "serial" });

const minuteMs = 60_000;
const good = { USDC: { USD: "1", KRW: "1467", EUR: "0.92" }, USDT: { USD: "1", KRW: "1467", EUR: "0.92" } };
const output: string[] = [];
let servers: RateServers;
let stack: OwnStack;
let demo: DemoManifest;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  servers = await startRateServers(good);
  const { answers } = servers;
  answers.coingecko = { ...good, USDC: { USD: "0.9998", KRW: "1467", EUR: "0.92" } };
  answers.coinbase = { ...good, USDC: { USD: "1.0", KRW: "1468", EUR: "0.921" } };
  answers.kraken = { ...good, USDC: { USD: "100", EUR: "0.925" } };
  stack = await startOwnStack({
    onServerOutput: (line) => output.push(line),
    env: {
      DEMO_FIXED_RATES: "",
      COINGECKO_URL: servers.urls.coingecko,
      COINBASE_URL: servers.urls.coinbase,
      KRAKEN_URL: servers.urls.kraken,
      RATE_LIMIT_PUBLIC_PER_MINUTE: "1000",
      RATE_LIMIT_PUBLIC_IP_PER_MINUTE: "1000",
    },
  });
  demo = stack.manifest;
});
test.afterAll(async () => {
  await stack?.stop();
  await servers?.stop();
});

const getRates = () => call(`${demo.baseUrl}/public/exchange-rates`);
const getProjectRates = () =>
  call(`${demo.baseUrl}/dashboard/projects/${demo.projectId}/checkouts/exchange-rate`, {
    headers: { "x-api-key": demo.apiKey },
  });
const createInFiat = () =>
  postCheckout(demo, {
    json: {
      fiatAmount: "5.00",
      fiatCurrency: "USD",
      chainId: chainOf(demo).chainId,
      tokenAddress: tokenOf(chainOf(demo)),
    },
  });

const isWarning = (line: string, provider: ProviderName) =>
  line.includes('"level":"warn"') && line.includes(`"provider":"${provider}"`);

/** The server's words come on a way of their own, and its background work says them when it gets to it. */
async function expectWarning(provider: ProviderName): Promise<void> {
  await expect.poll(() => output.some((line) => isWarning(line, provider)), { timeout: 30_000 }).toBe(true);
}

test("the rates are the median of three providers, without one that is a hundredfold, which is logged", async () => {
  const { rates } = expectData(await getRates(), 200, publicAllRates);
  expect(rates).toEqual({
    USDC: { USD: "0.9999", KRW: "1467.5", EUR: "0.921" },
    USDT: { USD: "1", KRW: "1467", EUR: "0.92" },
  });
  expect(["live", "cache"]).toContain(expectData(await getProjectRates(), 200, projectAllRates).source);
  await expectWarning("kraken");
  // A fetch by the background job alone: later requests cost the providers nothing.
  expect(servers.requests).toHaveLength(4);
});

test("while all providers fail, rates of 20 minutes ago serve and say so", async () => {
  test.setTimeout(180_000);
  servers.answers.coingecko = (response) => void response.writeHead(429).end("{}");
  servers.answers.coinbase = (response) => void response.end("<html>");
  servers.answers.kraken = (response) => void response.destroy();
  await stack.server().stop();
  const fetchedAt = (await setRateAge(demo.databaseUrl, 20 * minuteMs)).toISOString();
  output.length = 0;
  await stack.startServer();

  const data = expectData(await getProjectRates(), 200, projectAllRates);
  expect(data).toMatchObject({ source: "stale", timestamp: fetchedAt, rates: { USDC: { USD: "0.9999" } } });
  expect(expectResource(await createInFiat(), 201)).toMatchObject({
    exchangeRateUsed: "0.9999",
    exchangeRateAt: fetchedAt,
  });
  for (const provider of providerNames) await expectWarning(provider);
});

test("rates serve until they are an hour old and not a moment longer; then 503 says when to come again", async () => {
  test.setTimeout(120_000);
  // Time enough for a busy machine to be asked before it is over.
  const fetchedAt = await setRateAge(demo.databaseUrl, 60 * minuteMs - 20_000);
  let served = 0;
  let answer = await getRates();
  await expect(async () => {
    const askedAt = Date.now();
    answer = await getRates();
    if (answer.status === 200) {
      const { timestamp } = expectData(answer, 200, publicAllRates);
      // Until the server looks again, a second at most, it knows the older age.
      if (timestamp === fetchedAt.toISOString()) served++;
      expect(askedAt - Date.parse(timestamp)).toBeLessThan(60 * minuteMs);
    }
    expect(answer.status).toBe(503);
  }).toPass({ intervals: [100], timeout: 60_000 });
  expect(Date.now() - fetchedAt.getTime()).toBeGreaterThanOrEqual(60 * minuteMs);
  expect(served).toBeGreaterThan(0);

  for (const refusal of [answer, await getProjectRates(), await createInFiat()]) {
    expectFailure(refusal, "EXCHANGE_RATE_UNAVAILABLE");
    expect(Number(refusal.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const json = { amount: "5000000", chainId: chainOf(demo).chainId, tokenAddress: tokenOf(chainOf(demo)) };
  expectResource(await postCheckout(demo, { json }), 201);
});

test("an outage is not hammered, and ends with the providers'", async () => {
  test.setTimeout(120_000);
  const before = servers.requests.length;
  const startedAt = Date.now();
  for (let time = 0; time < 20; time++) await getRates();
  // One fetch in 15 seconds, however long the machine took to ask so often.
  const fetches = 1 + Math.floor((Date.now() - startedAt) / 15_000);
  expect(servers.requests.length - before).toBeLessThanOrEqual(4 * fetches);
  for (const name of providerNames) servers.answers[name] = good;
  await expect(async () => {
    const { rates } = expectData(await getRates(), 200, publicAllRates);
    expect(rates.USDC).toEqual(good.USDC);
  }).toPass({ intervals: [500], timeout: 60_000 });
  expectResource(await createInFiat(), 201);
});
