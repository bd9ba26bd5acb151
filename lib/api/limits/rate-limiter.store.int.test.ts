import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Admission, RateLimiter } from "@/lib/platform/limits/rate-limiter.port";
import { later, noon } from "@/lib/testing/builders";
import { isFull } from "@/lib/testing/full-size";
import { someoneWaits } from "@/lib/testing/gate";
import { fileWorld, openWorld } from "@/lib/testing/world";
import { createRateLimiter } from "./rate-limiter.store";

const { stores } = await fileWorld();

/** What the limiter takes for the present. */
let now: Date;

let limiter: RateLimiter;

beforeEach(async () => {
  now = noon;
  limiter = createRateLimiter(stores.database, { now: () => now });
  await stores.database.pool.query("TRUNCATE rate_limits");
});

const at = (ms: number) => {
  now = later(ms);
};

/** As many requests at once; how many were admitted. */
const take = async (bucket: string, most: number, requests = 1): Promise<number> => {
  const taken = Array.from({ length: requests }, () => limiter.take([{ bucket, most }]));
  return (await Promise.all(taken)).filter(({ admitted }) => admitted).length;
};

const one = (bucket: string, most: number): Promise<Admission> => limiter.take([{ bucket, most }]);

const rows = async () =>
  (await stores.database.pool.query("SELECT bucket, slots, counts FROM rate_limits ORDER BY bucket")).rows;

describe("the window", () => {
  test("forgets no request early because of the part of a millisecond in which it came", async () => {
    const takeAt = async (moment: string) =>
      (
        await stores.database.pool.query(
          "SELECT admitted, reset_ms FROM take_limits('{a}', '{60000}', '{1}', '{1}', '{0}', '{0}', '{1}', $1)",
          [`2026-01-01T12:${moment}Z`],
        )
      ).rows[0];
    expect(await takeAt("00:00.000400")).toEqual({ admitted: true, reset_ms: 60_000 });
    expect(await takeAt("01:00.000399")).toMatchObject({ admitted: false });
    expect(await takeAt("01:00.001000")).toMatchObject({ admitted: true });
  });

  test("above 240 a minute admits never more, and holds a request 250 ms too long at most", async () => {
    at(1);
    expect(await take("a", 241, 300)).toBe(241);
    at(60_000);
    expect(await take("a", 241)).toBe(0);
    at(60_250);
    expect(await take("a", 241, 300)).toBe(241);
  });

  test("keeps a row short for any number of requests", async () => {
    for (let second = 0; second < 130; second++) {
      at(second * 500);
      await take("a", 1_000_000, 20);
      at(second * 500 + 251);
      await take("a", 1_000_000, 20);
      await take("b", 200, 4);
    }
    const kept = await rows();
    expect(kept.map(({ bucket }) => bucket)).toEqual(["a", "b"]);
    for (const { slots, counts } of kept) {
      expect(slots.length).toBeGreaterThan(1);
      expect(slots.length).toBeLessThanOrEqual(241);
      expect(counts.length).toBe(slots.length);
    }
  });

  test("takes the database's clock when it is given none", async () => {
    const real = createRateLimiter(stores.database);
    const limits = [{ bucket: "a", most: 1 }];
    const beganAt = performance.now();
    expect(await real.take(limits)).toMatchObject({ admitted: true });
    const refused = await real.take(limits);
    expect(refused.admitted).toBe(false);
    // What is left of the minute, however long the two took.
    expect(refused.retryAfterMs).toBeGreaterThan(59_900 - (performance.now() - beganAt));
    expect(refused.retryAfterMs).toBeLessThanOrEqual(60_000);
  });
});

describe("a limit that is changed", () => {
  test("to a higher number admits the difference, and nothing more when restored", async () => {
    at(7);
    expect(await take("a", 3, 9)).toBe(3);
    expect(await take("a", 500, 600)).toBe(497);
    at(8);
    expect(await take("a", 3, 9)).toBe(0);
    at(60_250);
    expect(await take("a", 3, 9)).toBe(3);
  });
});

describe("a window of its own", () => {
  test("of a day counts a request for 24 hours, in a short row", async () => {
    const daily = { bucket: "daily", most: 3, windowMs: 86_400_000 };
    for (const hour of [0, 1, 2]) {
      at(hour * 3_600_000);
      expect(await limiter.take([daily])).toMatchObject({ admitted: true });
    }
    at(86_399_999);
    expect(await limiter.take([daily])).toEqual({
      admitted: false,
      states: [{ remaining: 0, resetMs: 1 }],
      retryAfterMs: 1,
    });
    at(86_400_000);
    expect(await limiter.take([daily])).toMatchObject({ admitted: true, states: [{ resetMs: 3_600_000 }] });
    for (let request = 0; request < 500; request++) {
      at(86_400_000 + request * 200_000);
      await limiter.take([{ ...daily, most: 1_000 }]);
    }
    const [row] = await rows();
    expect(row?.slots.length).toBeGreaterThan(200);
    expect(row?.slots.length).toBeLessThanOrEqual(242);
  });

  test("keeps its row until it is empty", async () => {
    await limiter.take([{ bucket: "daily", most: 3, windowMs: 86_400_000 }]);
    await take("minute", 3);
    at(2 * 60_000 + 1);
    expect(await limiter.prune()).toBe(1);
    at(2 * 86_400_000);
    expect(await limiter.prune()).toBe(0);
    at(2 * 86_400_000 + 1);
    expect(await limiter.prune()).toBe(1);
  });
});

describe("a shared limit", () => {
  const by = (client: string, most = 5) =>
    limiter.take([{ bucket: "shared", most, shared: { client, free: 3 } }]);
  const admittedOf = async (client: string, requests: number) =>
    (await Promise.all(Array.from({ length: requests }, () => by(client)))).filter(({ admitted }) => admitted)
      .length;

  test("refuses only clients that used it, and leaves three to each other one", async () => {
    expect(await admittedOf("stranger", 9)).toBe(5);
    expect(await by("customer")).toMatchObject({ admitted: true, states: [{ remaining: 2 }] });
    expect(await admittedOf("customer", 9)).toBe(2);
    expect(await admittedOf("stranger", 9)).toBe(0);
    at(59_999);
    expect(await admittedOf("customer", 9)).toBe(0);
    // Its 240th of the window is over, for the stranger's requests and the customer's.
    at(60_250);
    expect(await admittedOf("customer", 9)).toBe(5);
  });

  test("leaves to a client no more than three when it used some before the limit was full", async () => {
    expect(await admittedOf("customer", 2)).toBe(2);
    expect(await admittedOf("stranger", 9)).toBe(3);
    expect(await admittedOf("customer", 9)).toBe(1);
  });

  test("reports one state, and says when more are allowed", async () => {
    expect(await admittedOf("stranger", 9)).toBe(5);
    at(10_000);
    const refused = await by("stranger");
    expect(refused.states).toHaveLength(1);
    expect(refused).toMatchObject({ admitted: false, states: [{ remaining: 0 }], retryAfterMs: 50_000 });
  });

  test("isn't counted in any bucket when another limit refuses", async () => {
    const shared = { bucket: "shared", most: 5, shared: { client: "customer", free: 3 } };
    await take("full", 1);
    for (let request = 0; request < 4; request++)
      expect(await limiter.take([shared, { bucket: "full", most: 1 }])).toMatchObject({ admitted: false });
    expect(await admittedOf("stranger", 9)).toBe(5);
    expect(await admittedOf("customer", 9)).toBe(3);
  });
});

describe("a clock that is set back", () => {
  test("by an hour admits nothing early, and everything again a minute later", async () => {
    at(3_600_000);
    expect(await take("a", 10, 10)).toBe(10);
    at(0);
    expect(await one("a", 10)).toMatchObject({ admitted: false, retryAfterMs: 60_000 });
    at(59_999);
    expect(await take("a", 10)).toBe(0);
    at(60_000);
    expect(await take("a", 10, 20)).toBe(10);
  });

  test("a little, again and again, never lets more through", async () => {
    for (let step = 0; step < 20; step++) {
      at(-step * 10);
      await take("a", 5, 1);
    }
    expect(await take("a", 5)).toBe(0);
    at(60_000);
    expect(await take("a", 5, 9)).toBe(5);
  });
});

test("behaves as a list of the times at which requests were admitted", async () => {
  const bucketNames = ["a", "b", "c"];
  const limitOf = fc.constantFrom(1, 2, 3, 7);
  const request = fc
    .subarray(bucketNames, { minLength: 1 })
    .chain((names) =>
      fc.tuple(...names.map((bucket) => fc.record({ bucket: fc.constant(bucket), most: limitOf }))),
    )
    .chain((limits) => fc.shuffledSubarray(limits, { minLength: limits.length }));
  const step = fc.record({
    waitMs: fc.oneof(fc.constantFrom(0, 1, 59_999, 60_000, 60_001), fc.integer({ min: 0, max: 40_000 })),
    requests: fc.array(request, { minLength: 1, maxLength: 12 }),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      await stores.database.pool.query("TRUNCATE rate_limits");
      const admittedAt = new Map<string, number[]>(bucketNames.map((bucket) => [bucket, []]));
      let ms = 0;
      for (const { waitMs, requests } of steps) {
        ms += waitMs;
        at(ms);
        const answers = await Promise.all(requests.map((limits) => limiter.take(limits)));
        const counted = (bucket: string) =>
          (admittedAt.get(bucket) ?? []).filter((time) => time > ms - 60_000);
        for (const [index, limits] of requests.entries()) {
          const full = limits.filter(({ bucket, most }) => counted(bucket).length >= most);
          if (full.length === 0) for (const { bucket } of limits) admittedAt.get(bucket)?.push(ms);
          /** When fewer than the limit, or as many less one as now, count. */
          const moreIn = (bucket: string, most: number) => {
            const times = counted(bucket);
            const last = times[Math.max(0, times.length - most)];
            return last === undefined ? 0 : last + 60_000 - ms;
          };
          expect(answers[index]).toEqual({
            admitted: full.length === 0,
            states: limits.map(({ bucket, most }) => ({
              remaining: Math.max(0, most - counted(bucket).length),
              resetMs: moreIn(bucket, most),
            })),
            retryAfterMs: Math.max(0, ...full.map(({ bucket, most }) => moreIn(bucket, most))),
          });
        }
      }
    }),
    { numRuns: isFull ? 2_000 : 25 },
  );
}, 120_000);

describe("several at a time", () => {
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });

  test("several processes admit exactly as many as one", async () => {
    const program = fileURLToPath(new URL("rate-limiter.store.fixture.ts", import.meta.url));
    const typescript = new URL("../../platform/process/typescript.mjs", import.meta.url).href;
    for (let process = 0; process < (isFull ? 4 : 2); process++)
      children.push(fork(program, [stores.databaseUrl, "a", "100"], { execArgv: ["--import", typescript] }));
    await Promise.all(children.map((child) => once(child, "message")));
    const rounds: number[][] = [];
    for (let round = 0; round < 3; round++) {
      const answers = children.map((child) => once(child, "message"));
      for (const child of children) child.send(200);
      rounds.push((await Promise.all(answers)).map(([admitted]) => admitted));
    }
    const sums = rounds.map((admitted) => admitted.reduce((sum, count) => sum + count, 0));
    expect(sums).toEqual([100, 0, 0]);
    const [row] = await rows();
    expect(row?.counts.reduce((sum: number, count: number) => sum + count, 0)).toBe(100);
  });

  test("instances that name buckets in opposite orders do not lock each other out", async () => {
    const names = ["a", "b", "c", "d", "e"].map((bucket) => ({ bucket, most: 1_000_000 }));
    const backwards = names.toReversed();
    const instances = [names, backwards, names, backwards].map((limits) => ({
      limits,
      limiter: createRateLimiter(stores.database),
    }));
    const admissions = instances.map(async ({ limits, limiter }) => {
      for (let request = 0; request < 100; request++)
        expect(await limiter.take(limits)).toMatchObject({ admitted: true });
    });
    const pruning = (async () => {
      for (let round = 0; round < 50; round++)
        await createRateLimiter(stores.database, { now: () => later(9e9, new Date()) }).prune();
    })();
    await Promise.all([...admissions, pruning]);
  });

  test("a request waits for the running statement, unless it hangs", async () => {
    const holder = await stores.database.pool.connect();
    try {
      await take("a", 2);
      await holder.query("BEGIN");
      await holder.query("SELECT FROM rate_limits FOR UPDATE");
      const hanging = one("a", 2);
      await someoneWaits(stores.database);
      const answered: string[] = [];
      const late = one("b", 2).then((admission) => {
        answered.push("b");
        return admission;
      });
      await sleep(100);
      expect(answered).toEqual([]);
      expect(await late).toMatchObject({ admitted: true, states: [{ remaining: 1 }] });
      await holder.query("COMMIT");
      expect(await hanging).toMatchObject({ admitted: true, states: [{ remaining: 0 }] });
    } finally {
      holder.release();
    }
  });
});

test("a failed statement fails its waiting requests, and the next ones succeed", async () => {
  const other = await openWorld();
  try {
    const own = createRateLimiter(other.stores.database);
    const limits = [{ bucket: "a", most: 5 }];
    await other.stores.database.pool.query("ALTER TABLE rate_limits RENAME TO gone");
    const settled = await Promise.allSettled(Array.from({ length: 20 }, () => own.take(limits)));
    expect(new Set(settled.map(({ status }) => status))).toEqual(new Set(["rejected"]));
    await other.stores.database.pool.query("ALTER TABLE gone RENAME TO rate_limits");
    const admissions = await Promise.all(Array.from({ length: 20 }, () => own.take(limits)));
    expect(admissions.filter(({ admitted }) => admitted)).toHaveLength(5);
  } finally {
    await other.close();
  }
});

describe("prune", () => {
  test("forgets buckets two minutes after their last request was counted, and no others", async () => {
    await take("old", 10, 3);
    at(1);
    await take("new", 10, 3);
    at(120_000);
    expect(await limiter.prune()).toBe(0);
    at(120_001);
    expect(await limiter.prune()).toBe(1);
    expect((await rows()).map(({ bucket }) => bucket)).toEqual(["new"]);
    expect(await limiter.prune()).toBe(0);
  });

  test("waits for no request", async () => {
    await take("old", 10);
    at(600_000);
    const holder = await stores.database.pool.connect();
    try {
      await holder.query("BEGIN");
      await holder.query("SELECT FROM rate_limits FOR UPDATE");
      expect(await limiter.prune()).toBe(0);
    } finally {
      await holder.query("ROLLBACK");
      holder.release();
    }
    expect(await limiter.prune()).toBe(1);
  });
});
