import { connect } from "node:net";
import type { Failure } from "@/lib/api/envelope.schema";
import type { RawAnswer } from "@/lib/testing/conformance/document";
import type { Answer } from "./api";
import { watchAnswer } from "./watch";

/** A request exactly as written: client libraries would fix the path, the headers or the body's length. */
type RawRequest = {
  method?: string;
  /** As in the request line. */
  target: string;
  headers?: Record<string, string>;
  body?: Uint8Array | string;
};

/** Sends the bytes and reads one answer with its JSON. @throws Error when the server ends without one */
export async function sendRaw(baseUrl: string, request: RawRequest): Promise<Answer<unknown>> {
  const { status, headers, text } = await exchange(baseUrl, request);
  try {
    return { status, headers, body: JSON.parse(text) as { ok: true; data: unknown } | Failure };
  } catch {
    throw new Error(`${request.target} answered ${status} without JSON: ${text.slice(0, 300)}`);
  }
}

/** The same with any body. */
export async function exchange(baseUrl: string, request: RawRequest): Promise<RawAnswer> {
  const answer = await transmit(baseUrl, request);
  const { method = "GET", target, body } = request;
  const text = typeof body === "string" ? body : null;
  await watchAnswer(baseUrl, { method, target, headers: readableHeaders(request), body: text }, answer);
  return answer;
}

/** Without those that only a raw request can carry. */
function readableHeaders({ headers = {} }: RawRequest): Headers {
  return new Headers(
    Object.entries(headers).filter(
      ([name, value]) => /^[\w-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value),
    ),
  );
}

/** Of a page under any `Accept`, which no document describes. */
export function transmit(baseUrl: string, request: RawRequest): Promise<RawAnswer> {
  const { method = "GET", target, headers = {}, body = "" } = request;
  const { hostname, port } = new URL(baseUrl);
  const lines = Object.entries({ host: "localhost", connection: "close", ...headers }).map(
    ([name, value]) => `${name}: ${value}`,
  );
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const socket = connect(Number(port), hostname === "localhost" ? "127.0.0.1" : hostname);
    socket.setTimeout(20_000, () => socket.destroy(new Error(`${target}: no answer within 20 s`)));
    socket.on("data", (chunk) => {
      chunks.push(chunk);
      // Of a connection that is kept the answer's end is the end of its chunks.
      if (headers.connection === "keep-alive" && chunk.toString("latin1").endsWith("0\r\n\r\n"))
        socket.destroy();
    });
    // The server may answer and close before it has the whole body; its answer counts.
    socket.on("error", (error) => {
      if (chunks.length === 0) reject(error);
    });
    socket.on("close", () => {
      const answer = parse(Buffer.concat(chunks).toString());
      if (answer === null) reject(new Error(`${target}: the connection ended without an answer`));
      else resolve(answer);
    });
    socket.write(Buffer.from(`${method} ${target} HTTP/1.1\r\n${lines.join("\r\n")}\r\n\r\n`, "latin1"));
    if (body.length > 0) socket.write(body);
  });
}

/** A body in HTTP/1.1 chunks of 64 KiB, its end included. */
export function chunked(body: Uint8Array): Buffer {
  const parts: Buffer[] = [];
  for (let at = 0; at < body.length; at += 65_536) {
    const part = body.subarray(at, at + 65_536);
    parts.push(Buffer.from(`${part.length.toString(16)}\r\n`), Buffer.from(part), Buffer.from("\r\n"));
  }
  return Buffer.concat([...parts, Buffer.from("0\r\n\r\n")]);
}

function parse(said: string): RawAnswer | null {
  const [head = "", ...rest] = said.split("\r\n\r\n");
  const status = /^HTTP\/1\.1 (\d{3})/.exec(head)?.[1];
  if (status === undefined) return null;
  const headers = new Headers();
  for (const line of head.split("\r\n").slice(1)) {
    const colon = line.indexOf(":");
    headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  const text = rest.join("\r\n\r\n");
  const isChunked = headers.get("transfer-encoding") === "chunked";
  return { status: Number(status), headers, text: isChunked ? unchunk(Buffer.from(text)) : text };
}

function unchunk(bytes: Buffer): string {
  const parts: Buffer[] = [];
  let at = 0;
  for (;;) {
    const lineEnd = bytes.indexOf("\r\n", at);
    const size = Number.parseInt(bytes.toString("latin1", at, lineEnd), 16);
    if (lineEnd < 0 || !(size > 0)) return Buffer.concat(parts).toString();
    parts.push(bytes.subarray(lineEnd + 2, lineEnd + 2 + size));
    at = lineEnd + 2 + size + 2;
  }
}
