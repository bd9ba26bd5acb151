import { setImmediate } from "node:timers/promises";
import type { InngestFunction } from "inngest";
import { outboxCreated } from "@/inngest/events";
import { createLocalEngine, type LocalEngine, type LocalEngineOptions } from "@/inngest/local-engine";
import {
  APP_ID,
  createInngestClient,
  type InngestLogger,
  registerLocalEngine,
} from "@/inngest/worker/create-client";
import { createHandler } from "@/inngest/worker/handler";
import { hourMs } from "@/lib/platform/values/time.rules";
import type { Clock } from "./calls";
import { readDefinition } from "./definition";

/** The real client in local mode. */
export type LocalClient = ReturnType<typeof createInngestClient>;

const quiet = (): void => {};
const silentLogger: InngestLogger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

/** A test clock that stands still until it is moved. */
export interface ManualClock extends Clock {
  /** Moves the time and fires due timers in order. */
  advance(ms: number): void;
  readonly startMs: number;
  /** Timers that have not fired. */
  pending(): number;
}

/**
 * Starts at a whole hour at least an hour away: the SDK stamps events with the real time, which must not be in the
 * future, whenever a test begins and however long it takes.
 */
function createManualClock(): ManualClock {
  const startMs = Math.ceil(Date.now() / hourMs + 1) * hourMs;
  let nowMs = startMs;
  let timers: { atMs: number; callback: () => void }[] = [];
  return {
    startMs,
    now: () => nowMs,
    setTimer(callback, delayMs) {
      const timer = { atMs: nowMs + delayMs, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((it) => it !== timer);
      };
    },
    advance(ms) {
      const endMs = nowMs + ms;
      for (;;) {
        const [next] = timers.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs);
        if (!next) break;
        timers = timers.filter((it) => it !== next);
        nowMs = Math.max(nowMs, next.atMs);
        next.callback();
      }
      nowMs = endMs;
    },
    pending: () => timers.length,
  };
}

/** A line that the engine logged. */
export interface LogLine {
  level: "info" | "warn" | "error";
  fields: Record<string, unknown>;
  message: string;
}

/** A started engine with real functions behind the real SDK. */
export interface Harness {
  client: LocalClient;
  engine: LocalEngine;
  clock: ManualClock;
  lines: LogLine[];
  /** Resolves when no call is running or waiting: all that is left sleeps. */
  settled(): Promise<void>;
  /** Moves the clock and waits until everything has settled. */
  advance(ms: number): Promise<void>;
  close(): Promise<void>;
}

/** Starts an engine on a manual clock for functions of the harness's client. */
export function startHarness(
  makeFunctions: (client: LocalClient) => readonly InngestFunction.Any[],
  options: Partial<LocalEngineOptions> = {},
): Harness {
  const client = createInngestClient({ mode: "local", logger: silentLogger });
  const functions = makeFunctions(client);
  const clock = createManualClock();
  const lines: LogLine[] = [];
  const record = (level: LogLine["level"]) => (fields: object, message: string) => {
    lines.push({ level, fields: { ...fields }, message });
  };
  const engine = createLocalEngine({
    serve: createHandler(client, functions),
    definitions: functions.map((fn) => readDefinition(fn, APP_ID)),
    log: { info: record("info"), warn: record("warn"), error: record("error") },
    clock,
    ...options,
  });
  registerLocalEngine(engine);
  engine.start();
  const settled = async (): Promise<void> => {
    // A finished step may continue in a microtask or immediate of the SDK, so rest must be seen several times in a row.
    for (let atRest = 0; atRest < 3; ) {
      await setImmediate();
      const { executing, waiting } = engine.stats();
      atRest = executing + waiting === 0 ? atRest + 1 : 0;
    }
  };
  return {
    client,
    engine,
    clock,
    lines,
    settled,
    async advance(ms) {
      clock.advance(ms);
      await settled();
    },
    async close() {
      await engine.stop();
      registerLocalEngine(undefined);
    },
  };
}

/** What a function does. */
export type Work = Parameters<LocalClient["createFunction"]>[1];

/** Starts an engine with one function, and a run of it. */
export async function begin(
  work: Work,
  functionOptions: Omit<InngestFunction.Options, "id" | "triggers"> = {},
  engineOptions: Partial<LocalEngineOptions> = {},
): Promise<Harness> {
  const options = { ...functionOptions, id: "work", triggers: [outboxCreated] };
  const harness = startHarness((client) => [client.createFunction(options, work)], engineOptions);
  await harness.client.send(outboxCreated.create({}));
  return harness;
}
