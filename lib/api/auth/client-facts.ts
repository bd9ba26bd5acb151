import "server-only";
import type { ClientFacts } from "@/lib/accounts/session.store";
import { clientOf } from "@/lib/api/limits/limits";
import { readClientAddress } from "@/lib/api/start/client-address";

/** What a request tells of the browser that sent it. */
export function clientFacts(request: Request): ClientFacts {
  return {
    userAgent: request.headers.get("user-agent"),
    address: readClientAddress(request.headers),
    network: clientOf(request),
  };
}
