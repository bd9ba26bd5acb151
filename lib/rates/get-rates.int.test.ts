import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createDatabase } from "@/lib/platform/database";
import { createFixedProvider } from "@/lib/rates/providers";
import { openPromise } from "@/lib/testing/builders";
import { testWorld } from "@/lib/testing/world";
import { createRateService } from "./get-rates";
import { createRateStore } from "./rate.store";

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };
const world = testWorld();

describe("two instances on one database", () => {
  let fetched: number;
  let answer: () => Promise<Record<string, Record<string, string>>>;
  const databases: ReturnType<typeof createDatabase>[] = [];

  /** With connections of its own, as another process has. */
  function instance() {
    const database = createDatabase(world.stores.databaseUrl, { maxConnections: 2 });
    databases.push(database);
    return createRateService({
      clock: { now: () => new Date() },
      log,
      rateStore: createRateStore(database),
      providers: [
        {
          name: "counted",
          pairs: [],
          fetch: async () => {
            fetched += 1;
            return createFixedProvider(await answer()).fetch();
          },
        },
      ],
    });
  }
  const ask = async (service: ReturnType<typeof instance>) =>
    service.current().then(
      (rates) => rates.get("USDC", "USD")?.rate,
      (error: { code?: string }) => error.code,
    );

  beforeEach(() => {
    fetched = 0;
    answer = async () => ({ USDC: { USD: "0.9998" } });
  });
  afterEach(async () => {
    for (const database of databases.splice(0)) await database.close();
  });

  it("fetch once for concurrent requests", async () => {
    const { promise, resolve: release } = openPromise();
    answer = () => promise.then(() => ({ USDC: { USD: "0.9998" } }));
    const [one, other] = [instance(), instance()];
    const asked = [...Array(20)].flatMap(() => [ask(one), ask(other)]);
    await expect.poll(() => fetched).toBe(1);
    release();
    expect(await Promise.all(asked)).toEqual(Array(40).fill("0.9998"));
    expect(fetched).toBe(1);
  });

  it("skip a failing provider until its pause is over", async () => {
    answer = () => Promise.reject(new Error("down"));
    const [one, other] = [instance(), instance()];
    const refused = "EXCHANGE_RATE_UNAVAILABLE";
    expect(await Promise.all([ask(one), ask(other), ask(one)])).toEqual([refused, refused, refused]);
    expect(fetched).toBe(1);
    await world.stores.database.pool.query("UPDATE rate_fetches SET held_until = '-infinity'");
    answer = async () => ({ USDC: { USD: "0.9998" } });
    await expect.poll(() => ask(instance())).toBe("0.9998");
    expect(fetched).toBe(2);
  });

  it("take over when the fetching instance was lost", async () => {
    answer = () => new Promise(() => undefined);
    const lost = ask(instance());
    await expect.poll(() => fetched).toBe(1);
    const { rows: waiting } = await world.stores.database.pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
    );
    expect(waiting).toEqual([]);
    await world.stores.database.pool.query("UPDATE rate_fetches SET held_until = '-infinity'");
    answer = async () => ({ USDC: { USD: "0.9998" } });
    expect(await ask(instance())).toBe("0.9998");
    expect(fetched).toBe(2);
    expect(await Promise.race([lost, sleep(0)])).toBeUndefined();
  });
});
