import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import type { StoredRate } from "./rate.store";

const { stores } = await fileWorld();

const rate = (overrides: Partial<StoredRate> = {}): StoredRate => ({
  tokenSymbol: "USDC",
  fiatCurrency: "USD",
  rate: "0.999812345678901234",
  provider: "fixed",
  fetchedAt: noon,
  ...overrides,
});

test("keeps the newest rate of each token and currency, digit for digit", async () => {
  await stores.rates.save([]);
  expect(await stores.rates.all()).toEqual([]);
  const krw = rate({ fiatCurrency: "KRW", rate: "1400" });
  await stores.rates.save([rate(), rate({ tokenSymbol: "USDT" }), krw]);
  await stores.rates.save([rate({ rate: "1.01", fetchedAt: later(5), provider: "coingecko" })]);
  await stores.rates.save([rate({ rate: "9", fetchedAt: later(4) })]);
  expect(await stores.rates.all()).toEqual([
    krw,
    rate({ rate: "1.01", fetchedAt: later(5), provider: "coingecko" }),
    rate({ tokenSymbol: "USDT" }),
  ]);
});

test("refuses a rate that is no plain decimal", async () => {
  for (const text of ["NaN", "-1", "1e3", "01", "1.", "1.0000000000000000001"]) {
    await expect(stores.rates.save([rate({ rate: text, fetchedAt: later(9) })])).rejects.toThrow(
      /exchange_rates_rate_shape/,
    );
  }
});

test("concurrent saves of the same rates never deadlock", async () => {
  const rates = ["USD", "KRW", "EUR"].map((fiatCurrency) => rate({ fiatCurrency, fetchedAt: later(10) }));
  await Promise.all(
    Array.from({ length: 8 }, (_, index) =>
      stores.rates.save(index % 2 === 0 ? rates : [...rates].reverse()),
    ),
  );
  expect(await stores.rates.all()).toHaveLength(4);
});

describe("the right to fetch", () => {
  const claims = (count: number, leaseMs = 60_000) =>
    Promise.all(Array.from({ length: count }, () => stores.rates.claimFetch(leaseMs)));
  const sorted = async (count: number) => (await claims(count)).sort();

  test("goes to one of many concurrent claims", async () => {
    expect(await sorted(20)).toEqual([...Array(19).fill("busy"), "claimed"]);
    expect(await sorted(5)).toEqual(Array(5).fill("busy"));
    await stores.rates.endFetch("fetched");
    expect(await sorted(20)).toEqual([...Array(19).fill("busy"), "claimed"]);
    await stores.rates.endFetch("fetched");
  });

  /** Lets lease or rest be over, as time would. */
  const expire = () =>
    stores.database.pool.query("UPDATE rate_fetches SET held_until = now() - interval '1 ms'");
  const untilClaimed = async () => {
    while ((await claims(1))[0] !== "claimed") await sleep(10);
  };

  test("ends with its lease when it isn't released", async () => {
    expect(await claims(1)).toEqual(["claimed"]);
    expect(await claims(1)).toEqual(["busy"]);
    await expire();
    expect(await sorted(20)).toEqual([...Array(19).fill("busy"), "claimed"]);
    await stores.rates.endFetch("fetched");

    const beganAt = performance.now();
    expect(await claims(1, 300)).toEqual(["claimed"]);
    await untilClaimed();
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(299);
    await stores.rates.endFetch("fetched");
  });

  test("rests after a failure", async () => {
    expect(await claims(1)).toEqual(["claimed"]);
    await stores.rates.endFetch({ restMs: 60_000 });
    expect(await claims(3)).toEqual(Array(3).fill("resting"));
    await expire();
    expect(await sorted(20)).toEqual([...Array(19).fill("busy"), "claimed"]);

    const beganAt = performance.now();
    await stores.rates.endFetch({ restMs: 300 });
    await untilClaimed();
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(299);
    await stores.rates.endFetch("fetched");
  });

  test("has one row", async () => {
    await expect(
      stores.database.pool.query("INSERT INTO rate_fetches VALUES (2, now(), false)"),
    ).rejects.toThrow(/rate_fetches_one_row/);
  });
});
