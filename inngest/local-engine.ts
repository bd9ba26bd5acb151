import { randomUUID } from "node:crypto";
import {
  type Call,
  type Clock,
  createCalls,
  failureEvent,
  logFields,
  type Run,
  systemClock,
} from "./local-engine/calls";
import {
  type CronSchedule,
  type FunctionDefinition,
  functionFailed,
  nextCronTime,
  type ReceivedEvent,
} from "./local-engine/definition";
import { defaultLimits, type EngineLimits, maxTimerMs } from "./local-engine/limits";
import {
  createEventFetch,
  discover,
  type EngineLogger,
  type Operation,
  type Outcome,
  type SentEvent,
} from "./local-engine/protocol";

export interface LocalEngineOptions {
  /** The handler of `createHandler`, called directly. */
  serve: (request: Request) => Promise<Response>;
  /** The functions, as read by `readDefinition`. */
  definitions: readonly FunctionDefinition[];
  log: EngineLogger;
  /** Starts every cron function once at `start`, so that work left by a crash is found at once. */
  runCronsAtStart?: boolean;
  limits?: Partial<EngineLimits>;
  clock?: Clock;
}

type RunEnd = "completed" | "failed" | "cancelled";

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
 * protocol that a server uses: call, memoise the results, call again until the function is done. It keeps nothing on
 * disk: the database holds all work and its due times, and the crons find whatever a stop or a crash has left. Made
 * here, because Inngest's SDK runs functions only for a server.
 *
 * It supports event and cron triggers, `step.run`, `step.sleep`, `step.sendEvent`, parallel steps, retries,
 * `concurrency` and `singleton`, and reports failures by `inngest/function.failed`. `readDefinition` refuses any other
 * function option, and any other operation fails the run, each by name.
 */
export function createLocalEngine(options: LocalEngineOptions): LocalEngine {
  const { serve, definitions, log, clock = systemClock } = options;
  const limits = { ...defaultLimits, ...options.limits };
  const runs = new Set<Run>();
  const seenEventIds = new Set<string>();
  const cronTimers = new Map<CronSchedule, () => void>();
  const counters = { completed: 0, failed: 0, cancelled: 0, skipped: 0 };
  let state: "new" | "started" | "stopped" = "new";
  const calls = createCalls({ serve, clock, limits, onAnswer });
  let waiters: { isOver: () => boolean; resolve: () => void }[] = [];

  function send(events: readonly SentEvent[]): string[] {
    if (state !== "started") throw new Error("The local engine is not running");
    const received = events.map(({ name, data = {}, id = randomUUID(), ts = clock.now() }) => {
      if (ts > clock.now() + limits.maxEventAheadMs)
        throw new Error(`The local engine does not support events in the future ("${name}")`);
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
    for (const id of fresh.keys()) seenEventIds.add(id);
    for (const oldest of seenEventIds) {
      if (seenEventIds.size <= limits.maxEventIds) break;
      seenEventIds.delete(oldest);
    }
    for (const [definition, event] of starts) startRun(definition, event);
    return received.map(({ id }) => id);
  }

  function startRun(definition: FunctionDefinition, event: ReceivedEvent): void {
    try {
      const singletonKey = definition.singleton?.keyOf(event);
      const holder =
        singletonKey !== undefined &&
        [...runs].find((run) => run.definition === definition && run.singletonKey === singletonKey);
      if (holder && definition.singleton?.mode === "skip") {
        counters.skipped += 1;
        return;
      }
      if (runs.size >= limits.maxRuns) throw new Error(`The local engine is full (${runs.size} runs)`);
      if (holder) end(holder, "cancelled");
      const run: Run = {
        id: randomUUID(),
        definition,
        event,
        singletonKey,
        startedAtMs: clock.now(),
        memo: new Map(),
        timers: new Set(),
        open: 0,
        ended: false,
      };
      runs.add(run);
      open(run, discover);
    } catch (error) {
      log.error({ function: definition.id, event: event.name, err: error }, "Could not start a run");
    }
  }

  function open(run: Run, target: string): void {
    run.open += 1;
    calls.enqueue({ run, target, attempt: 0 });
  }

  function onAnswer(call: Call, outcome: Outcome): void {
    if (!call.run.ended) apply(call, outcome);
    wakeWaiters();
  }

  function apply(call: Call, outcome: Outcome): void {
    const { run } = call;
    if (outcome.kind === "complete") {
      end(run, "completed");
      return;
    }
    const canRetry = outcome.retriable && call.attempt + 1 < run.definition.maxAttempts;
    const failed = outcome.kind === "failed" ? outcome : outcome.operations.find(isStepError);
    if (failed !== undefined && canRetry) retry(call, failed.error);
    else if (outcome.kind === "failed") fail(run, outcome.error);
    else {
      for (const operation of outcome.operations) perform(run, operation);
      settle(run);
    }
  }

  function perform(run: Run, operation: Operation): void {
    switch (operation.op) {
      case "StepRun":
        run.memo.set(operation.id, { type: "data", data: operation.data ?? null });
        break;
      case "StepError":
      case "StepFailed":
        run.memo.set(operation.id, { type: "error", error: operation.error });
        break;
      case "StepPlanned":
        open(run, operation.id);
        break;
      case "Sleep":
        sleep(run, operation.id, operation.durationMs);
        break;
      default:
        operation satisfies never;
    }
  }

  function sleep(run: Run, stepId: string, durationMs: number): void {
    run.open += 1;
    if (clock.now() + durationMs - run.startedAtMs > limits.maxRunMs)
      fail(run, new Error(`A sleep would make the run older than ${limits.maxRunMs} ms`));
    else
      after(run, durationMs, () => {
        run.memo.set(stepId, { type: "data", data: null });
        settle(run);
      });
  }

  /** One of the awaited things ended; after the last one the function is called again. */
  function settle(run: Run): void {
    run.open -= 1;
    if (run.ended || run.open > 0) return;
    if (run.memo.size <= limits.maxSteps) open(run, discover);
    else fail(run, new Error(`The run has more than ${limits.maxSteps} steps`));
  }

  function retry({ run, target, attempt }: Call, error: unknown): void {
    const delayMs = Math.min(limits.maxBackoffMs, limits.firstBackoffMs * 2 ** attempt);
    log.warn({ ...logFields(run), attempt, delayMs, err: error }, "Attempt failed; retrying");
    after(run, delayMs, () => calls.enqueue({ run, target, attempt: attempt + 1 }));
  }

  function after(run: Run, delayMs: number, callback: () => void): void {
    if (run.ended) return;
    const stopTimer = clock.setTimer(() => {
      run.timers.delete(stopTimer);
      callback();
    }, delayMs);
    run.timers.add(stopTimer);
  }

  /** Reports to functions that listen for failures, except their own; otherwise to the log. */
  function fail(run: Run, error: unknown): void {
    const listening = definitions.filter(({ eventNames }) => eventNames.includes(functionFailed));
    if (listening.length === 0 || listening.includes(run.definition) || state !== "started") {
      log.error({ ...logFields(run), err: error }, "Run failed");
    } else {
      const event = failureEvent(run, error, clock.now());
      for (const definition of listening) startRun(definition, event);
    }
    end(run, "failed");
  }

  /** Stops the run's timers; the answer of a running call is ignored. */
  function end(run: Run, how: RunEnd): void {
    if (run.ended) return;
    run.ended = true;
    for (const stopTimer of run.timers) stopTimer();
    counters[how] += 1;
    runs.delete(run);
    wakeWaiters();
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
    cronTimers.set(schedule, clock.setTimer(wake, Math.min(maxTimerMs, Math.max(0, dueMs - clock.now()))));
  }

  function start(): void {
    if (state === "started") return;
    if (state === "stopped") throw new Error("A local engine that was stopped cannot be started again");
    state = "started";
    for (const definition of definitions) {
      for (const schedule of definition.crons)
        scheduleCron(definition, schedule, nextCronTime(schedule, clock.now()));
      const [first] = definition.crons;
      if (first && options.runCronsAtStart) startCron(definition, first);
    }
    log.info({ functions: definitions.map(({ id }) => id) }, "Local Inngest engine started");
  }

  async function stop(): Promise<void> {
    state = "stopped";
    for (const cancelTimer of cronTimers.values()) cancelTimer();
    for (const run of runs) end(run, "cancelled");
    calls.admit();
    let cancelTimer = (): void => {};
    const timeout = new Promise<void>((resolve) => {
      cancelTimer = clock.setTimer(resolve, limits.stopTimeoutMs);
    });
    await Promise.race([until(() => calls.underWay() === 0), timeout]);
    cancelTimer();
    log.info({ stillExecuting: calls.underWay() }, "Local Inngest engine stopped");
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
    fetch: createEventFetch(
      (events) => (state === "stopped" ? events.map(({ id = randomUUID() }) => id) : send(events)),
      log,
    ),
    start,
    stop,
    send,
    idle: () => until(() => runs.size === 0 && calls.underWay() === 0),
    stats: () => ({ ...counters, runs: runs.size, executing: calls.underWay(), waiting: calls.waiting() }),
  };
}

function isStepError(operation: Operation): operation is Extract<Operation, { error: unknown }> {
  return operation.op === "StepError";
}
