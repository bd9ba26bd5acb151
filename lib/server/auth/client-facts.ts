import "server-only";
import { clientOf } from "@/lib/server/http/limits/limits";
import { readClientAddress } from "@/lib/server/start/client-address";
import type { ClientFacts } from "@/lib/services/ports/accounts/session-store";

/** What a request tells of the browser that sent it. */
export function clientFacts(request: Request): ClientFacts {
  return {
    userAgent: request.headers.get("user-agent"),
    address: readClientAddress(request.headers),
    network: clientOf(request),
  };
}
