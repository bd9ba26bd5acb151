import { dayMs, hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { isRecord, type ReceivedEvent } from "./definition";

/** The part of a structured logger (pino) that the engine uses. */
export type EngineLogger = Record<"info" | "warn" | "error", (fields: object, message: string) => void>;

/** The target of a call that runs the function to its next unknown steps, in the protocol's own word. */
export const discover = "step";

/** A memoised step in the SDK's form. */
export type StepMemo = { type: "data"; data: unknown } | { type: "error"; error: unknown };

/** One call of a function. */
export interface FunctionCall {
  fnId: string;
  /** `discover`, or the hashed id of the planned step to execute. */
  target: string;
  runId: string;
  event: ReceivedEvent;
  /** By hashed step id, in the order in which they completed. */
  memo: ReadonlyMap<string, StepMemo>;
  /** Zero-based. */
  attempt: number;
  maxAttempts: number;
}

/** An operation requested by a function, among those that the engine supports. */
export type Operation =
  | { op: "StepRun"; id: string; data: unknown }
  | { op: "StepError" | "StepFailed"; id: string; error: unknown }
  | { op: "StepPlanned"; id: string }
  | { op: "Sleep"; id: string; durationMs: number };

/** The result of a function call. */
export type Outcome =
  | { kind: "complete" }
  | { kind: "operations"; operations: readonly Operation[]; retriable: boolean }
  | { kind: "failed"; error: unknown; retriable: boolean };

/** A function requested an unsupported operation. A retry would not help. */
export class UnsupportedOperationError extends Error {
  override readonly name = "UnsupportedOperationError";
}

/**
 * The request with which an Inngest server calls a function (SDK specification, "Call request").
 *
 * `ctx.fn_id` is left out on purpose: with it the SDK runs several steps in one call and reports each through
 * Inngest's checkpoint API, which does not exist here.
 */
export function toRequest(call: FunctionCall): Request {
  const stack = [...call.memo.keys()];
  return new Request(
    `http://localhost/api/inngest?fnId=${encodeURIComponent(call.fnId)}&stepId=${encodeURIComponent(call.target)}`,
    {
      method: "POST",
      headers: { "content-type": "application/json", host: "localhost" },
      body: JSON.stringify({
        version: 2,
        event: call.event,
        events: [call.event],
        steps: Object.fromEntries(call.memo),
        ctx: {
          run_id: call.runId,
          attempt: call.attempt,
          // With it the SDK itself knows the last attempt and answers StepFailed instead of StepError.
          max_attempts: call.maxAttempts,
          disable_immediate_execution: false,
          use_api: false,
          stack: { stack, current: stack.length },
        },
      }),
    },
  );
}

/**
 * Reads the SDK's answer to a call.
 * @throws UnsupportedOperationError naming the operation
 */
export async function readOutcome(response: Response): Promise<Outcome> {
  const body: unknown = await response.json();
  const retriable = response.headers.get("x-inngest-no-retry") !== "true";
  if (response.headers.has("retry-after"))
    throw new UnsupportedOperationError("The local engine does not support RetryAfterError");
  if (response.status === 200) return { kind: "complete" };
  if (response.status !== 206) return { kind: "failed", error: body, retriable };
  if (!Array.isArray(body) || body.length === 0) {
    throw new UnsupportedOperationError("The function answered 206 without any operation");
  }
  return { kind: "operations", operations: body.map(readOperation), retriable };
}

function readOperation(raw: unknown): Operation {
  const { op, id, name, displayName, data, error, opts } = isRecord(raw) ? raw : {};
  if (typeof id !== "string" || typeof op !== "string") {
    throw new UnsupportedOperationError("The function answered with an operation without id or name");
  }
  const label = String(displayName ?? name ?? id);
  if (isRecord(opts) && opts.parallelMode !== undefined) {
    throw new UnsupportedOperationError(
      `Step "${label}": the local engine does not support group.parallel modes`,
    );
  }
  switch (op) {
    case "StepRun":
      return { op, id, data };
    case "StepError":
    case "StepFailed":
      return { op, id, error };
    case "StepPlanned":
      return { op, id };
    case "Sleep":
      return { op, id, durationMs: readSleep(String(name)) };
    default:
      throw new UnsupportedOperationError(
        `Step "${label}": the local engine does not support the operation ${op}`,
      );
  }
}

const unitMs: Record<string, number> = { w: 7 * dayMs, d: dayMs, h: hourMs, m: minuteMs, s: 1_000 };

/** `step.sleep` arrives as "1h30m", a zero sleep as ""; `step.sleepUntil` as a date. */
function readSleep(name: string): number {
  if (!/^(\d+[wdhms])*$/.test(name))
    throw new UnsupportedOperationError(`The local engine does not support the sleep "${name}"`);
  const parts = [...name.matchAll(/(\d+)([wdhms])/g)];
  return parts.reduce((sum, [, count, unit]) => sum + Number(count) * (unitMs[unit ?? ""] ?? 0), 0);
}

/** An event as sent. */
export interface SentEvent {
  name: string;
  data?: Record<string, unknown>;
  /** A second event with the same id is dropped. */
  id?: string;
  /** Milliseconds since the Unix epoch. */
  ts?: number;
}

/**
 * A `fetch` for one request, the SDK's sending of events (`POST …/e/<key>` with a JSON array). Any other call to
 * Inngest's API gets 501 and is logged, because nothing implements it in process.
 */
export function createEventFetch(
  send: (events: readonly SentEvent[]) => string[],
  log: EngineLogger,
): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    const { pathname } = new URL(request.url);
    if (request.method !== "POST" || !pathname.startsWith("/e/")) {
      const error = `The local engine does not support ${request.method} ${pathname}`;
      log.error({ method: request.method, pathname }, error);
      return answer(501, { error });
    }
    try {
      return answer(200, { ids: send(readEvents(await request.json())) });
    } catch (error) {
      log.error({ err: error }, "Events were refused");
      return answer(503, { error: error instanceof Error ? error.message : String(error) });
    }
  };
}

/** The SDK reads the status from the body. */
function answer(status: number, body: object): Response {
  return Response.json({ ...body, status }, { status });
}

function readEvents(body: unknown): SentEvent[] {
  return (Array.isArray(body) ? body : [body]).map((raw: unknown) => {
    const { name, data, id, ts } = isRecord(raw) ? raw : {};
    if (typeof name !== "string" || name === "") throw new Error("An event has no name");
    return {
      name,
      ...(isRecord(data) && { data }),
      ...(typeof id === "string" && { id }),
      ...(typeof ts === "number" && { ts }),
    };
  });
}
