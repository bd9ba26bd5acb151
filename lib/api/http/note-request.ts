import "server-only";
import type { Deps } from "@/lib/api/deps";
import type { Operation } from "@/lib/api/operations/operation";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { KeyHolder } from "@/lib/projects/project.store";

export type Params = Readonly<Record<string, string>>;

/** What a request is known by; `path` of operations of the API. */
export type Handled = Pick<Operation, "operationId"> & Partial<Pick<Operation, "path">>;

/** What every operation gets, whichever key it needs. */
export type Call = {
  deps: Deps;
  request: Request;
  params: Params;
  requestId: string;
  /** Of the answer, whether it is a success or an error. */
  headers: Headers;
  /** Whose key the request came with, once that is known. */
  caller?: Pick<KeyHolder, "keyId" | "project">;
};

/** What an id looks like; anything else that stands in a path is of no use in a list. */
const idPattern = /^[\w-]{1,64}$/;

/** How a request ended: `failure` is what was thrown, `startedAt` of the process's own clock. */
type Ending = { status: number; failure: unknown; startedAt: number };

/** Takes note of a request by a key that is known, behind its answer; of no other, since it is no project's. */
export function noteRequest(
  operation: Handled,
  { caller, deps, request, params, requestId }: Call,
  { status, failure, startedAt }: Ending,
): void {
  if (caller === undefined) return;
  deps.requestRecorder.note({
    requestId,
    projectId: caller.project.id,
    keyId: caller.keyId,
    operation: operation.operationId,
    method: request.method,
    path: pathOf(operation, params),
    statusCode: status,
    errorCode: failure === undefined ? null : codeOf(failure),
    durationMs: Math.round(performance.now() - startedAt),
    createdAt: deps.clock.now(),
  });
}

/** As the specification writes it, whatever the address was by which the request came. */
function pathOf({ path = "" }: Handled, params: Params): string {
  return path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name];
    return value !== undefined && idPattern.test(value) ? value : placeholder;
  });
}

function codeOf(failure: unknown): string {
  return failure instanceof CheckoutError ? failure.code : "INTERNAL_ERROR";
}
