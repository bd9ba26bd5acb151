import { randomUUID } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";

const requestIdHeader = "x-request-id";

/**
 * Gives the exchange its id (decisions §2): on the answer, whoever makes it, and on the request, where the
 * application finds it. What the client sent as an id is replaced.
 */
export function setRequestId(request: IncomingMessage, response: ServerResponse): void {
  const requestId = randomUUID();
  request.headers[requestIdHeader] = requestId;
  response.setHeader(requestIdHeader, requestId);
}

/**
 * Lets only a read without a key ask for a page (decisions §1). Next's rewrites see headers but no methods, and
 * would answer a POST that accepts HTML with the payment page.
 */
export function keepPagesForReads({ method, headers }: IncomingMessage): void {
  const isRead = method === "GET" || method === "HEAD";
  if (isRead && headers["x-api-key"] === undefined) return;
  delete headers.rsc;
  if (headers.accept?.includes("text/html")) headers.accept = "*/*";
}

/**
 * Adds to `Vary` what decides between page and JSON (decisions §1). Next writes the Vary of a page over
 * whatever stands there, so it is added to what Next writes.
 */
export function varyByForm(response: ServerResponse): void {
  const setHeader = response.setHeader.bind(response);
  response.setHeader = (name, value) => {
    if (name.toLowerCase() !== "vary") return setHeader(name, value);
    const written = [value].flat().join(",").split(",");
    const names = ["Accept", "x-api-key", ...written.map((part) => part.trim())];
    return setHeader(name, [...new Set(names)].join(", "));
  };
}
