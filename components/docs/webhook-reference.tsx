import type { OpenApiDocument, Parameter, PathItem } from "@/lib/api/openapi/types";
import { Fields, Parameters, resolve } from "./fields";
import { Heading, JsonBlock, RichText } from "./prose";

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
