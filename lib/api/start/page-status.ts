import type { IncomingMessage, ServerResponse } from "node:http";

// Next's modules and the start script share nothing but `globalThis` (docs/decisions/001-own-start-script.md).
const slot = Symbol.for("stablecoin-checkout.page-answers");
type Holder = { [slot]?: Map<string, ServerResponse> };

/**
 * For the start script: lets a page say what its answer is called. Next calls every page that it drew 200, and draws
 * the one it has for 404 in the browser alone: without scripts nothing would be seen.
 *
 * @param request with the id that it was given here
 */
export function keepPageAnswer({ headers }: IncomingMessage, response: ServerResponse): void {
  const id = String(headers["x-request-id"]);
  const holder = globalThis as Holder;
  holder[slot] ??= new Map();
  const answers = holder[slot];
  answers.set(id, response);
  response.once("close", () => answers.delete(id));
}

/** For pages: the status of the answer that is being drawn. It does nothing once that has begun to be sent. */
export function setPageStatus(requestId: string, status: number): void {
  const response = (globalThis as Holder)[slot]?.get(requestId);
  if (response !== undefined && !response.headersSent) response.statusCode = status;
}
