/** The part of JSON Schema 2020-12 that the document uses. */
export type JsonSchema = {
  $ref?: string;
  type?: string | string[];
  description?: string;
  format?: string;
  pattern?: string;
  enum?: readonly unknown[];
  const?: unknown;
  default?: unknown;
  examples?: readonly unknown[];
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  maxProperties?: number;
  properties?: Record<string, JsonSchema>;
  required?: readonly string[];
  dependentRequired?: Record<string, readonly string[]>;
  additionalProperties?: JsonSchema;
  propertyNames?: JsonSchema;
  items?: JsonSchema;
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  allOf?: readonly JsonSchema[];
};

export type Reference = { $ref: string };
export type Example = { summary: string; value: unknown };

export type Header = { description: string; required?: boolean; schema: JsonSchema; example?: unknown };

export type Parameter = {
  name: string;
  in: "path" | "query" | "header";
  description: string;
  required: boolean;
  schema: JsonSchema;
  example?: unknown;
};

export type MediaType = { schema: JsonSchema; examples?: Record<string, Example> };

export type Answer = {
  description: string;
  headers?: Record<string, Header | Reference>;
  content?: Record<string, MediaType>;
};

export type PathOperation = {
  operationId: string;
  tags: readonly string[];
  summary: string;
  description: string;
  security?: readonly Record<string, readonly string[]>[];
  parameters?: readonly (Parameter | Reference)[];
  requestBody?: { description: string; required: boolean; content: Record<string, MediaType> };
  responses: Record<string, Answer>;
  /** How the operation is paid, for clients of MPP; its 402 says for how much. */
  "x-payment-info"?: PaymentInfo;
};

export type PaymentInfo = { method: string; intent: string; amount: null; description: string };

/** By method in lower case. */
export type PathItem = Partial<Record<"get" | "post", PathOperation>>;

export type SecurityScheme =
  | { type: "apiKey"; in: "header"; name: string; description: string }
  | { type: "http"; scheme: "bearer"; description: string };

/** The part of OpenAPI 3.1 that the document uses. */
export type OpenApiDocument = {
  openapi: "3.1.1";
  info: {
    title: string;
    version: string;
    summary: string;
    description: string;
    license: { name: string; identifier: string };
  };
  servers: readonly { url: string; description: string }[];
  /** Where clients of MPP find the documentation. */
  "x-service-info": {
    categories: readonly string[];
    docs: Record<"apiReference" | "homepage" | "llms", string>;
  };
  tags: readonly { name: string; description: string }[];
  paths: Record<string, PathItem>;
  webhooks: Record<string, PathItem>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, Header>;
    parameters: Record<string, Parameter>;
    securitySchemes: Record<string, SecurityScheme>;
  };
};

/** An operation of the document with its address. */
export type DocumentedOperation = { method: "GET" | "POST"; path: string; operation: PathOperation };

/** Operations under one heading; `page` is the last part of their page's address. */
export type OperationGroup = {
  page: string;
  title: string;
  description: string;
  operations: readonly DocumentedOperation[];
};

/** The document's operations under its tags, in its order. */
export function operationGroups({ tags, paths }: OpenApiDocument): OperationGroup[] {
  const all = Object.entries(paths).flatMap(([path, { get, post }]) => [
    ...(post === undefined ? [] : [{ method: "POST", path, operation: post } as const]),
    ...(get === undefined ? [] : [{ method: "GET", path, operation: get } as const]),
  ]);
  return tags
    .map(({ name, description }) => ({
      page: name.toLowerCase().replace(/\W+/g, "-"),
      title: name,
      description,
      operations: all.filter(({ operation }) => operation.tags.includes(name)),
    }))
    .filter(({ operations }) => operations.length > 0);
}
