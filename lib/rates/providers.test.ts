import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import fc from "fast-check";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
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
  createFixedProvider,
  createKrakenProvider,
  parseJsonNumbersAsText,
  toDecimalText,
} from "./providers";

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

it("answers with the rates it was given, as they were written", async () => {
  const provider = createFixedProvider({ USDC: { USD: "1", KRW: "1400.50" }, USDT: { EUR: "0.92" } });
  expect(provider.name).toBe("fixed");
  expect(await provider.fetch()).toEqual({ USDC: { USD: "1", KRW: "1400.50" }, USDT: { EUR: "0.92" } });
});

it.each(["0", "0.000", "-1", "1e3", "NaN", "", "1,400", " 1", "Infinity"])("refuses the rate %j", (rate) => {
  expect(() => createFixedProvider({ USDC: { USD: rate } })).toThrow(RangeError);
});

it("refuses a token that fiat prices are not converted to", () => {
  expect(() => createFixedProvider({ DAI: { USD: "1" } })).toThrow(/USDC and USDT/);
});

describe("JSON with its numbers as text", () => {
  it("keeps every digit as it was written", () => {
    const text =
      '{"usd": 0.99984500000000001234, "krw":1400.0, "tiny":1E-7,"big":123456789012345678901234567890}';
    expect(parseJsonNumbersAsText(text)).toEqual({
      usd: "0.99984500000000001234",
      krw: "1400.0",
      tiny: "1E-7",
      big: "123456789012345678901234567890",
    });
  });

  it("lets no string pass for a number, and no string's digits be touched", () => {
    const text = '{"a\\"1:2": 3, "b": "4", "c": ["5", 6, -7.5e+8], "9": {"d" : null, "e": true}}';
    expect(parseJsonNumbersAsText(text)).toEqual({
      'a"1:2': "3",
      b: null,
      c: [null, "6", "-7.5e+8"],
      9: { d: null, e: true },
    });
  });

  it.each(["", "<html>", "{", "NaN", "01", "1.", ".5", "+1", "{'a':1}", "1 2"])("refuses %j", (text) => {
    expect(() => parseJsonNumbersAsText(text)).toThrow(SyntaxError);
  });

  it("has the shape of any JSON, with numbers and strings exchanged", () => {
    const exchange = (value: unknown): unknown => {
      if (typeof value === "number") return JSON.stringify(value);
      if (typeof value === "string") return null;
      if (Array.isArray(value)) return value.map(exchange);
      if (typeof value !== "object" || value === null) return value;
      return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, exchange(inner)]));
    };
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJsonNumbersAsText(text)).toEqual(exchange(JSON.parse(text)));
      }),
      { numRuns: 500 },
    );
  });
});

describe("decimal text", () => {
  it.each([
    ["1", "1"],
    ["1400.25", "1400.25"],
    ["0.9998", "0.9998"],
    ["1e3", "1000"],
    ["1.5E+2", "150"],
    ["1.2345e2", "123.45"],
    ["1e-7", "0.0000001"],
    ["1.5e-7", "0.00000015"],
    ["12e-1", "1.2"],
    ["0.001e3", "1"],
    ["10e-3", "0.010"],
  ])("of %s is %s", (number, text) => {
    expect(toDecimalText(number)).toBe(text);
  });

  it.each(["0", "0.00", "0e5", "-1", "-0.5", "1e999", "1e-100", "", "null", "Infinity", "9".repeat(65)])(
    "of %j is none",
    (number) => {
      expect(toDecimalText(number)).toBeNull();
    },
  );

  it("has exactly the value of the number", () => {
    fc.assert(
      fc.property(fc.bigInt(1n, 10n ** 30n), fc.integer({ min: -30, max: 30 }), (digits, exponent) => {
        const text = toDecimalText(`${digits}e${exponent}`) ?? "";
        const [whole = "", fraction = ""] = text.split(".");
        const scaled = BigInt(`${whole}${fraction}`) * 10n ** BigInt(60 - fraction.length);
        expect(scaled).toBe(digits * 10n ** BigInt(60 + exponent));
        expect(text).toMatch(/^(0|[1-9]\d*)(\.\d+)?$/);
      }),
      { numRuns: 1_000 },
    );
  });
});
