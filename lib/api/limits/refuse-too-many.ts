import "server-only";
import { getDeps } from "@/lib/api/deps";
import { respondError } from "@/lib/api/http/respond";
import { requestIdOf } from "@/lib/api/http/route";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { limitByClient } from "./limits";

/**
 * Counts a request to a route that is no operation.
 *
 * @returns the 429; null lets the request in, also while the database does not answer
 */
export async function refuseTooMany(request: Request): Promise<Response | null> {
  const [requestId, headers] = [requestIdOf(request), new Headers()];
  try {
    await limitByClient({ deps: getDeps(), request, params: {}, requestId, headers });
    return null;
  } catch (error) {
    return error instanceof CheckoutError ? respondError(error, requestId, headers) : null;
  }
}
