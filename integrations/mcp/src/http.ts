import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { ReadableStream } from "node:stream/web";
import { createMcpHandler, type McpHttpHandler, type McpServer } from "@modelcontextprotocol/server";
import { refusalOf } from "./screen";

const address = "127.0.0.1";

/**
 * Streamable HTTP at /mcp, on this machine alone. Each request stands for itself: clients of the protocol since 2026-07-28
 * send no `initialize`, and earlier ones get no session.
 *
 * @returns the server and the URL at which it listens
 */
export async function serveHttp(
  makeServer: () => McpServer,
  { port: wantedPort, token }: { port: number; token: string | null },
): Promise<{ server: Server; url: string }> {
  const handler = createMcpHandler(makeServer);
  let port = wantedPort;
  const server = createServer((request, response) => {
    const refused = statusOf(request, { port, token });
    if (refused === null) answer(handler, request, response).catch(() => response.destroy());
    else {
      refuse(response, refused);
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(wantedPort, address, resolve);
  });
  port = (server.address() as AddressInfo).port;
  return { server, url: `http://${address}:${port}/mcp` };
}

const reasons = {
  401: "Send CHECKOUT_MCP_TOKEN as Bearer token.",
  403: "Only this machine's own programs are served.",
  404: "The address is /mcp.",
} as const;

function refuse(response: ServerResponse, status: keyof typeof reasons): void {
  const error = { code: -32_000, message: reasons[status] };
  response
    .writeHead(status, { "content-type": "application/json" })
    .end(JSON.stringify({ jsonrpc: "2.0", error, id: null }));
}

function statusOf(request: IncomingMessage, own: { port: number; token: string | null }) {
  const refused = refusalOf(request.headers, own);
  if (refused !== null) return refused;
  return request.url?.split("?")[0] === "/mcp" ? null : 404;
}

/** The SDK's handler speaks the web's requests and answers. */
async function answer(
  handler: McpHttpHandler,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const gone = new AbortController();
  response.once("close", () => gone.abort());
  const { method = "GET" } = request;
  const hasBody = method !== "GET" && method !== "HEAD";
  const { status, headers, body } = await handler.fetch(
    new Request(`http://${request.headers.host}${request.url}`, {
      method,
      headers: Object.entries(request.headersDistinct).flatMap(([name, values = []]) =>
        values.map((value): [string, string] => [name, value]),
      ),
      signal: gone.signal,
      ...(hasBody && { body: Readable.toWeb(request) as BodyInit, duplex: "half" }),
    }),
  );
  response.writeHead(status, Object.fromEntries(headers));
  if (body === null) response.end();
  else await pipeline(Readable.fromWeb(body as ReadableStream), response);
}
