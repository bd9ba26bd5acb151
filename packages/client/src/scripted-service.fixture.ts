import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { openApi } from "@/lib/api/openapi/documents";
import { failureExample } from "@/lib/api/openapi/operation";

export type Reply = { status: number; body: unknown; headers?: Record<string, string> } | "hang up" | "hang";
export type Seen = { method: string; url: string; headers: IncomingMessage["headers"]; body: string };

export const serverKey = "svc_server_test";
export const checkoutId = "chk_01kkmx5r2w7q4m9t6v3n0bhce8";
export const fiat = { fiatAmount: "4.50", fiatCurrency: "USD" };

type Script = Reply | ((request: Seen) => Reply);

/** A service that sends these replies, the last one again and again. */
export async function startScriptedService() {
  const seen: Seen[] = [];
  let replies: Script[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method = "", url = "", headers } = request;
    const asked = { method, url, headers, body: Buffer.concat(chunks).toString() };
    seen.push(asked);
    const next = replies.length > 1 ? replies.shift() : replies[0];
    const reply = typeof next === "function" ? next(asked) : next;
    if (reply === "hang") return;
    if (reply === undefined || reply === "hang up") {
      request.socket.destroy();
      return;
    }
    const { status, body, headers: own } = reply;
    response.writeHead(status, { "content-type": "application/json", ...own });
    response.end(typeof body === "string" ? body : JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    replyWith(...next: Script[]) {
      replies = next;
    },
    stop() {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

export type ScriptedService = Awaited<ReturnType<typeof startScriptedService>>;

/** The document's example of this operation's answer. */
export function exampleAnswer(
  path: string,
  method: "get" | "post",
  status: number,
): Exclude<Reply, string> & { body: object } {
  const examples =
    openApi().paths[path]?.[method]?.responses[status]?.content?.["application/json"]?.examples ?? {};
  return { status, body: Object.values(examples)[0]?.value as object };
}

export const created = () => exampleAnswer("/v1/checkouts", "post", 201);

export const refused = (code: Parameters<typeof failureExample>[0], status: number, headers = {}): Reply => ({
  status,
  body: failureExample(code).value,
  headers,
});
