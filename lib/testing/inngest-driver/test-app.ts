import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import type { InngestFunction } from "inngest";
import { createInngestClient, type InngestLogger } from "@/inngest/worker/create-client";
import { createNetworkHandler } from "@/inngest/worker/handler";

const quiet = (): void => {};
const logger: InngestLogger = { debug: quiet, info: quiet, warn: quiet, error: quiet };

export type ServerClient = ReturnType<typeof createInngestClient>;

/** One instance of an app with our own client and network handler, and functions of the test's. */
export type TestApp = {
  origin: string;
  client: ServerClient;
  /** Takes no more calls, and waits for those under way. */
  stop(): Promise<void>;
  close(): Promise<void>;
};

export async function startTestApp(
  keys: { eventKey: string; signingKey: string; signingKeyFallback?: string; baseUrl: string },
  makeFunctions: (client: ServerClient) => readonly InngestFunction.Any[],
  port = 0,
): Promise<TestApp> {
  const client = createInngestClient({ mode: "server", logger, ...keys });
  const functions = makeFunctions(client);
  // No connection ends by itself: after a pause of this process it would just as the next call is sent on it.
  const server = createServer({ keepAliveTimeout: 0 }, async (request, response) => {
    const { method = "GET", headers } = request;
    const body = method === "GET" ? null : await buffer(request);
    const answer = await createNetworkHandler(
      client,
      functions,
      origin,
    )(
      new Request(`${origin}${request.url}`, {
        method,
        headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
        body: body === null ? null : new Uint8Array(body),
      }),
    );
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    client,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
