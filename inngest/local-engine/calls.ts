import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import { type FunctionDefinition, functionFailed, isRecord, type ReceivedEvent } from "./definition";
import type { EngineLimits } from "./limits";
import { type Outcome, readOutcome, type StepMemo, toRequest, UnsupportedOperationError } from "./protocol";

/** The engine's time; tests pass their own. */
export interface Clock {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls `callback` once after `delayMs` and returns a function that cancels it. */
  setTimer(callback: () => void, delayMs: number): () => void;
}

export const systemClock: Clock = {
  now: () => Date.now(),
  setTimer(callback, delayMs) {
    const timer = setTimeout(callback, delayMs);
    return () => clearTimeout(timer);
  },
};

/** One run of one function, with all of its state in memory. */
export interface Run {
  readonly id: string;
  readonly definition: FunctionDefinition;
  readonly event: ReceivedEvent;
  readonly singletonKey: string | undefined;
  readonly startedAtMs: number;
  readonly memo: Map<string, StepMemo>;
  readonly timers: Set<() => void>;
  /** Calls, retries and sleeps that must end before the next discovery. */
  open: number;
  ended: boolean;
}

/** One call of a run's function; `attempt` is zero-based. */
export type Call = { readonly run: Run; readonly target: string; readonly attempt: number };

export interface CallsOptions {
  serve: (request: Request) => Promise<Response>;
  clock: Clock;
  limits: EngineLimits;
  /** Called once for each call that was made. */
  onAnswer: (call: Call, outcome: Outcome) => void;
}

/** Calls functions, each as soon as it has a place: first come, but a function at its own limit holds up no other. */
export function createCalls({ serve, clock, limits, onAnswer }: CallsOptions) {
  const waiting: Call[] = [];
  const underWay = new Set<Call>();
  // A send happens inside a request or step; the run that it starts must not inherit that context.
  const detached = AsyncLocalStorage.snapshot();

  function enqueue(call: Call): void {
    waiting.push(call);
    admit();
  }

  function admit(): void {
    for (;;) {
      const next = waiting.findIndex(hasPlace);
      if (next < 0) return;
      for (const call of waiting.splice(next, 1)) if (!call.run.ended) void execute(call);
    }
  }

  function hasPlace({ run: { definition, ended } }: Call): boolean {
    if (ended) return true;
    if (underWay.size >= limits.maxConcurrentSteps) return false;
    const ofFunction = [...underWay].filter(({ run }) => run.definition === definition);
    return ofFunction.length < definition.concurrency;
  }

  async function execute(call: Call): Promise<void> {
    underWay.add(call);
    const outcome = await detached(() => callFunction(call));
    underWay.delete(call);
    onAnswer(call, outcome);
    admit();
  }

  /** Never rejects: every error is a failed attempt, or a failed run where a retry cannot help. */
  async function callFunction({ run, target, attempt }: Call): Promise<Outcome> {
    const { fnId, maxAttempts } = run.definition;
    const request = { fnId, target, runId: run.id, event: run.event, memo: run.memo, attempt, maxAttempts };
    const error = new Error(`The run is older than ${limits.maxRunMs} ms`);
    if (clock.now() - run.startedAtMs > limits.maxRunMs) return { kind: "failed", error, retriable: false };
    let stopTimer = (): void => {};
    const timeout = new Promise<never>((_, reject) => {
      const late = () => reject(new Error(`No answer within ${limits.stepTimeoutMs} ms`));
      stopTimer = clock.setTimer(late, limits.stepTimeoutMs);
    });
    try {
      return await Promise.race([serve(toRequest(request)).then(readOutcome), timeout]);
    } catch (error) {
      return { kind: "failed", error, retriable: !(error instanceof UnsupportedOperationError) };
    } finally {
      stopTimer();
    }
  }

  return { enqueue, admit, underWay: () => underWay.size, waiting: () => waiting.length };
}

/** A run in a log line, without the event's data, which may be private. */
export function logFields({ id, definition, event }: Run): object {
  return { function: definition.id, runId: id, event: event.name };
}

/**
 * An Inngest server's event for a failed run.
 * @param error the final error, from the engine or from the SDK's answer
 */
export function failureEvent(run: Run, error: unknown, nowMs: number): ReceivedEvent {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  return {
    id: randomUUID(),
    name: functionFailed,
    data: {
      function_id: run.definition.fnId,
      run_id: run.id,
      error: isRecord(error) && !(error instanceof Error) ? error : { name, message },
      event: run.event,
    },
    ts: nowMs,
  };
}
