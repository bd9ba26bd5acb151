import { isDeepStrictEqual } from "node:util";
import { failure } from "@/lib/api/envelope.schema";
import { errorStatuses } from "@/lib/platform/values/errors.rules";
import type { ApiDocument, RawAnswer } from "./document";
import { isObject } from "./json-schema";
import type { Expected, Row } from "./row";

const requestIdPattern = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const limitHeaders = [
  "ratelimit",
  "ratelimit-policy",
  "x-ratelimit-limit",
  "x-ratelimit-remaining",
  "x-ratelimit-reset",
];

/** Faults of an answer in words; empty without any. */
export function faultsOf({ request, expected }: Row, answer: RawAnswer, document: ApiDocument): string[] {
  if (expected.kind === "redirect")
    return differences([
      ["status", answer.status, 308],
      ["Location", answer.headers.get("location"), expected.location],
    ]);
  if (expected.kind === "empty") return emptyFaults(request.method, expected, answer);
  const operation = document.find(request.method ?? "GET", request.target);
  const documented = operation === null ? null : document.faultOf(operation, answer, false);
  const isDocumented = expected.kind === "success" || !expected.codes.includes("METHOD_NOT_ALLOWED");
  return [
    ...commonFaults(answer),
    ...(expected.kind === "success" ? successFaults(expected, answer) : refusalFaults(expected, answer)),
    ...(documented === null || !isDocumented ? [] : [`outside the document: ${documented}`]),
  ];
}

/** Headers of every answer of the API. */
function commonFaults({ headers }: RawAnswer): string[] {
  const vary = (headers.get("vary") ?? "").toLowerCase().split(/,\s*/);
  const holds: [what: string, isTrue: boolean][] = [
    ["Content-Type", /^application\/json\b/.test(headers.get("content-type") ?? "")],
    ["X-Request-Id", requestIdPattern.test(headers.get("x-request-id") ?? "")],
    ["Cache-Control", headers.get("cache-control")?.includes("no-store") === true],
    ["X-Content-Type-Options", headers.get("x-content-type-options") === "nosniff"],
    ["X-Powered-By", !headers.has("x-powered-by")],
    ["Vary", vary.includes("accept") && vary.includes("x-api-key")],
  ];
  return holds
    .filter(([, isTrue]) => !isTrue)
    .map(([name]) => `the header ${name} is ${headers.get(name) ?? "missing"}`);
}

function successFaults(
  { status, paginated, repeats = {}, isReplay = false }: Extract<Expected, { kind: "success" }>,
  answer: RawAnswer,
): string[] {
  const body = parse(answer.text);
  if (!isObject(body) || body.ok !== true || answer.status !== status)
    return [`it is ${answer.status} ${answer.text.slice(0, 300)}, not ${status}`];
  const { headers } = answer;
  const missing = limitHeaders.filter((name) => !headers.has(name));
  const isCounted = Number(headers.get("x-ratelimit-remaining")) < Number(headers.get("x-ratelimit-limit"));
  const data = isObject(body.data) ? body.data : {};
  return [
    ...missing.map((name) => `the header ${name} is missing`),
    ...(isCounted ? [] : ["the request was not counted"]),
    ...differences([
      ["pagination", "pagination" in body, paginated],
      ["Idempotent-Replayed", headers.get("idempotent-replayed"), isReplay ? "true" : null],
      ...Object.entries(repeats).map(([name, value]) => [name, data[name], value] as const),
    ]),
  ];
}

function refusalFaults(
  { codes, param, allow }: Extract<Expected, { kind: "refusal" }>,
  { status, headers, text }: RawAnswer,
): string[] {
  const body = parse(text);
  const read = failure.safeParse(body);
  // Equal to what the schema reads: nothing undocumented.
  if (!read.success || !isDeepStrictEqual(read.data, body))
    return [`it is ${status} ${text.slice(0, 300)}, not ${codes.join(" or ")}`];
  const { error } = read.data;
  const code = codes.find((each) => each === error.code);
  if (code === undefined) return [`it is ${error.code} (${error.message}), not ${codes.join(" or ")}`];
  const isNamed = error.details?.some((detail) => detail.param === param) === true;
  return [
    ...differences([
      ["status", status, errorStatuses[code]],
      ["requestId", error.requestId, headers.get("x-request-id")],
      ...(param === undefined ? [] : [["param", error.param, param] as const]),
      ...(allow === undefined ? [] : [["Allow", namesIn(headers), allow.toSorted()] as const]),
    ]),
    ...(param !== undefined && code === "VALIDATION_ERROR" && !isNamed ? ["its details lack the field"] : []),
    ...(/node_modules|\n\s+at |\bat .+:\d+:\d+/.test(error.message) ? ["it shows a stack"] : []),
  ];
}

/** To HEAD and OPTIONS. No page of another site may read an answer without a known origin, except where all may. */
function emptyFaults(
  method: string | undefined,
  { status, allow, isForEveryOrigin }: Extract<Expected, { kind: "empty" }>,
  answer: RawAnswer,
): string[] {
  const { headers } = answer;
  return [
    ...differences([
      ["status", answer.status, status],
      ["body", answer.text, ""],
      [
        "Access-Control-Allow-Origin",
        headers.get("access-control-allow-origin"),
        isForEveryOrigin ? "*" : null,
      ],
      ...(allow === undefined ? [] : [["Allow", namesIn(headers), allow.toSorted()] as const]),
    ]),
    ...(method === "HEAD" ? commonFaults(answer) : []),
  ];
}

function namesIn(headers: Headers): string[] {
  return (headers.get("allow") ?? "").split(", ").toSorted();
}

function differences(pairs: readonly (readonly [what: string, is: unknown, should: unknown])[]): string[] {
  return pairs
    .filter(([, is, should]) => !isDeepStrictEqual(is, should))
    .map(([what, is, should]) => `${what} is ${JSON.stringify(is)}, not ${JSON.stringify(should)}`);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
