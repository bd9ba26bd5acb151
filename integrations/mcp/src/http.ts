import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { refusalOf } from "./screen";

const address = "127.0.0.1";

/** Each client has one; the one that was silent for longest makes room. */
const mostSessions = 64;

/**
 * Streamable HTTP at /mcp, on this machine alone.
 *
 * @returns the server and the URL at which it listens
 */
export async function serveHttp(
  makeServer: () => McpServer,
  { port: wantedPort, token }: { port: number; token: string | null },
): Promise<{ server: Server; url: string }> {
  const sessions = createSessions(makeServer);
  let port = wantedPort;
  const server = createServer((request, response) => {
    const refused = statusOf(request, { port, token });
    if (refused === null) sessions.answer(request, response).catch(() => response.destroy());
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
  404: "The address is /mcp, and the session must be open: initialize a new one.",
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

type Session = { server: McpServer; transport: StreamableHTTPServerTransport };

function createSessions(makeServer: () => McpServer) {
  /** Longest silent first. */
  const open = new Map<string, Session>();

  async function begin(): Promise<Session> {
    const session: Session = {
      server: makeServer(),
      transport: new StreamableHTTPServerTransport({
        sessionIdGenerator: randomUUID,
        enableJsonResponse: true,
        onsessioninitialized: (id) => keep(id, session),
      }),
    };
    session.transport.onclose = () => {
      const { sessionId } = session.transport;
      if (sessionId !== undefined) open.delete(sessionId);
    };
    await session.server.connect(session.transport);
    return session;
  }

  function keep(id: string, session: Session): void {
    open.delete(id);
    open.set(id, session);
    const [oldest] = open.values();
    if (open.size > mostSessions && oldest !== undefined) void oldest.server.close().catch(() => undefined);
  }

  return {
    answer: async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
      const { "mcp-session-id": id } = request.headers;
      if (typeof id !== "string") {
        const session = await begin();
        await session.transport.handleRequest(request, response);
        // Nothing but an initialization begins a session.
        if (session.transport.sessionId === undefined) await session.server.close();
        return;
      }
      const session = open.get(id);
      if (session === undefined) return refuse(response, 404);
      keep(id, session);
      await session.transport.handleRequest(request, response);
    },
  };
}
