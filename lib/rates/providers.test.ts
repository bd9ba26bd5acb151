import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { type RateServers, startRateServers } from "@/lib/testing/rate-servers";
import { createCoinbaseProvider, createCoinGeckoProvider, createKrakenProvider } from "./providers";

describe("kraken", () => {
  let servers: RateServers;

  beforeAll(async () => {
    servers = await startRateServers({});
  });

  afterAll(() => servers.stop());

  const fetchRates = () => createKrakenProvider({ baseUrl: `${servers.urls.kraken}/` }).fetch();

  const answer = (text: string) => {
    servers.answers.kraken = (response) => void response.end(text);
  };

  it("is asked for the pairs that it trades, at once", async () => {
    answer('{"error":[],"result":{"USDCUSD":{"c":["0.9999","10"]}}}');
    servers.requests.length = 0;
    await fetchRates();
    expect(servers.requests.map(({ path }) => decodeURIComponent(path))).toEqual([
      expect.stringMatching(
        /^\/kraken\/0\/public\/Ticker\?pair=USDCUSD,USDCEUR,USDCGBP,.*,USDTUSD,USDTEUR,USDTJPY,/,
      ),
    ]);
  });

  it.each(["USDTUSD", "USDTZUSD"])("knows the pair by the name %s", async (name) => {
    answer(`{"error":[],"result":{"${name}":{"a":["2"],"b":["3"],"c":["1.00120","10.5"],"o":"4"}}}`);
    expect(await fetchRates()).toEqual({ USDT: { USD: "1.00120" } });
  });

  it.each([
    ["an error", '{"error":["EQuery:Unknown asset pair"]}', /EQuery:Unknown asset pair/],
    ["an error beside a result", '{"error":["EGeneral:?"],"result":{"USDCUSD":{"c":["1","1"]}}}', /EGeneral/],
    ["no list of errors", '{"result":{"USDCUSD":{"c":["1","1"]}}}', /kraken answered with the error/],
    [
      "a pair without a price",
      '{"error":[],"result":{"USDCUSD":{"a":["1","1"]}}}',
      /USDC in USD that is none/,
    ],
    ["a pair that is null", '{"error":[],"result":{"USDCUSD":null}}', /that is none/],
    ["a price that is a number", '{"error":[],"result":{"USDCUSD":{"c":[1.0,"1"]}}}', /that is none/],
    ["a price that is NaN", '{"error":[],"result":{"USDCUSD":{"c":["NaN","1"]}}}', /that is none/],
    ["other pairs only", '{"error":[],"result":{"XXBTZUSD":{"c":["65000.1","1"]}}}', /no prices/],
  ])("refuses %s", async (_, text, message) => {
    answer(text);
    await expect(fetchRates()).rejects.toThrow(message);
  });
});

describe("coinbase", () => {
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
});

describe("coingecko", () => {
  let server: Server;

  let baseUrl: string;

  let requests: IncomingMessage[];

  let respond: (response: ServerResponse) => void;

  beforeEach(async () => {
    requests = [];
    server = createServer((request, response) => {
      requests.push(request);
      respond(response);
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v3`;
  });

  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });

  const answer = (text: string) => {
    respond = (response) =>
      void response.setHeader("content-type", "application/json; charset=utf-8").end(text);
  };

  describe("prices", () => {
    it("are asked for by coin and currency, in full precision", async () => {
      answer('{"usd-coin":{"usd":1}}');
      await createCoinGeckoProvider({ baseUrl: `${baseUrl}/` }).fetch();
      const url = new URL(requests[0]?.url ?? "", baseUrl);
      expect(url.pathname).toBe("/api/v3/simple/price");
      expect(Object.fromEntries(url.searchParams)).toEqual({
        ids: "usd-coin,tether",
        vs_currencies: fiatCurrencies.map(({ rateSourceId }) => rateSourceId).join(","),
        precision: "full",
      });
      expect(requests[0]?.headers).not.toHaveProperty("x-cg-demo-api-key");
    });

    it("are told digit for digit, never through a float", async () => {
      answer(
        '{"tether":{"usd":1.0004567890123456789,"krw":1468.12,"eur":9.2e-1},"usd-coin":{"usd":0.99990,"krw":1.46721e3,"eur":1e-7}}',
      );
      expect(await createCoinGeckoProvider({ baseUrl }).fetch()).toEqual({
        USDC: { USD: "0.99990", KRW: "1467.21", EUR: "0.0000001" },
        USDT: { USD: "1.0004567890123456789", KRW: "1468.12", EUR: "0.92" },
      });
    });

    it("leave out what is not there", async () => {
      answer('{"tether":{"usd":1.01},"usd-coin":{}}');
      expect(await createCoinGeckoProvider({ baseUrl }).fetch()).toEqual({ USDT: { USD: "1.01" } });
    });

    it("are asked for with the key, when there is one", async () => {
      answer('{"usd-coin":{"usd":1}}');
      await createCoinGeckoProvider({ baseUrl, apiKey: "CG-key" }).fetch();
      expect(requests[0]?.headers["x-cg-demo-api-key"]).toBe("CG-key");
    });
  });

  describe("an answer is refused when", () => {
    it.each([
      ["a price is zero", '{"usd-coin":{"usd":0}}'],
      ["a price is zero in disguise", '{"usd-coin":{"usd":0.0e3}}'],
      ["a price is negative", '{"usd-coin":{"usd":-1},"tether":{"usd":1}}'],
      ["a price is null", '{"usd-coin":{"usd":null,"krw":1400}}'],
      ["a price is a string", '{"usd-coin":{"usd":"1"}}'],
      ["a price is not a number", '{"usd-coin":{"usd":NaN}}'],
      ["a price is beyond all sense", '{"usd-coin":{"usd":1e400}}'],
      ["it has no prices", '{"status":{"error_code":429}}'],
      ["it is a list", "[]"],
      ["it is null", "null"],
      ["it is HTML", "<!DOCTYPE html><html></html>"],
      ["it is cut short", '{"usd-coin":{"usd":1'],
      ["it is empty", ""],
    ])("%s", async (_, text) => {
      answer(text);
      await expect(createCoinGeckoProvider({ baseUrl }).fetch()).rejects.toThrow();
    });
  });
});
