import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { WorkLeases } from "@/lib/services/ports/work-leases";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { createWorkLeases } from "./work-leases";

const longMs = 600_000;
let stores: TestStores;
let leases: WorkLeases;

beforeAll(async () => {
  stores = await openTestStores();
  leases = createWorkLeases(stores.database);
});
afterAll(() => stores.close());
beforeEach(() => stores.database.pool.query("DELETE FROM work_leases"));

const rows = async () =>
  (await stores.database.pool.query("SELECT name, holder FROM work_leases ORDER BY name")).rows;
/** Lets the lease be over, as time would. */
const expire = (name: string) =>
  stores.database.pool.query("UPDATE work_leases SET expires_at = now() - interval '1 ms' WHERE name = $1", [
    name,
  ]);

describe("a lease", () => {
  test("is one holder's until it ends, and each name is one of its own", async () => {
    expect(await leases.hold("a", "first", longMs)).toBe(true);
    expect(await leases.hold("a", "second", longMs)).toBe(false);
    expect(await leases.hold("b", "second", longMs)).toBe(true);
    expect(await rows()).toEqual([
      { name: "a", holder: "first" },
      { name: "b", holder: "second" },
    ]);
  });

  test("is held on to by holding it again, from then on", async () => {
    await leases.hold("a", "first", 1);
    expect(await leases.hold("a", "first", longMs)).toBe(true);
    expect(await leases.hold("a", "second", longMs)).toBe(false);
  });

  test("that is over goes to whoever asks next, and its holder has lost it", async () => {
    await leases.hold("a", "first", longMs);
    await expire("a");
    expect(await leases.hold("a", "second", longMs)).toBe(true);
    expect(await leases.hold("a", "first", longMs)).toBe(false);
  });

  test("ends by the database's clock after its time, not before", async () => {
    const beganAt = performance.now();
    await leases.hold("a", "first", 500);
    while (!(await leases.hold("a", "second", longMs))) await sleep(10);
    expect(performance.now() - beganAt).toBeGreaterThanOrEqual(499);
  });

  test("is free as soon as its holder releases it, with all others of that holder and no one else's", async () => {
    await leases.hold("a", "first", longMs);
    await leases.hold("b", "first", longMs);
    await leases.hold("c", "second", longMs);
    await leases.release("first");
    expect(await rows()).toEqual([{ name: "c", holder: "second" }]);
    expect(await leases.hold("a", "second", longMs)).toBe(true);
    await leases.release("nobody");
  });
});

describe("races", () => {
  const workers = Array.from({ length: 16 }, (_, number) => `worker-${number}`);

  test("of 16 at a free name one gets it, and again of 16 at one that is over", async () => {
    for (let round = 0; round < 20; round++) {
      const taken = await Promise.all(workers.map((worker) => leases.hold("a", worker, longMs)));
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect(await rows()).toEqual([{ name: "a", holder: workers[taken.indexOf(true)] }]);
      // Each other round begins with a row whose time is over, the others without a row.
      if (round % 2 === 0) await expire("a");
      else await leases.release(workers[taken.indexOf(true)] ?? "");
    }
  });

  test("16 that hold, work and release are never two at it, and all get their turn", async () => {
    let inside = 0;
    let most = 0;
    const turns = new Map<string, number>();
    await Promise.all(
      workers.map(async (worker) => {
        for (let turn = 0; turn < 5; ) {
          if (!(await leases.hold("a", worker, longMs))) {
            await sleep(1);
            continue;
          }
          most = Math.max(most, ++inside);
          await sleep(1);
          inside -= 1;
          await leases.release(worker);
          turns.set(worker, ++turn);
        }
      }),
    );
    expect(most).toBe(1);
    expect([...turns.values()]).toEqual(workers.map(() => 5));
  });
});
