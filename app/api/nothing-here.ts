import type { Failure } from "@/lib/api/envelope.schema";
import { requestIdOf, respond, respondError } from "@/lib/api/http/respond";
import { refusalOf } from "@/lib/api/request-screen";
import { fault, sentenceOf } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** The answer of an address that this installation does not have, and of a request that was refused before Next. */
export function nothingHere(request: Request): Response {
  const refusal = refusalOf(request.headers);
  if (refusal !== null) {
    const { status, code, allow } = refusal;
    const requestId = requestIdOf(request);
    const body: Failure = { ok: false, error: { code, message: sentenceOf(refusal.fault), requestId } };
    const headers = new Headers(allow === undefined ? {} : { allow });
    return respond({ status, body: JSON.stringify(body) }, requestId, headers);
  }
  // Both forms of the address lead here; the message names the one without /api.
  const pathname = new URL(request.url).pathname.replace(/^\/api(?=\/)/, "");
  return respondError(
    new CheckoutError("NOT_FOUND", fault("api.notFound", { path: pathname })),
    requestIdOf(request),
    new Headers(),
  );
}
