import { Agent, request as httpRequest } from "node:http";
import type { Failure } from "@/lib/api/envelope.schema";
import type { Answer } from "./api";
import type { RawAnswer } from "./document";
import { watchAnswer } from "./watch";

export type ConnectionRequest = {
  method?: string;
  target: string;
  headers?: Record<string, string>;
  /** Sent with its length. */
  body?: string | Uint8Array;
  /** Sent in chunks, without a length. */
  chunks?: Uint8Array;
};

/** One connection that is kept: a request that spoils it spoils the next one. */
export type Connection = {
  send(request: ConnectionRequest): Promise<Answer<unknown>>;
  /** How many connections it took; more than one when the server ended one, as it may after it said so. */
  opened(): number;
  close(): void;
};

const answerTimeoutMs = 20_000;

export function openConnection(baseUrl: string): Connection {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const { hostname, port, origin } = new URL(baseUrl);
  let opened = 0;
  const transmit = ({ method = "GET", target, headers = {}, body, chunks }: ConnectionRequest) =>
    new Promise<RawAnswer>((resolve, reject) => {
      const length = body === undefined ? {} : { "content-length": Buffer.byteLength(body) };
      const sent = httpRequest({
        agent,
        hostname,
        port,
        method,
        path: target,
        headers: {
          ...headers,
          ...length,
          ...(chunks === undefined ? {} : { "transfer-encoding": "chunked" }),
        },
        timeout: answerTimeoutMs,
      });
      let isAnswered = false;
      sent.on("socket", (socket) => {
        if (!seen.has(socket)) opened++;
        seen.add(socket);
      });
      sent.on("timeout", () =>
        sent.destroy(new Error(`${method} ${target.slice(0, 200)}: no answer in time`)),
      );
      // A server that refuses a body may answer before it has come; what it said counts.
      sent.on("error", (error) => {
        if (!isAnswered) reject(error);
      });
      sent.on("response", (response) => {
        isAnswered = true;
        const parts: Buffer[] = [];
        response.on("data", (part: Buffer) => parts.push(part));
        response.on("error", reject);
        response.on("end", () => {
          const given = new Headers();
          for (let at = 0; at + 1 < response.rawHeaders.length; at += 2)
            given.append(response.rawHeaders[at] ?? "", response.rawHeaders[at + 1] ?? "");
          resolve({
            status: response.statusCode ?? 0,
            headers: given,
            text: Buffer.concat(parts).toString(),
          });
        });
      });
      sent.end(body ?? chunks);
    });
  const seen = new WeakSet<object>();
  return {
    send: async (request) => {
      const { method = "GET", target, headers } = request;
      const answer = await transmit(request);
      await watchAnswer(origin, { method, target, headers: new Headers(headers) }, answer);
      const { status, text } = answer;
      if (method === "HEAD") return { status, headers: answer.headers, body: { ok: true, data: null } };
      try {
        return {
          status,
          headers: answer.headers,
          body: JSON.parse(text) as { ok: true; data: unknown } | Failure,
        };
      } catch {
        throw new Error(`${target} answered ${status} without JSON: ${text.slice(0, 300)}`);
      }
    },
    opened: () => opened,
    close: () => agent.destroy(),
  };
}
