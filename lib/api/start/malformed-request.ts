import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Duplex } from "node:stream";
import { parseUrl } from "@/lib/platform/values/url.rules";

/** What answers of this script carry, as next.config.ts sets it on all others. */
const securityHeaders = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
} as const;

/** Small files of `public`; Next answers other methods there with 500. */
const publicFile = /^\/(?:checkout\.js|tokens\/[^/]+|shop\/[^/]+\.svg)(?:\?|$)/;

/** Answers what Next would answer badly or slowly. @returns whether the request is answered */
export function refuseMalformedRequest(request: IncomingMessage, response: ServerResponse): boolean {
  const allowed = publicFile.test(request.url ?? "/") ? ["GET", "HEAD"] : knownMethods;
  if (!allowed.includes(request.method ?? "")) {
    response.setHeader("allow", allowed.join(", "));
    answerError(response, 405, "METHOD_NOT_ALLOWED", `${request.method} is not allowed here.`);
    return true;
  }
  // Next answers a range beyond the end of a file with 500.
  delete request.headers.range;
  if (isTargetTooLong(request.url ?? "/")) {
    answerError(
      response,
      414,
      "VALIDATION_ERROR",
      "The address is too long, or its query has too many parameters.",
    );
    return true;
  }
  if (repairTarget(request)) return false;
  if (request.headers.accept?.includes("text/html")) {
    request.url = "/404";
    return false;
  }
  answerError(response, 404, "NOT_FOUND", "Nothing found at this address.");
  return true;
}

/** A segment that stands for this folder or the one above. */
const dotSegment = /\/(?:\.|%2e){1,2}(?=\/|$)/i;

/**
 * Brings the request's target to a path with query, which is all that Next understands.
 *
 * @returns false for a target that Next cannot route: it answers a bad percent-encoding with an HTML page or a stack
 */
function repairTarget(request: IncomingMessage): boolean {
  let target = request.url ?? "/";
  // RFC 9112 §3.2.2: a server must accept a target that names scheme and host.
  const isAbsolute = /^https?:\/\//i.test(target);
  const [pathPart = ""] = target.split("?", 1);
  const parsed = isAbsolute
    ? parseUrl(target)
    : dotSegment.test(pathPart)
      ? parseUrl(`http://localhost${target}`)
      : null;
  if (parsed !== null) {
    target = parsed.pathname + parsed.search;
    request.url = target;
  }
  if (!target.startsWith("/") || target.includes("\\")) return false;
  const [path = ""] = target.split("?", 1);
  try {
    // Next's router takes quadratic time for many of its own `.segments`, which are in none of our addresses.
    return !/\0|\.segments\//.test(decodeURIComponent(path));
  } catch {
    return false;
  }
}

const maxTargetLength = 8_192;
const maxParameters = 50;

/** Next compares each parameter of a query with all others: thousands would keep the process busy for a second. */
export function isTargetTooLong(target: string): boolean {
  return target.length > maxTargetLength || target.split("&", maxParameters + 1).length > maxParameters;
}

/** Methods that some address may have. Others, such as TRACE, Next answers with 500 or without a body. */
const knownMethods: readonly string[] = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

/** Answers with the error envelope (decisions §2), or ends a connection whose answer has begun. */
export function answerError(response: ServerResponse, status: number, code: string, message: string): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  const requestId = randomUUID();
  response.writeHead(status, {
    ...securityHeaders,
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
