import "server-only";
import { CheckoutError, errorStatuses } from "@/lib/core/errors";
import type { Failure } from "@/lib/schemas/envelope";

/** A status and the body's JSON text. */
export type Answer = { status: number; body: string };

export function respond({ status, body }: Answer, requestId: string, headers: Headers): Response {
  headers.set("content-type", "application/json");
  headers.set("cache-control", "no-store");
  // The same address answers page or JSON: caches must tell them apart.
  headers.append("vary", "Accept, x-api-key");
  headers.set("x-request-id", requestId);
  return new Response(body, { status, headers });
}

/** The error envelope (spec §7) of what was thrown; anything that is not ours is INTERNAL_ERROR without its message. */
export function respondError(thrown: unknown, requestId: string, headers: Headers): Response {
  const error = toFailure(thrown, requestId);
  if (error.retryAfterSeconds !== undefined) headers.set("retry-after", String(error.retryAfterSeconds));
  const body: Failure = { ok: false, error: { ...failureMembers(error), requestId } };
  return respond({ status: errorStatuses[error.code], body: JSON.stringify(body) }, requestId, headers);
}

/** What the envelope tells of an error, beside the id of the request. */
export function failureMembers(error: CheckoutError): Omit<Failure["error"], "requestId"> {
  return {
    code: error.code,
    message: error.message,
    ...(error.param === undefined ? {} : { param: error.param }),
    ...(error.details.length === 0 ? {} : { details: [...error.details] }),
  };
}

function toFailure(thrown: unknown, requestId: string): CheckoutError {
  if (thrown instanceof CheckoutError) return thrown;
  return new CheckoutError(
    "INTERNAL_ERROR",
    `Something went wrong on our side. Name ${requestId} when you ask about it.`,
  );
}
