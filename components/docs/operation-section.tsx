import { errorHelp } from "@/lib/api/openapi/errors";
import type {
  DocumentedOperation,
  JsonSchema,
  OpenApiDocument,
  Parameter,
  PathOperation,
} from "@/lib/api/openapi/types";
import { type ErrorCode, errorStatuses } from "@/lib/platform/values/errors.rules";
import { Fields, Parameters, resolve } from "./fields";
import { CodeBlock, CodeTabs, ErrorTable, JsonBlock, RichText } from "./markdown";
import { requestSamples, streamOf } from "./samples";

type Props = DocumentedOperation & { document: OpenApiDocument; origin: string };

/** One operation: what it takes on the left, how it looks on the right. */
export function OperationSection({ document, origin, ...documented }: Props) {
  const { method, path, operation } = documented;
  const { operationId, summary, description } = operation;
  const { schemas, parameters: shared } = document.components;
  const parameters = (operation.parameters ?? []).map((one) =>
    "name" in one ? one : (shared[one.$ref.split("/").at(-1) ?? ""] as Parameter),
  );
  const body = operation.requestBody?.content["application/json"]?.schema;
  const [status, success] = successOf(operation);
  const stream = streamOf(operation);
  const examples = Object.entries(success?.examples ?? {});
  const messages = Object.entries(stream?.examples ?? {});

  return (
    <section aria-labelledby={operationId} className="docs-operation">
      <div className="min-w-0 space-y-6">
        <header>
          <h2 id={operationId} className="docs-anchor font-semibold">
            <a href={`#${operationId}`}>{summary}</a>
          </h2>
          <p className="mt-2 flex items-baseline gap-2 font-mono text-sm">
            <span className="docs-method">{method}</span>
            <span className="docs-path">{path}</span>
          </p>
          <p className="mt-3">
            <RichText>{description}</RichText>
          </p>
          <p className="caption mt-2">{keyOf(operation)}</p>
        </header>
        {parameters.length > 0 && (
          <Part title="Parameters">
            <Parameters parameters={parameters} />
          </Part>
        )}
        {body !== undefined && (
          <Part title="Body">
            <PriceRule schema={resolve(body, schemas)} />
            <Fields schema={body} schemas={schemas} sent />
          </Part>
        )}
        {success !== undefined && (
          <Part title={`Answer ${status}`}>
            <AnswerFields schema={success.schema} schemas={schemas} />
          </Part>
        )}
        {stream !== undefined && (
          <Part title="Answer 200, a stream">
            <p className="pt-3 text-sm">
              <RichText>{stream.schema.description ?? ""}</RichText>
            </p>
          </Part>
        )}
        <Part title="Errors">
          <ErrorTable rows={errorsOf(operation)} />
        </Part>
      </div>
      <div className="docs-examples min-w-0 space-y-4">
        <CodeTabs id={operationId} title={summary} samples={requestSamples(documented, origin)} />
        {examples.map(([name, { summary: what, value }], index) => (
          <details key={name} open={index === 0} className="docs-details">
            <summary>{`${status} · ${what}`}</summary>
            <JsonBlock value={value} label={`Answer: ${what}`} />
          </details>
        ))}
        {messages.map(([name, { summary: what, value }]) => (
          <details key={name} open className="docs-details">
            <summary>{what}</summary>
            <CodeBlock code={String(value)} label={what} />
          </details>
        ))}
      </div>
    </section>
  );
}

function Part({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <div>
      <h3 className="border-line border-b pb-2 font-medium text-sm">{title}</h3>
      {children}
    </div>
  );
}

/** Which fields belong together is a rule of the whole body. */
function PriceRule({ schema }: { schema: JsonSchema }) {
  if (schema.oneOf === undefined) return null;
  const choices = schema.oneOf.map(({ required = [] }) =>
    required.map((name) => `\`${name}\``).join(" with "),
  );
  return (
    <p className="pt-3 text-sm">
      <RichText>{`Either ${choices.join(", or ")}.`}</RichText>
    </p>
  );
}

function AnswerFields({
  schema,
  schemas,
}: {
  schema: JsonSchema;
  schemas: OpenApiDocument["components"]["schemas"];
}) {
  const data = schema.properties?.data ?? {};
  const isList = data.type === "array";
  const one = isList ? (data.items ?? {}) : data;
  const shapes = data.anyOf ?? resolve(one, schemas).oneOf ?? [one];
  return shapes.map((shape, index) => {
    const fields = Object.keys(resolve(shape, schemas).properties ?? {});
    const name = shape.$ref?.split("/").at(-1) ?? "data";
    return (
      <details key={name} open={fields.length <= 8 && index === 0} className="docs-details mt-3">
        <summary>
          {`${index === 0 ? "" : "or "}data: ${isList ? "list of " : ""}${name}, ${fields.length} fields`}
        </summary>
        <Fields schema={shape} schemas={schemas} />
      </details>
    );
  });
}

function successOf({ responses }: PathOperation) {
  const status = responses[201] === undefined ? "200" : "201";
  return [status, responses[status]?.content?.["application/json"]] as const;
}

function keyOf({ security = [] }: PathOperation): string {
  const [scheme] = security;
  if (scheme === undefined) return "Needs no key.";
  return "serverKey" in scheme ? "Needs a server key, svc_server_…" : "Needs an API key, svc_sk_…";
}

function errorsOf({ responses }: PathOperation) {
  const codes = Object.values(responses).flatMap(
    ({ content }) =>
      (content?.["application/json"]?.schema.allOf?.[1]?.properties?.error?.properties?.code?.enum ??
        []) as ErrorCode[],
  );
  return codes.map((code) => ({ code, status: errorStatuses[code], when: errorHelp[code].when }));
}
