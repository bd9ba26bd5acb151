import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { fileWorld } from "@/lib/testing/world";
import { createWorkLeases, type WorkLeases } from "./work-leases.store";

const longMs = 600_000;
const { stores } = await fileWorld();
let leases: WorkLeases;

beforeAll(async () => {
  leases = createWorkLeases(stores.database);
});
beforeEach(() => stores.database.pool.query("DELETE FROM work_leases"));

/** Lets the lease expire. */
const expire = (name: string) =>
  stores.database.pool.query("UPDATE work_leases SET expires_at = now() - interval '1 ms' WHERE name = $1", [
    name,
  ]);

const acquire = async (name: string, holder: string, ttlMs = longMs) =>
  (await leases.acquire(name, holder, ttlMs)) !== null;

describe("a lease", () => {
  test("has one holder until it expires, per name", async () => {
    expect(await acquire("a", "first")).toBe(true);
    expect(await acquire("a", "second")).toBe(false);
    expect(await acquire("b", "second")).toBe(true);
    expect([...(await leases.holders(["a", "b", "c"]))]).toEqual([
      ["a", "first"],
      ["b", "second"],
    ]);
  });

  test("is renewed only by its holder, until it is lost", async () => {
    await acquire("a", "first", 1);
    expect(await leases.renew("a", "first", longMs)).toBe(0);
    expect(await leases.renew("a", "second", longMs)).toBeNull();
    await expire("a");
    expect(await acquire("a", "second")).toBe(true);
    expect(await leases.renew("a", "first", longMs)).toBeNull();
    expect(await leases.release("a", "first", null, false)).toBe(false);
    expect(await leases.holders(["a"])).toEqual(new Map([["a", "second"]]));
  });

  test("expires by the database's clock, not before its time", async () => {
    const beganAt = performance.now();
    await acquire("a", "first", 500);
    while (!(await acquire("a", "second"))) await sleep(10);
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(499);
  });

  test("is free as soon as its holder releases its leases, without touching others'", async () => {
    await acquire("a", "first");
    await acquire("b", "first (in process)");
    await acquire("c", "second");
    await leases.releaseAll(["first", "first (in process)"]);
    expect([...(await leases.holders(["a", "b", "c"])).keys()]).toEqual(["c"]);
    expect(await acquire("a", "second")).toBe(true);
  });
});

describe("a request for work", () => {
  test("keeps the lease until its holder has read it", async () => {
    const requests = await leases.acquire("a", "first", longMs);
    expect(await leases.wake("a")).toBe(true);
    expect(await acquire("a", "second")).toBe(false);
    expect(await leases.release("a", "first", requests, false)).toBe(false);
    const seen = await leases.renew("a", "first", longMs);
    expect(seen).toBe((requests ?? 0) + 2);
    expect(await leases.release("a", "first", seen, false)).toBe(true);
  });

  test("finds nobody at a lease that is free, expired or unknown", async () => {
    await acquire("a", "first");
    await expire("a");
    await acquire("b", "first");
    await leases.release("b", "first", null, false);
    expect([await leases.wake("a"), await leases.wake("b"), await leases.wake("c")]).toEqual([
      false,
      false,
      false,
    ]);
  });
});

describe("idle work", () => {
  const idle = async (everyMs = 0, fallbackEveryMs = 0) =>
    (await leases.takeIdle(["a", "b"], everyMs, fallbackEveryMs)).map(({ name }) => name);

  test("is work without a holder: never done, released or expired", async () => {
    expect(await idle()).toEqual(["a", "b"]);
    await acquire("a", "first");
    await acquire("b", "first");
    expect(await idle()).toEqual([]);
    await leases.release("a", "first", null, false);
    await expire("b");
    expect(await idle()).toEqual(["a", "b"]);
  });

  test("is requested by one instance per interval, and immediately when a step follows", async () => {
    expect(await Promise.all([idle(longMs), idle(longMs)])).toContainEqual([]);
    await acquire("a", "first");
    await leases.release("a", "first", null, false);
    expect(await idle(longMs)).toEqual(["a"]);
    await acquire("a", "first");
    await leases.release("a", "first", null, true);
    expect(await idle(longMs)).toEqual([]);
  });

  test("returns since when it has no holder", async () => {
    await acquire("a", "first");
    await stores.database.pool.query(
      "UPDATE work_leases SET expires_at = date_trunc('milliseconds', now()) - interval '40 s'",
    );
    const [lease] = await leases.takeIdle(["a"], 0, 0);
    expect(lease?.idleMs).toBeGreaterThanOrEqual(40_000);
    expect(lease?.idleMs).toBeLessThan(100_000);
  });

  test("includes a fallback's work, until an Inngest server takes over", async () => {
    await acquire("a", "first (in process)");
    await acquire("b", "second");
    expect(await leases.takeIdle(["a", "b"], 0, 0)).toEqual([{ name: "a", idleMs: 0 }]);
    expect(await idle(0, longMs)).toEqual([]);
    expect(await acquire("a", "second (in process)")).toBe(false);
    expect(await acquire("a", "second")).toBe(true);
    expect(await leases.renew("a", "first (in process)", longMs)).toBeNull();
    expect(await acquire("a", "first (in process)")).toBe(false);
  });
});

describe("races", () => {
  const workers = Array.from({ length: 16 }, (_, number) => `worker-${number}`);

  test("one of 16 gets a free name, and one of 16 an expired one", async () => {
    for (let round = 0; round < 20; round++) {
      const taken = await Promise.all(workers.map((worker) => acquire("a", worker)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      const holder = workers[taken.indexOf(true)] ?? "";
      expect(await leases.holders(["a"])).toEqual(new Map([["a", holder]]));
      if (round % 2 === 0) await expire("a");
      else await leases.release("a", holder, null, false);
    }
  });

  test("one of 16 instances requests idle work", async () => {
    const found = await Promise.all(workers.map(() => leases.takeIdle(["a"], longMs, longMs)));
    expect(found.flat()).toHaveLength(1);
  });

  test("16 workers that take turns never overlap, and all get their turn", async () => {
    let inside = 0;
    let most = 0;
    const turns = new Map<string, number>();
    await Promise.all(
      workers.map(async (worker) => {
        for (let turn = 0; turn < 5; ) {
          if (!(await acquire("a", worker))) {
            await sleep(1);
            continue;
          }
          most = Math.max(most, ++inside);
          await sleep(1);
          inside -= 1;
          await leases.release("a", worker, null, false);
          turns.set(worker, ++turn);
        }
      }),
    );
    expect(most).toBe(1);
    expect([...turns.values()]).toEqual(workers.map(() => 5));
  });
});
