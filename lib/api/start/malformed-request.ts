import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { parseUrl } from "@/lib/platform/values/url.rules";
import { securityHeaders } from "./request-headers";

/**
 * Brings the request's target to a path with query, which is all that Next understands.
 *
 * @returns whether the target is one that Next can route; a bad percent-encoding, for one, it answers with
 *   its own HTML page or a stack.
 */
export function repairTarget(request: IncomingMessage): boolean {
  let target = request.url ?? "/";
  // RFC 9112 §3.2.2: a server must accept a target that names scheme and host.
  const absolute = /^https?:\/\//i.test(target) ? parseUrl(target) : null;
  if (absolute !== null) {
    target = absolute.pathname + absolute.search;
    request.url = target;
  }
  if (!target.startsWith("/") || target.includes("\\")) return false;
  const [path = ""] = target.split("?", 1);
  try {
    return !decodeURIComponent(path).includes("\0");
  } catch {
    return false;
  }
}

const maxTargetLength = 8_192;
const maxParameters = 50;

/**
 * Whether a target is longer than any of ours. Next looks at each parameter of a query by going through all of
 * them: some thousand would keep the process busy for a second.
 */
export function isTargetTooLong(target: string): boolean {
  if (target.length > maxTargetLength) return true;
  let parameters = 0;
  for (let at = target.indexOf("&"); at !== -1; at = target.indexOf("&", at + 1)) {
    parameters += 1;
    if (parameters >= maxParameters) return true;
  }
  return false;
}

/** Next's own answer there is a 404 for browsers alone, whichever way the path is spelled. */
export function isImageOptimizer({ url = "/" }: Pick<IncomingMessage, "url">): boolean {
  const { pathname } = new URL(`http://localhost${url}`);
  return decodeURIComponent(pathname).replace(/\/+/g, "/").startsWith("/_next/image");
}

/** Methods that some address may have. Others, such as TRACE, Next answers with 500 or without a body. */
export const knownMethods: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers with the error envelope (decisions §2), or ends a connection whose answer has begun. */
export function answerError(response: ServerResponse, status: number, code: string, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const requestId = String(response.getHeader("x-request-id") ?? randomUUID());
  response.writeHead(status, {
    "content-type": "application/json; charset=utf-8",
    "cache-control": "no-store",
    vary: "Accept, x-api-key",
    "x-request-id": requestId,
  });
  response.end(envelope(code, message, requestId));
}

/** For a `clientError`: what cannot be parsed as HTTP gets the envelope too, and the connection ends. */
export function answerMalformedRequest(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === "ECONNRESET" || !socket.writable) {
    socket.destroy();
    return;
  }
  const [status, message] = malformed(error.code);
  const requestId = randomUUID();
  const body = envelope("VALIDATION_ERROR", message, requestId);
  socket.end(
    [
      `HTTP/1.1 ${status}`,
      "Content-Type: application/json; charset=utf-8",
      `Content-Length: ${Buffer.byteLength(body)}`,
      "Cache-Control: no-store",
      `X-Request-Id: ${requestId}`,
      ...Object.entries(securityHeaders).map(([name, value]) => `${name}: ${value}`),
      "Connection: close",
      "",
      body,
    ].join("\r\n"),
  );
}

function malformed(code: string | undefined): [status: string, message: string] {
  switch (code) {
    case "HPE_HEADER_OVERFLOW":
      return ["431 Request Header Fields Too Large", "The request's headers are longer than 16 KiB."];
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return ["408 Request Timeout", "The request did not arrive in time."];
    default:
      return ["400 Bad Request", "The request is not valid HTTP."];
  }
}

function envelope(code: string, message: string, requestId: string): string {
  return JSON.stringify({ ok: false, error: { code, message, requestId } });
}
