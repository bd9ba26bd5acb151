import { setTimeout as wait } from "node:timers/promises";
import { type InngestFunction, RetryAfterError, referenceFunction } from "inngest";
import { afterEach, describe, expect, test } from "vitest";
import { chainWatch, outboxCreated } from "@/inngest/events";
import { APP_ID, registerLocalEngine } from "@/inngest/worker/create-client";
import { begin, type Harness, type LocalClient, startHarness, type Work } from "./harness";

let harness: Harness | undefined;
afterEach(async () => {
  await harness?.close();
  harness = undefined;
});

const errorsOf = ({ lines }: Harness) =>
  lines
    .filter(({ level }) => level === "error")
    .map(({ fields }) => String((fields.err as Error | undefined)?.message));

describe("what the engine does not do fails loudly, by name", () => {
  type Options = Omit<InngestFunction.Options, "id">;
  const event = [{ event: "a" }];
  test.each<[string, Options]>([
    ["debounce", { triggers: event, debounce: { period: "1s" } }],
    ["batchEvents", { triggers: event, batchEvents: { maxSize: 2, timeout: "1s" } }],
    ["rateLimit", { triggers: event, rateLimit: { limit: 1, period: "1s" } }],
    ["throttle", { triggers: event, throttle: { limit: 1, period: "1s" } }],
    ["priority", { triggers: event, priority: { run: "1" } }],
    ["idempotency", { triggers: event, idempotency: "event.data.id" }],
    ["timeouts", { triggers: event, timeouts: { finish: "1m" } }],
    ["cancelOn", { triggers: event, cancelOn: [{ event: "b" }] }],
    ["onFailure", { triggers: event, onFailure: () => {} }],
    ["middleware", { triggers: event, middleware: [] }],
    ['trigger option "if"', { triggers: [{ event: "a", if: "event.data.x == 1" }] }],
    ["wildcard", { triggers: [{ event: "a/*" }] }],
    ["inngest/function.finished", { triggers: [{ event: "inngest/function.finished" }] }],
    ["a concurrency other", { triggers: event, concurrency: { limit: 1, key: "event.data.x" } }],
    ["a concurrency other", { triggers: event, concurrency: [{ limit: 1, scope: "account" }] }],
    ["singleton key", { triggers: event, singleton: { mode: "skip" } }],
    ["singleton key", { triggers: event, singleton: { key: "event.ts", mode: "skip" } }],
    [
      "singleton key on a cron",
      { triggers: [{ cron: "* * * * *" }], singleton: { key: "event.data.x", mode: "skip" } },
    ],
    ["without triggers", { triggers: [] }],
    ["expected 5 fields", { triggers: [{ cron: "TZ=Europe/Paris 0 12 * * 5" }] }],
  ])("option: %s", (name, options) => {
    expect(() =>
      startHarness((client) => [client.createFunction({ ...options, id: "demanding" } as never, () => {})]),
    ).toThrow(name);
  });

  test.each<[string, Work]>([
    ["WaitForEvent", ({ step }) => step.waitForEvent("w", { event: "b", timeout: "1m" })],
    [
      "InvokeFunction",
      ({ step }) => step.invoke("i", { function: referenceFunction({ functionId: "other" }), data: {} }),
    ],
    [
      "WaitForSignal",
      ({ step }) => step.waitForSignal("s", { signal: "x", timeout: "1m", onConflict: "fail" }),
    ],
    [
      "group.parallel",
      ({ step, group }) =>
        group.parallel({ mode: "race" }, () =>
          Promise.race([step.run("a", () => {}), step.run("b", () => {})]),
        ),
    ],
    ['the sleep "20', ({ step }) => step.sleepUntil("s", new Date(Date.now() + 60_000))],
    [
      "RetryAfterError",
      ({ step }) =>
        step.run("r", () => {
          throw new RetryAfterError("busy", "30s");
        }),
    ],
  ])("operation: %s ends the run without a retry", async (name, work) => {
    harness = await begin(work);
    await harness.engine.idle();
    expect(harness.engine.stats()).toMatchObject({ failed: 1, completed: 0 });
    expect(errorsOf(harness)).toEqual([expect.stringContaining(name)]);
  });

  test("an event that asks for a later start is refused", () => {
    harness = startHarness((client) => [
      client.createFunction({ id: "a", triggers: [outboxCreated] }, () => {}),
    ]);
    const ts = harness.clock.now() + 60_000;
    expect(() => harness?.engine.send([{ name: "outbox.created", ts }])).toThrow("future");
  });

  test("a call of Inngest's API other than sending events is answered 501 and logged", async () => {
    harness = startHarness((client) => [
      client.createFunction({ id: "a", triggers: [outboxCreated] }, () => {}),
    ]);
    const response = await harness.engine.fetch("http://localhost/v1/signals", {
      method: "POST",
      body: "{}",
    });
    expect(response.status).toBe(501);
    expect(harness.lines.at(-1)).toMatchObject({ level: "error", fields: { pathname: "/v1/signals" } });
  });
});

describe("bounds", () => {
  test("a call without an answer counts as a failed attempt and gives its place back", async () => {
    let attempts = 0;
    const started = await begin(
      ({ step }) =>
        step.run("a", async () => {
          if (++attempts === 1) await new Promise(() => {});
        }),
      { retries: 1, concurrency: 1 },
      { limits: { stepTimeoutMs: 5_000 } },
    );
    harness = started;
    await wait(20);
    expect(started.engine.stats().executing).toBe(1);
    await started.advance(5_000);
    await started.advance(1_000);
    expect(attempts).toBe(2);
    expect(started.engine.stats()).toMatchObject({ completed: 1, runs: 0 });
  });

  test("a run with too many steps and a run that would grow too old fail", async () => {
    const started = startHarness(
      (client) => [
        client.createFunction({ id: "endless", triggers: [outboxCreated] }, async ({ step }) => {
          for (;;) await step.run("again", () => {});
        }),
        client.createFunction({ id: "sleepy", triggers: [outboxCreated] }, ({ step }) =>
          step.sleep("long", "2h"),
        ),
      ],
      { limits: { maxSteps: 20, maxRunMs: 3_600_000 } },
    );
    harness = started;
    await started.client.send(outboxCreated.create({}));
    await started.engine.idle();
    expect(errorsOf(started).sort()).toEqual([
      "A sleep would make the run older than 3600000 ms",
      "The run has more than 20 steps",
    ]);
  });
});

describe("failures", () => {
  const failing = (client: LocalClient) =>
    client.createFunction({ id: "failing", triggers: [chainWatch], retries: 0 }, async ({ step }) => {
      await step.run("a", () => {
        throw new TypeError("always");
      });
    });

  test("are told to the function that listens for them, once, with what failed and why", async () => {
    const told: unknown[] = [];
    const started = startHarness((client) => [
      failing(client),
      client.createFunction(
        { id: "listener", triggers: [{ event: "inngest/function.failed" }], retries: 0 },
        ({ event }) => void told.push(event.data),
      ),
    ]);
    harness = started;
    await started.client.send(chainWatch.create({ chainId: 7 }));
    await started.engine.idle();
    expect(told).toEqual([
      {
        function_id: `${APP_ID}-failing`,
        run_id: expect.any(String),
        error: expect.objectContaining({ name: "TypeError", message: "always" }),
        event: expect.objectContaining({ name: "chain.watch", data: { chainId: 7 } }),
      },
    ]);
    expect(errorsOf(started)).toEqual([]);
  });

  test("of the listener itself go to the log and not round in a circle", async () => {
    const started = startHarness((client) => [
      failing(client),
      client.createFunction(
        { id: "listener", triggers: [{ event: "inngest/function.failed" }], retries: 0 },
        () => {
          throw new Error("deaf");
        },
      ),
    ]);
    harness = started;
    await started.client.send(chainWatch.create({ chainId: 7 }));
    await started.engine.idle();
    expect(errorsOf(started)).toEqual(["deaf"]);
    expect(started.engine.stats()).toMatchObject({ failed: 2, runs: 0 });
  });
});

describe("stop", () => {
  test("under a backlog takes what the process still sends at once, starts nothing and logs no fault", async () => {
    let sent = 0;
    let begun = 0;
    let release = (): void => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    const makeFunctions = (client: LocalClient) => [
      client.createFunction({ id: "busy", triggers: [chainWatch] }, ({ step }) =>
        step.run("work", async () => {
          begun += 1;
          await held;
          await client.send(outboxCreated.create({}));
          sent += 1;
        }),
      ),
      client.createFunction({ id: "woken", triggers: [outboxCreated] }, () => void begun++),
    ];
    const started = startHarness(makeFunctions, { limits: { maxConcurrentSteps: 8 } });
    harness = started;
    await started.client.send(Array.from({ length: 50 }, (_, n) => chainWatch.create({ chainId: n + 1 })));
    while (begun < 8) await wait(1);
    const stopped = started.engine.stop();
    release();
    await stopped;
    // Only the calls that were under way; each is over, as is its send, which met no refusal to repeat.
    expect({ begun, sent }).toEqual({ begun: 8, sent: 8 });
    const { ids } = await started.client.send(outboxCreated.create({}));
    expect(ids).toHaveLength(1);
    expect(started.lines.filter(({ level }) => level !== "info")).toEqual([]);
    expect(started.engine.stats()).toMatchObject({ runs: 0, executing: 0, waiting: 0 });
  });

  test("waits for the step under way, runs nothing after it and leaves no timer", async () => {
    const log: string[] = [];
    const started = startHarness((client) => [
      client.createFunction({ id: "busy", triggers: [chainWatch], concurrency: 1 }, async ({ step }) => {
        await step.run("a", async () => {
          log.push("begun");
          await wait(30);
          log.push("done");
        });
        await step.run("b", () => void log.push("never"));
      }),
      client.createFunction({ id: "sleeping", triggers: [chainWatch] }, ({ step }) =>
        step.sleep("nap", "1h"),
      ),
      client.createFunction({ id: "cron", triggers: [{ cron: "* * * * *" }] }, () => void log.push("cron")),
    ]);
    harness = started;
    await started.client.send([chainWatch.create({ chainId: 1 }), chainWatch.create({ chainId: 2 })]);
    await wait(10);
    await started.engine.stop();
    expect(log).toEqual(["begun", "done"]);
    expect(started.engine.stats()).toMatchObject({ runs: 0, executing: 0, waiting: 0 });
    expect(started.clock.pending()).toBe(0);
    await started.advance(3_600_000);
    expect(log).toEqual(["begun", "done"]);
    expect(() => started.engine.send([{ name: "outbox.created" }])).toThrow("not running");
  });

  test("gives up on a step that does not end in time", async () => {
    const started = await begin(
      ({ step }) => step.run("a", () => new Promise(() => {})),
      {},
      { limits: { stopTimeoutMs: 1_000 } },
    );
    await wait(10);
    const stopped = started.engine.stop();
    started.clock.advance(1_000);
    await stopped;
    expect(started.lines.at(-1)).toMatchObject({ fields: { stillExecuting: 1 } });
    registerLocalEngine(undefined);
  });
});
