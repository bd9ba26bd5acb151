import type { DocumentedOperation } from "@/lib/api/openapi/docs-pages";
import type { Parameter, Reference } from "@/lib/api/openapi/types";

export type ExampleRequest = {
  operationId: string;
  origin: string;
  method: "GET" | "POST";
  url: string;
  query: Record<string, unknown>;
  hasCheckout: boolean;
  key: "serverKey" | "apiKey" | null;
  idempotencyKey: string | null;
  body: unknown;
};

/** An operation's request with the document's own example values. */
export function exampleRequest(
  { method, path, operation }: DocumentedOperation,
  origin: string,
): ExampleRequest {
  const parameters = (operation.parameters ?? []).filter(
    (parameter: Parameter | Reference): parameter is Parameter => "name" in parameter,
  );
  const named = Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const query = Object.fromEntries(
    inQuery.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]));
  const [scheme] = operation.security ?? [];
  const examples = operation.requestBody?.content["application/json"]?.examples ?? {};
  return {
    operationId: operation.operationId,
    origin,
    method,
    url: `${origin}${filled}${search === "" ? "" : `?${search}`}`,
    query,
    hasCheckout: path.includes("{checkoutId}"),
    key: scheme === undefined ? null : "serverKey" in scheme ? "serverKey" : "apiKey",
    idempotencyKey: operation.parameters?.some((one) => "$ref" in one)
      ? exampleKey(operation.operationId)
      : null,
    body: Object.values(examples)[0]?.value,
  };
}

/** One for each thing that is done to an order: the same key with another request would be refused. */
function exampleKey(operationId: string): string {
  const done = /^(cancel|create(?=Refund))/.exec(operationId)?.[0];
  return done === undefined ? "order-1042" : `${done === "cancel" ? "cancel" : "refund"}-order-1042`;
}
