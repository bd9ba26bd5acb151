import { z } from "zod";
import type { Operation } from "@/lib/api/operations/operation";
import { orderFields, orderNames } from "@/lib/checkouts/order-fields.rules";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import type { DocumentedOperation } from "./document";
import { isObject } from "./json-schema";
import { brokenText, naughtyNumbers, naughtyText, notText } from "./naughty";
import type { Expected, GoodRequest, Row, Target } from "./row";

// Bad values of every field and query parameter that the served document names: each is refused by its name.

/** Text that is returned as sent; every other field has a format that none of the text has. */
const freeText: ReadonlySet<string> = new Set([
  ...orderNames.filter((name) => orderFields[name].kind === "text"),
  "reason",
]);
/** Free text without control characters, which its schema's own tests prove. */
const plainText: ReadonlySet<string> = new Set(["description"]);
/** The form of a name in an address, which some of the words have, too. */
const slugForm = /^[a-z0-9][a-z0-9-]{2,63}$/;
/** Fields with an error of their own for text that is not on their list. */
const ownErrors: Readonly<Record<string, ErrorCode>> = {
  fiatCurrency: "UNSUPPORTED_FIAT_CURRENCY",
  txHash: "INVALID_TX_HASH",
};
/** A value that is bad in other fields may be good in one: a price has decimals, leading zeros in a query don't matter. */
const allowed: Readonly<Record<string, readonly unknown[]>> = {
  fiatAmount: ["1.9"],
  take: ["007"],
  skip: ["007"],
  // More than the longest time gets the longest time.
  expiryMinutes: [1e300, 2 ** 53],
  // Valid as times; they are judged together with the rest of a signature.
  validAfter: [0],
  validBefore: [0],
};
/** A price is given in one of two ways. */
const insteadOf: Readonly<Record<string, object>> = {
  fiatAmount: { amount: undefined, fiatCurrency: "USD" },
  fiatCurrency: { amount: undefined, fiatAmount: "5" },
};
const maxDepth = 30_000;

/** @param isPrepared whether the checkout of the request exists: some text is judged after it */
export function bodyRows(
  operation: Operation,
  good: GoodRequest,
  target: Target,
  isPrepared: boolean,
): Row[] {
  const { operationId, bodyOptional, idempotent, status } = operation;
  const paginated = operation.pagination !== null;
  const json = isObject(good.json) ? good.json : {};
  const text = JSON.stringify(good.json ?? {});
  const headers = { ...good.headers, "content-type": "application/json" };
  const post = (body: string | Uint8Array, more: Record<string, string> = {}) => ({
    method: "POST",
    target: good.target,
    headers: { ...headers, ...more },
    body,
  });
  const fields = fieldsOf(target, operationId).filter(
    ({ name }) => isPrepared || ownErrors[name] === undefined,
  );
  const withField = (name: string, value: unknown) =>
    post(JSON.stringify({ ...json, ...insteadOf[name], [name]: value }));

  const values = fields.flatMap(({ name, type, isNullable }) =>
    some(refusedBy(name, type, isNullable), target).map((value) => ({
      name: `${name}: ${JSON.stringify(value)?.slice(0, 60)}`,
      request: withField(name, value),
      expected: refusedByName(name),
    })),
  );
  const long = some(
    fields.filter(({ type }) => type === "string"),
    target,
  ).map(({ name }) => ({
    name: `${name} of 60,000 characters`,
    request: withField(name, "1".repeat(60_000)),
    expected: refusedByName(name),
  }));
  const twice = fields.map(({ name }) => {
    const pair = `${JSON.stringify(name)}:"1"`;
    return { name: `${name} twice`, request: post(`{${pair},${pair}}`), expected: refusedByName(name) };
  });
  const rest = text === "{}" ? "}" : `,${text.slice(1)}`;
  const prototype = {
    name: "the field __proto__",
    request: post(`{"__proto__":{"amount":"5"}${rest}`),
    expected: refusedByName("__proto__"),
  };
  const malformed = [...(bodyOptional === true ? [] : [""]), ...some(malformedBodies(good.json), target)].map(
    (body) => ({
      name: `the body ${String(body).slice(0, 40)}`,
      request: post(body),
      expected: refusedByName(),
    }),
  );
  const keys = (idempotent ? ["x".repeat(256), "é"] : []).map((key) => ({
    name: `an Idempotency-Key of ${key.length} characters`,
    request: post(text, { "idempotency-key": key }),
    expected: refusedByName("Idempotency-Key"),
  }));
  // Each of these creates something, which the answer describes.
  const answered = operation.data instanceof z.ZodObject ? Object.keys(operation.data.shape) : [];
  const repeated = target.isOwn
    ? fields.filter(({ name }) => freeText.has(name) && answered.includes(name))
    : [];
  const echoes = repeated.flatMap(({ name }) =>
    some([...naughtyText, ...naughtyNumbers.filter(({ length }) => length <= 200)], target)
      // A payment link needs a name that is visible.
      .filter((value) => value.trim() !== "" || !operation.path.startsWith("/v1/payment-links"))
      .map((value) => ({
        name: `${name} returns ${value}`,
        request: withField(name, value),
        expected: { kind: "success", status, paginated, repeats: { [name]: value } } as const,
      })),
  );
  return [...values, ...long, ...twice, prototype, ...malformed, ...keys, ...echoes];
}

export function queryRows(
  { operationId, status, pagination }: Operation,
  good: GoodRequest,
  target: Target,
): Row[] {
  const get = (query: string) => ({ target: `${good.target}?${query}`, headers: good.headers });
  const names = Object.keys(documented(target, operationId)?.query ?? {});
  const bad = names.flatMap((name) => {
    const text = freeText.has(name)
      ? []
      : ["", "%00", ...refusedBy(name, "string").filter(isText).map(encoded)];
    const values = [...some(text, target), "a%00b", "x".repeat(5_000), "%ff".repeat(300)];
    return [
      ...values.map((value) => `${name}=${value}`),
      `${name}=1&${name}=1`,
      `${name}=1&${name}=`,
      `${name}&${name}`,
    ].map((query) => ({
      name: `?${query.slice(0, 60)}`,
      request: get(query),
      expected: refusedByName(name),
    }));
  });
  const unknown = ["limit", "constructor", "TAKE", "take[]"].map((name) => ({
    name: `the unknown parameter ${name}`,
    request: get(`${encodeURIComponent(name)}=1`),
    expected: refusedByName(name),
  }));
  const halves = ["%ed%a0%80", "%ff", "%", "%zz", "+"];
  const found = names
    .filter((name) => freeText.has(name))
    .flatMap((name) =>
      [...some(naughtyText, target).map(encodeURIComponent), ...halves].map((value) => ({
        name: `?${name}=${value}`,
        request: get(`${name}=${value}`),
        expected: { kind: "success", status, paginated: pagination !== null } as const,
      })),
    );
  return [...bad, ...unknown, ...found];
}

/** Bodies that are no JSON object. */
function malformedBodies(json: unknown): (string | Uint8Array)[] {
  const text = JSON.stringify(json ?? {});
  const bytes = (...parts: (string | number[])[]) =>
    Buffer.concat(parts.map((part) => (typeof part === "string" ? Buffer.from(part) : Buffer.from(part))));
  return [
    "{",
    " ",
    "null",
    "5",
    "[]",
    '"amount"',
    "NaN",
    "undefined",
    `[${text}]`,
    `${text}x`,
    `${text}${text}`,
    JSON.stringify(text),
    "{'amount':'1'}",
    "[".repeat(maxDepth) + "]".repeat(maxDepth),
    "[".repeat(2 * maxDepth),
    `${'{"a":'.repeat(10_000)}1${"}".repeat(10_000)}`,
    bytes('{"itemName":"', [0xff, 0xfe], '"}'),
    bytes('{"itemName":"', [0xed, 0xa0, 0x80], '"}'),
    bytes([0, 0, 0, 0]),
    Buffer.from(text, "utf16le"),
  ];
}

function refusedByName(name?: string): Expected {
  const own = name === undefined ? undefined : ownErrors[name];
  const codes: readonly ErrorCode[] = own === undefined ? ["VALIDATION_ERROR"] : ["VALIDATION_ERROR", own];
  return { kind: "refusal", codes, ...(name !== undefined && { param: name }) };
}

/** Values that a field of this name and type must refuse. */
function refusedBy(name: string, type: string, isNullable = false): unknown[] {
  const isAllowed = (value: unknown) =>
    allowed[name]?.includes(value) || (name === "slug" && slugForm.test(String(value)));
  const notThis = notText
    .filter((value) => !isNullable || value !== null)
    .filter((value) => type !== "object" || !isObject(value))
    .filter((value) => type !== "boolean" || typeof value !== "boolean");
  const text = [...naughtyNumbers, ...naughtyText].filter((value) => !isAllowed(value));
  if (type === "object") return [...notThis, ...text];
  if (type === "string")
    return [...notThis, ...brokenText, ...(freeText.has(name) || plainText.has(name) ? [] : text)];
  const numbers = [0, -1, 1.9, -1e300, 1e300, 2 ** 53].filter((value) => !isAllowed(value));
  return [...notThis.filter((value) => typeof value !== "number"), ...numbers, ...text];
}

/** The unit tests of `*.schema.ts` prove the values that are left out. */
function some<T>(values: readonly T[], { oneIn }: Target): readonly T[] {
  return values.filter((_, at) => at % oneIn === 0);
}

const isText = (value: unknown): value is string => typeof value === "string";

/** A lone surrogate reaches the server as the replacement character, as from a browser. */
function encoded(text: string): string {
  return encodeURIComponent(Buffer.from(text).toString());
}

function documented({ document }: Target, operationId: string): DocumentedOperation | undefined {
  return document.operations.find((each) => each.operationId === operationId);
}

type Field = { name: string; type: string; isNullable: boolean };

function fieldsOf(target: Target, operationId: string): Field[] {
  const body = documented(target, operationId)?.body;
  const properties = isObject(body?.properties) ? body.properties : {};
  return Object.entries(properties).map(([name, schema]) => {
    const types = isObject(schema) ? [schema.type].flat().map(String) : ["unknown"];
    const [type = "unknown"] = types.filter((one) => one !== "null");
    return { name, type, isNullable: types.includes("null") };
  });
}
