import "server-only";
import { clientOf } from "@/lib/server/http/limits/limits";
import type { ClientFacts } from "@/lib/services/ports/accounts/session-store";

/** What a request tells of the browser that sent it. */
export function clientFacts(request: Request): ClientFacts {
  return {
    userAgent: request.headers.get("user-agent"),
    address: request.headers.get("x-client-address"),
    network: clientOf(request),
  };
}
