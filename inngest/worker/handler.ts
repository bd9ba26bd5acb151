import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";
import { readText } from "@/lib/api/http/read-input";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** Many times what a call of ours comes to. Anyone who calls is known only once all of it has been read. */
const maxCallBytes = 256 * 1024;

/** A serve handler of the Inngest SDK: one call of one function per request. */
export type InngestHandler = (request: Request) => Promise<Response>;

/**
 * The handler that runs our functions, for the local engine, which calls it directly and never over the network.
 * A client in local mode checks no signature, so anyone who reaches this handler can run any function with any data:
 * give it to `createLocalEngine` and to nothing else. Routes use `createNetworkHandler`.
 */
export function createHandler(
  client: Inngest.Any,
  functions: readonly InngestFunction.Any[],
): InngestHandler {
  return serve({ client, functions });
}

/**
 * The handler for `/api/inngest`. It answers 404 to everyone unless the client is in server mode, and then runs only
 * requests that carry Inngest's signature, the registration (`PUT`) included.
 * @param origin where Inngest finds this service (`https://pay.example.com`), told to it instead of the `Host` header
 */
export function createNetworkHandler(
  client: Inngest.Any,
  functions: readonly InngestFunction.Any[],
  origin: string,
): InngestHandler {
  if (client.mode !== "cloud") return async () => new Response(null, { status: 404 });
  const handler = serve({ client, functions, serveOrigin: origin, enableUnauthedSync: false });
  return async (request) => {
    try {
      return await handler(await bounded(request));
    } catch (error) {
      const isTooLarge = error instanceof CheckoutError && error.code === "PAYLOAD_TOO_LARGE";
      // The SDK catches what functions throw; what it lets through is a request that it cannot read.
      return new Response(null, { status: isTooLarge ? 413 : 400 });
    }
  };
}

/** The same request, whose body is held already. @throws CheckoutError PAYLOAD_TOO_LARGE, VALIDATION_ERROR */
async function bounded(request: Request): Promise<Request> {
  if (request.body === null) return request;
  const body = await readText(request, maxCallBytes);
  return new Request(request.url, { method: request.method, headers: request.headers, body });
}
