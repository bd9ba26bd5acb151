import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Table = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Takes the response over, to misbehave. */
export type Misbehaviour = (response: ServerResponse) => void;

export const providerNames = ["coingecko", "coinbase", "kraken", "ecb"] as const;

export type ProviderName = (typeof providerNames)[number];

export type RateServers = {
  /** Base addresses, as the settings take them. */
  urls: Readonly<Record<ProviderName, string>>;
  /** What each tells from now on, by token and currency. */
  answers: Record<ProviderName, Table | Misbehaviour>;
  /** Names that each doesn't know: it refuses a request with any of them, such as "USDTCHF", "tether", or "USDT". */
  unknown: Record<ProviderName, readonly string[]>;
  /** Of the European Central Bank's rates. */
  day: string;
  /** Every request so far, in order: coinbase is asked twice for one fetch. */
  requests: { provider: ProviderName; path: string }[];
  stop(): Promise<void>;
};

const paths: Readonly<Record<ProviderName, string>> = {
  coingecko: "/coingecko/api/v3",
  coinbase: "/coinbase/v2",
  kraken: "/kraken/0/public",
  ecb: "/ecb/daily.xml",
};

/** CoinGecko, Coinbase and Kraken on the loopback interface, in their own formats. */
export async function startRateServers(table: Table): Promise<RateServers> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? "", "http://127.0.0.1");
    const provider = providerNames.find((name) => `${url.pathname}/`.startsWith(`${paths[name]}/`));
    if (provider === undefined) return void response.writeHead(404).end();
    servers.requests.push({ provider, path: `${url.pathname}${url.search}` });
    const answer = servers.answers[provider];
    if (typeof answer === "function") return answer(response);
    response.setHeader("content-type", "application/json; charset=utf-8");
    const names = [...url.searchParams.values()].flatMap((value) => value.split(","));
    if (names.some((name) => servers.unknown[provider].includes(name))) return refusals[provider](response);
    response.end(inFormatOf[provider](answer, url, servers.day));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const servers: RateServers = {
    urls: {
      coingecko: `${origin}${paths.coingecko}`,
      coinbase: `${origin}${paths.coinbase}`,
      kraken: `${origin}${paths.kraken}`,
      ecb: `${origin}${paths.ecb}`,
    },
    answers: { coingecko: table, coinbase: table, kraken: table, ecb: table },
    unknown: { coingecko: [], coinbase: [], kraken: [], ecb: [] },
    day: new Date().toISOString().slice(0, 10),
    requests: [],
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return servers;
}

const oldNames: Readonly<Record<string, string>> = { USDTUSD: "USDTZUSD", ETHUSD: "XETHZUSD" };

const refusals: Readonly<Record<ProviderName, Misbehaviour>> = {
  coingecko: (response) => void response.writeHead(422).end('{"error":"invalid vs_currency"}'),
  coinbase: (response) =>
    void response.writeHead(400).end('{"errors":[{"id":"invalid_request","message":"Invalid currency"}]}'),
  kraken: (response) => void response.end('{"error":["EQuery:Unknown asset pair"]}'),
  ecb: (response) => void response.writeHead(404).end(),
};

const coinGeckoIds: Readonly<Record<string, string>> = {
  USDC: "usd-coin",
  USDT: "tether",
  ETH: "ethereum",
  xDAI: "xdai",
};

const inFormatOf: Readonly<Record<ProviderName, (table: Table, url: URL, day: string) => string>> = {
  coingecko: (table, url) => {
    if (url.pathname.endsWith("/supported_vs_currencies"))
      return JSON.stringify(
        ["btc", ...new Set(Object.values(table).flatMap((row) => Object.keys(row)))].map((code) =>
          code.toLowerCase(),
        ),
      );
    const asked = (name: string) => (url.searchParams.get(name) ?? "").split(",");
    const coins = Object.entries(table).flatMap(([symbol, byCurrency]) => {
      const id = coinGeckoIds[symbol] ?? symbol;
      if (!asked("ids").includes(id)) return [];
      const prices = Object.entries(byCurrency)
        .filter(([code]) => asked("vs_currencies").includes(code.toLowerCase()))
        .map(([code, rate]) => `"${code.toLowerCase()}":${rate}`);
      return `"${id}":{${prices.join(",")}}`;
    });
    return `{${coins.join(",")}}`;
  },
  coinbase: (table, url) => {
    const currency = url.searchParams.get("currency") ?? "";
    const symbol = currency === "DAI" ? "xDAI" : currency;
    // Among hundreds of others that are no currencies.
    return JSON.stringify({ data: { currency, rates: { AAVE: "0.0051", ...table[symbol], ZRX: "3.2" } } });
  },
  kraken: (table, url) => {
    const result: Record<string, object> = {};
    for (const name of (url.searchParams.get("pair") ?? "").split(",")) {
      const symbol = name.slice(0, -3);
      const rate = table[symbol === "DAI" ? "xDAI" : symbol]?.[name.slice(-3)];
      if (rate === undefined || name.endsWith("KRW")) continue;
      // Old pairs keep their old name in the answer.
      result[oldNames[name] ?? name] = {
        a: [rate, "1000", "1000.000"],
        b: [rate, "2000", "2000.000"],
        c: [rate, "250.00000000"],
        v: ["1.0", "2.0"],
        p: [rate, rate],
        t: [12, 34],
        l: [rate, rate],
        h: [rate, rate],
        o: rate,
      };
    }
    return JSON.stringify({ error: [], result });
  },
  ecb: ({ USDC = {} }, _, day) => {
    const perEuro = 1 / Number(USDC.EUR);
    const cubes = Object.entries(USDC)
      .filter(([code]) => code !== "EUR")
      .map(([code, rate]) => `<Cube currency='${code}' rate='${(Number(rate) * perEuro).toPrecision(8)}'/>`);
    return `<gesmes:Envelope><Cube><Cube time='${day}'>${cubes.join("")}</Cube></Cube></gesmes:Envelope>`;
  },
};

/** Misbehaviour of a broken or hostile provider, in any format. */
export const misbehaviours: Readonly<Record<string, { misbehave: Misbehaviour; neverEnds?: true }>> = {
  "a page of HTML": {
    misbehave: (response) =>
      void response.setHeader("content-type", "text/html").end("<!DOCTYPE html><title>Sorry</title>"),
  },
  nothing: { misbehave: (response) => void response.end() },
  "no JSON": { misbehave: (response) => void response.end("NaN") },
  "JSON of another kind": { misbehave: (response) => void response.end('{"rates":[1,2,3]}') },
  null: { misbehave: (response) => void response.end("null") },
  "a list": { misbehave: (response) => void response.end("[]") },
  "half of an answer": {
    misbehave: (response) => void response.end('{"usd-coin":{"usd":1,"data":{"error":[],"resu'),
  },
  "lists in lists": { misbehave: (response) => void response.end("[".repeat(100_000)) },
  "20 MB": {
    misbehave: (response) => {
      response.on("error", () => undefined);
      let sent = 0;
      const more = () => {
        while (sent < 20_000_000 && !response.destroyed) {
          sent += 65_536;
          if (!response.write(" ".repeat(65_536))) return void response.once("drain", more);
        }
        response.end("{}");
      };
      more();
    },
  },
  "too many requests": {
    misbehave: (response) =>
      void response.writeHead(429, { "retry-after": "60" }).end('{"status":{"error_code":429}}'),
  },
  "an error of its own": { misbehave: (response) => void response.writeHead(500).end("{}") },
  "a redirect": {
    misbehave: (response) =>
      void response.writeHead(302, { location: "/coingecko/api/v3/simple/price" }).end(),
  },
  "a closed connection": { misbehave: (response) => void response.destroy() },
  "a connection closed in the middle": {
    misbehave: (response) => {
      response.writeHead(200, { "content-length": "1000" }).write('{"usd-coin":');
      setTimeout(() => response.destroy(), 20);
    },
  },
  "nothing for ever": { misbehave: () => undefined, neverEnds: true },
  "a byte now and then": {
    misbehave: (response) => {
      const timer = setInterval(() => response.write(" "), 50);
      response.on("close", () => clearInterval(timer));
    },
    neverEnds: true,
  },
};
