import { AsyncLocalStorage } from "node:async_hooks";
import { setImmediate } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { testWorld } from "@/lib/testing/world";
import { settlementDue } from "./events";
import { createInProcessDriver, type InProcessDriver, type InProcessOptions } from "./in-process";
import { allowTurns, stopTurns } from "./turn";
import { chainWork, type Work } from "./work";

/** Where `getWork` keeps its dependencies. */
const workSlot = Symbol.for("stablecoin-checkout.work");

const world = testWorld();
let lines: string[];
let driver: InProcessDriver;
const log = {
  info: () => undefined,
  warn: (_: object, message: string) => void lines.push(message),
  error: (_: object, message: string) => void lines.push(`error: ${message}`),
};

beforeEach(async () => {
  lines = [];
  const workLeases = createWorkLeases(world.stores.database);
  Reflect.set(globalThis, workSlot, { instanceId: "this one", log, workLeases });
  allowTurns();
});
afterEach(async () => {
  vi.useRealTimers();
  stopTurns();
  await driver.stop(10_000);
  Reflect.deleteProperty(globalThis, workSlot);
});

function start(run: Work["run"], options: Partial<InProcessOptions> = {}): void {
  const work = { id: "work", name: "Work", trigger: settlementDue, lease: () => "work", run };
  driver = createInProcessDriver({ works: [work], log, ...options });
}
const wake = () => driver.start(settlementDue.create({ chainId: 1 }));
const isDone = (isSo: () => boolean) => vi.waitFor(() => expect(isSo()).toBe(true), 10_000);

describe("an event", () => {
  it("starts the works that it triggers, on its chain and in a context of their own", async () => {
    const request = new AsyncLocalStorage<string>();
    const seen: unknown[] = [];
    const settle = chainWork({
      id: "settle",
      name: "Settle",
      trigger: settlementDue,
      lease: (chainId) => `settle ${chainId}`,
      run: async (_, chainId) => void seen.push(chainId, request.getStore()),
    });
    const other: Work = { ...settle, id: "other", trigger: { event: "other" } };
    driver = createInProcessDriver({ works: [settle, other], log });
    request.run("a request", () => driver.start(settlementDue.create({ chainId: 8453 })));
    await isDone(() => seen.length > 0);
    expect(seen).toEqual([8453, undefined]);
  });

  it("requests another pass while its work runs, so that two runs never overlap", async () => {
    let [running, passes, most] = [0, 0, 0];
    start(async () => {
      most = Math.max(most, ++running);
      if (++passes === 1) {
        wake();
        wake();
      }
      running -= 1;
    });
    wake();
    await isDone(() => passes === 2);
    await driver.stop(10_000);
    expect([passes, most]).toEqual([2, 1]);
  });

  it("has no effect after a stop", async () => {
    const run = vi.fn();
    start(run);
    await driver.stop(10_000);
    wake();
    await driver.stop(10_000);
    expect(run).not.toHaveBeenCalled();
  });
});

describe("failing work", () => {
  it("is retried after growing pauses and reported once, for any number of events meanwhile", async () => {
    const waited: number[] = [];
    let attempts = 0;
    start(
      async () => {
        attempts += 1;
        throw new Error("broken");
      },
      {
        wait: async (ms) => {
          waited.push(ms);
          wake();
        },
      },
    );
    wake();
    await isDone(() => lines.some((line) => line.startsWith("error")));
    expect([attempts, waited]).toEqual([4, [1_000, 2_000, 4_000]]);
    expect(lines.at(-1)).toBe("error: a background run failed; upkeep will find its work");
    expect(lines).toHaveLength(4);
  });

  it("continues after an attempt that succeeds, and leaves the lease free", async () => {
    let attempts = 0;
    start(
      async () => {
        if (++attempts === 1) throw new Error("once");
      },
      { wait: async () => undefined },
    );
    wake();
    await isDone(() => attempts === 2);
    await driver.stop(10_000);
    wake();
    expect(lines).toEqual(["a background run failed; retrying"]);
    expect((await createWorkLeases(world.stores.database).holders(["work"])).size).toBe(0);
  });
});

it("counts failures anew after a turn that lasted its time", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  const plan = ["fails", "fails", "fails", "lasts", "fails", "ends"];
  start(
    async (turn) => {
      const next = plan.shift();
      if (next === "fails") throw new Error("broken");
      while (next === "lasts" && !turn.hasEnded()) await turn.pause(60_000);
    },
    { wait: async () => undefined },
  );
  wake();
  await vi.waitFor(() => expect(plan).toEqual(["fails", "ends"]), 10_000);
  await vi.advanceTimersByTimeAsync(50_000);
  await vi.waitFor(() => expect(lines).toHaveLength(4), 10_000);
  await vi.waitFor(() => expect(plan).toEqual([]), 10_000);
  expect(lines).not.toContain("error: a background run failed; upkeep will find its work");
});

it("starts a cron's work at once, and again at each of its times", async () => {
  vi.useFakeTimers({ toFake: ["Date", "setTimeout", "clearTimeout"], now: new Date("2026-01-01T10:30:00Z") });
  const ranAt: string[] = [];
  const hourly: Work = {
    id: "hourly",
    name: "Hourly",
    trigger: { cron: "17 * * * *" },
    lease: () => "hourly",
    run: async () => void ranAt.push(new Date().toISOString().slice(11, 16)),
  };
  driver = createInProcessDriver({ works: [hourly], log });
  driver.startCrons();
  await vi.waitFor(() => expect(ranAt).toEqual(["10:30"]), 10_000);
  // The turn has ended, before its time does.
  const { holders } = createWorkLeases(world.stores.database);
  await vi.waitFor(async () => expect((await holders(["hourly"])).size).toBe(0), 10_000);
  await vi.advanceTimersByTimeAsync(46 * 60_000);
  expect(ranAt).toEqual(["10:30"]);
  await vi.advanceTimersByTimeAsync(60_000);
  await vi.waitFor(() => expect(ranAt).toEqual(["10:30", "11:17"]), 10_000);
});

describe("a stop", () => {
  it("waits for the running work", async () => {
    let finish = () => {};
    let isStopped = false;
    const started = new Promise<void>((resolve) => {
      start(async () => {
        resolve();
        await new Promise<void>((done) => {
          finish = done;
        });
      });
    });
    wake();
    await started;
    stopTurns();
    const stopped = driver.stop(10_000).then(() => {
      isStopped = true;
    });
    await setImmediate();
    expect(isStopped).toBe(false);
    finish();
    await stopped;
    expect(lines).toEqual([]);
  });

  it("waits no longer than its limit", async () => {
    let finish = () => {};
    start(
      () =>
        new Promise((resolve) => {
          finish = resolve;
        }),
    );
    wake();
    await driver.stop(1);
    finish();
    expect(lines).toEqual(["background work is still running"]);
  });
});
