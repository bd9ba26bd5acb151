import fc from "fast-check";
import type { Operation } from "@/lib/api/operations/operation";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { isObject, type JsonSchema } from "./json-schema";
import { brokenText, naughtyNumbers, naughtyText, notText } from "./naughty";

/** By a member's name: what the running service knows under it, such as its chains. */
export type World = Readonly<Record<string, readonly unknown[]>>;

/** Members that a body should not have. */
const strangers = ["__proto__", "constructor", "status", "isPaid", "id", "projectId", "createdVia", ""];

/** Values as a schema of the document describes them; where the service knows some by this name, often those. */
export function goodValue(schema: JsonSchema, world: World, name = ""): fc.Arbitrary<unknown> {
  const known = world[name] ?? [];
  const examples = Array.isArray(schema.examples) ? schema.examples : [];
  const given = [...known, ...(known.length === 0 ? examples : [])];
  const made = byType(schema, world);
  return given.length === 0
    ? made
    : fc.oneof({ arbitrary: fc.constantFrom(...given), weight: 3 }, { arbitrary: made, weight: 1 });
}

/** Values that no one should send, some of which are good by chance. */
export function brokenValue(schema: JsonSchema): fc.Arbitrary<unknown> {
  const tooLong = typeof schema.maxLength === "number" ? schema.maxLength + 1 : 300;
  const beyond = [schema.minimum, schema.maximum].flatMap((bound) =>
    typeof bound === "number" ? [bound - 1, bound + 1, String(bound + 1)] : [],
  );
  return fc.oneof(
    fc.constantFrom<unknown>(
      ...naughtyNumbers,
      ...naughtyText,
      ...brokenText,
      ...notText,
      ...beyond,
      "x".repeat(tooLong),
    ),
    fc.jsonValue({ maxDepth: 3, stringUnit: "binary" }),
    fc.string({ unit: "binary", maxLength: 300 }),
    fc.double(),
  );
}

/** Bodies around what the schema allows: an example or members of their own, then some changes for the worse. */
export function bodyAround(
  schema: JsonSchema,
  examples: readonly unknown[],
  world: World,
): fc.Arbitrary<unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const schemaOf = (name: string) => (isObject(properties[name]) ? properties[name] : {});
  const member = fc.constantFrom(...Object.keys(properties));
  const objects = examples.filter(isObject);
  const own = goodValue({ ...schema, examples: [] }, world) as fc.Arbitrary<Record<string, unknown>>;
  const basis =
    objects.length === 0
      ? own
      : fc.oneof(
          { arbitrary: fc.constantFrom(...objects).chain((example) => atHome(example, world)), weight: 3 },
          { arbitrary: own, weight: 1 },
        );
  const change: fc.Arbitrary<(body: Record<string, unknown>) => Record<string, unknown>> = fc.oneof(
    member.chain((name) => goodValue(schemaOf(name), world, name).map((value) => set(name, value))),
    member.chain((name) => goodValue(schemaOf(name), world, name).map((value) => set(name, value))),
    member.map(remove),
    member.chain((name) => brokenValue(schemaOf(name)).map((value) => set(name, value))),
    fc.constantFrom(...strangers).chain((name) => brokenValue({}).map((value) => set(name, value))),
  );
  const changed = fc
    .tuple(basis, fc.array(change, { maxLength: 3 }))
    .map(([body, changes]) => changes.reduce((before, apply) => apply(before), body));
  return fc.oneof(
    { arbitrary: changed, weight: 12 },
    { arbitrary: basis, weight: 3 },
    { arbitrary: brokenValue({}), weight: 1 },
  );
}

/** An example speaks of another installation's chains and tokens: here it gets the running one's. */
function atHome(example: Record<string, unknown>, world: World): fc.Arbitrary<Record<string, unknown>> {
  const moved = Object.entries(example).map(([name, value]) => {
    const known = world[name] ?? [];
    return fc.tuple(fc.constant(name), known.length === 0 ? fc.constant(value) : fc.constantFrom(...known));
  });
  return fc.tuple(...moved).map((entries) => Object.fromEntries(entries));
}

const set = (name: string, value: unknown) => (body: Record<string, unknown>) =>
  // As an own member even where the name is one of JavaScript's.
  Object.fromEntries([...Object.entries(body), [name, value]]);
const remove = (name: string) => (body: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(body).filter(([each]) => each !== name));

function byType(schema: JsonSchema, world: World): fc.Arbitrary<unknown> {
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const branches = [schema.anyOf, schema.oneOf].flatMap((list) => (Array.isArray(list) ? list : []));
  if (branches.length > 0 && schema.properties === undefined)
    return fc.oneof(...branches.filter(isObject).map((branch) => goodValue(branch, world)));
  const types = [schema.type].flat();
  return fc.oneof(...types.map((type) => ofType(String(type), schema, world)));
}

function ofType(type: string, schema: JsonSchema, world: World): fc.Arbitrary<unknown> {
  const number = (name: string) => (typeof schema[name] === "number" ? schema[name] : undefined);
  switch (type) {
    case "string":
      return textOf(schema);
    case "integer":
    case "number":
      return fc.integer({
        min: number("minimum") ?? Number.MIN_SAFE_INTEGER,
        max: Math.min(number("maximum") ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER),
      });
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return fc.array(isObject(schema.items) ? goodValue(schema.items, world) : fc.jsonValue(), {
        maxLength: number("maxItems") ?? 5,
      });
    case "object":
      return objectOf(schema, world);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}

function objectOf(schema: JsonSchema, world: World): fc.Arbitrary<unknown> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  if (Object.keys(properties).length === 0 && isObject(schema.additionalProperties)) {
    const names = isObject(schema.propertyNames)
      ? { type: "string", ...schema.propertyNames }
      : { type: "string" };
    return fc.dictionary(textOf(names), goodValue(schema.additionalProperties, world), {
      maxKeys: typeof schema.maxProperties === "number" ? schema.maxProperties : 5,
    });
  }
  const members = Object.entries(properties).map(
    ([name, value]) => [name, goodValue(isObject(value) ? value : {}, world, name)] as const,
  );
  const required = names(schema.required);
  // "Either these or those": of one branch all, of the others none.
  const branches = Array.isArray(schema.oneOf) ? schema.oneOf.filter(isObject) : [{}];
  const shapes = branches.map((branch) => {
    const own = [...required, ...names(branch.required)];
    const others = branches.flatMap((other) => names(other.required)).filter((name) => !own.includes(name));
    const kept = members.filter(([name]) => !others.includes(name));
    return fc.record(Object.fromEntries(kept), { requiredKeys: own });
  });
  const needs = isObject(schema.dependentRequired) ? Object.entries(schema.dependentRequired) : [];
  return fc.oneof(...shapes).map((made) => {
    const lacking = needs.filter(([, others]) => names(others).some((other) => !Object.hasOwn(made, other)));
    return Object.fromEntries(
      Object.entries(made).filter(([name]) => !lacking.some(([each]) => each === name)),
    );
  });
}

const names = (value: unknown): string[] => (Array.isArray(value) ? value.map(String) : []);

function textOf(schema: JsonSchema): fc.Arbitrary<string> {
  const maxLength = typeof schema.maxLength === "number" ? schema.maxLength : 64;
  const minLength = typeof schema.minLength === "number" ? schema.minLength : 0;
  const fits = (text: string) => text.length >= minLength && text.length <= maxLength;
  const free = fc.oneof(
    fc.string({ unit: "binary", minLength, maxLength }),
    fc.constantFrom(...naughtyText.filter(fits), "x".repeat(maxLength)),
  );
  if (schema.format === "uri")
    return fc
      .webUrl({ validSchemes: ["https"], withFragments: true, withQueryParameters: true })
      .filter(fits);
  if (typeof schema.pattern !== "string") return free;
  return fc.stringMatching(new RegExp(schema.pattern, "u")).filter(fits);
}

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
    const query = queryObject(sent.query);
    const known = Object.keys(operation.query.shape);
    const unknown = Object.keys(query).filter((name) => !known.includes(name));
    if (unknown.length > 0) return { code: "VALIDATION_ERROR", params: unknown };
    const fault = faultsOf(operation.query, query);
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
  // Next drops the first name before a route sees it; an empty one is no parameter.
  const sent = pairs.filter(([name]) => name !== "__proto__" && name !== "");
  const search = new URLSearchParams(sent.map(([name, value]) => [wellFormed(name), wellFormed(value)]));
  return Object.fromEntries(
    [...new Set(search.keys())].map((name) => {
      const values = search.getAll(name);
      return [name, values.length === 1 ? (values[0] ?? "") : values];
    }),
  );
}
