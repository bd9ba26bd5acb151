import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { operationExamples } from "@/lib/api/openapi/examples/operations";
import { type OperationId, operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import { createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { testEvent, webhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import { type ErrorCode, errorStatuses } from "@/lib/platform/values/errors.rules";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { openApiDocument } from "./document";
import { globalErrors } from "./operation";
import type { JsonSchema, MediaType, Parameter, PathOperation, Reference } from "./types";
import { eventTexts, testText } from "./webhooks";

const document = openApiDocument("1.2.3");
const all = Object.entries(operations) as [OperationId, Operation][];
const paths = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
);
const hooks = Object.entries(document.webhooks).flatMap(([kind, { post }]) =>
  post === undefined ? [] : [[kind, post] as const],
);

/** With every object closed: nothing that the document does not name passes. */
const closed = closeObjects(document);
const ajv = new Ajv2020({ strict: true, strictTypes: false, strictRequired: false, allErrors: true });
addFormats.default(ajv);
ajv.addVocabulary([
  "components",
  "openapi",
  "info",
  "servers",
  "tags",
  "paths",
  "webhooks",
  "x-service-info",
]);
ajv.addSchema(closed, "document");

/** The schema's faults in a value; the schema is found by its place in the document. */
function faults(pointer: readonly string[], value: unknown): unknown[] {
  const place = pointer.map((part) => encodeURIComponent(part.replaceAll("~", "~0").replaceAll("/", "~1")));
  const validate = ajv.getSchema(`document#/${place.join("/")}`);
  if (validate === undefined) throw new Error(`nothing at ${pointer.join(" / ")}`);
  return validate(value) === true ? [] : (validate.errors ?? []);
}

function closeObjects(value: unknown): JsonSchema {
  if (Array.isArray(value)) return value.map(closeObjects) as unknown as JsonSchema;
  if (typeof value !== "object" || value === null) return value as JsonSchema;
  const parts = Object.fromEntries(Object.entries(value).map(([key, part]) => [key, closeObjects(part)]));
  const { type, properties, additionalProperties } = value as JsonSchema;
  const isObject = type === "object" && properties !== undefined && additionalProperties === undefined;
  return isObject ? { ...parts, additionalProperties: false as unknown as JsonSchema } : parts;
}

type Documented = { name: string; pointer: string[]; value: unknown };

function examplesOf(name: string, at: string[], content: Record<string, MediaType> = {}): Documented[] {
  return Object.entries(content).flatMap(([type, { examples = {} }]) =>
    Object.entries(examples).map(([example, { value }]) => ({
      name: `${name}: ${example}`,
      pointer: [...at, "content", type, "schema"],
      value,
    })),
  );
}

function documentedBy(at: string[], { operationId, requestBody, responses }: PathOperation): Documented[] {
  return [
    ...examplesOf(`body of ${operationId}`, [...at, "requestBody"], requestBody?.content),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      examplesOf(`${status} of ${operationId}`, [...at, "responses", status], content),
    ),
  ];
}

const documented = [
  ...paths.flatMap(({ path, method, operation }) =>
    documentedBy(["paths", path, method.toLowerCase()], operation),
  ),
  ...hooks.flatMap(([kind, post]) => documentedBy(["webhooks", kind, "post"], post)),
];

function isParameter(parameter: Parameter | Reference): parameter is Parameter {
  return "name" in parameter;
}

describe("the document", () => {
  test("holds exactly the operations, each at its method and path, with its summary", () => {
    const inDocument = paths.map(({ path, method, operation }) => [
      operation.operationId,
      method,
      path,
      operation.summary,
      operation.tags,
    ]);
    const declared = all.map(([, { operationId, method, path, summary, tag }]) => [
      operationId,
      method,
      path,
      summary,
      [tag],
    ]);
    expect(inDocument.toSorted()).toEqual(declared.toSorted());
    expect(all.every(([id, { operationId }]) => id === operationId)).toBe(true);
  });

  test("takes its version from the caller", () => {
    expect(document.info.version).toBe("1.2.3");
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
  });

  test("tells clients of MPP which operation is paid, with 402 among its answers", () => {
    const paid = paths.filter(({ operation }) => operation["x-payment-info"] !== undefined);
    expect(paid.map(({ method, path }) => `${method} ${path}`)).toEqual(["GET /c/{checkoutId}/x402"]);
    for (const { operation } of paid) {
      expect(operation["x-payment-info"]).toMatchObject({ method: "evm", intent: "charge", amount: null });
      expect(Object.keys(operation.responses)).toContain("402");
    }
    expect(document["x-service-info"].docs.llms).toBe("/llms.txt");
  });

  test("describes every field of every component, or gives it a self-explanatory name", () => {
    const selfExplaining = ["ok", "merchantName", "itemName", "itemDescription", "name", "message", "symbol"];
    const silent = Object.entries(document.components.schemas).flatMap(([component, { properties = {} }]) =>
      Object.entries(properties)
        .filter(([name, schema]) => schema.description === undefined && !selfExplaining.includes(name))
        .filter(([, schema]) => schema.$ref === undefined && schema.properties === undefined)
        .filter(([, schema]) => schema.items === undefined && schema.const === undefined)
        .map(([name]) => `${component}.${name}`),
    );
    expect(silent).toEqual([]);
  });
});

describe.each(all)("%s", (id, operation) => {
  const found = paths.find((candidate) => candidate.operation.operationId === id)?.operation;
  if (found === undefined) throw new Error(`${id} is not in the document`);

  test("requires its documented key", () => {
    const expected = { server: [{ serverKey: [] }, { serverKeyAsBearer: [] }], none: [] }[
      operation.keyKind as "server" | "none"
    ];
    expect(found.security).toEqual(expected ?? [{ apiKey: [] }]);
  });

  test("documents the scope and its refusal where not every server key will do", () => {
    const { needs } = operation;
    const sentence = {
      create: "The server key's scope must be `create` or `all`.",
      all: "The server key's scope must be `all`.",
    }[String(needs)];
    const described = [operation.description, ...(sentence === undefined ? [] : [sentence])].join(" ");
    expect(found.description).toBe(described);
    const codes: readonly ErrorCode[] = operation.errors;
    expect(codes.includes("INSUFFICIENT_KEY_SCOPE")).toBe(needs === "create" || needs === "all");
  });

  test("documents its success and, by status, exactly its error codes and those of every operation", () => {
    const codes = Object.entries(found.responses).flatMap(([status, { content }]) => {
      const schema = content?.["application/json"]?.schema.allOf?.[1];
      const named = (schema?.properties?.error?.properties?.code?.enum ?? []) as ErrorCode[];
      for (const code of named) expect(errorStatuses[code]).toBe(Number(status));
      return named;
    });
    const ofPath = operation.path.includes("{") ? ["VALIDATION_ERROR"] : [];
    expect(codes.toSorted()).toEqual(
      [...new Set([...operation.errors, ...ofPath, ...globalErrors])].toSorted(),
    );
    expect(found.responses[operation.status]).toBeDefined();
  });

  test("documents the parameters of path and query, and Idempotency-Key when it supports one", () => {
    const parameters = (found.parameters ?? []).filter(isParameter);
    expect(parameters.filter((one) => one.in === "path").map(({ name }) => `{${name}}`)).toEqual(
      operation.path.match(/\{\w+\}/g) ?? [],
    );
    expect(parameters.filter((one) => one.in === "query").map(({ name }) => name)).toEqual(
      Object.keys(operation.query?.shape ?? {}),
    );
    const takesKey = found.parameters?.some(
      (one) => !isParameter(one) && one.$ref.endsWith("IdempotencyKey"),
    );
    expect(takesKey ?? false).toBe(operation.idempotent);
    // Every act of a merchant's server may be sent again.
    expect(operation.idempotent).toBe(operation.method === "POST" && operation.keyKind !== "none");
  });

  test("reads the bodies and answers the data of its examples", () => {
    const { bodies = {}, data, query } = operationExamples[id];
    expect(Object.keys(bodies).length > 0).toBe(operation.body !== null);
    for (const { value } of Object.values(bodies)) operation.body?.parse(value);
    expect(Object.keys(data).length).toBeGreaterThan(0);
    for (const { value } of Object.values(data)) expect(operation.data.parse(value)).toEqual(value);
    const texts = Object.fromEntries(
      Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]),
    );
    operation.query?.parse(texts);
  });
});

describe("examples", () => {
  test("exist for every body, success and error", () => {
    expect(documented.length).toBeGreaterThan(150);
  });

  test.each(documented)("$name is valid, and has only documented fields", ({ pointer, value }) => {
    expect(faults(pointer, value)).toEqual([]);
  });

  test("would not be valid with a field more, a field less or another code", () => {
    const at = ["paths", "/v1/checkouts/{checkoutId}/cancel", "post", "responses"];
    const ok = { ok: true, data: { id: "chk_01kkmx5r2w7q4m9t6v3n0bhce8", status: "CANCELLED" } };
    const success = [...at, "200", "content", "application/json", "schema"];
    expect(faults(success, ok)).toEqual([]);
    expect(faults(success, { ...ok, data: { ...ok.data, more: 1 } })).not.toEqual([]);
    expect(faults(success, { ok: true, data: { id: ok.data.id } })).not.toEqual([]);
    const refused = { ok: false, error: { code: "CHECKOUT_NOT_FOUND", message: "m", requestId: "r" } };
    const notFound = [...at, "404", "content", "application/json", "schema"];
    expect(faults(notFound, refused)).toEqual([]);
    const other = { ...refused, error: { ...refused.error, code: "CHECKOUT_NOT_CANCELLABLE" } };
    expect(faults(notFound, other)).not.toEqual([]);
  });
});

describe("a body", () => {
  const schema = ["components", "schemas", "CreateCheckout"];
  const fiat = { fiatAmount: "4.50", fiatCurrency: "USD" };
  const tokenAddress = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

  test.each([
    ["a fiat price", fiat],
    ["a token amount", { amount: "4500000" }],
    ["a token with its chain", { ...fiat, chainId: 8453, tokenAddress }],
  ])("with %s is valid", (_, body) => {
    expect(faults(schema, body)).toEqual([]);
    expect(createCheckoutBody.safeParse(body).success).toBe(true);
  });

  test.each([
    ["no price", {}],
    ["both prices", { ...fiat, amount: "4500000" }],
    ["half a fiat price", { fiatAmount: "4.50" }],
    ["half a fiat price beside an amount", { fiatCurrency: "USD", amount: "1" }],
    ["an amount that is no integer text", { amount: "1e3" }],
    ["a token without its chain", { ...fiat, tokenAddress }],
    ["an address that is none", { ...fiat, chainId: 8453, tokenAddress: "0x12" }],
    ["a fraction of a minute", { ...fiat, expiryMinutes: 1.5 }],
    ["too long a text", { ...fiat, itemName: "a".repeat(201) }],
  ])("with %s is refused by the document and the service alike", (_, body) => {
    expect(faults(schema, body)).not.toEqual([]);
    expect(createCheckoutBody.safeParse(body).success).toBe(false);
  });
});

describe("webhooks", () => {
  const texts: Readonly<Record<string, string>> = { ...eventTexts, "endpoint.test": testText };
  const schemaOf = (kind: string) => [
    "webhooks",
    kind,
    "post",
    "requestBody",
    "content",
    "application/json",
    "schema",
  ];

  test("exist for every kind of event, and for an endpoint's test", () => {
    expect(hooks.map(([kind]) => kind)).toEqual([...eventKinds, "endpoint.test"]);
  });

  test("have a schema each", () => {
    const schemas = hooks.map(([, post]) => post.requestBody?.content["application/json"]?.schema.$ref);
    expect(new Set(schemas).size).toBe(hooks.length);
    for (const schema of schemas) expect(schema).toMatch(/^#\/components\/schemas\/\w+Event$/);
  });

  test.each(hooks)("%s matches its delivered example, and no other kind", (kind) => {
    const event = JSON.parse(texts[kind] ?? "");
    expect((kind === "endpoint.test" ? testEvent : webhookEvent).parse(event)).toEqual(event);
    expect(event.event).toBe(kind);
    for (const [other] of hooks)
      expect(faults(schemaOf(other), event).length === 0, `${kind} as ${other}`).toBe(other === kind);
  });

  test.each(hooks)("%s requires all that it has, and takes nothing more", (kind) => {
    const event = JSON.parse(texts[kind] ?? "");
    for (const member of Object.keys(event)) {
      const { [member]: _, ...without } = event;
      expect(faults(schemaOf(kind), without), member).not.toEqual([]);
    }
    for (const member of Object.keys(event.data)) {
      const { [member]: _, ...without } = event.data;
      expect(faults(schemaOf(kind), { ...event, data: without }), member).not.toEqual([]);
    }
    expect(faults(schemaOf(kind), { ...event, more: 1 })).not.toEqual([]);
    expect(faults(schemaOf(kind), { ...event, data: { ...event.data, more: 1 } })).not.toEqual([]);
  });
});

test("every error code belongs to an operation, or to an unknown path", () => {
  const withoutOperation: ErrorCode[] = [
    "NOT_FOUND",
    "METHOD_NOT_ALLOWED",
    // Of what an owner does by command.
    "REFUND_NOT_APPROVABLE",
    "REFUND_NOT_CLAIMABLE",
    "REFUND_NOT_SIGNABLE",
  ];
  const known = new Set<ErrorCode>([
    ...withoutOperation,
    ...globalErrors,
    ...all.flatMap(([, { errors }]) => errors),
  ]);
  expect([...known].toSorted()).toEqual(Object.keys(errorStatuses).toSorted());
  const declared = all.flatMap(([, { errors }]) => [...errors] as ErrorCode[]);
  expect(declared.filter((code) => withoutOperation.includes(code))).toEqual([]);
});
