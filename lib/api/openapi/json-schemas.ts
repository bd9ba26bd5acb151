import { z } from "zod";
import type { JsonSchema } from "./types";

type Direction = "input" | "output";
type Named = Readonly<Record<string, z.ZodType>>;

/** Turns schemas into JSON Schema; those with a name are referred to by it. */
export type Converter = {
  /** The named schemas themselves. */
  components: Record<string, JsonSchema>;
  /** A schema where it is used: its name's reference, or its own text with references inside. */
  use: (schema: z.ZodType) => JsonSchema;
};

/**
 * @param direction `input` for what is sent to the service, before it is read; `output` for what it answers
 * @param named goes into the document's components
 * @param inline everything else that `use` will be asked for
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

/** Where a component is found in the document. */
export function reference(name: string): string {
  return `#/components/schemas/${name}`;
}

type Override = NonNullable<NonNullable<Parameters<typeof z.toJSONSchema>[1]>["override"]>;

const tidy: Override = ({ zodSchema, jsonSchema }) => {
  const { def } = zodSchema._zod;
  // Additions may come at any time: no object is closed.
  if (def.type === "object" && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties;
  // Of what is read into something else zod leaves these two out, for they could be of either side.
  if (def.type === "default") jsonSchema.default = def.defaultValue;
  // What JavaScript cannot count is no limit of the contract.
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
  // A number in a query is text on the wire; the document tells the number.
  if (jsonSchema.type === "integer") delete jsonSchema.pattern;
  mergeNull(jsonSchema as JsonSchema);
};

/** "text or null" of one simple schema is told in one, which reads better everywhere. */
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
