import http from "node:http";
import https from "node:https";
import type { RawAnswer } from "./document";

export type ConnectionRequest = {
  method?: string;
  /** As in the request line. */
  target: string;
  headers?: Readonly<Record<string, string>>;
  /** Sent with its length. */
  body?: string | Uint8Array;
  /** Sent in chunks, without a length. */
  chunks?: Uint8Array;
};

/** One connection that is kept: a request that spoils it spoils the next one. */
export type Connection = {
  send(request: ConnectionRequest): Promise<RawAnswer>;
  close(): void;
};

const answerTimeoutMs = 20_000;

export function openConnection(baseUrl: string): Connection {
  const { protocol, hostname, port } = new URL(baseUrl);
  const client = protocol === "https:" ? https : http;
  const agent = new client.Agent({ keepAlive: true, maxSockets: 1 });
  return {
    send: ({ method = "GET", target, headers = {}, body, chunks }) =>
      new Promise<RawAnswer>((resolve, reject) => {
        const sent = client.request({
          agent,
          hostname,
          port,
          method,
          path: target,
          headers: {
            ...headers,
            ...(body !== undefined && { "content-length": Buffer.byteLength(body) }),
            ...(chunks !== undefined && { "transfer-encoding": "chunked" }),
          },
          timeout: answerTimeoutMs,
        });
        let isAnswered = false;
        sent.on("timeout", () =>
          sent.destroy(new Error(`${method} ${target.slice(0, 200)}: no answer in time`)),
        );
        // A server that refuses a body may answer before it has arrived: its answer counts.
        sent.on("error", (error) => {
          if (!isAnswered) reject(error);
        });
        sent.on("response", (response) => {
          isAnswered = true;
          const parts: Buffer[] = [];
          response.on("data", (part: Buffer) => parts.push(part));
          response.on("error", reject);
          response.on("end", () => {
            const received = new Headers();
            for (let at = 0; at + 1 < response.rawHeaders.length; at += 2)
              received.append(response.rawHeaders[at] ?? "", response.rawHeaders[at + 1] ?? "");
            const text = Buffer.concat(parts).toString();
            resolve({ status: response.statusCode ?? 0, headers: received, text });
          });
        });
        sent.end(body ?? chunks);
      }),
    close: () => agent.destroy(),
  };
}
