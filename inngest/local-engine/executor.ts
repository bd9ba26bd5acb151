import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { FunctionDefinition, ReceivedEvent } from "./definition";
import {
  DISCOVER,
  type EngineLogger,
  type FunctionCall,
  type Operation,
  type Outcome,
  readOutcome,
  retryAfterMs,
  type StepMemo,
  toRequest,
  UnsupportedOperationError,
} from "./protocol";
import { type Clock, type GateSpec, Slots } from "./slots";

/** Limits of the engine; `createLocalEngine` has a default for each. */
export interface EngineLimits {
  /** Concurrent function calls. */
  maxConcurrentSteps: number;
  /** Runs that wait, execute or sleep; further sends are refused. */
  maxRuns: number;
  /** Steps of one run. */
  maxSteps: number;
  /** Age of a run, sleeps included. */
  maxRunMs: number;
  /** After this a call counts as a failed attempt and releases its place. */
  stepTimeoutMs: number;
}

/** How a run ended. */
export type RunEnd = "completed" | "failed" | "cancelled";

/** One run of one function, with all of its state in memory. */
export interface Run {
  readonly id: string;
  readonly definition: FunctionDefinition;
  readonly event: ReceivedEvent;
  readonly startedAtMs: number;
  readonly memo: Map<string, StepMemo>;
  readonly timers: Set<() => void>;
  readonly gates: readonly GateSpec[];
  /** Calls, retries and sleeps that must end before the next discovery. */
  open: number;
  ended: boolean;
}

export interface ExecutorOptions {
  serve: (request: Request) => Promise<Response>;
  clock: Clock;
  log: EngineLogger;
  limits: EngineLimits;
  /** Milliseconds before the attempt that follows attempt `attempt` (zero-based). */
  backoffMs: (attempt: number) => number;
  /** Called before `onEnd` when a run fails for good. */
  onFail: (run: Run, error: unknown) => void;
  onEnd: (run: Run, end: RunEnd) => void;
  /** Called after each processed answer. */
  onAnswer: () => void;
}

/** Executes runs through the SDK's protocol: call, memoise the results, call again until the function is done. */
export class Executor {
  private readonly slots = new Slots();
  private readonly caller = new AsyncLocalStorage<Run>();
  // A send happens inside a request or step; the run that it starts must not inherit that context.
  private readonly detached = AsyncLocalStorage.snapshot();
  private inFlight = 0;

  constructor(private readonly options: ExecutorOptions) {}

  /** Running calls. */
  get executing(): number {
    return this.inFlight;
  }

  /** Calls that wait for a place. */
  get waiting(): number {
    return this.slots.waiting;
  }

  /** The run whose step is the present asynchronous context. */
  currentRun(): Run | undefined {
    return this.caller.getStore();
  }

  /** Prepares a run; throws when a concurrency key has no value in the event. */
  createRun(definition: FunctionDefinition, event: ReceivedEvent): Run {
    const gates = definition.concurrency.map(({ limit, keyOf }, index) => ({
      name: `${definition.id} ${index} ${keyOf(event)}`,
      limit,
    }));
    return {
      id: randomUUID(),
      definition,
      event,
      startedAtMs: this.options.clock.now(),
      memo: new Map(),
      timers: new Set(),
      gates: [...gates, { name: "all", limit: this.options.limits.maxConcurrentSteps }],
      open: 0,
      ended: false,
    };
  }

  /** Begins a run; it executes at once if there is a place. */
  begin(run: Run): void {
    this.open(run, DISCOVER);
  }

  /** Ends a run early: stops its timers, and ignores the answer of a running call. */
  cancel(run: Run): void {
    this.end(run, "cancelled");
  }

  private open(run: Run, target: string): void {
    run.open += 1;
    this.request(run, target, 0);
  }

  private request(run: Run, target: string, attempt: number): void {
    const { clock, limits } = this.options;
    this.slots.request(run.gates, (leave) => {
      if (clock.now() - run.startedAtMs > limits.maxRunMs) {
        this.fail(run, new Error(`The run is older than ${limits.maxRunMs} ms`));
      }
      if (run.ended) leave();
      else void this.execute(run, target, attempt, leave);
    });
  }

  private async execute(run: Run, target: string, attempt: number, leave: () => void): Promise<void> {
    const { fnId, maxAttempts } = run.definition;
    const call = { fnId, target, runId: run.id, event: run.event, memo: run.memo, attempt, maxAttempts };
    this.inFlight += 1;
    const outcome = await this.detached(() => this.call(run, call));
    this.inFlight -= 1;
    leave();
    if (!run.ended) this.apply(run, target, attempt, outcome);
    this.options.onAnswer();
  }

  /** Never rejects: every error is a failed attempt, or a failed run where a retry cannot help. */
  private async call(run: Run, call: FunctionCall): Promise<Outcome> {
    const { clock, limits, serve } = this.options;
    let stopTimer = (): void => {};
    const timeout = new Promise<never>((_, reject) => {
      stopTimer = clock.setTimer(
        () => reject(new Error(`No answer within ${limits.stepTimeoutMs} ms`)),
        limits.stepTimeoutMs,
      );
    });
    try {
      const answer = this.caller.run(run, async () => readOutcome(await serve(toRequest(call))));
      return await Promise.race([answer, timeout]);
    } catch (error) {
      return {
        kind: "failed",
        error,
        retriable: !(error instanceof UnsupportedOperationError),
        retryAfter: null,
      };
    } finally {
      stopTimer();
    }
  }

  private apply(run: Run, target: string, attempt: number, outcome: Outcome): void {
    const isLastAttempt =
      outcome.kind !== "complete" && (!outcome.retriable || attempt + 1 >= run.definition.maxAttempts);
    if (outcome.kind === "complete") {
      this.end(run, "completed");
    } else if (outcome.kind === "failed") {
      if (isLastAttempt) this.fail(run, outcome.error);
      else this.retry(run, target, attempt, outcome.error, outcome.retryAfter);
    } else {
      const failed = outcome.operations.find(({ op }) => op === "StepError");
      if (failed && "error" in failed && !isLastAttempt) {
        this.retry(run, target, attempt, failed.error, outcome.retryAfter);
        return;
      }
      for (const operation of outcome.operations) this.perform(run, operation);
      this.settle(run);
    }
  }

  private perform(run: Run, operation: Operation): void {
    switch (operation.op) {
      case "StepRun":
        run.memo.set(operation.id, { type: "data", data: operation.data ?? null });
        break;
      case "StepError":
      case "StepFailed":
        run.memo.set(operation.id, { type: "error", error: operation.error });
        break;
      case "StepPlanned":
        this.open(run, operation.id);
        break;
      case "Sleep":
        this.sleep(run, operation);
        break;
      default:
        operation satisfies never;
    }
  }

  private sleep(run: Run, { id, until }: Extract<Operation, { op: "Sleep" }>): void {
    const { clock, limits } = this.options;
    const sleepMs = "timeMs" in until ? Math.max(0, until.timeMs - clock.now()) : until.durationMs;
    if (clock.now() + sleepMs - run.startedAtMs > limits.maxRunMs) {
      this.fail(run, new Error(`A sleep would make the run older than ${limits.maxRunMs} ms`));
      return;
    }
    run.open += 1;
    this.after(run, sleepMs, () => {
      run.memo.set(id, { type: "data", data: null });
      this.settle(run);
    });
  }

  /** One of the awaited things ended; after the last one the function is called again. */
  private settle(run: Run): void {
    run.open -= 1;
    if (run.ended || run.open > 0) return;
    const { maxSteps } = this.options.limits;
    if (run.memo.size > maxSteps) this.fail(run, new Error(`The run has more than ${maxSteps} steps`));
    else this.open(run, DISCOVER);
  }

  private retry(run: Run, target: string, attempt: number, error: unknown, retryAfter: string | null): void {
    const { backoffMs, clock, log } = this.options;
    const delayMs = retryAfterMs(retryAfter, clock.now()) ?? backoffMs(attempt);
    log.warn({ ...logFields(run), attempt, delayMs, err: error }, "Attempt failed; retrying");
    this.after(run, delayMs, () => this.request(run, target, attempt + 1));
  }

  private after(run: Run, delayMs: number, callback: () => void): void {
    if (run.ended) return;
    const stop = this.options.clock.setTimer(() => {
      run.timers.delete(stop);
      if (!run.ended) callback();
    }, delayMs);
    run.timers.add(stop);
  }

  private fail(run: Run, error: unknown): void {
    this.options.onFail(run, error);
    this.end(run, "failed");
  }

  private end(run: Run, end: RunEnd): void {
    if (run.ended) return;
    run.ended = true;
    for (const stop of run.timers) stop();
    run.timers.clear();
    this.options.onEnd(run, end);
  }
}

/** A run in a log line, without the event's data, which may be private. */
export function logFields(run: Run): object {
  return { function: run.definition.id, runId: run.id, event: run.event.name };
}
