import { z } from "zod";
import type { Header, JsonSchema, Parameter, Reference } from "./types";

type Direction = "input" | "output";
type Named = Readonly<Record<string, z.ZodType>>;

/** Turns schemas into JSON Schema; named ones become references. */
export type Converter = {
  /** The named schemas themselves. */
  components: Record<string, JsonSchema>;
  /** A schema where it is used: a reference, or its own text with references inside. */
  use: (schema: z.ZodType) => JsonSchema;
};

/**
 * @param direction `input` for requests, before they are read; `output` for answers
 * @param named goes into the document's components
 * @param inline every other schema that `use` will get
 */
export function jsonSchemas(direction: Direction, named: Named, inline: readonly z.ZodType[]): Converter {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const unnamed = [...new Set(inline)].filter((schema) => !names.has(schema));
  unnamed.forEach((schema, index) => {
    registry.add(schema, { id: `inline.${index}` });
  });

  const { schemas } = z.toJSONSchema(registry, { io: direction, uri: reference, override: tidy });
  const converted = new Map(
    Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema as JsonSchema)]),
  );
  const find = (name: string): JsonSchema => {
    const schema = converted.get(name);
    if (schema === undefined) throw new RangeError(`${name} was not among the schemas to be converted`);
    return schema;
  };
  return {
    components: Object.fromEntries([...names.values()].map((name) => [name, find(name)])),
    use: (schema) => {
      const name = names.get(schema);
      return name === undefined ? find(`inline.${unnamed.indexOf(schema)}`) : { $ref: reference(name) };
    },
  };
}

/** The reference of a component in the document. */
export function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

const tidy: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  // Fields may be added at any time: no object is closed.
  if (def.type === "object" && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
  // For schemas with a transform, zod omits these two, since they could belong to either side.
  if (def.type === "default") jsonSchema.default = def.defaultValue;
  // A limit beyond JavaScript's integers is not part of the contract.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A number in a query is text on the wire; the document shows the number.
  if (jsonSchema.type === "integer") delete jsonSchema.pattern;
  mergeNull(jsonSchema as JsonSchema);
};

/** Merges "text or null" of one simple schema, which reads better. */
function mergeNull(schema: JsonSchema): void {
  const [value, nothing, ...more] = schema.anyOf ?? [];
  if (value === undefined || nothing?.type !== "null" || more.length > 0) return;
  if (typeof value.type !== "string" || value.enum !== undefined || value.type === "object") return;
  const { description } = schema;
  delete schema.anyOf;
  Object.assign(schema, value, { type: [value.type, "null"] });
  if (description !== undefined) schema.description = description;
}

function withoutIdentity(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema as JsonSchema & Record<string, unknown>;
  return rest;
}

/** Response headers, by their component's name. */
export const answerHeaders = {
  RequestId: {
    description: "The id of this request. Include it when you contact support.",
    required: true,
    schema: { type: "string" },
    example: "6f1c8f3e-8a55-4f0e-9d0b-5f2f6f1f2a11",
  },
  RateLimit: {
    description:
      "For each limit that applies: `r` is the number of requests left, `t` the seconds until one more is available.",
    schema: { type: "string" },
    example: '"server";r=999;t=60',
  },
  RateLimitPolicy: {
    description: "For each limit that applies: `q` is the number of requests, `w` the window in seconds.",
    schema: { type: "string" },
    example: '"server";q=1000;w=60',
  },
  RateLimitLimit: {
    description: "Requests per minute of the tightest limit.",
    schema: { type: "integer" },
    example: 1000,
  },
  RateLimitRemaining: {
    description: "Requests left in the tightest limit.",
    schema: { type: "integer" },
    example: 999,
  },
  RateLimitReset: {
    description: "Unix time in seconds when the tightest limit has one more request available.",
    schema: { type: "integer" },
    example: 1773480473,
  },
  RetryAfter: {
    description: "Seconds to wait before you try again.",
    schema: { type: "integer", minimum: 0 },
    example: 12,
  },
  ETag: {
    description:
      "Stands for everything in the answer except `serverTime`. Send it as `If-None-Match` next time.",
    schema: { type: "string" },
    example: 'W/"6Yd2Lh7q0Vt1o0nLwX9b8A"',
  },
  IdempotentReplayed: {
    description:
      "`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] },
  },
  AllowOrigin: {
    description: "The page's origin, which is on the project's allow-list.",
    schema: { type: "string" },
    example: "https://shop.example.com",
  },
  Location: {
    description: "The payment page. After an error, `problem` has its code.",
    schema: { type: "string" },
    example: "/c/chk_01kkmx5r2w7q4m9t6v3n0bhce8",
  },
} as const satisfies Record<string, Header>;

export type AnswerHeader = keyof typeof answerHeaders;

/** Sent with every answer that reached the rate limits. */
export const limitHeaders: Readonly<Record<string, Reference>> = {
  RateLimit: toHeader("RateLimit"),
  "RateLimit-Policy": toHeader("RateLimitPolicy"),
  "X-RateLimit-Limit": toHeader("RateLimitLimit"),
  "X-RateLimit-Remaining": toHeader("RateLimitRemaining"),
  "X-RateLimit-Reset": toHeader("RateLimitReset"),
};

export function toHeader(name: AnswerHeader): Reference {
  return { $ref: `#/components/headers/${name}` };
}

/** Headers of a delivery, by their component's name. */
export const deliveryHeaders = {
  SvcSignature: {
    name: "x-svc-signature",
    in: "header",
    required: true,
    description:
      "`t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>`, keyed with the endpoint's whole secret (`whsec_…`) as text. For 24 hours after a rotation, another `v1` follows.",
    schema: { type: "string", pattern: "^t=\\d+(,v1=[0-9a-f]{64})+$" },
    example: "t=1773480508,v1=5d1f0c8e7b6a49382716f5e4d3c2b1a00f1e2d3c4b5a69788796a5b4c3d2e1f0",
  },
  WebhookId: {
    name: "webhook-id",
    in: "header",
    required: true,
    description: "The event's id, as in the body.",
    schema: { type: "string" },
    example: "evt_01kkmxbq7d2g5k8n1r4t6w9y3z",
  },
  WebhookTimestamp: {
    name: "webhook-timestamp",
    in: "header",
    required: true,
    description: "Time of this attempt in Unix seconds.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: "1773480508",
  },
  WebhookSignature: {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "The signature for Standard Webhooks libraries: `v1,<base64>` of HMAC-SHA256 over `<id>.<timestamp>.<raw body>`, keyed with the decoded bytes after `whsec_`. During a rotation, more signatures follow after a space.",
    schema: { type: "string" },
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
  SvcRequestId: {
    name: "x-svc-request-id",
    in: "header",
    required: false,
    description:
      "`x-request-id` of the API request that caused the event. Absent when the chain or the clock caused it.",
    schema: { type: "string" },
    example: "0b9d3f0e-52c6-4f0a-9b42-0f4c3c1d7a55",
  },
} as const satisfies Record<string, Parameter>;
