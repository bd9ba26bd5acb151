import { describe, expect, it } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { fetchRates, type RateParts } from "./get-rates";
import type { RateTable, StoredRate } from "./rate.store";

type Answers = Record<string, RateTable | Error>;

async function fetchFrom(answers: Answers, previous: StoredRate[] = []) {
  const warnings: { fields: object; message: string }[] = [];
  const rates = await fetchRates(
    partsOf<RateParts>({
      clock: { now: () => noon },
      log: {
        info: () => undefined,
        warn: (fields, message) => void warnings.push({ fields, message }),
        error: () => undefined,
      },
      providers: Object.entries(answers).map(([name, answer]) => ({
        name,
        pairs: [],
        fetch: async () => {
          if (answer instanceof Error) throw answer;
          return answer;
        },
      })),
    }),
    previous,
  );
  const told = Object.fromEntries(
    rates.map(({ tokenSymbol, fiatCurrency, rate, provider }) => [
      `${tokenSymbol}/${fiatCurrency}`,
      `${rate} ${provider}`,
    ]),
  );
  return { rates, told, warnings };
}

const krw = (rate: string): RateTable => ({ USDC: { KRW: rate } });
const stored = (rate: string, fetchedAt: Date): StoredRate => ({
  tokenSymbol: "USDC",
  fiatCurrency: "KRW",
  rate,
  provider: "a+b",
  fetchedAt,
});
const day = 24 * 60 * 60_000;

it("takes a coin's price when two providers agree, or one near the last price", async () => {
  const eth = (rate: string): RateTable => ({ USDC: { USD: "1" }, ETH: { USD: rate } });
  const alone: RateTable = { USDC: { USD: "1" } };
  expect((await fetchFrom({ a: eth("3000"), b: eth("3010") })).told["ETH/USD"]).toBe("3005 a+b");
  expect((await fetchFrom({ a: eth("3000"), b: alone })).told["ETH/USD"]).toBeUndefined();
  const last: StoredRate = {
    tokenSymbol: "ETH",
    fiatCurrency: "USD",
    rate: "2900",
    provider: "a+b",
    fetchedAt: noon,
  };
  expect((await fetchFrom({ a: eth("3000"), b: alone }, [last])).told["ETH/USD"]).toBe("3000 a");
});

it("a currency that is not always offered needs two, whatever its last rate was", async () => {
  const pln = (rate: string): RateTable => ({ USDC: { USD: "1", PLN: rate } });
  const alone: RateTable = { USDC: { USD: "1" } };
  const last = { ...stored("3.65", noon), fiatCurrency: "PLN" };
  expect((await fetchFrom({ a: pln("3.65"), b: pln("3.66") })).told["USDC/PLN"]).toBe("3.655 a+b");
  const { told, warnings } = await fetchFrom({ a: pln("3.65"), b: alone }, [last]);
  expect(told["USDC/PLN"]).toBeUndefined();
  expect(warnings).toHaveLength(1);
  // One that no two ever priced is no news with each fetch.
  expect((await fetchFrom({ a: pln("3.65"), b: alone })).warnings).toEqual([]);
});

describe("rates of several providers", () => {
  it("are the median of the providers that have the pair", async () => {
    const { rates, told, warnings } = await fetchFrom({
      a: { USDC: { USD: "0.9999", KRW: "1467.1", EUR: "0.9201" }, USDT: { USD: "1" } },
      b: { USDC: { USD: "1.0", KRW: "1467.2" }, USDT: { USD: "1.0002" } },
      c: { USDC: { USD: "1.0001", EUR: "0.9202" } },
    });
    expect(told).toEqual({
      "USDC/USD": "1 a+b+c",
      "USDC/KRW": "1467.15 a+b",
      "USDC/EUR": "0.92015 a+c",
      "USDT/USD": "1.0001 a+b",
    });
    expect(rates.every(({ fetchedAt }) => fetchedAt === noon)).toBe(true);
    expect(warnings).toEqual([]);
  });

  it("come from the others when one fails, and a log line names it", async () => {
    const error = new Error("coinbase answered 503");
    const { told, warnings } = await fetchFrom({ a: krw("1400"), coinbase: error, c: krw("1402") });
    expect(told).toEqual({ "USDC/KRW": "1401 a+c" });
    expect(warnings).toEqual([
      {
        fields: { provider: "coinbase", reason: "coinbase answered 503" },
        message: "a provider returned no exchange rates",
      },
    ]);
  });

  it.each(["140000", "14", "1"])(
    "leave out a provider that returns %s, and a log line names it",
    async (rate) => {
      const { told, warnings } = await fetchFrom({ a: krw("1400"), kraken: krw(rate), c: krw("1400") });
      expect(told).toEqual({ "USDC/KRW": "1400 a+c" });
      expect(warnings).toMatchObject([{ fields: { dropped: [{ provider: "kraken", rate }] } }]);
    },
  );

  it.each(["0", "NaN", "-1400", "", "1e3"])("ignore an invalid rate: %j", async (rate) => {
    expect((await fetchFrom({ a: krw("1400"), b: krw(rate), c: krw("1400") })).told).toEqual({
      "USDC/KRW": "1400 a+c",
    });
  });

  it("are missing only for a pair on which two providers differ", async () => {
    const { told, warnings } = await fetchFrom({
      a: { USDC: { USD: "1", KRW: "140000" } },
      b: { USDC: { USD: "1", KRW: "1400" } },
      c: new Error("down"),
    });
    expect(told).toEqual({ "USDC/USD": "1 a+b" });
    expect(warnings).toHaveLength(2);
  });

  it("have at most 18 decimals", async () => {
    const { told } = await fetchFrom({ a: krw("1.0000000000000000019"), b: krw("1.0000000000000000029") });
    expect(told).toEqual({ "USDC/KRW": "1.000000000000000001 a+b" });
  });

  it("are missing when no provider answers", async () => {
    expect((await fetchFrom({ a: new Error("down"), b: new Error("down") })).rates).toEqual([]);
  });
});

describe("the only answer of several providers", () => {
  const alone = (rate: string, previous: StoredRate[] = []) =>
    fetchFrom({ a: krw(rate), b: new Error("down") }, previous).then(({ told }) => told["USDC/KRW"]);

  it("is accepted near the last rate, up to a day old", async () => {
    const last = [stored("1500", later(-day))];
    expect(await alone("1600", last)).toBe("1600 a");
    expect(await alone("1700", last)).toBeUndefined();
    expect(await alone("150000", last)).toBeUndefined();
  });

  it("is accepted within the order of magnitude when the last rate is over a day old", async () => {
    for (const previous of [[], [stored("5", later(-day - 1))]]) {
      expect(await alone("1700", previous)).toBe("1700 a");
      expect(await alone("140000", previous)).toBeUndefined();
      expect(await alone("14", previous)).toBeUndefined();
    }
  });
});

it("accepts a provider that is the only one configured without a comparison", async () => {
  expect((await fetchFrom({ fixed: krw("2000000") }, [stored("1400", noon)])).told).toEqual({
    "USDC/KRW": "2000000 fixed",
  });
});
