import { maxMessageLength, RpcRefusal, UnusableAnswer } from "./answers";
import { HttpFailure, ResponseTooLarge } from "./post";

/** The node refused a request that can shrink, in any way: its caller sends a smaller one. */
export class RequestRefused extends Error {
  override readonly name = "RequestRefused";
}

/** Whether a smaller request may succeed. Words, codes and statuses of refusals are too many to be listed. */
export function mayBeForItsSize(cause: unknown): boolean {
  if (cause instanceof UnusableAnswer) return cause.isIncomplete;
  if (cause instanceof RpcRefusal) return cause.kind !== "state";
  return !isUnreachable(cause);
}

/** Whether it is certain that the size of a single answer was the reason. */
export function isForItsSize(cause: unknown): boolean {
  return cause instanceof ResponseTooLarge || (cause instanceof HttpFailure && cause.status === 413);
}

/** Why a request to a node failed, in words. */
export function explainFailure(cause: unknown, timeoutMs: number): string {
  if (isAbort(cause)) return `no response within ${timeoutMs} ms`;
  // Its own message quotes the response.
  if (cause instanceof SyntaxError) return "the response is not JSON";
  return innermost(cause).message;
}

function isAbort(cause: unknown): boolean {
  return cause instanceof Error && (cause.name === "TimeoutError" || cause.name === "AbortError");
}

/** Nothing was sent: no connection, host or certificate. */
const unreachable =
  /^(?:ECONNREFUSED|ENOTFOUND|EAI_\w+|EHOSTUNREACH|ENETUNREACH|UND_ERR_CONNECT_TIMEOUT|CERT_\w+|ERR_TLS_\w+|ERR_SSL_\w+|\w*SELF_SIGNED\w*|UNABLE_TO_\w+)$/;

function isUnreachable(cause: unknown): boolean {
  return unreachable.test(innermost(cause).code);
}

/** fetch only says "fetch failed"; its cause has the details. */
function innermost(error: unknown): { message: string; code: string } {
  if (!(error instanceof Error)) return { message: String(error).slice(0, maxMessageLength), code: "" };
  if (error.cause instanceof Error) return innermost(error.cause);
  const { code } = error as { code?: unknown };
  return {
    message: (error.message || error.name).slice(0, maxMessageLength),
    code: typeof code === "string" ? code : "",
  };
}
