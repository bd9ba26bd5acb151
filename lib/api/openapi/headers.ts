import type { Header, Parameter, Reference } from "./types";

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
} as const satisfies Record<string, Parameter>;
