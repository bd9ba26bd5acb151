import type { z } from "zod";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import type { KeyScope } from "@/lib/projects/keys/api-key.rules";

/**
 * Which key an operation needs (spec §5): a server key, an API key of the project in the path, an API key of any
 * project, or none.
 */
export type KeyKind = "server" | "project" | "sdk" | "none";

/** The key, and the least scope of a server key (docs/decisions/008-keys-of-a-project.md). */
type KeyNeeds = { keyKind: "server"; needs: KeyScope } | { keyKind: Exclude<KeyKind, "server">; needs: null };

/** One operation of the API: routes, documents, clients and tests are built from it. */
export type Operation = KeyNeeds & {
  operationId: string;
  /** Its heading in the documents. */
  tag:
    | "Checkouts"
    | "Refunds"
    | "Payment links"
    | "Settlements and balances"
    | "Stray payments"
    | "Events"
    | "Webhook endpoints"
    | "Payment page"
    | "Refund page"
    | "Currencies and rates"
    | "Project-scoped"
    | "SDK";
  summary: string;
  description: string;
  method: "GET" | "POST";
  /** As specified; served at this path and below `/api`. */
  path: string;
  query: z.ZodObject | null;
  body: z.ZodType | null;
  /** A request without a body counts as one with an empty object. */
  bodyOptional?: true;
  /** Takes an `Idempotency-Key`, and runs once per key. */
  idempotent: boolean;
  status: 200 | 201;
  data: z.ZodType;
  /** A list's `pagination`; null without one. */
  pagination: z.ZodType | null;
  /** The answer has an `ETag`, and `If-None-Match` is answered. */
  conditional?: true;
  /** Returns server-sent events instead of JSON; `data` is the content of one. */
  streams?: true;
  /** A POST that changes nothing: it must not use up the limit of those that pay. */
  limitedApart?: true;
  /** Also takes x402 payments in headers, and answers 402 with an offer and 202 for a pending one. */
  x402?: true;
  errors: readonly ErrorCode[];
};

/** An operation states only where it differs: it takes a key or input, creates something, or returns a list. */
export const plainOperation = {
  keyKind: "none",
  needs: null,
  query: null,
  body: null,
  idempotent: false,
  status: 200,
  pagination: null,
} as const satisfies Partial<Operation>;

/** In the order of the checks (spec §7): before the body is read. */
export const serverKeyErrors = [
  "SERVER_KEY_REQUIRED",
  "INVALID_KEY_TYPE",
  "PROJECT_NOT_FOUND",
  "ORIGIN_NOT_ALLOWED",
  "RATE_LIMIT_EXCEEDED",
] as const satisfies readonly ErrorCode[];
/** Of an operation that not every server key may use. */
export const scopedKeyErrors = [
  ...serverKeyErrors,
  "INSUFFICIENT_KEY_SCOPE",
] as const satisfies readonly ErrorCode[];
export const projectKeyErrors = [
  "UNAUTHORIZED",
  "FORBIDDEN",
  "ORIGIN_NOT_ALLOWED",
  "RATE_LIMIT_EXCEEDED",
] as const satisfies readonly ErrorCode[];
export const sdkKeyErrors = [
  "AUTH_PROJECT_REQUIRED",
  "INVALID_KEY_TYPE",
  "AUTH_PROJECT_NOT_FOUND",
  "ORIGIN_NOT_ALLOWED",
  "RATE_LIMIT_EXCEEDED",
] as const satisfies readonly ErrorCode[];

export const bodyErrors = [
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "VALIDATION_ERROR",
] as const satisfies readonly ErrorCode[];
export const idempotencyErrors = [
  "IDEMPOTENCY_KEY_IN_USE",
  "IDEMPOTENCY_KEY_REUSED",
] as const satisfies readonly ErrorCode[];
export const creationErrors = [
  "UNSUPPORTED_FIAT_CURRENCY",
  "UNSUPPORTED_CHAIN",
  "UNSUPPORTED_TOKEN",
  "UNSUPPORTED_TOKEN_FOR_FIAT",
  "EXCHANGE_RATE_UNAVAILABLE",
  "CHAIN_UNAVAILABLE",
  "AMOUNT_TOO_SMALL",
  "MERCHANT_ADDRESS_NOT_ALLOWED",
] as const satisfies readonly ErrorCode[];
