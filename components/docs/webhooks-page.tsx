import type { OpenApiDocument, Parameter, PathItem } from "@/lib/api/openapi/types";
import { CodeTabs } from "./code-tabs";
import { Fields, Parameters, resolve } from "./fields";
import { receiverSamples } from "./guide-samples";
import { CodeBlock, Heading, JsonBlock, Prose, RichText } from "./prose";

/** Deliveries, their signatures, and every kind of event. `helper` is the file to copy. */
export function WebhooksPage({ document, helper }: { document: OpenApiDocument; helper: string }) {
  const { schemas, parameters } = document.components;
  const headers = Object.values(parameters).filter(({ name }) => /signature|^webhook-/.test(name));
  return (
    <>
      <Prose
        paragraphs={[
          "The service POSTs each event as JSON to the endpoints that the project has set up. Answer with any 2xx within 15 seconds, and do the work afterwards.",
          [
            "**Verify first.** `x-svc-signature` signs the raw bytes; parsed and printed again they may differ.",
            "**Then compare.** Anyone who reads an API key in a browser can create checkouts of any price: ship only if `createdVia`, `referenceId` and the price are those of your own order.",
            "**Act once.** An event may come twice, and events may come out of order. Store its `id` in the transaction that ships; `sequence` tells the order.",
            "**Include late payments.** A late payment that you accepted comes as `checkout.late_paid` with `accepted: true`, not as `checkout.paid`.",
            "**Let the rest pass.** Answer 2xx to `endpoint.test`, and to kinds that you do not know, and do nothing.",
            "**Nothing is lost.** What gets no 2xx is sent again after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h, with the same bytes and a new signature.",
          ],
        ]}
      />
      <Heading>A receiver</Heading>
      <CodeTabs id="receiver" title="A webhook receiver" samples={receiverSamples} />
      <details className="docs-details">
        <summary>verify-webhook.ts, to copy</summary>
        <CodeBlock code={helper} label="verify-webhook.ts" />
      </details>
      <Prose
        paragraphs={[
          "The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` are those of Standard Webhooks: its libraries, and Svix's, verify a delivery as they are.",
        ]}
      />
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
      <code className="font-medium font-mono text-sm">{kind}</code>
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
