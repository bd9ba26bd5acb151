import { expect, test } from "@playwright/test";
import { operations } from "@/lib/api/operation-list";
import { answersTable, missingSuccesses } from "../support/answers-table";
import { createCheckout } from "../support/api";
import {
  type ApiDocument,
  type DocumentedOperation,
  type RawAnswer,
  readDocument,
} from "../support/document";
import { isObject } from "../support/json-schema";
import { everyJsonOperation, everyOperation, goodRequest } from "../support/operation-requests";
import { manifest } from "../support/stack";
import { documentAt } from "../support/watch";

// Every other test checks its answers against the service's document. This one tests the check: it must catch answers
// outside the document.

const demo = manifest();
let document: ApiDocument;
test.beforeAll(async () => {
  document = await documentAt(demo.baseUrl);
});

test("the document has the operations that there are, and no other", () => {
  const described = document.operations.map(({ operationId, method, path }) => [operationId, method, path]);
  const real = Object.values(operations).map(({ operationId, method, path }) => [operationId, method, path]);
  expect(described.toSorted()).toEqual(real.toSorted());
});

test("each operation's document names its success and every code of its errors", () => {
  for (const operation of everyOperation) {
    const described = find(operation.operationId);
    expect(described.responses).toHaveProperty(String(operation.status));
    const statuses = Object.keys(described.responses)
      .map(Number)
      .filter((status) => status >= 400);
    const codes = statuses.flatMap((status) => document.codesOf(described, status));
    expect(codes.filter((code) => code !== "INTERNAL_ERROR").toSorted()).toEqual(operation.errors.toSorted());
  }
});

test("an operation is found at both forms of the address, and only there", () => {
  const found = (method: string, target: string) => document.find(method, target)?.operationId ?? null;
  for (const base of ["", "/api"]) {
    expect(found("GET", `${base}/v1/checkouts`)).toBe("listCheckouts");
    expect(found("POST", `${base}/v1/checkouts?x=1`)).toBe("createCheckout");
    expect(found("HEAD", `${base}/v1/checkouts/chk_1`)).toBe("getCheckout");
    expect(found("POST", `${base}/c/a%2Fb/select`)).toBe("selectToken");
    expect(found("GET", `${base}/sdk/project`)).toBe("getSdkProject");
    for (const target of [
      "/v1/checkouts/",
      "/v1/checkouts/a/b",
      "/v2/checkouts",
      "/c/%",
      "/c/%00",
      "//c/x",
      "/c/",
    ])
      expect(found("GET", base + target), target).toBeNull();
    expect(found("DELETE", `${base}/v1/checkouts`)).toBeNull();
  }
});

for (const operation of everyJsonOperation) {
  test(`a change to what ${operation.operationId} answers is caught`, async () => {
    const described = find(operation.operationId);
    const good = await goodRequest(demo, operation);
    // A list shows its members only when it has some.
    await createCheckout(demo, { amount: "1000000" });
    const response = await fetch(`${demo.baseUrl}${good.target}`, {
      method: operation.method,
      headers: { ...good.headers, ...(good.json !== undefined && { "content-type": "application/json" }) },
      ...(good.json !== undefined && { body: JSON.stringify(good.json) }),
    });
    const real: RawAnswer = {
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    };
    const faultOf = (changed: Partial<RawAnswer>) =>
      document.faultOf(described, { ...real, ...changed }, false);
    expect(faultOf({})).toBeNull();

    const body: unknown = JSON.parse(real.text);
    const changes = [...changesOf(body)];
    expect(changes.length).toBeGreaterThan(5);
    for (const { what, changed } of changes)
      expect(faultOf({ text: JSON.stringify(changed) }), what).not.toBeNull();

    expect(faultOf({ status: 202 })).toContain("202");
    expect(faultOf({ status: 500 })).not.toBeNull();
    expect(faultOf({ text: "<!DOCTYPE html>" })).toContain("no JSON");
    expect(faultOf({ headers: without(real.headers, "x-request-id") })).toContain("x-request-id");
    const html = new Headers(real.headers);
    html.set("content-type", "text/html");
    expect(faultOf({ headers: html })).toContain("text/html");
  });

  test(`an error that ${operation.operationId} does not have is caught`, () => {
    const described = find(operation.operationId);
    const error = (code: string, status: number, more: object = {}) =>
      document.faultOf(
        described,
        {
          status,
          headers: new Headers({ "content-type": "application/json", "x-request-id": crypto.randomUUID() }),
          text: JSON.stringify({
            ok: false,
            error: { code, message: "m", requestId: crypto.randomUUID(), ...more },
          }),
        },
        false,
      );
    expect(error("SOMETHING_ELSE", 400)).not.toBeNull();
    expect(error("CHECKOUT_NOT_FOUND", 400)).not.toBeNull();
    expect(error("IM_A_TEAPOT", 418)).toContain("418");
    for (const status of Object.keys(described.responses)
      .map(Number)
      .filter((each) => each >= 400))
      for (const code of document.codesOf(described, status))
        expect(error(code, status, { stack: "at x" }), `${code} with a stack`).not.toBeNull();
  });
}

test("counts a run's untested operations, and requests outside the document", () => {
  const { cancelCheckout, listFiatCurrencies } = operations;
  const some = { cancelCheckout, listFiatCurrencies };
  const answer = {
    operationId: "cancelCheckout",
    status: 409,
    code: "CHECKOUT_NOT_CANCELLABLE",
    outside: null,
  };
  const seen = [
    { ...answer, test: "a" },
    { ...answer, test: "a" },
    { ...answer, test: "b" },
    { ...answer, operationId: "listFiatCurrencies", status: 200, code: null, test: "b", outside: "a member" },
  ];
  expect(missingSuccesses(some, seen)).toEqual(["cancelCheckout 200", "listFiatCurrencies 200"]);
  const told = answersTable(some, seen).map((line) => line.trim().split(/\s+/));
  expect(told).toContainEqual(["cancelCheckout", "409", "CHECKOUT_NOT_CANCELLABLE", "2", "3"]);
  expect(told).toContainEqual(["404", "CHECKOUT_NOT_FOUND", "none"]);
  expect(told.at(-1)?.join(" ")).toBe("4 answers to 2 tests, 1 answers outside the document");
});

test("a document that is none is refused", () => {
  for (const none of [null, [], {}, { openapi: "3.0.3", paths: {} }, { openapi: "3.1.0" }])
    expect(() => readDocument(none)).toThrow("no OpenAPI 3.1 document");
});

function find(operationId: string): DocumentedOperation {
  const found = document.operations.find((each) => each.operationId === operationId);
  if (found === undefined) throw new Error(`the document has no ${operationId}`);
  return found;
}

function without(headers: Headers, name: string): Headers {
  const copy = new Headers(headers);
  copy.delete(name);
  return copy;
}

/** Members whose names are the sender's, the rates' or the event's own, so that any may come or go. */
const openObjects = new Set(["metadata", "details", "rates", "USDC", "USDT"]);

/** The value with one member of one object left out, of another type, or added; at every depth. */
function* changesOf(value: unknown, path = "body"): Generator<{ what: string; changed: unknown }> {
  if (Array.isArray(value)) {
    const [first, ...rest] = value;
    if (first === undefined) return;
    for (const { what, changed } of changesOf(first, `${path}[0]`))
      yield { what, changed: [changed, ...rest] };
    return;
  }
  if (!isObject(value)) return;
  const isOpen = openObjects.has(path.split(".").at(-1) ?? "");
  if (!isOpen) yield { what: `${path} with one more member`, changed: { ...value, undocumented: "x" } };
  for (const [name, member] of Object.entries(value)) {
    const { [name]: _, ...others } = value;
    if (!isOpen) yield { what: `${path} without ${name}`, changed: others };
    yield { what: `${path}.${name} of another type`, changed: { ...others, [name]: otherType(member) } };
    for (const { what, changed } of changesOf(member, `${path}.${name}`))
      yield { what, changed: { ...others, [name]: changed } };
  }
}

function otherType(value: unknown): unknown {
  return typeof value === "string" || value === null ? { not: "text" } : "x";
}
