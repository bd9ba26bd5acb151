import type { Header, Parameter, Reference } from "./types";

/** Response headers, by their component's name. */
export const answerHeaders = {
  RequestId: {
    description: "Names this request: give it when you ask about it.",
    required: true,
    schema: { type: "string" },
    example: "6f1c8f3e-8a55-4f0e-9d0b-5f2f6f1f2a11",
  },
  RateLimit: {
    description:
      "For each limit that the request counts towards: how many more are admitted now, and in how many seconds one more than that.",
    schema: { type: "string" },
    example: '"server";r=999;t=60',
  },
  RateLimitPolicy: {
    description: "The limits themselves: requests in a window of seconds.",
    schema: { type: "string" },
    example: '"server";q=1000;w=60',
  },
  RateLimitLimit: {
    description: "Requests a minute, of the tightest limit.",
    schema: { type: "integer" },
    example: 1000,
  },
  RateLimitRemaining: {
    description: "How many more, of the tightest limit.",
    schema: { type: "integer" },
    example: 999,
  },
  RateLimitReset: {
    description: "When the tightest limit admits one more than `X-RateLimit-Remaining`, in Unix seconds.",
    schema: { type: "integer" },
    example: 1773480473,
  },
  RetryAfter: {
    description: "For how many seconds to wait before the next try.",
    schema: { type: "integer", minimum: 0 },
    example: 12,
  },
  IdempotentReplayed: {
    description: "`true` when this is the kept answer to an earlier request with the same `Idempotency-Key`.",
    schema: { type: "string", enum: ["true"] },
  },
  AllowOrigin: {
    description: "The page's origin, which is on the project's allow-list.",
    schema: { type: "string" },
    example: "https://shop.example.com",
  },
  Location: {
    description: "The payment page; with the error's code in `problem` when there is one.",
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
      "`t=<Unix seconds>,v1=<hex>`: HMAC-SHA256 of `<t>.<raw body>`, keyed with the endpoint's whole secret (`whsec_…`) as text. Another `v1` follows for 24 hours after the secret was rotated.",
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
    description: "The moment of this attempt, in Unix seconds.",
    schema: { type: "string", pattern: "^\\d+$" },
    example: "1773480508",
  },
  WebhookSignature: {
    name: "webhook-signature",
    in: "header",
    required: true,
    description:
      "The signature in the form of Standard Webhooks, for its libraries: `v1,<base64>` of HMAC-SHA256 over `<id>.<timestamp>.<raw body>`, keyed with the bytes behind `whsec_`. More follow after a space while a secret is rotated.",
    schema: { type: "string" },
    example: "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  },
} as const satisfies Record<string, Parameter>;
