import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

type Delivery = { headers: Record<string, string>; raw: string };
export type FaultyService = { url: string; close(): Promise<void> };

type Reply = (response: ServerResponse) => void;

/**
 * Stands before the service, at one address for each fault: `/lost` loses the first answer to each request, `/busy`
 * refuses it, `/late` asks for a long wait, `/page` isn't the service, `/away` redirects to it. `/hook` receives
 * webhooks and shows them.
 */
export async function startFaultyService(serviceUrl: string): Promise<FaultyService> {
  const seen = new Set<string>();
  const deliveries: Delivery[] = [];
  const isFirst = (request: IncomingMessage) => {
    const key = `${request.headers["idempotency-key"]} ${request.method} ${request.url}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  };
  const forward = async (request: IncomingMessage, path: string, body: string): Promise<Reply> => {
    const { method = "GET" } = request;
    const names = ["accept", "content-type", "idempotency-key", "x-api-key"];
    const headers = names.flatMap((name): [string, string][] => {
      const value = request.headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    });
    const answer = await fetch(serviceUrl + path, { method, headers, ...(body !== "" && { body }) });
    const text = await answer.text();
    return (response) => response.writeHead(answer.status, { "content-type": "application/json" }).end(text);
  };
  const refuse = (status: number, headers: Record<string, string>): Reply => {
    const error = { code: "TEMPORARILY_UNAVAILABLE", message: "Try again.", requestId: "any" };
    return (response) => response.writeHead(status, headers).end(JSON.stringify({ ok: false, error }));
  };
  const reply = async (request: IncomingMessage, body: string): Promise<Reply> => {
    const [, fault, path = ""] = /^\/(\w+)(.*)$/.exec(request.url ?? "") ?? [];
    switch (fault) {
      case "lost": {
        const answer = await forward(request, path, body);
        return isFirst(request) ? (response) => response.destroy() : answer;
      }
      case "busy":
        return isFirst(request) ? refuse(503, { "retry-after": "0" }) : forward(request, path, body);
      case "late":
        return refuse(429, { "retry-after": "60" });
      case "page":
        return (response) => response.end("<html>");
      case "away":
        return (response) => response.writeHead(302, { location: serviceUrl + path }).end();
      default:
        if (request.method === "GET") return (response) => response.end(JSON.stringify(deliveries));
        deliveries.push({
          headers: Object.fromEntries(
            Object.entries(request.headers).map(([name, value]) => [name, `${value}`]),
          ),
          raw: body,
        });
        return (response) => response.end();
    }
  };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    (await reply(request, Buffer.concat(chunks).toString()))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
