import { expect, test } from "vitest";
import { openApiDocument } from "@/lib/api/openapi/document";
import { type RawAnswer, readDocument } from "./document";
import { faultsOf } from "./judge";
import type { Row } from "./row";

const document = readDocument(JSON.parse(JSON.stringify(openApiDocument("1.0.0"))));
const requestId = "0b1f7a52-3b0e-4f5e-9a3e-6a8f6f0c2d11";
const currency = { code: "USD", symbol: "$", name: "US dollar", decimalPlaces: 2, rateSourceId: "usd" };

const good: Row = {
  name: "a good request",
  request: { target: "/public/fiat-currencies" },
  expected: { kind: "success", status: 200, paginated: false },
};
const refused: Row = {
  name: "a wrong amount",
  request: { method: "POST", target: "/v1/checkouts" },
  expected: { kind: "refusal", codes: ["VALIDATION_ERROR"], param: "amount" },
};
const error = {
  code: "VALIDATION_ERROR",
  message: "Must be an integer.",
  requestId,
  param: "amount",
  details: [{ param: "amount", message: "Must be an integer." }],
};

function answer(status: number, body: object, headers: Record<string, string> = {}): RawAnswer {
  const limits = {
    ratelimit: '"client";r=9;t=60',
    "ratelimit-policy": '"client";q=10;w=60',
    "x-ratelimit-limit": "10",
    "x-ratelimit-remaining": "9",
    "x-ratelimit-reset": "1764176400",
  };
  return {
    status,
    headers: new Headers({
      "content-type": "application/json",
      "x-request-id": requestId,
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      vary: "Accept, X-API-Key",
      ...limits,
      ...headers,
    }),
    text: JSON.stringify(body),
  };
}
const success = (data: object, headers?: Record<string, string>) => answer(200, { ok: true, data }, headers);
const failure = (change: object = {}, status = 400) =>
  answer(status, { ok: false, error: { ...error, ...change } });

test("finds nothing in answers as the API's description has them", () => {
  expect(faultsOf(good, success([currency]), document)).toEqual([]);
  expect(faultsOf(refused, failure(), document)).toEqual([]);
});

test.each<[string, Row, RawAnswer, string]>([
  ["another status", good, answer(201, { ok: true, data: [currency] }), "it is 201"],
  ["a field that is not described", good, success([{ ...currency, internal: 1 }]), "outside the document"],
  ["a missing field", good, success([{ ...currency, code: undefined }]), "outside the document"],
  ["a list with pages", good, answer(200, { ok: true, data: [], pagination: {} }), "pagination is true"],
  ["an uncounted request", good, success([currency], { "x-ratelimit-remaining": "10" }), "not counted"],
  ["a request id of another form", good, success([currency], { "x-request-id": "7" }), "X-Request-Id is 7"],
  ["an answer that caches keep", good, success([currency], { "cache-control": "public" }), "Cache-Control"],
  ["the framework's name", good, success([currency], { "x-powered-by": "Next.js" }), "X-Powered-By"],
  ["a success where a refusal is due", refused, success([currency]), "not VALIDATION_ERROR"],
  ["another code", refused, failure({ code: "NOT_FOUND" }), "it is NOT_FOUND"],
  ["a code with another status", refused, failure({}, 422), "status is 422, not 400"],
  ["another field", refused, failure({ param: "chainId" }), 'param is "chainId", not "amount"'],
  ["another request's id", refused, failure({ requestId: "other" }), 'requestId is "other"'],
  ["a stack", refused, failure({ message: "x\n    at run (/app/node_modules/x.js:1:1)" }), "a stack"],
  ["a field in the envelope that nobody knows", refused, failure({ stack: "x" }), "not VALIDATION_ERROR"],
])("reports %s", (_, row, received, fault) => {
  expect(faultsOf(row, received, document).join("\n")).toContain(fault);
});

test("compares the methods that an address names, and where a redirect leads", () => {
  const allow: Row = {
    name: "PUT",
    request: { method: "PUT", target: "/c/x" },
    expected: { kind: "refusal", codes: ["METHOD_NOT_ALLOWED"], allow: ["GET", "HEAD"] },
  };
  const { param: _, details: __, ...wrongMethod } = { ...error, code: "METHOD_NOT_ALLOWED" };
  const named = (methods: string) => answer(405, { ok: false, error: wrongMethod }, { allow: methods });
  expect(faultsOf(allow, named("HEAD, GET"), document)).toEqual([]);
  expect(faultsOf(allow, named("GET"), document)).toHaveLength(1);

  const redirect: Row = {
    name: "a slash too many",
    request: { target: "/c/x/" },
    expected: { kind: "redirect", location: "/c/x" },
  };
  const leading = (location: string) => ({ status: 308, headers: new Headers({ location }), text: "" });
  expect(faultsOf(redirect, leading("/c/x"), document)).toEqual([]);
  expect(faultsOf(redirect, leading("//evil.example"), document)).toHaveLength(1);
});
