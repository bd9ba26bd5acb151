import { describe, expect, it, vi } from "vitest";
import { demoRates } from "@/lib/demo/identity";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { later, noon, openPromise } from "@/lib/testing/builders";
import {
  projectAllRates,
  publicAllRates,
  ratesOfCurrency,
  toProjectRates,
  toPublicRates,
} from "./exchange-rates.schema";
import { fiatCurrencies, fiatPairs, type Pair } from "./fiat-currency.rules";
import {
  createRateService,
  getExchangeRates,
  offeredCurrencies,
  type Rate,
  type RateService,
  requireOffered,
} from "./get-rates";
import type { RateStore, RateTable, StoredRate } from "./rate.store";

const second = 1_000;
const minute = 60 * second;

function storedRate(fetchedAt: Date, overrides: Partial<StoredRate> = {}): StoredRate {
  return {
    tokenSymbol: "USDC",
    fiatCurrency: "USD",
    rate: "1.01",
    provider: "test",
    fetchedAt,
    ...overrides,
  };
}

/** What Postgres holds, for the instances of one test; its clock is theirs. */
function world({ stored = [] as StoredRate[], table = { USDC: { USD: "0.99" } } as RateTable | Error } = {}) {
  const answered: Promise<void> = Promise.resolve();
  const state = {
    now: noon,
    table,
    stored,
    fetches: 0,
    saves: 0,
    reads: 0,
    answersAfterMs: 0,
    answered,
    said: [] as string[],
    pairs: [] as readonly Pair[],
  };
  let heldUntil = Number.NEGATIVE_INFINITY;
  let failed = false;
  const rateStore: RateStore = {
    all: async () => {
      state.reads++;
      return state.stored;
    },
    save: async (saved) => {
      state.saves++;
      const kept = state.stored.filter(
        (old) =>
          !saved.some((rate) => rate.tokenSymbol + rate.fiatCurrency === old.tokenSymbol + old.fiatCurrency),
      );
      state.stored = [...saved, ...kept];
    },
    claimFetch: async (leaseMs) => {
      if (state.now.getTime() < heldUntil) return failed ? "resting" : "busy";
      heldUntil = state.now.getTime() + leaseMs;
      failed = false;
      return "claimed";
    },
    endFetch: async (outcome) => {
      failed = outcome !== "fetched";
      heldUntil = state.now.getTime() + (outcome === "fetched" ? 0 : outcome.restMs);
    },
  };
  const note = (_: object, message: string) => void state.said.push(message);
  const instance = () =>
    createRateService({
      clock: { now: () => state.now },
      log: { info: note, warn: note, error: note },
      providers: [
        {
          name: "test",
          pairs: state.pairs,
          fetch: async () => {
            state.fetches++;
            await new Promise((resolve) => setTimeout(resolve, state.answersAfterMs));
            await state.answered;
            if (state.table instanceof Error) throw state.table;
            return state.table;
          },
        },
      ],
      rateStore,
    });
  return { state, rateStore, instance, rates: instance() };
}

const down = new Error("down");
const unavailable = { code: "EXCHANGE_RATE_UNAVAILABLE" };

describe("a currency that is not always offered", () => {
  const pln = storedRate(noon, { fiatCurrency: "PLN", rate: "3.65" });
  const codes = async (rates: RateService) =>
    (await offeredCurrencies({ rates, fiatCurrencies })).map(({ code }) => code);

  it("is offered while it has a rate, after those that always are", async () => {
    const { state, rates } = world({ stored: [pln], table: { USDC: { USD: "1" } } });
    expect(await codes(rates)).toEqual([...fiatCurrencies.slice(0, 15).map(({ code }) => code), "PLN"]);
    await expect(requireOffered({ rates, fiatCurrencies }, "PLN")).resolves.toBeUndefined();
    state.now = later(60 * minute);
    expect(await codes(rates)).toHaveLength(15);
    await expect(requireOffered({ rates, fiatCurrencies }, "PLN")).rejects.toMatchObject({
      code: "UNSUPPORTED_FIAT_CURRENCY",
    });
  });

  it("is refused until later while no rate at all is known", async () => {
    const { rates } = world({ table: down });
    await expect(requireOffered({ rates, fiatCurrencies }, "PLN")).rejects.toMatchObject(unavailable);
    await expect(requireOffered({ rates, fiatCurrencies }, "USD")).resolves.toBeUndefined();
    await expect(requireOffered({ rates, fiatCurrencies }, "XXX")).rejects.toMatchObject({
      code: "UNSUPPORTED_FIAT_CURRENCY",
    });
    expect(await codes(rates)).toHaveLength(15);
  });

  it("is refreshed before it is old, and forgotten when no provider has it for an hour", async () => {
    const { state, rates } = world({ stored: [pln], table: demoRates });
    await rates.refresh();
    expect(state.fetches).toBe(1);
    state.now = later(9 * minute);
    await rates.refresh();
    expect(state.fetches).toBe(2);
    // Its last rate is usable, and older than the others: it is asked for again.
    await rates.refresh();
    expect(state.fetches).toBe(3);
    state.now = later(60 * minute);
    await rates.refresh();
    await rates.refresh();
    expect(state.fetches).toBe(4);
  });
});

it("doesn't take a coin's price for a token's: coins keep no old rate in use, and no fetch away", async () => {
  const coin = storedRate(noon, { tokenSymbol: "ETH", rate: "3000" });
  const { state, rates } = world({ stored: [coin, storedRate(later(-10 * minute))] });
  expect((await rates.current()).source).toBe("live");
  expect(state.fetches).toBe(1);
  const away = world({ stored: [coin], table: down });
  await expect(away.rates.current()).rejects.toMatchObject(unavailable);
});

describe("the rates to price with", () => {
  it.each([
    ["0 s", 0, "cache", "1.01"],
    ["9:59", 10 * minute - second, "cache", "1.01"],
    ["10:00", 10 * minute, "live", "0.99"],
    ["2 days", 48 * 60 * minute, "live", "0.99"],
  ])("at an age of %s are %s", async (_, age, source, rate) => {
    const { rates } = world({ stored: [storedRate(later(-age))] });
    const current = await rates.current();
    expect(current.source).toBe(source);
    expect(current.get("USDC", "USD")?.rate).toBe(rate);
  });

  it.each([
    ["10:00", 10 * minute],
    ["59:59", 60 * minute - second],
    ["59:59.999", 60 * minute - 1],
  ])("fall back to those of %s ago when the provider fails", async (_, age) => {
    const { rates } = world({ stored: [storedRate(later(-age))], table: down });
    const current = await rates.current();
    expect(current.source).toBe("stale");
    expect(current.get("USDC", "USD")).toEqual({ rate: "1.01", at: later(-age), provider: "test" });
  });

  it.each([
    ["60:00", 60 * minute],
    ["60:01", 60 * minute + second],
  ])("are unavailable when the provider fails and the last are %s old", async (_, age) => {
    const { rates } = world({ stored: [storedRate(later(-age))], table: down });
    await expect(rates.current()).rejects.toBeInstanceOf(CheckoutError);
    await expect(rates.current()).rejects.toMatchObject({
      ...unavailable,
      status: 503,
      retryAfterSeconds: 15,
    });
  });

  it("serve to the last second of the hour and not beyond, also from memory", async () => {
    const { rates, state } = world({ stored: [storedRate(later(-20 * minute))], table: down });
    await rates.current();
    const reads = state.reads;
    state.now = later(40 * minute - second);
    expect((await rates.current()).get("USDC", "USD")?.rate).toBe("1.01");
    expect(state.reads).toBeGreaterThan(reads);
    const readsThen = state.reads;
    // Within a second no one looks again, and still the rate ends on time.
    state.now = later(40 * minute - 1);
    expect((await rates.current()).get("USDC", "USD")?.rate).toBe("1.01");
    state.now = later(40 * minute);
    await expect(rates.current()).rejects.toMatchObject(unavailable);
    expect(state.reads).toBe(readsThen + 1);
  });

  it("are cached in memory and stored for other instances", async () => {
    const { rates, state, instance } = world();
    expect((await rates.current()).source).toBe("live");
    const { reads } = state;
    state.now = later(10 * minute - second);
    for (let time = 0; time < 100; time++) expect((await rates.current()).source).toBe("cache");
    expect(state).toMatchObject({ fetches: 1, saves: 1, reads });
    expect(state.stored).toEqual([storedRate(noon, { rate: "0.99" })]);
    expect((await instance().current()).source).toBe("cache");
    expect(state.fetches).toBe(1);
  });

  it("log one line per provider and outage, however often they are requested", async () => {
    const { rates, state } = world({ table: down });
    const outage = ["a provider returned no exchange rates", "could not fetch exchange rates"];
    for (let minutes = 0; minutes < 5; minutes++) {
      state.now = later(minutes * minute);
      await expect(rates.refresh()).rejects.toMatchObject(unavailable);
    }
    expect(state.said).toEqual(outage);
    state.table = { USDC: { USD: "0.99" } };
    state.now = later(6 * minute);
    await rates.refresh();
    expect(state.said.splice(0)).toEqual([...outage, "a provider returns exchange rates again"]);
    state.table = down;
    state.now = later(80 * minute);
    await expect(rates.refresh()).rejects.toMatchObject(unavailable);
    expect(state.said).toEqual(outage);
  });

  it("log the pairs that a provider lacks once, until they change", async () => {
    const { state, instance } = world();
    const { CHF: _, ...others } = demoRates.USDT;
    state.table = { ...demoRates, USDT: others };
    state.pairs = fiatPairs;
    const rates = instance();
    const lacks = "a provider lacks exchange rates";
    for (let minutes = 0; minutes < 30; minutes += 10) {
      state.now = later(minutes * minute);
      await rates.refresh();
    }
    expect(state.fetches).toBe(3);
    expect(state.said).toEqual([lacks]);
    state.table = demoRates;
    state.now = later(40 * minute);
    await rates.refresh();
    expect(state.said).toEqual([lacks, "a provider returns all its exchange rates again"]);
  });

  it("are null for a pair without a quote", async () => {
    const current = await world().rates.current();
    expect(current.get("USDC", "KRW")).toBeNull();
    expect(current.get("USDT", "USD")).toBeNull();
  });
});

describe("a pair without a present quote", () => {
  const euro = (age: number) => storedRate(later(-age), { fiatCurrency: "EUR", rate: "0.9" });

  it("is used until it is an hour old, while the others stay fresh", async () => {
    const { rates, state } = world({ stored: [euro(20 * minute)] });
    const live = await rates.current();
    // Fetched just now, but one of them was not.
    expect(live.source).toBe("stale");
    expect(live.get("USDC", "USD")).toEqual({ rate: "0.99", at: noon, provider: "test" });
    expect(live.get("USDC", "EUR")).toEqual({ rate: "0.9", at: later(-20 * minute), provider: "test" });
    for (const [at, rate] of [
      [40 * minute - second, "0.9"],
      [40 * minute, undefined],
      [40 * minute + second, undefined],
    ] as const) {
      state.now = later(at);
      const current = await rates.current();
      expect(current.get("USDC", "USD")?.rate).toBe("0.99");
      expect(current.get("USDC", "EUR")?.rate).toBe(rate);
      expect(current.source).toBe(rate === undefined ? "cache" : "stale");
      // What comes next is not a fetch's work.
      state.stored = [storedRate(state.now, { rate: "0.99" }), euro(20 * minute)];
    }
  });

  it("long ago does not hold back the others", async () => {
    const { rates } = world({
      stored: [storedRate(later(-20 * minute)), euro(25 * 60 * minute)],
      table: down,
    });
    const current = await rates.current();
    expect(current.source).toBe("stale");
    expect(current.get("USDC", "USD")?.rate).toBe("1.01");
    expect(current.get("USDC", "EUR")).toBeNull();
  });
});

describe("one fetch", () => {
  it("serves all concurrent requests of several instances", async () => {
    const { state, instance } = world();
    state.answersAfterMs = 300;
    const instances = Array.from({ length: 4 }, instance);
    const all = await Promise.all(
      instances.flatMap((rates) => Array.from({ length: 50 }, () => rates.current())),
    );
    expect(state.fetches).toBe(1);
    expect(all.map((rates) => rates.get("USDC", "USD")?.rate)).toEqual(Array(200).fill("0.99"));
    expect(all.filter(({ source }) => source === "live")).toHaveLength(50);
    expect(all.filter(({ source }) => source === "cache")).toHaveLength(150);
  });

  it.each(["another instance", "the same instance"])(
    "doesn't delay requests that have stale rates, in %s",
    async (which) => {
      const { state, instance } = world({ stored: [storedRate(later(-20 * minute))] });
      const { promise, resolve: answer } = openPromise();
      state.answered = promise;
      const first = instance();
      const fetching = first.current();
      await vi.waitFor(() => expect(state.fetches).toBe(1));
      const other = which === "the same instance" ? first : instance();
      // Who waited for the fetch would wait for ever: it has no answer yet.
      expect((await other.current()).source).toBe("stale");
      answer();
      expect((await fetching).source).toBe("live");
      expect(state.fetches).toBe(1);
    },
  );

  it("isn't repeated by a request that read before it was stored", async () => {
    const { state, rateStore, rates } = world();
    const { claimFetch } = rateStore;
    rateStore.claimFetch = async (leaseMs) => {
      state.stored = [storedRate(noon)];
      return claimFetch(leaseMs);
    };
    const current = await rates.current();
    expect(current.source).toBe("cache");
    expect(current.get("USDC", "USD")?.rate).toBe("1.01");
    expect(state.fetches).toBe(0);
    expect(await claimFetch(1)).toBe("claimed");
  });

  it("dates its rates when it asked, however late the answer comes and is stored", async () => {
    const { state, rates } = world();
    const { promise, resolve: answer } = openPromise();
    state.answered = promise;
    const fetching = rates.current();
    await vi.waitFor(() => expect(state.fetches).toBe(1));
    state.now = later(6 * second);
    answer();
    expect((await fetching).get("USDC", "USD")?.at).toEqual(noon);
    expect(state.stored.map(({ fetchedAt }) => fetchedAt)).toEqual([noon]);
  });

  it("that another instance died in is taken over when its lease ends", async () => {
    const { state, rateStore, rates } = world();
    expect(await rateStore.claimFetch(7_000)).toBe("claimed");
    const waiting = rates.current();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(state.fetches).toBe(0);
    state.now = later(7_000);
    expect((await waiting).source).toBe("live");
    expect(state.fetches).toBe(1);
  });

  it("that failed is not repeated by anyone for 15 seconds", async () => {
    const { state, instance } = world({ stored: [storedRate(later(-20 * minute))], table: down });
    const instances = Array.from({ length: 4 }, instance);
    const ask = () =>
      Promise.all(instances.flatMap((rates) => Array.from({ length: 20 }, () => rates.current())));
    for (const at of [0, 500, 5_000, 14_000]) {
      state.now = later(at);
      const all = await ask();
      expect(new Set(all.map(({ source }) => source))).toEqual(new Set(["stale"]));
    }
    state.now = later(14_999);
    await instance().current();
    expect(state.fetches).toBe(1);

    state.now = later(15_000);
    state.table = { USDC: { USD: "0.98" } };
    await ask();
    expect(state.fetches).toBe(2);
    state.now = later(16_000);
    await ask();
    expect((await ask()).map((rates) => rates.get("USDC", "USD")?.rate)).toEqual(Array(80).fill("0.98"));
    expect(state.fetches).toBe(2);
  });

  it("that failed lets requests without rates query Postgres once a second", async () => {
    const { state, rates } = world({ table: down });
    const ask = () => expect(rates.current()).rejects.toMatchObject(unavailable);
    await ask();
    const { reads } = state;
    for (let time = 0; time < 50; time++) await ask();
    expect(state.reads).toBe(reads);
    state.now = later(1_000);
    // Another instance had more luck.
    state.stored = [storedRate(later(1_000))];
    expect((await rates.current()).source).toBe("cache");
  });

  it("that cannot be stored counts as failed", async () => {
    const { state, rateStore, rates } = world({ stored: [storedRate(later(-20 * minute))] });
    rateStore.save = async () => {
      throw down;
    };
    expect((await rates.current()).source).toBe("stale");
    expect(await rateStore.claimFetch(1)).toBe("resting");
    expect(state.fetches).toBe(1);
  });
});

describe("the background", () => {
  const all = demoRates;

  it("fetches a minute before anyone would have to wait, and not sooner", async () => {
    const { state, rates } = world({ table: all });
    await rates.refresh();
    expect(state.fetches).toBe(1);
    state.now = later(9 * minute - second);
    await rates.refresh();
    expect(state.fetches).toBe(1);
    state.now = later(9 * minute);
    await rates.refresh();
    expect(state.fetches).toBe(2);
    state.now = later(18 * minute);
    expect((await rates.current()).source).toBe("cache");
  });

  it("fetches again while a pair is missing, which no customer waits for", async () => {
    const { state, rates } = world({ table: { ...all, USDC: { ...all.USDC, KRW: "" } } });
    expect((await rates.current()).get("USDC", "KRW")).toBeNull();
    state.now = later(minute);
    await rates.current();
    expect(state.fetches).toBe(1);
    state.table = all;
    await rates.refresh();
    expect(state.fetches).toBe(2);
    expect((await rates.current()).get("USDC", "KRW")?.rate).toBe("1400");
  });

  it("fetches in one of several instances", async () => {
    const { state, instance } = world({ table: all });
    const instances = Array.from({ length: 4 }, instance);
    await Promise.all(instances.map((rates) => rates.refresh()));
    state.now = later(9 * minute);
    await Promise.all(instances.map((rates) => rates.refresh()));
    expect(state.fetches).toBe(2);
  });

  it("says when there is nothing", async () => {
    await expect(world({ table: down }).rates.refresh()).rejects.toMatchObject(unavailable);
  });
});

function deps(pairs: Record<string, Rate>) {
  const rates: RateService = {
    current: async () => ({
      source: "cache",
      get: (tokenSymbol, fiatCurrency) => pairs[`${tokenSymbol}/${fiatCurrency}`] ?? null,
    }),
    refresh: async () => undefined,
  };
  return { rates, fiatCurrencies: fiatCurrencies.filter(({ code }) => ["USD", "KRW", "EUR"].includes(code)) };
}

const some = deps({
  "USDC/USD": { rate: "0.9998", at: noon, provider: "fixed" },
  "USDC/KRW": { rate: "1467.21", at: later(-5_000), provider: "fixed" },
  "USDT/KRW": { rate: "1468", at: later(-1_000), provider: "fixed" },
});

it("returns all currencies by token and currency, as old as the oldest", async () => {
  const rates = await getExchangeRates(some, undefined);
  const expected = {
    rates: { USDC: { USD: "0.9998", KRW: "1467.21" }, USDT: { KRW: "1468" } },
    timestamp: later(-5_000).toISOString(),
    fiatCurrencies: [
      { code: "USD", symbol: "$", name: "US Dollar" },
      { code: "KRW", symbol: "₩", name: "South Korean Won" },
    ],
  };
  expect(toPublicRates(rates)).toEqual(expected);
  expect(toProjectRates(rates)).toEqual({ ...expected, source: "cache" });
  expect(publicAllRates.strict().safeParse(toPublicRates(rates)).success).toBe(true);
  expect(projectAllRates.strict().safeParse(toProjectRates(rates)).success).toBe(true);
});

it.each([
  ["KRW", { USDC: "1467.21", USDT: "1468" }, later(-5_000)],
  ["USD", { USDC: "0.9998" }, noon],
])("returns %s by token, without the age of other currencies", async (fiatCurrency, rates, at) => {
  const asked = await getExchangeRates(some, fiatCurrency);
  const expected = { fiatCurrency, rates, timestamp: at.toISOString() };
  expect(toPublicRates(asked)).toEqual(expected);
  expect(toProjectRates(asked)).toEqual(expected);
  expect(ratesOfCurrency.strict().safeParse(toPublicRates(asked)).success).toBe(true);
});

// GBP has rates; this operator does not offer it.
it.each(["XXX", "usd", "", " USD", "__proto__", "US", "GBP"])(
  "refuses %j with the list of currencies",
  async (code) => {
    await expect(getExchangeRates(some, code)).rejects.toMatchObject({
      code: "UNSUPPORTED_FIAT_CURRENCY",
      param: "fiatCurrency",
      message: "Supported currencies: USD, KRW, EUR.",
    });
  },
);

it("are unavailable when no requested currency has a rate", async () => {
  const refusal = { code: "EXCHANGE_RATE_UNAVAILABLE", status: 503, retryAfterSeconds: 60 };
  await expect(getExchangeRates(some, "EUR")).rejects.toMatchObject(refusal);
  await expect(getExchangeRates(deps({}), undefined)).rejects.toMatchObject(refusal);
});
