import type { JsonSchema, OpenApiDocument, Parameter, PathItem } from "@/lib/api/openapi/types";
import { Heading, JsonBlock, RichText } from "./markdown";

type Schemas = Readonly<Record<string, JsonSchema>>;

const prefix = "#/components/schemas/";

/** A reference's schema with the properties beside the reference. */
export function resolve(schema: JsonSchema, schemas: Schemas): JsonSchema {
  if (schema.$ref === undefined) return schema;
  const { $ref, ...beside } = schema;
  return { ...schemas[$ref.slice(prefix.length)], ...beside };
}

/** The fields of an object and its nested objects; `sent` by the reader, or returned. */
export function Fields({
  schema,
  schemas,
  sent = false,
}: {
  schema: JsonSchema;
  schemas: Schemas;
  sent?: boolean;
}) {
  const { properties = {}, required = [] } = resolve(schema, schemas);
  return (
    <ul className="docs-fields">
      {Object.entries(properties).map(([name, field]) => (
        <Field
          key={name}
          name={name}
          schema={field}
          schemas={schemas}
          isRequired={required.includes(name)}
          sent={sent}
        />
      ))}
    </ul>
  );
}

/** Parameters of the path, the query and the headers. */
export function Parameters({ parameters }: { parameters: readonly Parameter[] }) {
  return (
    <ul className="docs-fields">
      {parameters.map(({ name, in: place, description, required, schema }) => (
        <Field
          key={name}
          name={name}
          schema={{ ...schema, description }}
          schemas={{}}
          isRequired={required}
          sent
          place={place}
        />
      ))}
    </ul>
  );
}

type FieldProps = {
  name: string;
  schema: JsonSchema;
  schemas: Schemas;
  isRequired: boolean;
  sent: boolean;
  place?: Parameter["in"];
};

function Field({ name, schema, schemas, isRequired, sent, place }: FieldProps) {
  const { value, isNullable, isList } = unwrap(schema, schemas);
  const description = schema.description ?? value.description;
  const limits = limitsOf(value);
  return (
    <li>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <code className="font-medium font-mono text-sm">{name}</code>
        <span className="caption">
          {isList ? "list of " : ""}
          {typeOf(value)}
          {isNullable ? " or null" : ""}
          {place === undefined ? "" : ` in the ${place}`}
        </span>
        {sent && isRequired && <span className="caption">· required</span>}
        {!sent && !isRequired && <span className="caption">· not always there</span>}
      </p>
      {description !== undefined && (
        <p className="text-sm">
          <RichText>{description}</RichText>
        </p>
      )}
      {limits.length > 0 && <p className="caption">{limits.join(" · ")}</p>}
      {value.pattern !== undefined && (
        <p className="caption break-all font-mono" title="The form of the text, as a regular expression">
          {value.pattern}
        </p>
      )}
      {value.enum !== undefined && <Choices values={value.enum} />}
      {value.properties !== undefined && <Fields schema={value} schemas={schemas} sent={sent} />}
    </li>
  );
}

function Choices({ values }: { values: readonly unknown[] }) {
  return (
    <p className="flex flex-wrap gap-1 pt-1">
      {values.map((value) => (
        <code key={String(value)} className="docs-code">
          {String(value)}
        </code>
      ))}
    </p>
  );
}

/** The schema behind references, arrays and "or null". */
function unwrap(schema: JsonSchema, schemas: Schemas) {
  const found = resolve(schema, schemas);
  const [first, second] = found.anyOf ?? [];
  if (first !== undefined && second?.type === "null")
    return { value: resolve(first, schemas), isNullable: true, isList: false };
  if (found.type === "array" && found.items !== undefined)
    return { value: resolve(found.items, schemas), isNullable: false, isList: true };
  const isNullable = Array.isArray(found.type) && found.type.includes("null");
  return { value: found, isNullable, isList: false };
}

function typeOf({ type, const: constant, additionalProperties }: JsonSchema): string {
  if (constant !== undefined) return JSON.stringify(constant);
  const [simple = "object"] = Array.isArray(type) ? type.filter((one) => one !== "null") : [type];
  return simple === "object" && additionalProperties !== undefined ? "object by name" : simple;
}

function limitsOf(schema: JsonSchema): string[] {
  const { minimum, maximum, maxLength, maxProperties, format, default: preset } = schema;
  const range =
    minimum !== undefined && maximum !== undefined
      ? `${minimum} to ${maximum}`
      : minimum !== undefined && minimum > 0
        ? `at least ${minimum}`
        : "";
  return [
    range,
    maxLength === undefined ? "" : `at most ${maxLength} characters`,
    maxProperties === undefined ? "" : `at most ${maxProperties} pairs`,
    preset === undefined ? "" : `default ${preset}`,
    format === undefined ? "" : format,
  ].filter((text) => text !== "");
}

/** Headers, body and every kind of event, as the document has them. */
export function WebhookReference({ document }: { document: OpenApiDocument }) {
  const { schemas, parameters } = document.components;
  const headers = Object.values(parameters).filter(({ name }) => /signature|^webhook-/.test(name));
  return (
    <>
      <Heading>Headers</Heading>
      <div className="docs-measure">
        <Parameters parameters={headers as Parameter[]} />
      </div>
      <Heading>Body</Heading>
      <div className="grid gap-8 xl:grid-cols-2">
        <Fields schema={{ $ref: "#/components/schemas/CheckoutPaidEvent" }} schemas={schemas} />
        <div className="min-w-0">
          <JsonBlock value={bodyOf(document.webhooks["checkout.paid"])?.example} label="checkout.paid" />
        </div>
      </div>
      <Heading>Kinds</Heading>
      <ul className="docs-fields docs-measure">
        {Object.entries(document.webhooks).map(([kind, item]) => (
          <li key={kind}>
            <Kind kind={kind} item={item} schemas={schemas} />
          </li>
        ))}
      </ul>
    </>
  );
}

/** When it is sent, its own fields, and an example. */
function Kind({
  kind,
  item,
  schemas,
}: {
  kind: string;
  item: PathItem;
  schemas: OpenApiDocument["components"]["schemas"];
}) {
  const body = bodyOf(item);
  if (body === undefined) return null;
  const { data = {} } = resolve(body.schema, schemas).properties ?? {};
  const { properties = {}, required = [] } = resolve(data, schemas);
  const common = schemas.CheckoutEventData?.properties ?? {};
  const own = Object.fromEntries(Object.entries(properties).filter(([name]) => !(name in common)));
  return (
    <>
      <code id={kind} className="docs-anchor font-medium font-mono text-sm">
        {kind}
      </code>
      <p className="text-sm">
        <RichText>{item.post?.description ?? ""}</RichText>
      </p>
      {Object.keys(own).length > 0 && (
        <Fields schema={{ type: "object", properties: own, required }} schemas={schemas} />
      )}
      <details className="docs-details">
        <summary>
          Example<span className="sr-only"> of {kind}</span>
        </summary>
        <JsonBlock value={body.example} label={kind} />
      </details>
    </>
  );
}

function bodyOf(item: PathItem | undefined) {
  const media = item?.post?.requestBody?.content["application/json"];
  if (media === undefined) return undefined;
  const [example] = Object.values(media.examples ?? {});
  return { schema: media.schema, example: example?.value };
}
