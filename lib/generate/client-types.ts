import type { JsonSchema, OpenApiDocument, Parameter } from "@/lib/api/openapi/types";
import { errorStatuses } from "@/lib/platform/values/errors.rules";

const lineWidth = 110;
const componentPrefix = "#/components/schemas/";
/** No event of a checkout. */
const testName = "EndpointTestEvent";

/** The types for a merchant: the Server API, an API key's operations and the webhooks, and their parts. */
const roots = [
  "CreateCheckout",
  "Checkout",
  "CheckoutDetails",
  "CancelledCheckout",
  "RedeemedCheckout",
  "AcceptPayment",
  "CreateRefund",
  "Refund",
  "CreatePaymentLink",
  "UpdatePaymentLink",
  "PaymentLink",
  "PaymentLinkDetails",
  "Settlement",
  "SettlementDetails",
  "Balance",
  "Stray",
  "DecideStray",
  "DecidedStray",
  "CreateWebhookEndpoint",
  "UpdateWebhookEndpoint",
  "RotateWebhookSecret",
  "WebhookEndpoint",
  "RotatedSecret",
  "SentTest",
  "WebhookDelivery",
  "WebhookDeliveryDetails",
  "ResentDelivery",
  "Pagination",
  "CheckoutPagination",
  "CursorPagination",
  "PublicCheckout",
  "SdkProject",
  "ProjectAllRates",
  "RatesOfCurrency",
];
const queries = {
  ListCheckouts: "/v1/checkouts",
  ListRefunds: "/v1/checkouts/{checkoutId}/refunds",
  ListProjectRefunds: "/v1/refunds",
  ListPaymentLinks: "/v1/payment-links",
  ListSettlements: "/v1/settlements",
  ListStrays: "/v1/strays",
  ListEvents: "/v1/events",
  ListWebhookEndpoints: "/v1/webhook-endpoints",
  ListWebhookDeliveries: "/v1/webhook-endpoints/{endpointId}/deliveries",
  ExchangeRates: "/dashboard/projects/{projectId}/checkouts/exchange-rate",
};

/** The TypeScript types of the document's schemas, formatted as this project formats. */
export function typescriptTypes(document: OpenApiDocument): string {
  const events = eventNames(document);
  const schemas: Record<string, JsonSchema> = {
    ...document.components.schemas,
    EventBase: commonPart(document, events),
  };
  const names = reachable([...roots, "EventBase", "CheckoutEventData", ...events], schemas);
  const all = names.map((name) => [name, schemas[name] ?? {}] as const);
  const types = [
    ...all.map(([name, schema]) => declaration(name, schema, all)),
    `/** An event of a checkout, told apart by \`event\`. */\nexport type WebhookEvent =${union(
      events.filter((name) => name !== testName),
      "",
      "export type WebhookEvent = ".length,
    )};\n`,
    ...Object.entries(queries).map(([name, path]) => declaration(name, querySchema(document, path))),
    `/** Every code that an error can have; more may come. */\nexport type ErrorCode =${union(
      Object.keys(errorStatuses).map((code) => JSON.stringify(code)),
      "",
      "export type ErrorCode = ".length,
    )};\n`,
  ];
  const head = [
    "// The objects of the Stablecoin Checkout API, for a merchant's backend.",
    "// Made from the API's own schemas (lib/generate/client-types.ts); not edited by hand.",
  ];
  return [`${head.join("\n")}\n`, ...types].join("\n");
}

/** The names of events, in the document's order. */
function eventNames({ webhooks }: OpenApiDocument): string[] {
  return Object.values(webhooks).flatMap(({ post }) => {
    const { $ref } = post?.requestBody?.content["application/json"]?.schema ?? {};
    return $ref === undefined ? [] : [$ref.slice(componentPrefix.length)];
  });
}

/** What all these objects have, each in the same form: said once. */
function commonPart({ components: { schemas } }: OpenApiDocument, names: readonly string[]): JsonSchema {
  const [first = {}, ...others] = names.map((name) => schemas[name] ?? {});
  const common = Object.entries(first.properties ?? {}).filter(([name, member]) =>
    others.every(({ properties }) => JSON.stringify(properties?.[name]) === JSON.stringify(member)),
  );
  return {
    type: "object",
    description: "What every delivery has.",
    properties: Object.fromEntries(common),
    required: common.map(([name]) => name),
  };
}

function reachable(start: readonly string[], schemas: Readonly<Record<string, JsonSchema>>): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    if (found.has(name)) return;
    found.add(name);
    const text = JSON.stringify(schemas[name]);
    for (const [, next = ""] of text.matchAll(/"#\/components\/schemas\/(\w+)"/g)) visit(next);
  };
  start.forEach(visit);
  return [...found];
}

function querySchema(document: OpenApiDocument, path: string): JsonSchema {
  const parameters = (document.paths[path]?.get?.parameters ?? []) as Parameter[];
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  return {
    type: "object",
    description: "Which of them are asked for.",
    properties: Object.fromEntries(
      inQuery.map(({ name, schema, description }) => [name, { ...schema, description }]),
    ),
  };
}

type Named = readonly [name: string, schema: JsonSchema];

function declaration(name: string, schema: JsonSchema, all: readonly Named[] = []): string {
  const [base, rest] = extended(schema, all);
  const head = `export type ${name} =${base === null ? "" : ` ${base} &`}`;
  const type = toType(rest, "", head.length + 1, all);
  return `${comment(schema, "")}${head}${type.startsWith("\n") ? type : ` ${type}`};\n`;
}

/** The largest type of which the schema has every member and more, with what it has beside these. */
function extended(schema: JsonSchema, all: readonly Named[]): [base: string | null, rest: JsonSchema] {
  const own = Object.entries(schema.properties ?? {});
  const has = (name: string, member: unknown) =>
    JSON.stringify(schema.properties?.[name]) === JSON.stringify(member);
  const bases = all.filter(([, other]) => {
    const members = Object.entries(other.properties ?? {});
    return (
      members.length > 1 &&
      members.length < own.length &&
      members.every(
        ([name, member]) =>
          has(name, member) && schema.required?.includes(name) === other.required?.includes(name),
      )
    );
  });
  const size = ([, { properties }]: Named) => Object.keys(properties ?? {}).length;
  const [base] = bases.toSorted((a, b) => size(b) - size(a));
  if (base === undefined) return [null, schema];
  const inherited = base[1].properties ?? {};
  return [
    base[0],
    { ...schema, properties: Object.fromEntries(own.filter(([name]) => !(name in inherited))) },
  ];
}

function comment({ description }: JsonSchema, indent: string): string {
  return description === undefined ? "" : `${indent}/** ${description} */\n`;
}

function toType(schema: JsonSchema, indent: string, column: number, all: readonly Named[] = []): string {
  if (schema.$ref !== undefined) return schema.$ref.slice(componentPrefix.length);
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) {
    const members = schema.enum.map((value) => JSON.stringify(value));
    return union(members, indent, column).replace(/^ /, "");
  }
  if (schema.anyOf !== undefined)
    return [...new Set(schema.anyOf.map((one) => toType(one, indent, column)))].join(" | ");
  if (Array.isArray(schema.type))
    return schema.type.map((type) => toType({ ...schema, type }, indent, column)).join(" | ");
  switch (schema.type) {
    case "string":
    case "boolean":
    case "null":
      return schema.type;
    case "integer":
    case "number":
      return "number";
    case "array":
      return ofMany(toType(schema.items ?? {}, indent, column));
    case "object":
      return objectType(schema, indent, all);
    default:
      throw new RangeError(`no type for ${JSON.stringify(schema)}`);
  }
}

/** A union needs a bracket. Long ones need a name of their own in the document. */
function ofMany(type: string): string {
  return /^"[^{]* \| /.test(type) ? `(${type})[]` : `${type}[]`;
}

function objectType(schema: JsonSchema, indent: string, all: readonly Named[]): string {
  if (schema.properties === undefined)
    return `Record<string, ${toType(schema.additionalProperties ?? {}, indent, 0)}>`;
  const inner = `${indent}  `;
  const fields = Object.entries(schema.properties).map(([name, field]) => {
    const optional = schema.required?.includes(name) ? "" : "?";
    const head = `${inner}${name}${optional}:`;
    const [base, rest] = field.type === "object" ? extended(field, all) : [null, field];
    const type = `${base === null ? "" : `${base} & `}${toType(rest, inner, head.length + 1, all)}`;
    return `${comment(field, inner)}${head}${type.startsWith("\n") ? type : ` ${type}`};`;
  });
  return `{\n${fields.join("\n")}\n${indent}}`;
}

/** On one line where it fits behind `column`, else a member a line. */
function union(members: readonly string[], indent: string, column: number): string {
  const line = members.join(" | ");
  if (column + line.length + 1 <= lineWidth) return ` ${line}`;
  return members.map((member) => `\n${indent}  | ${member}`).join("");
}
