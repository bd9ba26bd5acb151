import type { IncomingHttpHeaders } from "node:http";
import fc from "fast-check";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { demoRates } from "@/lib/demo/identity";
import { type Clock, createSystemClock } from "@/lib/platform/clock";
import {
  alwaysOffered,
  coinPairs,
  fiatPairs,
  fiatTokenSymbols,
  type Pair,
} from "@/lib/rates/fiat-currency.rules";
import type { RateProvider } from "@/lib/rates/rate.store";
import {
  misbehaviours,
  type ProviderName,
  providerNames,
  type RateServers,
  startRateServers,
} from "@/lib/testing/rate-servers";
import type { AnswerLimits } from "./ask-for-pairs";
import {
  createCoinbaseProvider,
  createCoinGeckoProvider,
  createEcbProvider,
  createFixedProvider,
  createKrakenProvider,
  parseJsonNumbersAsText,
  toDecimalText,
} from "./providers";

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
  for (const name of providerNames) {
    servers.answers[name] = table;
    servers.unknown[name] = [];
  }
});
afterAll(() => servers.stop());

const clock = createSystemClock();
/** Providers of live rates: their rates are digit for digit what they sent. */
const liveNames = ["coingecko", "coinbase", "kraken"] as const;
const make: Record<
  (typeof liveNames)[number],
  (options: AnswerLimits & { baseUrl: string; clock: Clock; pairs?: readonly Pair[] }) => RateProvider
> = {
  coingecko: createCoinGeckoProvider,
  coinbase: createCoinbaseProvider,
  kraken: createKrakenProvider,
};

/** Answers every request to this provider with the text. */
const answer = (name: ProviderName, text: string) => {
  servers.answers[name] = (response) => void response.end(text);
};
const fetchFrom = (name: (typeof liveNames)[number], limits: AnswerLimits = {}) =>
  make[name]({ baseUrl: `${servers.urls[name]}/`, clock, ...limits }).fetch();
const pathsAsked = () => servers.requests.map(({ path }) => decodeURIComponent(path)).sort();

it.each(liveNames)(
  "%s prices the coins of chains in dollars, under the names that it has for them",
  async (name) => {
    const coins = { ETH: { USD: "3120.55" }, xDAI: { USD: "0.9998" } };
    servers.answers[name] = { ...table, ...coins };
    const pairs = [...fiatPairs, ...coinPairs(["ETH", "xDAI"])];
    const fetched = await make[name]({ baseUrl: servers.urls[name], clock, pairs }).fetch();
    expect(fetched).toMatchObject(coins);
    expect(fetched.USDC).toBeDefined();
  },
);

describe("kraken", () => {
  it("receives one request for the pairs that it trades", async () => {
    await fetchFrom("kraken");
    expect(pathsAsked()).toEqual([
      expect.stringMatching(
        /^\/kraken\/0\/public\/Ticker\?pair=USDCUSD,USDCEUR,USDCGBP,.*,USDTUSD,USDTEUR,USDTJPY,/,
      ),
    ]);
  });

  it.each(["USDTUSD", "USDTZUSD"])("knows the pair by the name %s", async (name) => {
    answer(
      "kraken",
      `{"error":[],"result":{"${name}":{"a":["2"],"b":["3"],"c":["1.00120","10.5"],"o":"4"}}}`,
    );
    expect(await fetchFrom("kraken")).toEqual({ USDT: { USD: "1.00120" } });
  });

  it.each([
    ["an error", '{"error":["EQuery:Unknown asset pair"]}', /EQuery:Unknown asset pair/],
    ["an error beside a result", '{"error":["EGeneral:?"],"result":{"USDCUSD":{"c":["1","1"]}}}', /EGeneral/],
    ["no list of errors", '{"result":{"USDCUSD":{"c":["1","1"]}}}', /kraken answered with the error/],
    ["a pair without a price", '{"error":[],"result":{"USDCUSD":{"a":["1","1"]}}}', /no prices/],
    ["a pair that is null", '{"error":[],"result":{"USDCUSD":null}}', /no prices/],
    ["a price that is a number", '{"error":[],"result":{"USDCUSD":{"c":[1.0,"1"]}}}', /no prices/],
    ["a price that is NaN", '{"error":[],"result":{"USDCUSD":{"c":["NaN","1"]}}}', /no prices/],
    ["other pairs only", '{"error":[],"result":{"XXBTZUSD":{"c":["65000.1","1"]}}}', /no prices/],
  ])("refuses %s", async (_, text, message) => {
    answer("kraken", text);
    await expect(fetchFrom("kraken")).rejects.toThrow(message);
  });
});

describe("coinbase", () => {
  it("keeps one token's rates when the other is refused", async () => {
    servers.unknown.coinbase = ["USDT"];
    expect(await fetchFrom("coinbase")).toEqual({ USDC: table.USDC });
  });

  it("receives one request per token", async () => {
    await fetchFrom("coinbase");
    expect(pathsAsked()).toEqual(
      ["USDC", "USDT"].map((symbol) => `/coinbase/v2/exchange-rates?currency=${symbol}`),
    );
  });

  it.each([
    ["a number", '{"USD":1.0}'],
    ["NaN", '{"USD":"NaN"}'],
    ["with a comma", '{"KRW":"1,400"}'],
    ["with a blank", '{"KRW":" 1400"}'],
    ["null", '{"USD":null}'],
    ["hexadecimal", '{"USD":"0x1"}'],
  ])("refuses a rate that is %s", async (_, rates) => {
    answer("coinbase", `{"data":{"currency":"USDC","rates":${rates}}}`);
    await expect(fetchFrom("coinbase")).rejects.toThrow(/coinbase/);
  });

  it("refuses rates of another token", async () => {
    answer("coinbase", '{"data":{"currency":"BTC","rates":{"USD":"65000.1"}}}');
    await expect(fetchFrom("coinbase")).rejects.toThrow("coinbase did not answer for USDC");
  });

  it("reports a failure after both requests ended, without leaking into the next fetch", async () => {
    let ended = 0;
    servers.answers.coinbase = (response) => {
      const isFirst = response.req.url?.endsWith("USDC") === true;
      response.writeHead(isFirst ? 500 : 200);
      const end = () => {
        ended += 1;
        response.end("{}");
      };
      setTimeout(end, isFirst ? 0 : 300);
    };
    await expect(fetchFrom("coinbase")).rejects.toThrow(/coinbase/);
    expect(ended).toBe(2);
  });
});

describe("coingecko", () => {
  it.each([undefined, "CG-key"])(
    "requests coin and currency at full precision, with the key %s",
    async (apiKey) => {
      let headers: IncomingHttpHeaders = {};
      servers.answers.coingecko = (response) => {
        headers = response.req.headers;
        response.end('{"usd-coin":{"usd":1}}');
      };
      await createCoinGeckoProvider({ baseUrl: `${servers.urls.coingecko}/`, apiKey, clock }).fetch();
      const url = new URL(servers.requests[1]?.path ?? "", servers.urls.coingecko);
      expect(url.pathname).toBe("/coingecko/api/v3/simple/price");
      expect(Object.fromEntries(url.searchParams)).toEqual({
        ids: "usd-coin,tether",
        vs_currencies: alwaysOffered.map(({ rateSourceId }) => rateSourceId).join(","),
        precision: "full",
      });
      expect(headers["x-cg-demo-api-key"]).toBe(apiKey);
    },
  );

  it("returns every digit without a float, and omits missing pairs", async () => {
    answer(
      "coingecko",
      '{"tether":{"usd":1.0004567890123456789,"krw":1468.12,"eur":9.2e-1},"usd-coin":{"usd":0.99990,"krw":1.46721e3,"eur":1e-7}}',
    );
    expect(await fetchFrom("coingecko")).toEqual({
      USDC: { USD: "0.99990", KRW: "1467.21", EUR: "0.0000001" },
      USDT: { USD: "1.0004567890123456789", KRW: "1468.12", EUR: "0.92" },
    });
    answer("coingecko", '{"tether":{"usd":1.01},"usd-coin":{}}');
    expect(await fetchFrom("coingecko")).toEqual({ USDT: { USD: "1.01" } });
  });

  it.each(["0.0e3", "null", '"1"', "{}"])("leaves out the price %s, and keeps the others", async (price) => {
    answer("coingecko", `{"usd-coin":{"usd":${price},"krw":1400}}`);
    expect(await fetchFrom("coingecko")).toEqual({ USDC: { KRW: "1400" } });
  });
});

// What all of them have in common, each in its own format, with all that can go wrong on the way.
describe.each(liveNames)("%s", (name) => {
  it("returns every rate digit for digit", async () => {
    const { KRW: _, ...usdc } = table.USDC;
    const { KRW: __, ...usdt } = table.USDT;
    expect(make[name]({ baseUrl: servers.urls[name], clock }).name).toBe(name);
    expect(await fetchFrom(name)).toEqual(name === "kraken" ? { USDC: usdc, USDT: usdt } : table);
  });

  it("omits missing pairs", async () => {
    servers.answers[name] = { USDC: { EUR: "0.92" }, USDT: {} };
    expect(await fetchFrom(name)).toEqual({ USDC: { EUR: "0.92" } });
  });

  it("refuses an answer without any rate", async () => {
    servers.answers[name] = {};
    await expect(fetchFrom(name)).rejects.toThrow(`${name} gave no prices`);
  });

  it.each(["0", "0.000", "-1", "-0.5", "1e400", "1".repeat(100)])(
    "leaves out the price %s, and keeps the others",
    async (rate) => {
      servers.answers[name] = { USDC: { USD: "1", EUR: rate }, USDT: { EUR: "0.92" } };
      expect(await fetchFrom(name)).toEqual({ USDC: { USD: "1" }, USDT: { EUR: "0.92" } });
    },
  );

  it.each(Object.entries(misbehaviours))("refuses %s, in time", async (_, { misbehave, neverEnds }) => {
    servers.answers[name] = misbehave;
    const began = Date.now();
    // Only those that never end are to meet their time-out: the others are asked however slow a machine is.
    const timeoutMs = neverEnds ? 1_000 : 10_000;
    await expect(fetchFrom(name, { timeoutMs })).rejects.toThrow();
    expect(Date.now() - began).toBeLessThan(20_000);
    // No one is asked again, neither here nor where a redirect leads.
    expect(servers.requests.filter((request) => request.provider !== name)).toEqual([]);
    expect(servers.requests).toHaveLength(name === "kraken" ? 1 : 2);
    servers.answers[name] = table;
    expect((await fetchFrom(name)).USDC?.USD).toBe("0.99990000");
  });

  it("stops reading at the size limit", async () => {
    await expect(fetchFrom(name, { maxBytes: 50 })).rejects.toThrow(/more than 50 bytes/);
  });
});

it.each(alwaysOffered)("$code is supported by at least two of the providers", async ({ code }) => {
  for (const name of providerNames) servers.answers[name] = demoRates;
  const tables = await Promise.all(liveNames.map((name) => fetchFrom(name, { timeoutMs: 5_000 })));
  for (const symbol of fiatTokenSymbols)
    expect(tables.filter((told) => told[symbol]?.[code] !== undefined).length).toBeGreaterThanOrEqual(2);
});

describe("coingecko's own list of currencies", () => {
  it("is asked for once a day, and no other currency is named", async () => {
    let now = Date.parse("2026-01-01T12:00:00Z");
    servers.answers.coingecko = { USDC: { USD: "1", PLN: "3.65" }, USDT: { PLN: "3.66" } };
    const provider = createCoinGeckoProvider({
      baseUrl: servers.urls.coingecko,
      clock: { now: () => new Date(now) },
    });
    const expected = { USDC: { USD: "1", PLN: "3.65" }, USDT: { PLN: "3.66" } };
    expect(await provider.fetch()).toEqual(expected);
    expect(await provider.fetch()).toEqual(expected);
    const lists = () => pathsAsked().filter((path) => path.endsWith("/simple/supported_vs_currencies"));
    expect(lists()).toHaveLength(1);
    expect(pathsAsked().every((path) => !path.includes(",sek"))).toBe(true);
    now += 24 * 3_600_000;
    await provider.fetch();
    expect(lists()).toHaveLength(2);
  });

  it("costs no rate when it fails: currencies that are always offered are priced", async () => {
    servers.answers.coingecko = (response) => {
      const [, { path } = { path: "" }] = servers.requests;
      if (path === "") response.writeHead(500).end();
      else response.end('{"usd-coin":{"usd":1,"pln":3.65}}');
    };
    expect(await fetchFrom("coingecko")).toEqual({ USDC: { USD: "1" } });
  });
});

describe("the European Central Bank", () => {
  const ecbDay = "2026-01-01";
  const day = (days: number) => ({
    now: () => new Date(Date.parse(`${ecbDay}T00:00:00Z`) + days * 24 * 3_600_000),
  });
  const ecb = (days = 1) => createEcbProvider({ clock: day(days), url: servers.urls.ecb });

  it("crosses its rates through the dollar, for each dollar token", async () => {
    answer(
      "ecb",
      `<Cube><Cube time='${ecbDay}'><Cube currency='USD' rate='1.2500'/><Cube currency='PLN' rate='4.2500'/></Cube></Cube>`,
    );
    const perDollar = { USD: "1", EUR: "0.8", PLN: "3.4" };
    expect(await ecb().fetch()).toEqual({ USDC: perDollar, USDT: perDollar });
    expect(ecb().isReference).toBe(true);
  });

  it("is heard for five days, as from Easter's Thursday to its Tuesday", async () => {
    servers.day = ecbDay;
    await expect(ecb(5).fetch()).resolves.toBeDefined();
    await expect(ecb(5.01).fetch()).rejects.toThrow(`ecb's rates are of ${ecbDay}`);
    await expect(ecb(-5.01).fetch()).rejects.toThrow(`ecb's rates are of ${ecbDay}`);
  });

  it.each([
    ["no day", "<Cube currency='USD' rate='1.25'/>", /of no day/],
    ["no dollar", `<Cube time='${ecbDay}'><Cube currency='PLN' rate='4.25'/>`, /no rate of the dollar/],
    [
      "a dollar of nothing",
      `<Cube time='${ecbDay}'><Cube currency='USD' rate='0.0'/>`,
      /no rate of the dollar/,
    ],
    ["a page", "<html>maintenance</html>", /of no day/],
  ])("refuses %s", async (_, text, message) => {
    answer("ecb", text);
    await expect(ecb().fetch()).rejects.toThrow(message);
  });
});

it("answers with the rates it was given, as they were written", async () => {
  const given = { USDC: { USD: "1", KRW: "1400.50" }, USDT: { EUR: "0.92" } };
  const provider = createFixedProvider(given);
  expect(provider.name).toBe("fixed");
  expect(await provider.fetch()).toEqual(given);
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

  it("never reads a string as a number, and leaves digits in strings unchanged", () => {
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

  it("keeps the shape of any JSON, with numbers as strings", () => {
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
    "is null for %j",
    (number) => {
      expect(toDecimalText(number)).toBeNull();
    },
  );

  it("has the number's exact value", () => {
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
