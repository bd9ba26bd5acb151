import "server-only";
import type { Operation } from "@/lib/api/operations/operation";
import type { HttpDeps } from "@/lib/api/wiring/http";
import type { KeyHolder } from "@/lib/projects/project.store";
import { codeOf } from "./respond";

export type Params = Readonly<Record<string, string>>;

/** Identifies a request in the log; `path` for operations of the API. */
export type Handled = Pick<Operation, "operationId"> &
  Partial<Pick<Operation, "path">> & {
    /** The dashboard's: its refusals are in the language of the page that asks. The API's are English. */
    isOfDashboard?: true;
  };

/** What every operation gets, with any kind of key. */
export type Call = {
  deps: HttpDeps;
  request: Request;
  params: Params;
  requestId: string;
  /** Headers of the answer, success or error. */
  headers: Headers;
  /** The request's key holder, once known. */
  caller?: KeyHolder;
};

/** The form of an id; other text in a path is useless in a list. */
const idPattern = /^[\w-]{1,64}$/;

/** How a request ended: `failure` is the thrown error, `startedAt` by the process's own clock. */
type Ending = { status: number; failure: unknown; startedAt: number };

/** Logs a request with a known key, after its answer; others belong to no project. */
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

/** The specification's path, for any path that the request used. */
function pathOf({ path = "" }: Handled, params: Params): string {
  return path.replace(/\{(\w+)\}/g, (placeholder, name: string) => {
    const value = params[name];
    return value !== undefined && idPattern.test(value) ? value : placeholder;
  });
}
