/** A JSON Schema (2020-12), as far as the service's document uses it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

const maxDepth = 40;

/** The target of a `$ref` in the document, or the value itself. @throws Error for a broken reference */
export function dereference(root: unknown, value: unknown): unknown {
  if (!isObject(value) || typeof value.$ref !== "string") return value;
  const { $ref, ...beside } = value;
  if (!$ref.startsWith("#/")) throw new Error(`${$ref} leads out of the document`);
  let found: unknown = root;
  for (const part of $ref.slice(2).split("/")) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    found = isObject(found) ? found[name] : undefined;
  }
  if (found === undefined) throw new Error(`${$ref} leads nowhere`);
  const target = dereference(root, found);
  return isObject(target) ? { ...target, ...beside } : target;
}

/**
 * The schema without references, in which objects have no members but those it names: what an answer may hold.
 * A schema that is put together with `allOf` is closed as a whole.
 */
export function closedSchema(root: unknown, schema: unknown): JsonSchema | boolean {
  return close(root, schema, { isPart: false, depth: 0 });
}

/** The schema without references, open as it stands: what a request may hold. */
export function openSchema(root: unknown, schema: unknown): JsonSchema | boolean {
  return close(root, schema, { isPart: true, depth: 0 });
}

type Place = {
  /** Of a larger object, or of a request: others may name further members. */
  isPart: boolean;
  depth: number;
};

function close(root: unknown, given: unknown, { isPart, depth }: Place): JsonSchema | boolean {
  if (typeof given === "boolean") return given;
  const schema = dereference(root, given);
  if (!isObject(schema)) throw new Error(`${JSON.stringify(given)} is no schema`);
  if (depth > maxDepth) throw new Error("the document's schemas go in a circle");
  const below = (value: unknown, part = isPart) => close(root, value, { isPart: part, depth: depth + 1 });

  const isComposed = Array.isArray(schema.allOf);
  const result: Record<string, unknown> = { ...schema };
  for (const word of ["properties", "patternProperties", "$defs"] as const) {
    const named = schema[word];
    if (isObject(named))
      result[word] = Object.fromEntries(Object.entries(named).map(([name, value]) => [name, below(value)]));
  }
  for (const word of ["items", "additionalProperties", "propertyNames", "not"] as const)
    if (schema[word] !== undefined) result[word] = below(schema[word]);
  for (const word of ["anyOf", "oneOf", "prefixItems"] as const) {
    const branches = schema[word];
    if (Array.isArray(branches)) result[word] = branches.map((branch) => below(branch));
  }
  if (Array.isArray(schema.allOf)) result.allOf = schema.allOf.map((part) => below(part, true));

  if (isPart) return result;
  if (isComposed) {
    // Several parts may say something of one member: only together they tell what it holds.
    const members = Object.entries(membersOf(root, schema)).map(([name, said]) => {
      const [only, ...more] = said;
      return [name, below(more.length === 0 ? only : { allOf: said })] as const;
    });
    return { ...result, properties: Object.fromEntries(members), unevaluatedProperties: false };
  }
  if (isObject(schema.properties) && schema.additionalProperties === undefined)
    return { ...result, additionalProperties: false };
  return result;
}

/** By name, what the parts of a schema say of each member. */
function membersOf(root: unknown, given: unknown): Record<string, unknown[]> {
  const schema = dereference(root, given);
  if (!isObject(schema)) return {};
  const own = isObject(schema.properties) ? Object.entries(schema.properties) : [];
  const parts = Array.isArray(schema.allOf) ? schema.allOf : [];
  const all = [
    ...own.map(([name, said]) => [name, [said]] as const),
    ...parts.flatMap((part) => Object.entries(membersOf(root, part))),
  ];
  const members: Record<string, unknown[]> = {};
  for (const [name, said] of all) members[name] = [...(members[name] ?? []), ...said];
  return members;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
