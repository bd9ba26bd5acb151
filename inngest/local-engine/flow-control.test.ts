import { setTimeout as wait } from "node:timers/promises";
import { afterEach, describe, expect, test } from "vitest";
import { chainWatch, outboxCreated } from "@/inngest/events";
import { type Harness, type LocalClient, startHarness } from "./harness";

let harness: Harness;
afterEach(() => harness.close());

const watch = (chainId: number) => chainWatch.create({ chainId });

/** Counts how many steps of a kind are inside at once. */
function meter() {
  const inside = new Map<unknown, number>();
  const most = new Map<unknown, number>();
  let total = 0;
  let mostInTotal = 0;
  return {
    async pass(kind: unknown) {
      const now = (inside.get(kind) ?? 0) + 1;
      inside.set(kind, now);
      most.set(kind, Math.max(now, most.get(kind) ?? 0));
      mostInTotal = Math.max(mostInTotal, ++total);
      await wait(2);
      inside.set(kind, (inside.get(kind) ?? 0) - 1);
      total -= 1;
    },
    most: (kind: unknown) => most.get(kind),
    mostInTotal: () => mostInTotal,
  };
}

describe("concurrency", () => {
  test("a limit holds for the steps of all runs of the function, and all runs finish", async () => {
    const steps = meter();
    harness = startHarness((client) => [
      client.createFunction({ id: "limited", triggers: [chainWatch], concurrency: 2 }, async ({ step }) => {
        await step.run("a", () => steps.pass("limited"));
        await step.run("b", () => steps.pass("limited"));
      }),
    ]);
    await harness.client.send(Array.from({ length: 20 }, () => watch(1)));
    await harness.engine.idle();
    expect(steps.most("limited")).toBe(2);
    expect(harness.engine.stats()).toMatchObject({ completed: 20, failed: 0 });
  });

  test("a sleeping run takes no place", async () => {
    let started = 0;
    harness = startHarness((client) => [
      client.createFunction({ id: "sleeper", triggers: [chainWatch], concurrency: 1 }, async ({ step }) => {
        await step.run("a", () => void started++);
        await step.sleep("nap", "1m");
      }),
    ]);
    await harness.client.send([watch(1), watch(2), watch(3)]);
    await harness.settled();
    expect(started).toBe(3);
    expect(harness.engine.stats().runs).toBe(3);
  });

  test("a function at its own limit does not hold up another one", async () => {
    let release = (): void => {};
    const gate = new Promise<void>((resolve) => {
      release = resolve;
    });
    let other = 0;
    harness = startHarness(
      (client) => [
        client.createFunction({ id: "stuck", triggers: [chainWatch], concurrency: 1 }, async ({ step }) => {
          await step.run("a", () => gate);
        }),
        client.createFunction({ id: "other", triggers: [outboxCreated] }, () => {
          other += 1;
          release();
        }),
      ],
      { limits: { maxConcurrentSteps: 2 } },
    );
    await harness.client.send(Array.from({ length: 50 }, () => watch(1)));
    await harness.client.send(outboxCreated.create({}));
    await harness.engine.idle();
    expect(other).toBe(1);
    expect(harness.engine.stats().completed).toBe(51);
  });

  test("behavior: a burst of 200 events finishes within the bound of concurrent steps", async () => {
    const steps = meter();
    let bodies = 0;
    const makeFunctions = (client: LocalClient) => [
      client.createFunction({ id: "burst", triggers: [chainWatch] }, async ({ step }) => {
        await step.run("a", () => {
          bodies += 1;
          return steps.pass("burst");
        });
      }),
    ];
    harness = startHarness(makeFunctions, { limits: { maxConcurrentSteps: 8 } });
    await harness.client.send(Array.from({ length: 200 }, (_, i) => watch(i + 1)));
    expect(harness.engine.stats().runs).toBe(200);
    await harness.engine.idle();
    expect(bodies).toBe(200);
    expect(steps.mostInTotal()).toBeLessThanOrEqual(8);
    expect(harness.engine.stats()).toMatchObject({ completed: 200, runs: 0, executing: 0, waiting: 0 });
  }, 180_000);

  test("a send that would exceed the bound of runs is refused whole", async () => {
    harness = startHarness(
      (client) => [
        client.createFunction({ id: "sleeper", triggers: [chainWatch] }, async ({ step }) => {
          await step.sleep("nap", "1h");
        }),
      ],
      { limits: { maxRuns: 10 } },
    );
    harness.engine.send(
      Array.from({ length: 8 }, (_, i) => ({ name: "chain.watch", data: { chainId: i + 1 } })),
    );
    expect(() =>
      harness.engine.send([1, 2, 3].map((chainId) => ({ name: "chain.watch", data: { chainId } }))),
    ).toThrow("full");
    expect(harness.engine.stats().runs).toBe(8);
  });
});

describe("singleton", () => {
  test("mode skip: a second run with the same key is dropped while the first is active, then allowed", async () => {
    const log: string[] = [];
    harness = startHarness((client) => [
      client.createFunction(
        { id: "single", triggers: [chainWatch], singleton: { key: "event.data.chainId", mode: "skip" } },
        async ({ event, step }) => {
          await step.run("start", () => void log.push(`start ${event.data.chainId}`));
          await step.sleep("nap", "10s");
        },
      ),
    ]);
    await harness.client.send([watch(1), watch(1), watch(2)]);
    await harness.settled();
    await harness.client.send(watch(1));
    await harness.settled();
    expect(log.sort()).toEqual(["start 1", "start 2"]);
    await harness.advance(10_000);
    expect(harness.engine.stats()).toMatchObject({ completed: 2, skipped: 2, runs: 0 });
    await harness.client.send(watch(1));
    await harness.settled();
    expect(log.filter((line) => line === "start 1")).toHaveLength(2);
  });

  test("a key without a value in the event starts nothing and is logged, others go on", async () => {
    let other = 0;
    harness = startHarness((client) => [
      client.createFunction(
        {
          id: "keyed",
          triggers: [{ event: "plain" }],
          singleton: { key: "event.data.missing", mode: "skip" },
        },
        () => {},
      ),
      client.createFunction({ id: "other", triggers: [{ event: "plain" }] }, () => {
        other += 1;
      }),
    ]);
    await harness.client.send({ name: "plain", data: {} });
    await harness.engine.idle();
    expect(other).toBe(1);
    expect(harness.lines.filter(({ level }) => level === "error")).toMatchObject([
      { message: "Could not start a run", fields: { function: "keyed" } },
    ]);
  });
});
