import type { Inngest, InngestFunction } from "inngest";
import { serve } from "inngest/edge";

/** A serve handler of the Inngest SDK: one call of one function per request. */
export type InngestHandler = (request: Request) => Promise<Response>;

/**
 * The handler that runs our functions, for the local engine, which calls it directly and never over the network.
 * A client in local mode checks no signature, so whoever reaches this handler can run any function with any data:
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
      return await handler(request);
    } catch {
      // The SDK catches what functions throw; what it lets through is a request that it cannot read.
      return new Response(null, { status: 400 });
    }
  };
}
