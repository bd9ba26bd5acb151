import { fault } from "@/lib/platform/faults/fault.rules";
import "server-only";
import { createHash } from "node:crypto";
import type { Failure } from "@/lib/api/envelope.schema";
import { clientOf } from "@/lib/api/limits/limits";
import type { Operation } from "@/lib/api/operations/operation";
import type { HttpDeps } from "@/lib/api/wiring/http";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import {
  type Completion,
  type IdempotencyClaim,
  type KeptAnswer,
  LeaseLostError,
} from "@/lib/platform/limits/idempotency.port";
import { CheckoutError, fieldError } from "@/lib/platform/values/errors.rules";
import type { Project } from "@/lib/projects/project.store";
import type { Call, Params } from "./note-request";
import { failureMembers, type JsonAnswer } from "./respond";

/** Turns a use case's result into the saved answer; null without a key. */
export type KeepAnswer = <T>(toData: (result: T) => unknown) => Keep<T>;

const header = "idempotency-key";
const maxLength = 255;

type IdempotentRequest = {
  operation: Pick<Operation, "operationId" | "keyKind" | "method" | "path" | "idempotent" | "status">;
  call: Pick<Call, "request" | "params" | "requestId" | "headers"> & {
    deps: Pick<HttpDeps, "idempotency" | "clock" | "log">;
  };
  project: Pick<Project, "id" | "apiKeyUse">;
  /** The body as received. */
  text: string;
};

/**
 * Runs a request once per `Idempotency-Key` of a project, and repeats the saved answer. The key is used after access,
 * limit and parsing, so their refusals are never saved; nor is a status that may differ next time (401, 403, 429, 5xx).
 *
 * @param run runs the request; in its own transaction it writes what `keep` returns for its result
 * @throws CheckoutError IDEMPOTENCY_KEY_IN_USE, IDEMPOTENCY_KEY_REUSED, VALIDATION_ERROR
 */
export async function withIdempotency(
  { operation, call, project, text }: IdempotentRequest,
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
      throw new CheckoutError("IDEMPOTENCY_KEY_REUSED", fault("api.keyReused"));
    case "answered":
      call.headers.set("idempotent-replayed", "true");
      return replay(result.answer, call.requestId);
    case "claimed":
      return answerOnce(call, operation, result.claim, run);
    default:
      return result satisfies never;
  }
}

/**
 * The scope of keys: no one must be able to use up another client's keys
 * (docs/decisions/008-keys-of-a-project.md).
 */
function scopeOf(
  { keyKind }: IdempotentRequest["operation"],
  { apiKeyUse }: IdempotentRequest["project"],
  request: Request,
): string {
  return keyKind === "project" && apiKeyUse === "BROWSER" ? `browser:${clientOf(request)}` : keyKind;
}

async function answerOnce(
  call: IdempotentRequest["call"],
  operation: IdempotentRequest["operation"],
  claim: IdempotencyClaim,
  run: (keep: KeepAnswer) => Promise<JsonAnswer>,
): Promise<JsonAnswer> {
  let kept = null as KeptAnswer | null;
  const keep: KeepAnswer = (toData) => (written) => {
    const whole = completion(claim, operation.status, { ok: true, data: toData(written) });
    kept = whole.answer;
    return whole;
  };
  try {
    await run(keep);
  } catch (error) {
    // It took longer than its lease, and another request has the key.
    if (error instanceof LeaseLostError) throw inUse();
    await settle(call, claim, error);
    throw error;
  }
  // The key is not released: its request must not run again at once.
  if (kept === null) throw new Error(`${operation.operationId} does not keep its answer with what it writes`);
  // The bytes of every repetition.
  return kept;
}

function inUse(): CheckoutError {
  return new CheckoutError("IDEMPOTENCY_KEY_IN_USE", fault("api.keyInUse"), { retryAfterSeconds: 1 });
}

/**
 * Saves a refusal that would repeat; otherwise releases the key. If it failed after the write, or after the commit, the
 * answer is already saved and stays.
 */
async function settle(
  call: IdempotentRequest["call"],
  claim: IdempotencyClaim,
  error: unknown,
): Promise<void> {
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
    log.warn(
      { requestId: call.requestId, error: failure },
      "could not release an idempotency key; its lease will expire",
    );
  }
}

function comesAgain({ status }: CheckoutError): boolean {
  return status < 500 && ![401, 403, 429].includes(status);
}

function completion(claim: IdempotencyClaim, status: number, body: object): Completion {
  return { claim, answer: { status, body: JSON.stringify(body) } };
}

/** An error carries the id of the present request. */
function replay({ status, body }: KeptAnswer, requestId: string): JsonAnswer {
  const kept = JSON.parse(body) as { ok: true } | Failure;
  if (kept.ok) return { status, body };
  return { status, body: JSON.stringify({ ok: false, error: { ...kept.error, requestId } }) };
}

function sentKey(request: Request): string | null {
  const key = request.headers.get(header);
  if (key === null) return null;
  if (/^[\x20-\x7e]+$/.test(key) && key.length <= maxLength) return key;
  throw fieldError("Idempotency-Key", fault("api.keyForm", { most: maxLength }));
}

/** The operation's own path: the same with and without `/api`. */
function fingerprint({ method, path }: IdempotentRequest["operation"], params: Params, text: string): string {
  const request = JSON.stringify([method, path, Object.entries(params).sort(), text]);
  return createHash("sha256").update(request).digest("hex");
}
