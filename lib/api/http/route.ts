import { fault } from "@/lib/platform/faults/fault.rules";
import type { Call, Handled, Params } from "./note-request";
import "server-only";
import { getHttp } from "@/lib/api/wiring/http";
import { inRequest } from "@/lib/platform/tracing";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { noteRequest } from "./note-request";
import { dashboardLanguageOf } from "./request-language";
import { type Answer, requestIdOf, respond, respondError } from "./respond";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];
type Handlers = Record<Method | "OPTIONS", RouteHandler>;
/** Next gives routes without parameters none to wait for. */
type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/**
 * The handlers of a route file: the given methods, and the envelope for every other one. Next answers HEAD by
 * GET's. `preflight` answers OPTIONS where other origins may call.
 *
 * @example export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({ GET: withServerKey(operations.getCheckout, …) });
 */
export function route(handlers: Partial<Record<Method, RouteHandler>>, preflight?: RouteHandler): Handlers {
  const allow = methods
    .filter((method) => handlers[method] !== undefined)
    .flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]))
    .join(", ");
  const refuse: RouteHandler = async (request) =>
    respondError(
      new CheckoutError(
        "METHOD_NOT_ALLOWED",
        fault("api.method", { method: request.method, allowed: allow }),
      ),
      requestIdOf(request),
      new Headers(preflight === undefined ? { allow } : { allow, vary: "Origin" }),
    );
  const options: RouteHandler = async () =>
    new Response(null, { status: 204, headers: { allow: `${allow}, OPTIONS`, "cache-control": "no-store" } });
  const all = methods.map((method) => [method, named(handlers[method] ?? refuse)] as const);
  return { ...Object.fromEntries(all), OPTIONS: named(preflight ?? options) } as Handlers;
}

/** Every answer names its request. */
function named(handler: RouteHandler): RouteHandler {
  return async (request, context) => {
    const response = await handler(request, context);
    response.headers.set("x-request-id", requestIdOf(request));
    return response;
  };
}

/** Runs an operation: request id, answer in the envelope, errors mapped and logged once. */
export function handle(operation: Handled, run: (call: Call) => Promise<Answer>): RouteHandler {
  return async (request, context) => {
    const startedAt = performance.now();
    const requestId = requestIdOf(request);
    const headers = new Headers();
    let call: Call | undefined;
    let response: Response;
    let failure: unknown;
    try {
      const params = await readParams(context);
      refuseNull(params);
      call = { deps: getHttp(), request, params, requestId, headers };
      const started = call;
      response = respond(await inRequest(requestId, () => run(started)), requestId, headers);
    } catch (error) {
      if (!(error instanceof CheckoutError)) logFailure(operation, requestId, error);
      failure = error;
      const language = operation.isOfDashboard === true ? dashboardLanguageOf(request) : "en";
      response = respondError(error, requestId, headers, language);
    }
    if (call !== undefined) {
      noteRequest(operation, call, { status: response.status, failure, startedAt });
      const durationMs = performance.now() - startedAt;
      call.deps.metrics.requestEnded(operation.operationId, response.status, durationMs);
      call.deps.log.debug?.(
        { requestId, operationId: operation.operationId, status: response.status, durationMs },
        "request",
      );
    }
    return response;
  };
}

/** PostgreSQL takes no null character, and no name has one. */
function refuseNull(params: Params): void {
  if (Object.values(params).some((value) => /\0|%00/.test(value ?? "")))
    throw new CheckoutError("VALIDATION_ERROR", fault("api.address"));
}

export async function readParams(context: RouteContext): Promise<Params> {
  const entries = Object.entries((await context.params) ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

export function logFailure(operation: Handled, requestId: string, error: unknown): void {
  const fields = { operationId: operation.operationId, requestId, error };
  try {
    getHttp().log.error(fields, "an operation failed");
  } catch {
    // The settings themselves are wrong: there is no log yet.
    console.error("an operation failed before the service was ready", error);
  }
}
