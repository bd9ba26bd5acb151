import type { z } from "zod";
import type { Failure } from "@/lib/api/envelope.schema";
import { exampleRefundToken, exampleRequestId, ids } from "@/lib/api/openapi/examples/facts";
import { operationExamples } from "@/lib/api/openapi/examples/operations";
import type { OperationId } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import type { KeyKind } from "@/lib/platform/acts";
import { CheckoutError, type ErrorCode, errorStatuses, fieldError } from "@/lib/platform/values/errors.rules";
import { coversScope, keyScopes } from "@/lib/projects/keys/api-key.rules";
import { errorHelp } from "./errors";
import { type Converter, limitHeaders, reference, toHeader } from "./json-schemas";
import type { Answer, Example, MediaType, Parameter, PathOperation, Reference } from "./types";
import { paymentInfo, x402Answers, x402Parameters } from "./x402";

/** Both directions: requests and answers. */
export type Converters = { input: Converter; output: Converter };

/** The media type of streams. */
const eventStream = "text/event-stream";

/** Errors of any operation besides its own. */
export const globalErrors = ["INTERNAL_ERROR", "SERVICE_UNAVAILABLE"] as const satisfies readonly ErrorCode[];

const schemes: Readonly<Record<KeyKind, readonly Record<string, readonly string[]>[]>> = {
  server: [{ serverKey: [] }, { serverKeyAsBearer: [] }],
  project: [{ apiKey: [] }],
  sdk: [{ apiKey: [] }],
  none: [],
};

/** One operation in the document. */
export function toPathOperation(
  id: OperationId,
  operation: Operation,
  converters: Converters,
): PathOperation {
  const parameters = toParameters(id, operation, converters.input);
  const requestBody = toRequestBody(id, operation, converters.input);
  return {
    operationId: operation.operationId,
    tags: [operation.tag],
    summary: operation.summary,
    description: describeWithScope(operation),
    security: schemes[operation.keyKind],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(requestBody === null ? {} : { requestBody }),
    responses: {
      [operation.status]: toSuccess(id, operation, converters.output),
      ...(operation.form !== undefined ? { 303: formAnswer } : {}),
      ...(operation.conditional === true ? { 304: unchangedAnswer } : {}),
      ...(operation.x402 === true
        ? x402Answers(toSuccess(id, operation, converters.output), converters.output)
        : {}),
      ...toFailures(operation),
    },
    // A POST with it would need a body.
    ...(operation.x402 === true && operation.method === "GET" ? { "x-payment-info": paymentInfo } : {}),
  };
}

/** With the scopes that a server key needs, unless any will do. */
function describeWithScope({ description, needs }: Operation): string {
  if (needs === null || needs === keyScopes[0]) return description;
  const scopes = keyScopes.filter((scope) => coversScope(scope, needs)).map((scope) => `\`${scope}\``);
  return `${description} The server key's scope must be ${scopes.join(" or ")}.`;
}

const pathParameters: Readonly<Record<string, { description: string; example: string }>> = {
  checkoutId: { description: "The checkout's id.", example: ids.checkout },
  refundId: { description: "The refund's id.", example: ids.refund },
  paymentLinkId: { description: "The payment link's id.", example: ids.link },
  settlementId: { description: "The settlement's id.", example: ids.settlement },
  endpointId: { description: "The webhook endpoint's id.", example: ids.endpoint },
  deliveryId: { description: "The delivery's id.", example: ids.delivery },
  eventId: { description: "The event's id.", example: ids.event },
  token: { description: "The last part of the link.", example: exampleRefundToken },
  projectId: { description: "The id of the key's project.", example: ids.project },
};

function toParameters(id: OperationId, operation: Operation, { use }: Converter): (Parameter | Reference)[] {
  const inPath = [...operation.path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]): Parameter => {
    const facts = pathParameters[name];
    if (facts === undefined) throw new RangeError(`nothing is said of the path's {${name}}`);
    return { name, in: "path", required: true, schema: { type: "string" }, ...facts };
  });
  const inQuery = Object.entries(operation.query?.shape ?? {}).map(([name, field]): Parameter => {
    const { description = "", ...schema } = use(field);
    const example = operationExamples[id].query?.[name];
    return {
      name,
      in: "query",
      required: false,
      description,
      schema,
      ...(example === undefined ? {} : { example }),
    };
  });
  const key = operation.idempotent ? [{ $ref: "#/components/parameters/IdempotencyKey" }] : [];
  const condition = operation.conditional === true ? [{ $ref: "#/components/parameters/IfNoneMatch" }] : [];
  const payment = operation.x402 === true ? x402Parameters : [];
  return [...inPath, ...inQuery, ...key, ...condition, ...payment];
}

function toRequestBody(
  id: OperationId,
  { body, bodyOptional, form }: Operation,
  { use }: Converter,
): PathOperation["requestBody"] | null {
  if (body === null) return null;
  const json: MediaType = { schema: use(body), examples: operationExamples[id].bodies ?? {} };
  const isForm = form !== undefined;
  return {
    description: isForm
      ? "As JSON. A page without JavaScript may send the same fields as a form, and is sent on to its page."
      : "As JSON, at most 64 KiB.",
    required: bodyOptional !== true,
    content: {
      "application/json": json,
      ...(isForm ? { "application/x-www-form-urlencoded": { schema: use(body) } } : {}),
    },
  };
}

const formAnswer: Answer = {
  description: "For form submissions, with or without an error: a redirect to the page.",
  headers: { Location: toHeader("Location") },
};

const unchangedAnswer: Answer = {
  description: "The answer whose `ETag` you sent is still current. Without a body.",
  headers: { "x-request-id": toHeader("RequestId"), ...limitHeaders, ETag: toHeader("ETag") },
};

function toSuccess(id: OperationId, operation: Operation, { use }: Converter): Answer {
  const { pagination, keyKind } = operation;
  if (operation.streams === true)
    return {
      description: "A stream.",
      headers: { "x-request-id": toHeader("RequestId"), ...limitHeaders },
      content: {
        [eventStream]: { schema: use(operation.data), examples: { ...operationExamples[id].data } },
      },
    };
  const examples = Object.entries(operationExamples[id].data).map(([name, { summary, value }]) => {
    const page = pagination === null ? {} : { pagination: examplePage(pagination, value) };
    return [name, { summary, value: { ok: true, data: value, ...page } }] as const;
  });
  return {
    description: operation.status === 201 ? "Created." : "Done.",
    headers: {
      "x-request-id": toHeader("RequestId"),
      ...limitHeaders,
      ...(operation.idempotent ? { "idempotent-replayed": toHeader("IdempotentReplayed") } : {}),
      ...(operation.conditional === true ? { ETag: toHeader("ETag") } : {}),
      ...(keyKind === "sdk" ? { "access-control-allow-origin": toHeader("AllowOrigin") } : {}),
    },
    content: {
      "application/json": {
        schema: {
          type: "object",
          properties: {
            ok: { const: true },
            data: use(operation.data),
            ...(pagination === null ? {} : { pagination: use(pagination) }),
          },
          required: ["ok", "data", ...(pagination === null ? [] : ["pagination"])],
        },
        examples: Object.fromEntries(examples),
      },
    },
  };
}

/** Everything is on the first page. */
function examplePage(pagination: z.ZodType, data: unknown): unknown {
  const total = Array.isArray(data) ? data.length : 0;
  return pagination.parse({ total, take: 20, skip: 0, next: null, previous: null });
}

function toFailures(operation: Operation): Record<string, Answer> {
  // A null character in a path is refused before the resource is looked up.
  const ofPath: readonly ErrorCode[] = operation.path.includes("{") ? ["VALIDATION_ERROR"] : [];
  const codes = [...new Set<ErrorCode>([...operation.errors, ...ofPath, ...globalErrors])];
  const statuses = [...new Set(codes.map((code) => errorStatuses[code]))];
  return Object.fromEntries(
    statuses.map((status) => {
      const grouped = codes.filter((code) => errorStatuses[code] === status);
      return [status, toFailure(status, grouped)];
    }),
  );
}

function toFailure(status: number, codes: readonly ErrorCode[]): Answer {
  const retry = status === 429 || status === 503 || codes.includes("IDEMPOTENCY_KEY_IN_USE");
  return {
    description: codes.map((code) => `- \`${code}\`: ${errorHelp[code].when}`).join("\n"),
    headers: {
      "x-request-id": toHeader("RequestId"),
      ...limitHeaders,
      ...(retry ? { "Retry-After": toHeader("RetryAfter") } : {}),
    },
    content: {
      "application/json": {
        schema: {
          allOf: [
            { $ref: reference("Failure") },
            { properties: { error: { properties: { code: { enum: codes } } } } },
          ],
        },
        examples: Object.fromEntries(codes.map((code) => [code, failureExample(code)])),
      },
    },
  };
}

/** An error's example answer. */
export function failureExample(code: ErrorCode): Example {
  const { fault, param } = errorHelp[code];
  const isOfField = code === "VALIDATION_ERROR" && param !== undefined;
  const { message, details } = isOfField ? fieldError(param, fault) : new CheckoutError(code, fault);
  const error: Failure["error"] = {
    code,
    message,
    requestId: exampleRequestId,
    ...(param === undefined ? {} : { param }),
    ...(details.length === 0 ? {} : { details: [...details] }),
  };
  return { summary: code, value: { ok: false, error } satisfies Failure };
}
