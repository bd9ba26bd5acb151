import "server-only";
import { CheckoutError } from "@/lib/core/errors";
import type { Operation } from "@/lib/schemas/operations";
import type { Deps } from "@/lib/server/deps";
import { getDeps } from "@/lib/server/deps";
import { respond, respondError } from "./respond";

const methods = ["GET", "POST", "PUT", "PATCH", "DELETE"] as const;
type Method = (typeof methods)[number];

export type Params = Readonly<Record<string, string>>;
/** Next gives routes without parameters none to wait for. */
type RouteContext = { params: Promise<Record<string, string | string[] | undefined> | undefined> };
export type RouteHandler = (request: Request, context: RouteContext) => Promise<Response>;

/** What every operation gets, whichever key it needs. */
export type Call = { deps: Deps; request: Request; params: Params; requestId: string };

/**
 * The handlers of a route file: the given methods, and the envelope for every other one.
 *
 * @example export const { GET, POST, PUT, PATCH, DELETE } = route({ GET: withServerKey(operations.getCheckout, …) });
 */
export function route(handlers: Partial<Record<Method, RouteHandler>>): Record<Method, RouteHandler> {
  const allow = methods.filter((method) => handlers[method] !== undefined).join(", ");
  const refuse: RouteHandler = async (request) =>
    respondError(
      new CheckoutError("METHOD_NOT_ALLOWED", `${request.method} is not possible here. Allowed: ${allow}.`),
      newRequestId(),
      { allow },
    );
  return Object.fromEntries(methods.map((method) => [method, handlers[method] ?? refuse])) as Record<
    Method,
    RouteHandler
  >;
}

/** Runs an operation: request id, answer in the envelope, errors mapped and logged once. */
export function handle(operation: Operation, run: (call: Call) => Promise<unknown>): RouteHandler {
  return async (request, context) => {
    const requestId = newRequestId();
    try {
      const data = await run({ deps: getDeps(), request, params: await readParams(context), requestId });
      return respond(data, { status: operation.status, requestId });
    } catch (error) {
      if (!(error instanceof CheckoutError)) logFailure(operation, requestId, error);
      return respondError(error, requestId);
    }
  };
}

export function newRequestId(): string {
  return crypto.randomUUID();
}

async function readParams(context: RouteContext): Promise<Params> {
  const entries = Object.entries((await context.params) ?? {});
  return Object.fromEntries(
    entries.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
  );
}

function logFailure(operation: Operation, requestId: string, error: unknown): void {
  const fields = { operationId: operation.operationId, requestId, error };
  try {
    getDeps().log.error(fields, "an operation failed");
  } catch {
    // The settings themselves are wrong: there is no log yet.
    console.error("an operation failed before the service was ready", error);
  }
}
