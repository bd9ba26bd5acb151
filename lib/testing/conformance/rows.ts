import { randomUUID } from "node:crypto";
import type { Operation } from "@/lib/api/operations/operation";
import type { KeyKind } from "@/lib/platform/acts";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import type { ApiDocument } from "./document";
import { bodyRows, queryRows } from "./field-rows";
import { methodRows, nearRows } from "./path-rows";
import type { Expected, GoodRequest, Row, Target } from "./row";

const refusal = (...codes: ErrorCode[]): Expected => ({ kind: "refusal", codes });

const unknownToken = "0".repeat(43);
const unknownKeys = { server: `svc_server_${"0".repeat(49)}`, api: `svc_sk_${"0".repeat(49)}` };
const page = "text/html,application/xhtml+xml,*/*;q=0.8";
const wrongOrigins = ["https://evil.example", "null"];
const wrongTypes = ["text/plain", "multipart/form-data; boundary=x", "application/jsonp", "json", ""];
/** What an operation answers about an unknown id in its path. */
const notFound: Readonly<Record<string, readonly [prefix: string, code: ErrorCode]>> = {
  checkoutId: ["chk", "CHECKOUT_NOT_FOUND"],
  eventId: ["evt", "EVENT_NOT_FOUND"],
  refundId: ["rfd", "REFUND_NOT_FOUND"],
  settlementId: ["stl", "SETTLEMENT_NOT_FOUND"],
  endpointId: ["whe", "WEBHOOK_ENDPOINT_NOT_FOUND"],
  deliveryId: ["whd", "WEBHOOK_DELIVERY_NOT_FOUND"],
  paymentLinkId: ["lnk", "PAYMENT_LINK_NOT_FOUND"],
};
const unknownIds = [
  "nope",
  "chk_",
  "prj_00000000000000000000000000",
  "CHK_00000000000000000000000000",
  "a%2Fb",
  "%2F",
  "%2e%2e%2fx",
  "a%0d%0ab",
  "%E6%B1%BA%E6%B8%88",
  "__proto__",
  "%27%20OR%201=1",
  "a".repeat(8_000),
];
const largestBody = 65_536;

/**
 * Each request to an operation with the answer that it must get, in the order in which requests are judged (spec §7).
 * The good requests come last: they also prove that the bad ones changed nothing.
 */
export async function rowsOf(
  operation: Operation,
  all: readonly Operation[],
  target: Target,
): Promise<Row[]> {
  const path = fill(operation.path, target.projectId);
  const key = keyHeaders(operation.keyKind, target);
  const rows = [...methodRows(operation, all, path), ...nearRows(operation, all, path, target)];
  if (operation.streams === true) return rows;
  rows.push(...keyRows(operation, path, target));
  if (key === null) return rows;
  const typed = { ...key, "content-type": "application/json" };
  const prepared = await target.prepare(operation);
  const good = prepared ?? { target: path, headers: key, json: exampleBody(operation, target.document) };
  rows.push(
    ...originRows(operation, path, key),
    ...typeAndSizeRows(operation, path, key, good.json),
    ...(operation.body === null ? [] : bodyRows(operation, good, target, prepared !== null)),
    ...(operation.query === null ? [] : queryRows(operation, good, target)),
    ...idRows(operation, typed, good.json, target),
  );
  if (prepared !== null) rows.push(...(await successRows(operation, target, prepared)));
  return rows;
}

/** The path with this id, or with one that nothing has. */
function fill(path: string, projectId: string, id?: string): string {
  return path.replace(/\{(\w+)\}/g, (_, name: string) => {
    if (name === "projectId") return projectId;
    return id ?? (name === "token" ? unknownToken : `${notFound[name]?.[0]}_${"0".repeat(26)}`);
  });
}

/** The key that an operation takes; null when there is none. */
export function keyHeaders(
  kind: KeyKind,
  { serverKey, apiKey }: Pick<Target, "serverKey" | "apiKey">,
): Record<string, string> | null {
  if (kind === "none") return {};
  const key = kind === "server" ? serverKey : apiKey;
  return key === null ? null : { "x-api-key": key };
}

function exampleBody({ operationId }: Operation, document: ApiDocument): unknown {
  return document.operations.find((each) => each.operationId === operationId)?.bodyExamples[0];
}

/** Keys that an operation refuses, and with which error. */
function refusedKeys(
  kind: KeyKind,
  { serverKey, apiKey, foreign }: Target,
): (readonly [name: string, key: string | null | undefined, code: ErrorCode])[] {
  switch (kind) {
    case "server":
      return [
        ["no key", null, "SERVER_KEY_REQUIRED"],
        ["an empty key", "", "SERVER_KEY_REQUIRED"],
        ["an API key", apiKey ?? unknownKeys.api, "INVALID_KEY_TYPE"],
        ["an unknown API key", unknownKeys.api, "INVALID_KEY_TYPE"],
        ["an unknown server key", unknownKeys.server, "PROJECT_NOT_FOUND"],
        ["a word", "undefined", "PROJECT_NOT_FOUND"],
      ];
    case "project":
      return [
        ["no key", null, "UNAUTHORIZED"],
        ["an empty key", "", "UNAUTHORIZED"],
        ["an unknown API key", unknownKeys.api, "UNAUTHORIZED"],
        ["a word", "undefined", "UNAUTHORIZED"],
        ["another project's key", foreign?.apiKey, "FORBIDDEN"],
        ["the project's server key", serverKey, "FORBIDDEN"],
      ];
    case "sdk":
      return [
        ["no key", null, "AUTH_PROJECT_REQUIRED"],
        ["an empty key", "", "AUTH_PROJECT_REQUIRED"],
        ["a server key", serverKey, "INVALID_KEY_TYPE"],
        ["an unknown API key", unknownKeys.api, "AUTH_PROJECT_NOT_FOUND"],
        ["a word", "undefined", "AUTH_PROJECT_NOT_FOUND"],
      ];
    case "none":
      return [];
    default:
      return kind satisfies never;
  }
}

/** Everything that is judged after the key is wrong too. */
function keyRows({ method, keyKind }: Operation, path: string, target: Target): Row[] {
  return refusedKeys(keyKind, target).flatMap(([name, key, code]) =>
    key === undefined
      ? []
      : ["", "/api"].map((base) => ({
          name: `${name} at ${base}${path}`,
          request: {
            method,
            target: base + path,
            headers: {
              origin: "https://evil.example",
              "content-type": "text/plain",
              ...(key !== null && { "x-api-key": key }),
            },
            ...(method === "POST" && { body: "{" }),
          },
          expected: refusal(code),
        })),
  );
}

function originRows({ method, keyKind }: Operation, path: string, key: Record<string, string>): Row[] {
  if (keyKind === "none") return [];
  return wrongOrigins.map((origin) => ({
    name: `the origin ${origin}`,
    request: {
      method,
      target: path,
      headers: { ...key, origin, "content-type": "text/plain" },
      ...(method === "POST" && { body: "{" }),
    },
    expected: refusal("ORIGIN_NOT_ALLOWED"),
  }));
}

function typeAndSizeRows(
  { body }: Operation,
  path: string,
  key: Record<string, string>,
  json: unknown,
): Row[] {
  if (body === null) return [];
  const post = (type: string, text: string) => ({
    method: "POST",
    target: path,
    headers: { ...key, "content-type": type },
    body: text,
  });
  return [
    ...wrongTypes.map((type) => ({
      name: `the content type "${type}"`,
      request: post(type, "{}"),
      expected: refusal("UNSUPPORTED_MEDIA_TYPE"),
    })),
    {
      name: "one byte above 64 KiB",
      request: post("application/json", JSON.stringify(json).padEnd(largestBody + 1)),
      expected: refusal("PAYLOAD_TOO_LARGE"),
    },
  ];
}

/** Unknown ids, and another project's, which look the same. */
function idRows(
  { method, path, keyKind }: Operation,
  headers: Record<string, string>,
  json: unknown,
  { projectId, foreign }: Target,
): Row[] {
  const body = json === undefined ? {} : { body: JSON.stringify(json) };
  const row = (name: string, id: string, code: ErrorCode) => ({
    name,
    request: { method, target: fill(path, projectId, id), headers, ...body },
    expected: refusal(code),
  });
  if (path.includes("{token}"))
    return [unknownToken, "x", "__proto__"].map((id) =>
      row(`the refund link ${id}`, id, "REFUND_LINK_NOT_FOUND"),
    );
  return Object.entries(notFound)
    .filter(([name]) => path.includes(`{${name}}`))
    .flatMap(([name, [, code]]) => {
      const stranger = keyKind === "none" ? undefined : foreign?.ids[name];
      return [
        ...unknownIds.map((id) => row(`the ${name} ${id.slice(0, 40)}`, id, code)),
        ...(stranger === undefined ? [] : [row(`another project's ${name}`, stranger, code)]),
      ];
    });
}

/** At both forms of the address. What a browser accepts decides nothing where a key is sent, and below /api. */
async function successRows(operation: Operation, target: Target, first: GoodRequest): Promise<Row[]> {
  const { method, status, keyKind } = operation;
  const paginated = operation.pagination !== null;
  const second = (await target.prepare(operation)) ?? first;
  const expected = { kind: "success", status, paginated } as const;
  const row = (name: string, good: GoodRequest, base: string, more: Record<string, string>, length = 0) => {
    const text = good.json === undefined ? undefined : JSON.stringify(good.json).padEnd(length);
    const typed: Record<string, string> = text === undefined ? {} : { "content-type": "application/json" };
    const request = { method, target: base + good.target, headers: { ...good.headers, ...typed, ...more } };
    return { name, request: { ...request, ...(text !== undefined && { body: text }) }, expected };
  };
  const key: Record<string, string> = operation.idempotent ? { "idempotency-key": randomUUID() } : {};
  const once = row(`a good request at ${operation.path}`, first, "", {
    accept: page,
    rsc: "1",
    ...(keyKind === "none" && { "x-api-key": "any" }),
    ...key,
  });
  const again: Row = {
    ...once,
    name: "the same Idempotency-Key again",
    expected: { ...expected, isReplay: true },
  };
  const rows: Row[] = [
    once,
    ...(operation.idempotent ? [again] : []),
    row(`a body of 64 KiB at /api${operation.path}`, second, "/api", { accept: page }, largestBody),
  ];
  // HEAD pays nothing: what it answers to a payment is no success.
  if (method === "GET" && operation.x402 !== true)
    rows.push({
      name: "HEAD",
      request: { method: "HEAD", target: second.target, headers: second.headers },
      expected: { kind: "empty", status },
    });
  return rows;
}
