import fc from "fast-check";
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
