import "server-only";
import { CheckoutError, type ErrorCode, errorStatuses } from "@/lib/core/errors";
import type { Failure } from "@/lib/schemas/envelope";

/** The same address answers page or JSON: caches must tell them apart. */
const commonHeaders = { "cache-control": "no-store", vary: "Accept, x-api-key" };

/** `{ok: true, data}`. */
export function respond(
  data: unknown,
  { status, requestId }: { status: number; requestId: string },
): Response {
  return Response.json(
    { ok: true, data },
    { status, headers: { ...commonHeaders, "x-request-id": requestId } },
  );
}

/** The error envelope (spec §7) of what was thrown; anything that is not ours is INTERNAL_ERROR without its message. */
export function respondError(
  thrown: unknown,
  requestId: string,
  headers: Record<string, string> = {},
): Response {
  const error =
    thrown instanceof CheckoutError
      ? thrown
      : new CheckoutError(
          "INTERNAL_ERROR",
          `Something went wrong on our side. Name ${requestId} when you ask about it.`,
        );
  const body: Failure = {
    ok: false,
    error: {
      code: error.code,
      message: error.message,
      requestId,
      ...(error.param === undefined ? {} : { param: error.param }),
      ...(error.details.length === 0 ? {} : { details: [...error.details] }),
    },
  };
  const retryAfter = error.retryAfterSeconds;
  return Response.json(body, {
    status: errorStatuses[error.code satisfies ErrorCode],
    headers: {
      ...commonHeaders,
      "x-request-id": requestId,
      ...(retryAfter === undefined ? {} : { "retry-after": String(retryAfter) }),
      ...headers,
    },
  });
}
