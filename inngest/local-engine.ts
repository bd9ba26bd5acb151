import { randomUUID } from "node:crypto";
import { dayMs, minuteMs } from "@/lib/platform/values/time.rules";
import {
  type CronSchedule,
  FUNCTION_FAILED,
  type FunctionDefinition,
  isRecord,
  nextCronTime,
  type ReceivedEvent,
} from "./local-engine/definition";
import { type EngineLimits, Executor, logFields, type Run, type RunEnd } from "./local-engine/executor";
import { createEventFetch, type EngineLogger, type SentEvent } from "./local-engine/protocol";
import { type Clock, MAX_TIMER_MS, systemClock } from "./local-engine/slots";

/** How many event ids we remember to drop duplicates. */
const REMEMBERED_EVENT_IDS = 10_000;
/** Clocks of one machine agree; an event further ahead asks for a delayed start. */
const FUTURE_EVENT_TOLERANCE_MS = 1_000;
const MAX_BACKOFF_MS = minuteMs;

const DEFAULT_LIMITS: EngineLimits = {
  maxConcurrentSteps: 100,
  maxRuns: 10_000,
  maxSteps: 1_000,
  maxRunMs: dayMs,
  stepTimeoutMs: 120_000,
};

export interface LocalEngineOptions {
  /** The handler of `createHandler`, called directly. */
  serve: (request: Request) => Promise<Response>;
  /** The functions, as read by `readDefinition`. */
  definitions: readonly FunctionDefinition[];
  log: EngineLogger;
  /** Starts every cron function once at `start`, so that work left by a crash is found at once. */
  runCronsAtStart?: boolean;
  limits?: Partial<EngineLimits>;
  /** Milliseconds after attempt `attempt` (zero-based); by default 1 s, doubling to 1 min, and up to a quarter more. */
  backoffMs?: (attempt: number) => number;
  /** How long `stop` waits for running calls; 10 s by default. */
  stopTimeoutMs?: number;
  clock?: Clock;
  /** From 0 up to 1. */
  random?: () => number;
}

export interface LocalEngineStats extends Record<RunEnd | "skipped", number> {
  /** Runs that wait, execute or sleep. */
  runs: number;
  /** Running function calls. */
  executing: number;
  /** Calls that wait for a place. */
  waiting: number;
}

export interface LocalEngine {
  /** For `new Inngest({ fetch })`: accepts the client's event requests, `POST …/e/<key>`, and refuses all others. */
  fetch: typeof fetch;
  /** Starts the crons and accepts events. */
  start(): void;
  /**
   * Drops sleeping and waiting runs, and waits (bounded) for running calls. Events sent from then on are accepted
   * without effect: a wake-up means nothing to a stopping process, and is not an error.
   */
  stop(): Promise<void>;
  /**
   * Starts a run of every function triggered by one of the events: all or none.
   * @returns the events' ids
   * @throws Error when the engine is not running, is full, or an event asks for a later start
   */
  send(events: readonly SentEvent[]): string[];
  /** Resolves when there is no run, sleeping ones included. */
  idle(): Promise<void>;
  stats(): LocalEngineStats;
}

/**
 * Drives Inngest functions in this process when no Inngest server is configured, through the same serve handler and
 * protocol that a server uses. It keeps nothing on disk: the database holds all work and its due times, and the crons
 * find whatever a stop or a crash has left. Made here, because Inngest's SDK runs functions only for a server.
 *
 * It supports event and cron triggers, `step.run`, `step.sleep`, `step.sendEvent`, parallel steps, retries,
 * `concurrency` and `singleton`, and reports failures by `inngest/function.failed`. `readDefinition` refuses any other
 * function option, and any other operation fails the run, each by name.
 */
export function createLocalEngine(options: LocalEngineOptions): LocalEngine {
  const { definitions, log, clock = systemClock, random = Math.random, stopTimeoutMs = 10_000 } = options;
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  if (limits.maxRunMs > MAX_TIMER_MS) throw new Error(`maxRunMs must not be above ${MAX_TIMER_MS}`);

  const runs = new Set<Run>();
  const singletons = new Map<string, Run>();
  const continuations = new Map<Run, ReceivedEvent>();
  const seenEventIds = new Set<string>();
  const cronTimers = new Map<CronSchedule, () => void>();
  const counters = { completed: 0, failed: 0, cancelled: 0, skipped: 0 };
  let state: "new" | "started" | "stopped" = "new";
  let waiters: { isOver: () => boolean; resolve: () => void }[] = [];

  const defaultBackoffMs = (attempt: number): number =>
    Math.min(MAX_BACKOFF_MS, 1_000 * 2 ** attempt) * (1 + random() / 4);
  const { serve, backoffMs = defaultBackoffMs } = options;
  const executor = new Executor({
    serve,
    clock,
    log,
    limits,
    backoffMs,
    onFail,
    onEnd,
    onAnswer: wakeWaiters,
  });

  function singletonKey({ id, singleton }: FunctionDefinition, event: ReceivedEvent): string | undefined {
    return singleton && `${id} ${singleton.keyOf(event)}`;
  }

  function startRun(definition: FunctionDefinition, event: ReceivedEvent): void {
    try {
      const key = singletonKey(definition, event);
      const holder = key === undefined ? undefined : singletons.get(key);
      if (holder && definition.singleton?.mode === "skip") {
        // A run that sends its own event wants to continue after its end; skipping it would end the chain.
        if (executor.currentRun() === holder) continuations.set(holder, event);
        else counters.skipped += 1;
        return;
      }
      if (runs.size >= limits.maxRuns) throw new Error(`The local engine is full (${runs.size} runs)`);
      const run = executor.createRun(definition, event);
      if (holder) executor.cancel(holder);
      runs.add(run);
      if (key !== undefined) singletons.set(key, run);
      executor.begin(run);
    } catch (error) {
      log.error({ function: definition.id, event: event.name, err: error }, "Could not start a run");
    }
  }

  /** Reports to functions that listen for failures, except their own; otherwise to the log. */
  function onFail(run: Run, error: unknown): void {
    const listening = definitions.filter(({ eventNames }) => eventNames.includes(FUNCTION_FAILED));
    if (listening.length === 0 || listening.includes(run.definition) || state !== "started") {
      log.error({ ...logFields(run), err: error }, "Run failed");
      return;
    }
    const event = failureEvent(run, error, clock.now());
    for (const definition of listening) startRun(definition, event);
  }

  function onEnd(run: Run, end: RunEnd): void {
    counters[end] += 1;
    runs.delete(run);
    const key = singletonKey(run.definition, run.event);
    if (key !== undefined && singletons.get(key) === run) singletons.delete(key);
    const continuation = continuations.get(run);
    continuations.delete(run);
    if (continuation && state === "started") startRun(run.definition, continuation);
    wakeWaiters();
  }

  function send(events: readonly SentEvent[]): string[] {
    if (state !== "started") throw new Error("The local engine is not running");
    const received = events.map(({ name, data = {}, id = randomUUID(), ts = clock.now() }) => {
      if (ts > clock.now() + FUTURE_EVENT_TOLERANCE_MS) {
        throw new Error(`The local engine does not support events in the future ("${name}")`);
      }
      return { id, name, data, ts };
    });
    const fresh = new Map(
      received.filter(({ id }) => !seenEventIds.has(id)).map((event) => [event.id, event]),
    );
    const starts = [...fresh.values()].flatMap((event) =>
      definitions.filter((it) => it.eventNames.includes(event.name)).map((it) => [it, event] as const),
    );
    if (runs.size + starts.length > limits.maxRuns)
      throw new Error(`The local engine is full (${runs.size} runs)`);
    for (const id of fresh.keys()) remember(id);
    for (const [definition, event] of starts) startRun(definition, event);
    return received.map(({ id }) => id);
  }

  function takeEvents(events: readonly SentEvent[]): string[] {
    return state === "stopped" ? events.map(({ id = randomUUID() }) => id) : send(events);
  }

  function remember(eventId: string): void {
    seenEventIds.add(eventId);
    for (const oldest of seenEventIds) {
      if (seenEventIds.size <= REMEMBERED_EVENT_IDS) break;
      seenEventIds.delete(oldest);
    }
  }

  function startCron(definition: FunctionDefinition, { expression }: CronSchedule): void {
    const data = { cron: expression };
    startRun(definition, { id: randomUUID(), name: "inngest/scheduled.timer", data, ts: clock.now() });
  }

  /** Cron times that passed while the machine slept are not repeated: the next run finds all work. */
  function scheduleCron(definition: FunctionDefinition, schedule: CronSchedule, dueMs: number): void {
    const wake = (): void => {
      const isDue = clock.now() >= dueMs;
      if (isDue) startCron(definition, schedule);
      scheduleCron(definition, schedule, isDue ? nextCronTime(schedule, clock.now()) : dueMs);
    };
    cronTimers.set(schedule, clock.setTimer(wake, Math.min(MAX_TIMER_MS, Math.max(0, dueMs - clock.now()))));
  }

  function start(): void {
    if (state === "started") return;
    if (state === "stopped") throw new Error("A local engine that was stopped cannot be started again");
    state = "started";
    for (const definition of definitions) {
      for (const schedule of definition.crons) {
        scheduleCron(definition, schedule, nextCronTime(schedule, clock.now()));
      }
      const [first] = definition.crons;
      if (first && options.runCronsAtStart) startCron(definition, first);
    }
    log.info({ functions: definitions.map(({ id }) => id) }, "Local Inngest engine started");
  }

  async function stop(): Promise<void> {
    if (state !== "stopped") {
      state = "stopped";
      for (const cancelTimer of cronTimers.values()) cancelTimer();
      for (const run of runs) executor.cancel(run);
    }
    let cancelTimer = (): void => {};
    const timeout = new Promise<void>((resolve) => {
      cancelTimer = clock.setTimer(resolve, stopTimeoutMs);
    });
    await Promise.race([until(() => executor.executing === 0), timeout]);
    cancelTimer();
    log.info({ stillExecuting: executor.executing }, "Local Inngest engine stopped");
  }

  function until(isOver: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      waiters.push({ isOver, resolve });
      wakeWaiters();
    });
  }

  function wakeWaiters(): void {
    const over = waiters.filter(({ isOver }) => isOver());
    waiters = waiters.filter((waiter) => !over.includes(waiter));
    for (const { resolve } of over) resolve();
  }

  return {
    fetch: createEventFetch(takeEvents, log),
    start,
    stop,
    send,
    idle: () => until(() => runs.size === 0 && executor.executing === 0),
    stats: () => ({ ...counters, runs: runs.size, executing: executor.executing, waiting: executor.waiting }),
  };
}

/**
 * An Inngest server's event for a failed run.
 * @param error the final error, from the engine or from the SDK's answer
 */
function failureEvent(run: Run, error: unknown, nowMs: number): ReceivedEvent {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  return {
    id: randomUUID(),
    name: FUNCTION_FAILED,
    data: {
      function_id: run.definition.fnId,
      run_id: run.id,
      error: isRecord(error) && !(error instanceof Error) ? error : { name, message },
      event: run.event,
    },
    ts: nowMs,
  };
}
