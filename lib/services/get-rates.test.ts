import { describe, expect, it } from "vitest";
import { CheckoutError } from "@/lib/core/errors";
import { later, noon } from "@/lib/testing/builders";
import { createRateService } from "./get-rates";
import type { RateTable, StoredRate } from "./ports/rates";

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

function service({ stored = [] as StoredRate[], table = { USDC: { USD: "0.99" } } as RateTable } = {}) {
  const state = { now: noon, table: table as RateTable | Error, fetches: 0, stored, saves: 0 };
  const rates = createRateService({
    clock: { now: () => state.now },
    log: { info: () => undefined, warn: () => undefined, error: () => undefined },
    provider: {
      name: "test",
      fetch: async () => {
        state.fetches++;
        await Promise.resolve();
        if (state.table instanceof Error) throw state.table;
        return state.table;
      },
    },
    rateStore: {
      all: async () => state.stored,
      save: async (saved) => {
        state.saves++;
        state.stored = [...saved];
      },
    },
  });
  return { state, rates };
}

describe("the rates to price with", () => {
  it.each([
    ["0 s", 0, "cache", "1.01"],
    ["9:59", 10 * minute - second, "cache", "1.01"],
    ["10:00", 10 * minute, "live", "0.99"],
    ["2 days", 48 * 60 * minute, "live", "0.99"],
  ])("at an age of %s are %s", async (_, age, source, rate) => {
    const { rates } = service({ stored: [storedRate(later(-age))] });
    const current = await rates.current();
    expect(current.source).toBe(source);
    expect(current.get("USDC", "USD")?.rate).toBe(rate);
  });

  it.each([
    ["10:00", 10 * minute],
    ["59:59", 60 * minute - second],
  ])("fall back to those of %s ago when the provider fails", async (_, age) => {
    const { rates, state } = service({ stored: [storedRate(later(-age))] });
    state.table = new Error("down");
    const current = await rates.current();
    expect(current.source).toBe("stale");
    expect(current.at).toEqual(later(-age));
    expect(current.get("USDC", "USD")).toEqual({ rate: "1.01", at: later(-age) });
  });

  it.each([
    ["60:00", 60 * minute],
    ["60:01", 60 * minute + second],
  ])("are unavailable when the provider fails and the last are %s old", async (_, age) => {
    const { rates, state } = service({ stored: [storedRate(later(-age))] });
    state.table = new Error("down");
    await expect(rates.current()).rejects.toBeInstanceOf(CheckoutError);
    await expect(rates.current()).rejects.toMatchObject({
      code: "EXCHANGE_RATE_UNAVAILABLE",
      status: 503,
      retryAfterSeconds: 15,
    });
  });

  it("are kept in memory and stored for the others", async () => {
    const { rates, state } = service();
    expect((await rates.current()).source).toBe("live");
    state.now = later(10 * minute - second);
    expect((await rates.current()).source).toBe("cache");
    expect(state).toMatchObject({ fetches: 1, saves: 1 });
    expect(state.stored).toEqual([storedRate(noon, { rate: "0.99" })]);
  });

  it("are fetched once for all who ask at the same time", async () => {
    const { rates, state } = service();
    const all = await Promise.all(Array.from({ length: 50 }, () => rates.current()));
    expect(state.fetches).toBe(1);
    expect(new Set(all.map(({ source }) => source))).toEqual(new Set(["live"]));
  });

  it("leave a failing provider alone for 15 seconds", async () => {
    const { rates, state } = service({ stored: [storedRate(later(-20 * minute))] });
    state.table = new Error("down");
    await Promise.all(Array.from({ length: 20 }, () => rates.current()));
    state.now = later(14_999);
    expect((await rates.current()).source).toBe("stale");
    expect(state.fetches).toBe(1);

    state.now = later(15_000);
    state.table = { USDC: { USD: "0.98" } };
    expect((await rates.current()).source).toBe("live");
    expect(state.fetches).toBe(2);
  });

  it("do not take an answer without any usable rate", async () => {
    const { rates, state } = service({ table: { USDC: { USD: "0", KRW: "NaN", EUR: "-1" } } });
    await expect(rates.current()).rejects.toMatchObject({ code: "EXCHANGE_RATE_UNAVAILABLE" });
    expect(state.saves).toBe(0);
  });

  it("say null for a pair that nobody told", async () => {
    const current = await service().rates.current();
    expect(current.get("USDC", "KRW")).toBeNull();
    expect(current.get("USDT", "USD")).toBeNull();
  });

  it("are not held back by a pair that the provider stopped telling long ago", async () => {
    const { rates, state } = service({
      stored: [
        storedRate(later(-20 * minute)),
        storedRate(later(-25 * 60 * minute), { fiatCurrency: "EUR", rate: "0.9" }),
      ],
    });
    state.table = new Error("down");
    const current = await rates.current();
    expect(current.source).toBe("stale");
    expect(current.get("USDC", "USD")?.rate).toBe("1.01");
    expect(current.get("USDC", "EUR")).toBeNull();
  });
});
