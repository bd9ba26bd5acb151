import { CheckoutError } from "@/lib/platform/errors.rules";
import { respondError } from "@/lib/server/http/respond";
import { requestIdOf } from "@/lib/server/http/route";

/** The answer of an address that this installation does not have. */
export function nothingHere(request: Request): Response {
  // Both forms of the address are served here; the one without /api is told.
  const pathname = new URL(request.url).pathname.replace(/^\/api(?=\/)/, "");
  return respondError(
    new CheckoutError("NOT_FOUND", `There is nothing at ${pathname}.`),
    requestIdOf(request),
    new Headers(),
  );
}
