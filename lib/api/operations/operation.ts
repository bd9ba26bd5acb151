import { z } from "zod";
import type { Act, KeyKind, Tag } from "@/lib/platform/acts";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import type { KeyScope } from "@/lib/projects/keys/api-key.rules";

/** The key, and the least scope of a server key (docs/decisions/008-keys-of-a-project.md). */
type KeyNeeds = { keyKind: "server"; needs: KeyScope } | { keyKind: Exclude<KeyKind, "server">; needs: null };

/** One operation of the API: routes, documents, clients and tests are built from it. */
export type Operation = KeyNeeds & {
  operationId: string;
  /** Its heading in the documents. */
  tag: Tag;
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
  /** Each client address has one more limit for all checkouts. */
  searches?: true;
  /** Pages without JavaScript may post it as a form. */
  form?: NonNullable<Act["http"]>["form"] | undefined;
  /** Also takes x402 payments in headers, and answers 402 with an offer and 202 for a pending one. */
  x402?: true;
  errors: readonly ErrorCode[];
};

/** In the order of the checks (spec §7): before the body is read. */
const serverKeyErrors = [
  "SERVER_KEY_REQUIRED",
  "INVALID_KEY_TYPE",
  "PROJECT_NOT_FOUND",
  "ORIGIN_NOT_ALLOWED",
  "RATE_LIMIT_EXCEEDED",
] as const satisfies readonly ErrorCode[];
const projectKeyErrors = [
  "UNAUTHORIZED",
  "FORBIDDEN",
  "ORIGIN_NOT_ALLOWED",
  "RATE_LIMIT_EXCEEDED",
] as const satisfies readonly ErrorCode[];
const sdkKeyErrors = [
  "AUTH_PROJECT_REQUIRED",
  "INVALID_KEY_TYPE",
  "AUTH_PROJECT_NOT_FOUND",
  "ORIGIN_NOT_ALLOWED",
  "RATE_LIMIT_EXCEEDED",
] as const satisfies readonly ErrorCode[];

const bodyErrors = [
  "PAYLOAD_TOO_LARGE",
  "UNSUPPORTED_MEDIA_TYPE",
  "VALIDATION_ERROR",
] as const satisfies readonly ErrorCode[];
const idempotencyErrors = [
  "IDEMPOTENCY_KEY_IN_USE",
  "IDEMPOTENCY_KEY_REUSED",
] as const satisfies readonly ErrorCode[];

const keyErrors: Readonly<Record<KeyKind, readonly ErrorCode[]>> = {
  server: serverKeyErrors,
  project: projectKeyErrors,
  sdk: sdkKeyErrors,
  none: ["RATE_LIMIT_EXCEEDED"],
};

/** An act with its door to the API. */
export type HttpAct = Act & { http: NonNullable<Act["http"]> };

/** The names of a table's operations. */
export type OperationIdIn<Acts> = {
  [Key in keyof Acts]: Acts[Key] extends { http?: infer Door }
    ? NonNullable<Door> extends { operationId: infer Id extends string }
      ? Id
      : never
    : never;
}[keyof Acts];

type OperationsIn<Acts> = { [Id in OperationIdIn<Acts>]: Operation & { operationId: Id } };

/** The operations of a table, by id. */
export function operationsOf<Acts extends Readonly<Record<string, Act>>>(acts: Acts): OperationsIn<Acts> {
  const listed = Object.values(acts).flatMap((act) => (hasHttp(act) ? [operationOf(act)] : []));
  return Object.fromEntries(
    listed.map((operation) => [operation.operationId, operation]),
  ) as OperationsIn<Acts>;
}

const hasHttp = (act: Act): act is HttpAct => act.http !== undefined;

/** An act as documents and clients know it. */
export function operationOf(act: HttpAct): Operation {
  const { http, scope, input = null, idempotent = false, errors = [] } = act;
  const { key, status = 200, pagination = null, show: _, showFor: _for, idsInPath: _ids, ...door } = http;
  const needs = scope ?? null;
  const keyKind = key ?? (needs === null ? "none" : "server");
  const isGet = door.method === "GET";
  const query = isGet && input instanceof z.ZodObject ? input : null;
  const body = isGet ? null : input;
  return {
    ...door,
    ...(keyKind === "server" && needs !== null
      ? { keyKind, needs }
      : { keyKind: key ?? "none", needs: null }),
    query,
    body,
    idempotent,
    status,
    pagination,
    errors: [
      ...keyErrors[keyKind],
      ...(needs === null || needs === "read" ? [] : (["INSUFFICIENT_KEY_SCOPE"] as const)),
      ...inputErrors(keyKind, query, body, isGet),
      ...(idempotent ? idempotencyErrors : []),
      ...errors,
    ],
  };
}

/** A POST with a key reads its body, also where it takes none. */
function inputErrors(
  keyKind: KeyKind,
  query: z.ZodObject | null,
  body: z.ZodType | null,
  isGet: boolean,
): readonly ErrorCode[] {
  if (body !== null) return bodyErrors;
  if (query !== null) return ["VALIDATION_ERROR"];
  return isGet || keyKind === "none" ? [] : ["PAYLOAD_TOO_LARGE", "VALIDATION_ERROR"];
}
