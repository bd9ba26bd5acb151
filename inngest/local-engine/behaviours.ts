import type { InngestFunction } from "inngest";
import type { LocalClient } from "./harness";

/** An engine that runs the functions of one behaviour; its time passes by itself or manually. */
export type EngineUnderTest = {
  client: LocalClient;
  /** @param atOnce returns while the started steps are running */
  send(event: { name: string; data?: Record<string, unknown> }, atOnce?: boolean): Promise<void>;
  /** Resolves once it is true. @throws Error after this long, by the engine's time */
  until(isSo: () => boolean, withinMs: number): Promise<void>;
  /** Advances the engine's time. */
  pass(ms: number): Promise<void>;
  /** Stops the instance gracefully: no step begins, and running ones finish. */
  stop(): Promise<void>;
};

/** What functions may rely on, with any engine. */
export type Behaviour = {
  name: string;
  functions(client: LocalClient, seen: string[]): readonly InngestFunction.Any[];
  check(engine: EngineUnderTest, seen: string[]): Promise<void>;
  /** It stops the instance, so it comes last. */
  isLast?: true;
};

/** An Inngest server retries a failed step after half a minute, and a cron runs at the next minute. */
const retriedWithinMs = 180_000;
const cronWithinMs = 70_000;
const soonMs = 10_000;

const count = (seen: readonly string[], what: string) => seen.filter((each) => each === what).length;

function expectSeen(seen: readonly string[], expected: readonly string[]): void {
  if (JSON.stringify(seen) !== JSON.stringify(expected))
    throw new Error(`expected ${JSON.stringify(expected)}, and saw ${JSON.stringify(seen)}`);
}

/**
 * The behaviours on which background work relies. Both engines pass the same list: the engine of this process in
 * `behaviours.test.ts`, a real Inngest server in `behaviours.server.test.ts`.
 */
export const behaviours: readonly Behaviour[] = [
  {
    name: "event: starts every function that listens to it, with its data",
    functions: (client, seen) =>
      ["one", "two"].map((id) =>
        client.createFunction(
          { id: `event-${id}`, triggers: [{ event: "event.sent" }] },
          async ({ event, step }) => {
            await step.run("see", () => void seen.push(`${id} ${event.data.number}`));
          },
        ),
      ),
    check: async (engine, seen) => {
      await engine.send({ name: "event.sent", data: { number: 7 } });
      await engine.until(() => seen.length === 2, soonMs);
      expectSeen([...seen].sort(), ["one 7", "two 7"]);
    },
  },
  {
    name: "cron: starts its function with each minute",
    functions: (client, seen) => [
      client.createFunction({ id: "cron", triggers: [{ cron: "* * * * *" }] }, async ({ step }) => {
        await step.run("see", () => void seen.push("minute"));
      }),
    ],
    check: async (engine, seen) => {
      await engine.until(() => seen.length > 0, cronWithinMs);
    },
  },
  {
    name: "sleep: goes on after its time, and not before",
    functions: (client, seen) => [
      client.createFunction({ id: "sleep", triggers: [{ event: "sleep.begin" }] }, async ({ step }) => {
        await step.run("before", () => void seen.push("before"));
        await step.sleep("pause", "5s");
        await step.run("after", () => void seen.push("after"));
      }),
    ],
    check: async (engine, seen) => {
      await engine.send({ name: "sleep.begin" });
      await engine.until(() => seen.length === 1, soonMs);
      await engine.pass(3_000);
      expectSeen(seen, ["before"]);
      await engine.until(() => seen.length === 2, soonMs);
      expectSeen(seen, ["before", "after"]);
    },
  },
  {
    name: "send: an event sent in a step starts a function once, though a later step is repeated",
    functions: (client, seen) => [
      client.createFunction(
        { id: "send", triggers: [{ event: "send.begin" }], retries: 1 },
        async ({ step, attempt }) => {
          await step.sendEvent("tell", { name: "send.told" });
          await step.run("fail-once", () => {
            if (attempt === 0) throw new Error("once");
          });
          await step.run("see", () => void seen.push("end"));
        },
      ),
      client.createFunction({ id: "send-told", triggers: [{ event: "send.told" }] }, async ({ step }) => {
        await step.run("see", () => void seen.push("told"));
      }),
    ],
    check: async (engine, seen) => {
      await engine.send({ name: "send.begin" });
      await engine.until(() => seen.includes("end"), retriedWithinMs);
      expectSeen([...seen].sort(), ["end", "told"]);
    },
  },
  {
    name: "retry: a failing step is repeated, and finished ones are not",
    functions: (client, seen) => [
      client.createFunction(
        { id: "retry", triggers: [{ event: "retry.begin" }], retries: 2 },
        async ({ step }) => {
          await step.run("first", () => void seen.push("first"));
          await step.run("second", () => {
            seen.push("second");
            if (count(seen, "second") === 1) throw new Error("broken once");
          });
          await step.run("third", () => void seen.push("third"));
        },
      ),
    ],
    check: async (engine, seen) => {
      await engine.send({ name: "retry.begin" });
      await engine.until(() => seen.includes("third"), retriedWithinMs);
      expectSeen(seen, ["first", "second", "second", "third"]);
    },
  },
  {
    name: "singleton: mode skip drops a second run while the first goes on, for each key",
    functions: (client, seen) => [
      client.createFunction(
        {
          id: "singleton",
          triggers: [{ event: "singleton.begin" }],
          singleton: { key: "event.data.key", mode: "skip" },
        },
        async ({ event, step }) => {
          await step.run("begin", () => void seen.push(`begin ${event.data.key}`));
          await step.sleep("pause", "4s");
          await step.run("end", () => void seen.push(`end ${event.data.key}`));
        },
      ),
    ],
    check: async (engine, seen) => {
      const begin = (key: string) => engine.send({ name: "singleton.begin", data: { key } });
      await begin("a");
      await engine.until(() => seen.includes("begin a"), soonMs);
      await begin("a");
      await begin("b");
      await engine.until(() => count(seen, "end a") + count(seen, "end b") === 2, soonMs * 2);
      expectSeen([...seen].sort(), ["begin a", "begin b", "end a", "end b"]);
    },
  },
  {
    name: "cancel: singleton's mode cancel ends the earlier run before its next step",
    functions: (client, seen) => [
      client.createFunction(
        {
          id: "cancel",
          triggers: [{ event: "cancel.begin" }],
          singleton: { key: "event.data.key", mode: "cancel" },
        },
        async ({ event, step }) => {
          await step.run("begin", () => void seen.push(`begin ${event.data.number}`));
          await step.sleep("pause", "4s");
          await step.run("end", () => void seen.push(`end ${event.data.number}`));
        },
      ),
    ],
    check: async (engine, seen) => {
      for (const number of [1, 2]) {
        await engine.send({ name: "cancel.begin", data: { key: "a", number } });
        await engine.until(() => seen.includes(`begin ${number}`), soonMs);
      }
      await engine.until(() => seen.includes("end 2"), soonMs * 2);
      await engine.pass(3_000);
      expectSeen(seen, ["begin 1", "begin 2", "end 2"]);
    },
  },
  {
    name: "concurrency: no more steps at once than the limit, and all runs finish",
    functions: (client, seen) => {
      let running = 0;
      return [
        client.createFunction(
          { id: "concurrency", triggers: [{ event: "concurrency.begin" }], concurrency: 1 },
          async ({ step }) => {
            await step.run("work", async () => {
              running += 1;
              seen.push(`${running} at once`);
              await new Promise((resolve) => setTimeout(resolve, 20));
              running -= 1;
            });
          },
        ),
      ];
    },
    check: async (engine, seen) => {
      for (let number = 0; number < 4; number++) await engine.send({ name: "concurrency.begin" });
      await engine.until(() => seen.length === 4, soonMs * 2);
      expectSeen(seen, Array(4).fill("1 at once"));
    },
  },
  {
    name: "failure: a run that failed for good is told by name to the function that listens for it",
    functions: (client, seen) => [
      client.createFunction(
        { id: "failure", triggers: [{ event: "failure.begin" }], retries: 0 },
        async ({ step }) => {
          await step.run("break", () => {
            throw new Error("broken for good");
          });
        },
      ),
      client.createFunction(
        { id: "failure-told", triggers: [{ event: "inngest/function.failed" }] },
        async ({ event, step }) => {
          const { function_id, error } = event.data as { function_id: string; error: { message: string } };
          // Other behaviours' functions fail, too.
          if (!function_id.endsWith("-failure")) return;
          await step.run("see", () => void seen.push(error.message));
        },
      ),
    ],
    check: async (engine, seen) => {
      await engine.send({ name: "failure.begin" });
      await engine.until(() => seen.length > 0, retriedWithinMs);
      expectSeen(seen, ["broken for good"]);
    },
  },
  {
    name: "shutdown: the step under way ends, and no further one begins",
    isLast: true,
    functions: (client, seen) => [
      client.createFunction(
        { id: "shutdown", triggers: [{ event: "shutdown.begin" }], retries: 3 },
        async ({ step }) => {
          await step.run("first", async () => {
            seen.push("first begins");
            await new Promise((resolve) => setTimeout(resolve, 500));
            seen.push("first ends");
          });
          await step.run("second", () => void seen.push("second"));
        },
      ),
    ],
    check: async (engine, seen) => {
      await engine.send({ name: "shutdown.begin" }, true);
      await engine.until(() => seen.length > 0, soonMs);
      await engine.stop();
      expectSeen(seen, ["first begins", "first ends"]);
    },
  },
];
