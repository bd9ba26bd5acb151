import { NonRetriableError } from "inngest";
import { afterEach, describe, expect, test } from "vitest";
import { chainWatch, outboxCreated } from "./events";
import { begin, type Harness, startHarness } from "./local-engine/harness";

let harness: Harness;
afterEach(() => harness.close());

const deferred = () => {
  let resolve = (): void => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
};

describe("triggers", () => {
  test("an event starts every function that has it as trigger, with its data", async () => {
    const seen: string[] = [];
    harness = startHarness((client) => [
      client.createFunction({ id: "typed", triggers: [chainWatch] }, ({ event }) => {
        seen.push(`typed ${event.data.chainId}`);
      }),
      client.createFunction({ id: "named", triggers: [{ event: "chain.watch" }] }, ({ event }) => {
        seen.push(`named ${event.data.chainId}`);
      }),
      client.createFunction({ id: "other", triggers: [outboxCreated] }, () => {
        seen.push("other");
      }),
    ]);
    const { ids } = await harness.client.send(chainWatch.create({ chainId: 31337 }));
    await harness.engine.idle();
    expect(ids).toHaveLength(1);
    expect(seen.sort()).toEqual(["named 31337", "typed 31337"]);
    expect(harness.engine.stats()).toMatchObject({ completed: 2, failed: 0, runs: 0 });
  });

  test("a run is under way by the time that send returns", async () => {
    harness = startHarness((client) => [
      client.createFunction({ id: "now", triggers: [outboxCreated] }, () => {}),
    ]);
    harness.engine.send([{ name: "outbox.created" }]);
    expect(harness.engine.stats()).toMatchObject({ runs: 1, executing: 1, waiting: 0 });
    await harness.engine.idle();
  });

  test("an event with an id that was seen before starts nothing", async () => {
    let runs = 0;
    harness = startHarness((client) => [
      client.createFunction({ id: "once", triggers: [outboxCreated] }, () => {
        runs += 1;
      }),
    ]);
    await harness.client.send([outboxCreated.create({}, { id: "a" }), outboxCreated.create({}, { id: "a" })]);
    await harness.client.send(outboxCreated.create({}, { id: "a" }));
    await harness.engine.idle();
    expect(runs).toBe(1);
  });

  test("a cron starts its function at every occurrence", async () => {
    const crons: unknown[] = [];
    harness = startHarness((client) => [
      client.createFunction({ id: "every-minute", triggers: [{ cron: "* * * * *" }] }, ({ event }) => {
        crons.push(event.data);
      }),
    ]);
    await harness.advance(59_999);
    expect(crons).toEqual([]);
    await harness.advance(1);
    expect(crons).toEqual([{ cron: "* * * * *" }]);
    await harness.advance(60_000);
    expect(crons).toHaveLength(2);
  });

  test("runCronsAtStart starts each cron function once at start", async () => {
    const started: string[] = [];
    harness = startHarness(
      (client) => [
        client.createFunction(
          { id: "sweep", triggers: [{ cron: "0 * * * *" }, { cron: "30 * * * *" }] },
          () => {
            started.push("sweep");
          },
        ),
        client.createFunction({ id: "by-event", triggers: [outboxCreated] }, () => {
          started.push("by-event");
        }),
      ],
      { runCronsAtStart: true },
    );
    await harness.settled();
    expect(started).toEqual(["sweep"]);
  });

  test("an event that does not fit the trigger's schema fails at the sender", async () => {
    harness = startHarness((client) => [
      client.createFunction({ id: "watch", triggers: [chainWatch] }, () => {}),
    ]);
    await expect(harness.client.send(chainWatch.create({ chainId: -1 }))).rejects.toThrow("chainId");
    expect(harness.engine.stats().runs).toBe(0);
  });
});

describe("steps", () => {
  test("each step body runs once although the function is called once per step", async () => {
    const calls = { fn: 0, a: 0, b: 0 };
    let result: unknown;
    harness = await begin(async ({ step }) => {
      calls.fn += 1;
      const a = await step.run("a", () => ({ value: ++calls.a }));
      const b = await step.run("b", () => a.value + ++calls.b);
      await step.run("nothing", () => {});
      result = { a, b };
    });
    await harness.engine.idle();
    expect(calls).toEqual({ fn: 4, a: 1, b: 1 });
    expect(result).toEqual({ a: { value: 1 }, b: 2 });
  });

  test("a step id in a loop counts as one step per round", async () => {
    const rounds: number[] = [];
    harness = await begin(async ({ step }) => {
      for (let round = 0; round < 3; round++) await step.run("scan", () => void rounds.push(round));
    });
    await harness.engine.idle();
    expect(rounds).toEqual([0, 1, 2]);
  });

  test("sleep holds the run for exactly its time", async () => {
    const done: string[] = [];
    harness = await begin(async ({ step }) => {
      await step.sleep("nap", "2s");
      await step.run("after", () => void done.push("after"));
      await step.sleep("long nap", 5_400_000);
      done.push("end");
    });
    await harness.settled();
    await harness.advance(1_999);
    expect(done).toEqual([]);
    await harness.advance(1);
    expect(done).toEqual(["after"]);
    await harness.advance(5_400_000 - 1);
    expect(done).toEqual(["after"]);
    await harness.advance(1);
    expect(done).toEqual(["after", "end"]);
  });

  test("parallel steps run side by side, each once, and meet again", async () => {
    const counts = { a: 0, b: 0, c: 0 };
    const gate = deferred();
    let result: unknown;
    harness = await begin(async ({ step }) => {
      const [a, b] = await Promise.all([
        step.run("a", async () => {
          counts.a += 1;
          await gate.promise;
          return "a";
        }),
        step.run("b", () => {
          counts.b += 1;
          gate.resolve();
          return "b";
        }),
        step.sleep("pause", "5s"),
      ]);
      result = await step.run("c", () => {
        counts.c += 1;
        return `${a}${b}c`;
      });
    });
    await harness.settled();
    expect(counts).toEqual({ a: 1, b: 1, c: 0 });
    await harness.advance(5_000);
    expect(counts).toEqual({ a: 1, b: 1, c: 1 });
    expect(result).toBe("abc");
  });

  test("a run starts in an asynchronous context of its own, not in that of the sender", async () => {
    const { AsyncLocalStorage } = await import("node:async_hooks");
    const request = new AsyncLocalStorage<string>();
    let seen: string | undefined = "unset";
    harness = startHarness((client) => [
      client.createFunction({ id: "context", triggers: [outboxCreated] }, async ({ step }) => {
        await step.run("look", () => {
          seen = request.getStore();
        });
      }),
    ]);
    await request.run("a request", () => harness.client.send(outboxCreated.create({})));
    await harness.engine.idle();
    expect(seen).toBeUndefined();
  });
});

describe("retries", () => {
  test("a failing step is repeated with rising attempt numbers and growing pauses until it succeeds", async () => {
    const attempts: { attempt: number; atMs: number }[] = [];
    let before = 0;
    harness = await begin(
      async ({ step, attempt }) => {
        await step.run("before", () => void before++);
        await step.run("flaky", () => {
          attempts.push({ attempt, atMs: harness.clock.now() - harness.clock.startMs });
          if (attempts.length < 4) throw new Error("not yet");
        });
        await step.run("after", () => expect(attempt).toBe(0));
      },
      { retries: 3 },
    );
    await harness.settled();
    for (let second = 0; second < 10; second++) await harness.advance(1_000);
    expect(attempts).toEqual([
      { attempt: 0, atMs: 0 },
      { attempt: 1, atMs: 1_000 },
      { attempt: 2, atMs: 3_000 },
      { attempt: 3, atMs: 7_000 },
    ]);
    expect(before).toBe(1);
    expect(harness.engine.stats()).toMatchObject({ completed: 1, failed: 0 });
  });

  test("after the last attempt the run fails and the log says which", async () => {
    let attempts = 0;
    harness = await begin(
      async ({ step }) => {
        await step.run("broken", () => {
          attempts += 1;
          throw new Error("always");
        });
      },
      { retries: 2 },
    );
    await harness.settled();
    await harness.advance(60_000);
    await harness.advance(60_000);
    await harness.advance(60_000);
    expect(attempts).toBe(3);
    expect(harness.engine.stats()).toMatchObject({ failed: 1, runs: 0 });
    const errors = harness.lines.filter(({ level }) => level === "error");
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatchObject({
      message: "Run failed",
      fields: { function: "work", event: "outbox.created" },
    });
    expect(errors[0]?.fields.err).toMatchObject({ message: "always" });
  });

  test("a step that failed for good can be caught by the function, which goes on", async () => {
    const log: string[] = [];
    harness = await begin(
      async ({ step }) => {
        try {
          await step.run("broken", () => {
            log.push("tried");
            throw new Error("no");
          });
        } catch (error) {
          await step.run("recover", () => void log.push(`recovered from ${(error as Error).message}`));
        }
      },
      { retries: 0 },
    );
    await harness.engine.idle();
    expect(log).toEqual(["tried", "recovered from no"]);
    expect(harness.engine.stats()).toMatchObject({ completed: 1, failed: 0 });
  });

  test("an error outside steps repeats the function without repeating finished steps", async () => {
    const counts = { step: 0, fn: 0 };
    harness = await begin(
      async ({ step, attempt }) => {
        await step.run("a", () => void counts.step++);
        counts.fn += 1;
        if (attempt === 0) throw new Error("first time");
      },
      { retries: 1 },
    );
    await harness.settled();
    await harness.advance(1_000);
    expect(counts).toEqual({ step: 1, fn: 2 });
    expect(harness.engine.stats()).toMatchObject({ completed: 1, failed: 0 });
  });

  test("NonRetriableError ends the run at the first attempt, in a step and outside", async () => {
    let attempts = 0;
    harness = startHarness((client) => [
      client.createFunction({ id: "in-step", triggers: [outboxCreated] }, async ({ step }) => {
        await step.run("a", () => {
          attempts += 1;
          throw new NonRetriableError("never");
        });
      }),
      client.createFunction({ id: "outside", triggers: [outboxCreated] }, async () => {
        attempts += 1;
        throw new NonRetriableError("never");
      }),
    ]);
    await harness.client.send(outboxCreated.create({}));
    await harness.engine.idle();
    expect(attempts).toBe(2);
    expect(harness.engine.stats()).toMatchObject({ failed: 2 });
  });

  test("one of two parallel steps is repeated alone", async () => {
    const counts = { good: 0, flaky: 0 };
    harness = await begin(async ({ step }) => {
      await Promise.all([
        step.run("good", () => void counts.good++),
        step.run("flaky", () => {
          counts.flaky += 1;
          if (counts.flaky === 1) throw new Error("once");
        }),
      ]);
    });
    await harness.settled();
    await harness.advance(1_000);
    expect(counts).toEqual({ good: 1, flaky: 2 });
    expect(harness.engine.stats()).toMatchObject({ completed: 1 });
  });

  test("a failing function does not stop the others", async () => {
    let good = 0;
    harness = startHarness((client) => [
      client.createFunction({ id: "bad", triggers: [outboxCreated], retries: 0 }, async () => {
        throw new Error("bad");
      }),
      client.createFunction({ id: "good", triggers: [outboxCreated] }, async ({ step }) => {
        await step.run("a", () => void good++);
      }),
    ]);
    for (let i = 0; i < 3; i++) await harness.client.send(outboxCreated.create({}));
    await harness.engine.idle();
    expect(good).toBe(3);
    expect(harness.engine.stats()).toMatchObject({ completed: 3, failed: 3 });
  });
});
