import type { Operation } from "@/lib/api/operations/operation";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";

/** A request that may be wrong in several ways. */
export type RandomRequest = {
  /** As it stands in the path. */
  checkoutId: string;
  base: "" | "/api";
  key: { value: string | null; refusal: ErrorCode | null };
  origin: string | null;
  query: readonly (readonly [string, string])[];
  contentType: string;
  body: string | null;
  idempotencyKey: string | null;
};

type Refusal = { code: ErrorCode; params?: readonly string[] };

/** The refusal that comes before the resource is looked up, in the order of the checks; null for none. */
export function expectedRefusal(operation: Operation, sent: RandomRequest): Refusal | null {
  if (sent.key.refusal !== null) return { code: sent.key.refusal };
  if (operation.keyKind !== "none" && sent.origin !== null) return { code: "ORIGIN_NOT_ALLOWED" };
  if (operation.query !== null) {
    const fault = faultsOf(operation.query, queryObject(sent.query));
    if (fault !== null) return fault;
  }
  if (operation.body !== null) {
    if (!sent.contentType.startsWith("application/json")) return { code: "UNSUPPORTED_MEDIA_TYPE" };
    const fault = bodyFault(operation.body, sent.body ?? "");
    if (fault !== null) return fault;
  }
  if (
    operation.idempotent &&
    sent.idempotencyKey !== null &&
    !/^[\x20-\x7e]{1,255}$/.test(sent.idempotencyKey)
  )
    return { code: "VALIDATION_ERROR", params: ["Idempotency-Key"] };
  return null;
}

function bodyFault(schema: NonNullable<Operation["body"]>, text: string): Refusal | null {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    return { code: "VALIDATION_ERROR" };
  }
  // A key of that name, or one that stands twice, is named by a reader of its own.
  if (/"__proto__"\s*:/.test(text) || /"amount":.*"amount":/.test(text)) return { code: "VALIDATION_ERROR" };
  return faultsOf(schema, body);
}

function faultsOf(schema: NonNullable<Operation["body"]>, value: unknown): Refusal | null {
  const read = schema.safeParse(value);
  if (read.success) return null;
  const params = read.error.issues.slice(0, 50).map(({ code, path }) => {
    // Of a key that is refused only the field is named.
    return path.slice(0, code === "invalid_key" ? -1 : path.length).join(".");
  });
  const named = params.filter((param) => param !== "");
  // A fault of the whole names no field.
  return named.length === 0 ? { code: "VALIDATION_ERROR" } : { code: "VALIDATION_ERROR", params: named };
}

/** As part of a URL. Text that is not well-formed reaches the server as its replacement, as it does from a browser. */
export function encoded(text: string): string {
  return encodeURIComponent(wellFormed(text));
}

export function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}

function queryObject(pairs: RandomRequest["query"]): Record<string, string | string[]> {
  const search = new URLSearchParams(pairs.map(([name, value]) => [wellFormed(name), wellFormed(value)]));
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
