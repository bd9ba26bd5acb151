import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type Child, startChild } from "@/lib/bench/child";
import { demoRates } from "@/lib/demo/identity";
import type { Outcome } from "@/lib/testing/programs/rate-instance";
import { misbehaviours, providerNames, type RateServers, startRateServers } from "@/lib/testing/rate-servers";
import { openTestStores, type TestStores } from "@/lib/testing/stores";

const table = {
  USDC: { ...demoRates.USDC, USD: "0.9998", KRW: "1467", EUR: "0.92" },
  USDT: { ...demoRates.USDT, USD: "1.0002", KRW: "1468", EUR: "0.921" },
};
const program = new URL("../testing/programs/rate-instance.ts", import.meta.url);

let servers: RateServers;
let stores: TestStores;
let instances: Child<string>[];

const startInstance = () =>
  startChild<string>(program, {
    DATABASE_URL: stores.databaseUrl,
    COINGECKO_URL: servers.urls.coingecko,
    COINBASE_URL: servers.urls.coinbase,
    KRAKEN_URL: servers.urls.kraken,
  });
const ask = (instance: Child<string>, times: number) => instance.ask({ times }, 40_000) as Promise<Outcome[]>;
const askAll = async (times: number) =>
  (await Promise.all(instances.map((instance) => ask(instance, times)))).flat();
const query = async <Row>(text: string): Promise<Row[]> =>
  (await stores.database.pool.query(text)).rows as Row[];
/** Requests of one fetch: coinbase is asked for each token. */
const oneFetch = ["coinbase", "coinbase", "coingecko", "kraken"];
const asked = () => servers.requests.map(({ provider }) => provider).sort();

beforeAll(async () => {
  servers = await startRateServers(table);
});
beforeEach(async () => {
  stores = await openTestStores();
  instances = [];
  servers.requests.length = 0;
  for (const name of providerNames) servers.answers[name] = table;
});
afterEach(async () => {
  await Promise.all(instances.map((instance) => instance.stop()));
  await stores.close();
});
afterAll(() => servers.stop());

describe("several processes on one database", () => {
  it("fetch once for 200 concurrent requests", async () => {
    const body = JSON.stringify({ "usd-coin": { usd: 0.9999 }, tether: { usd: 1 } });
    // However slow a machine is, the fetch does not outlast its lease.
    servers.answers.coingecko = (response) =>
      void query("UPDATE rate_fetches SET held_until = held_until + interval '1 hour'").then(() =>
        setTimeout(() => response.end(body), 400),
      );
    instances = await Promise.all(Array.from({ length: 4 }, startInstance));
    const outcomes = await askAll(50);
    expect(asked()).toEqual(oneFetch);
    expect(outcomes.filter((outcome) => "rate" in outcome && outcome.rate === "0.9998")).toHaveLength(200);
    expect(await query("SELECT FROM rate_fetches")).toHaveLength(0);
  });

  it("do not hammer providers that fail", async () => {
    const refused = Array(200).fill({ code: "EXCHANGE_RATE_UNAVAILABLE" });
    const { "an error of its own": failing } = misbehaviours;
    if (failing === undefined) throw new Error("there is no such misbehaviour");
    for (const name of providerNames) servers.answers[name] = failing.misbehave;
    instances = await Promise.all(Array.from({ length: 4 }, startInstance));
    expect(await askAll(50)).toEqual(refused);
    const [rest] = await query<{ ms: number }>(
      "SELECT (extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS ms FROM rate_fetches WHERE failed",
    );
    expect(rest?.ms).toBeLessThanOrEqual(15_000);
    // However slow a machine is.
    await query("UPDATE rate_fetches SET held_until = held_until + interval '1 hour'");
    for (let round = 0; round < 3; round++) {
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      expect(await askAll(50)).toEqual(refused);
    }
    expect(asked()).toEqual(oneFetch);

    await query("UPDATE rate_fetches SET held_until = clock_timestamp()");
    for (const name of providerNames) servers.answers[name] = table;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
    const outcomes = await askAll(50);
    expect(outcomes.filter((outcome) => "rate" in outcome && outcome.rate === "0.9998")).toHaveLength(200);
    expect(asked()).toEqual([...oneFetch, ...oneFetch].sort());
  });

  it("continue seconds after the fetching process was killed, without an open transaction", async () => {
    for (const name of providerNames) servers.answers[name] = () => undefined;
    const first = await startInstance();
    instances.push(first);
    const lost = ask(first, 1).catch(() => "lost");
    await vi.waitFor(() => expect(asked()).toEqual(oneFetch), 30_000);
    expect(
      await query(
        "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
      ),
    ).toHaveLength(0);
    process.kill(first.pid, "SIGKILL");
    expect(await lost).toBe("lost");
    const [lease] = await query<{ ms: number }>(
      "SELECT (extract(epoch FROM held_until - clock_timestamp()) * 1000)::float8 AS ms FROM rate_fetches",
    );
    expect(lease?.ms).toBeLessThan(9_000);

    for (const name of providerNames) servers.answers[name] = table;
    const second = await startInstance();
    instances.push(second);
    const outcomes = await ask(second, 20);
    expect(outcomes).toEqual(Array(20).fill({ source: "live", rate: "0.9998" }));
    expect(asked()).toEqual([...oneFetch, ...oneFetch].sort());
  });
});
