import { maxMessageLength, type RefusalKind, RpcRefusal } from "./answers";
import { HttpFailure, ResponseTooLarge } from "./post";

/** What gateways answer when the node behind them took too long. */
const gatewayTimeouts: ReadonlySet<number> = new Set([408, 504, 524]);

/** What went wrong with a question to a node, in words and in kind. */
export function explainFailure(cause: unknown, timeoutMs: number): { reason: string; kind: RefusalKind } {
  if (cause instanceof RpcRefusal) return { reason: cause.message, kind: cause.kind };
  if (cause instanceof ResponseTooLarge) return { reason: cause.message, kind: "size" };
  if (isAbort(cause)) return { reason: `no response within ${timeoutMs} ms`, kind: "time" };
  if (cause instanceof HttpFailure) {
    const kind = cause.status === 413 ? "size" : gatewayTimeouts.has(cause.status) ? "time" : "other";
    return { reason: cause.message, kind };
  }
  // Its own words quote the response.
  if (cause instanceof SyntaxError) return { reason: "the response is not JSON", kind: "other" };
  return { reason: innermostMessage(cause), kind: "other" };
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError");
}

/** fetch says no more than "fetch failed"; what happened is in its cause. */
function innermostMessage(error: unknown): string {
  if (!(error instanceof Error)) return String(error).slice(0, maxMessageLength);
  if (error.cause instanceof Error) return innermostMessage(error.cause);
  return (error.message || error.name).slice(0, maxMessageLength);
}
