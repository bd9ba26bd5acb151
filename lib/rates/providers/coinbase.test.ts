import { afterAll, beforeAll, expect, it } from "vitest";
import { type RateServers, startRateServers } from "@/lib/testing/rate-servers";
import { createCoinbaseProvider } from "./coinbase";

const table = { USDC: { USD: "1.0" }, USDT: { USD: "1.0005" } };
let servers: RateServers;
beforeAll(async () => {
  servers = await startRateServers(table);
});
afterAll(() => servers.stop());

const fetchRates = () => createCoinbaseProvider({ baseUrl: `${servers.urls.coinbase}/` }).fetch();

it("is asked once for each token", async () => {
  servers.answers.coinbase = table;
  servers.requests.length = 0;
  expect(await fetchRates()).toEqual({ USDC: { USD: "1.0" }, USDT: { USD: "1.0005" } });
  expect(servers.requests.map(({ path }) => path).sort()).toEqual([
    "/coinbase/v2/exchange-rates?currency=USDC",
    "/coinbase/v2/exchange-rates?currency=USDT",
  ]);
});

it.each([
  ["a number", '{"data":{"currency":"USDC","rates":{"USD":1.0}}}'],
  ["NaN", '{"data":{"currency":"USDC","rates":{"USD":"NaN"}}}'],
  ["with a comma", '{"data":{"currency":"USDC","rates":{"KRW":"1,400"}}}'],
  ["with a blank", '{"data":{"currency":"USDC","rates":{"KRW":" 1400"}}}'],
  ["null", '{"data":{"currency":"USDC","rates":{"USD":null}}}'],
  ["hexadecimal", '{"data":{"currency":"USDC","rates":{"USD":"0x1"}}}'],
])("refuses a rate that is %s", async (_, text) => {
  servers.answers.coinbase = (response) => void response.end(text);
  await expect(fetchRates()).rejects.toThrow(/coinbase/);
});

it("refuses the rates of another token than the one asked for", async () => {
  servers.answers.coinbase = (response) =>
    void response.end('{"data":{"currency":"BTC","rates":{"USD":"65000.1"}}}');
  await expect(fetchRates()).rejects.toThrow("coinbase did not answer for USDC");
});

it("tells a failure once both requests have ended, and nothing of it comes into the next fetch", async () => {
  let ended = 0;
  servers.answers.coinbase = (response) => {
    const isFirst = response.req.url?.endsWith("USDC") === true;
    response.writeHead(isFirst ? 500 : 200);
    setTimeout(
      () => {
        ended += 1;
        response.end("{}");
      },
      isFirst ? 0 : 300,
    );
  };
  await expect(fetchRates()).rejects.toThrow(/coinbase/);
  expect(ended).toBe(2);
});
