import { z } from "zod";
import type { JsonSchema } from "./types";

type Direction = "input" | "output";
type Named = Readonly<Record<string, z.ZodType>>;

/** Turns schemas into JSON Schema; named ones become references. */
export type Converter = {
  /** The named schemas themselves. */
  components: Record<string, JsonSchema>;
  /** A schema where it is used: a reference, or its own text with references inside. */
  use: (schema: z.ZodType) => JsonSchema;
};

/**
 * @param direction `input` for requests, before they are read; `output` for answers
 * @param named goes into the document's components
 * @param inline every other schema that `use` will get
 */
export function jsonSchemas(direction: Direction, named: Named, inline: readonly z.ZodType[]): Converter {
  const names = new Map(Object.entries(named).map(([name, schema]) => [schema, name]));
  const registry = z.registry<{ id: string }>();
  for (const [schema, id] of names) registry.add(schema, { id });
  const unnamed = [...new Set(inline)].filter((schema) => !names.has(schema));
  unnamed.forEach((schema, index) => {
    registry.add(schema, { id: `inline.${index}` });
  });

  const { schemas } = z.toJSONSchema(registry, { io: direction, uri: reference, override: tidy });
  const converted = new Map(
    Object.entries(schemas).map(([name, schema]) => [name, withoutIdentity(schema as JsonSchema)]),
  );
  const find = (name: string): JsonSchema => {
    const schema = converted.get(name);
    if (schema === undefined) throw new RangeError(`${name} was not among the schemas to be converted`);
    return schema;
  };
  return {
    components: Object.fromEntries([...names.values()].map((name) => [name, find(name)])),
    use: (schema) => {
      const name = names.get(schema);
      return name === undefined ? find(`inline.${unnamed.indexOf(schema)}`) : { $ref: reference(name) };
    },
  };
}

/** The reference of a component in the document. */
export function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

const tidy: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  // Fields may be added at any time: no object is closed.
  if (def.type === "object" && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
  // For schemas with a transform, zod omits these two, since they could belong to either side.
  if (def.type === "default") jsonSchema.default = def.defaultValue;
  // A limit beyond JavaScript's integers is not part of the contract.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A number in a query is text on the wire; the document shows the number.
  if (jsonSchema.type === "integer") delete jsonSchema.pattern;
  mergeNull(jsonSchema as JsonSchema);
};

/** Merges "text or null" of one simple schema, which reads better. */
function mergeNull(schema: JsonSchema): void {
  const [value, nothing, ...more] = schema.anyOf ?? [];
  if (value === undefined || nothing?.type !== "null" || more.length > 0) return;
  if (typeof value.type !== "string" || value.enum !== undefined || value.type === "object") return;
  const { description } = schema;
  delete schema.anyOf;
  Object.assign(schema, value, { type: [value.type, "null"] });
  if (description !== undefined) schema.description = description;
}

function withoutIdentity(schema: JsonSchema): JsonSchema {
  const { $schema: _, $id: __, ...rest } = schema as JsonSchema & Record<string, unknown>;
  return rest;
}
