import "server-only";
import { createHash } from "node:crypto";
import type { Deps } from "@/lib/api/deps";
import type { Failure } from "@/lib/api/envelope.schema";
import { clientOf } from "@/lib/api/limits/limits";
import type { Operation } from "@/lib/api/operations/operation";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import {
  type Completion,
  type IdempotencyClaim,
  type KeptAnswer,
  LeaseLostError,
} from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Project } from "@/lib/projects/project.store";
import type { Call, Params } from "./note-request";
import { failureMembers, type JsonAnswer } from "./respond";

/** Turns what a use case is about to write into the answer that is kept with it; null without a key. */
export type KeepAnswer = <T>(toData: (result: T) => unknown) => Keep<T>;

const header = "idempotency-key";
const maxLength = 255;

type Asked = {
  operation: Pick<Operation, "operationId" | "keyKind" | "method" | "path" | "idempotent" | "status">;
  call: Pick<Call, "request" | "params" | "requestId" | "headers"> & {
    deps: Pick<Deps, "idempotency" | "clock" | "log" | "killPoint">;
  };
  project: Pick<Project, "id" | "apiKeyUse">;
  /** The body as it was sent. */
  text: string;
};

/**
 * Does what was asked for once for each `Idempotency-Key` of a project, and repeats the kept answer to anyone who
 * asks again. The key comes after access, limit and parsing, so a refusal by any of these is never kept; nor is
 * one that may end otherwise the next time (401, 403, 429, 5xx).
 *
 * @param run does it, writing in its own transaction what `keep` makes of its result
 * @throws CheckoutError IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_KEY_REUSED, VALIDATION_ERROR
 */
export async function withIdempotency(
  { operation, call, project, text }: Asked,
  run: (keep: KeepAnswer) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  const key = operation.idempotent ? sentKey(call.request) : null;
  if (key === null) return run(() => null);

  const { idempotency, clock } = call.deps;
  const result = await idempotency.claim(
    { projectId: project.id, key: `${scopeOf(operation, project, call.request)}:${key}` },
    fingerprint(operation, call.params, text),
    clock.now(),
  );
  switch (result.kind) {
    case "in_flight":
      throw inUse();
    case "other_request":
      throw new CheckoutError(
        "IDEMPOTENCY_KEY_REUSED",
        "This Idempotency-Key was already used for a different request. Use a new key for each request.",
      );
    case "answered":
      call.headers.set("idempotent-replayed", "true");
      return replay(result.answer, call.requestId);
    case "claimed":
      return answerOnce(call, operation, result.claim, run);
    default:
      return result satisfies never;
  }
}

/** Whose keys are the same: no one must be able to use up those that others will send (docs/decisions/010). */
function scopeOf({ keyKind }: Asked["operation"], { apiKeyUse }: Asked["project"], request: Request): string {
  return keyKind === "project" && apiKeyUse === "BROWSER" ? `browser:${clientOf(request)}` : keyKind;
}

async function answerOnce(
  call: Asked["call"],
  operation: Asked["operation"],
  claim: IdempotencyClaim,
  run: (keep: KeepAnswer) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  let kept = null as KeptAnswer | null;
  const keep: KeepAnswer = (toData) => (written) => {
    const whole = completion(claim, operation.status, { ok: true, data: toData(written) });
    kept = whole.answer;
    return whole;
  };
  call.deps.killPoint("idempotency.claimed");
  try {
    await run(keep);
  } catch (error) {
    // It took longer than its lease, and someone else is at it.
    if (error instanceof LeaseLostError) throw inUse();
    await settle(call, claim, error);
    throw error;
  }
  call.deps.killPoint("idempotency.written");
  // Its key is not given back: what was done under it must not be done again at once.
  if (kept === null) throw new Error(`${operation.operationId} does not keep its answer with what it writes`);
  // The bytes that every repetition gets.
  return kept;
}

function inUse(): CheckoutError {
  return new CheckoutError(
    "IDEMPOTENCY_KEY_IN_USE",
    "A request with this Idempotency-Key is still in progress. Try again shortly.",
    { retryAfterSeconds: 1 },
  );
}

/**
 * A refusal that would come again is kept, else the key is free again. Where the failure came after the write, or
 * instead of the news of its commit, the answer is kept already and stays.
 */
async function settle(call: Asked["call"], claim: IdempotencyClaim, error: unknown): Promise<void> {
  const { idempotency, log } = call.deps;
  try {
    if (error instanceof CheckoutError && comesAgain(error)) {
      await idempotency.complete(
        completion(claim, error.status, { ok: false, error: failureMembers(error) }),
      );
    } else {
      await idempotency.release(claim);
    }
  } catch (failure) {
    // The lease ends by itself.
    log.warn({ requestId: call.requestId, error: failure }, "an idempotency key stays leased");
  }
}

function comesAgain({ status }: CheckoutError): boolean {
  return status < 500 && ![401, 403, 429].includes(status);
}

function completion(claim: IdempotencyClaim, status: number, body: object): Completion {
  return { claim, answer: { status, body: JSON.stringify(body) } };
}

/** An error names the request that asks now. */
function replay({ status, body }: KeptAnswer, requestId: string): JsonAnswer {
  const kept = JSON.parse(body) as { ok: true } | Failure;
  if (kept.ok) return { status, body };
  return { status, body: JSON.stringify({ ok: false, error: { ...kept.error, requestId } }) };
}

function sentKey(request: Request): string | null {
  const key = request.headers.get(header);
  if (key === null) return null;
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= maxLength) return key;
  const message = `must have 1 to ${maxLength} printable ASCII characters`;
  throw new CheckoutError("VALIDATION_ERROR", `Idempotency-Key: ${message}`, {
    param: "Idempotency-Key",
    details: [{ param: "Idempotency-Key", message }],
  });
}

/** The operation's own path: with and without `/api` in front it is the same. */
function fingerprint({ method, path }: Asked["operation"], params: Params, text: string): string {
  const request = JSON.stringify([method, path, Object.entries(params).sort(), text]);
  return createHash("sha256").update(request).digest("hex");
}
