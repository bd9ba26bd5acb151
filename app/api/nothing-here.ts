import { requestIdOf, respondError } from "@/lib/api/http/respond";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** The answer of an address that this installation does not have. */
export function nothingHere(request: Request): Response {
  // Both forms of the address lead here; the message names the one without /api.
  const pathname = new URL(request.url).pathname.replace(/^\/api(?=\/)/, "");
  return respondError(
    new CheckoutError("NOT_FOUND", `Nothing found at ${pathname}.`),
    requestIdOf(request),
    new Headers(),
  );
}
