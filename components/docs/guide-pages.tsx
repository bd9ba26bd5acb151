import { errorHelp } from "@/lib/api/openapi/errors";
import { guides } from "@/lib/api/openapi/guides";
import { type ErrorCode, errorStatuses } from "@/lib/platform/values/errors.rules";
import { CodeTabs } from "./code-tabs";
import { startSamples } from "./guide-samples";
import { CodeBlock, ErrorTable, Heading, Prose } from "./prose";

/** From nothing to a paid checkout. */
export function StartPage() {
  return (
    <>
      <Prose
        paragraphs={[
          "Your backend creates a checkout, the customer pays on its page from any wallet, and your shop hears of it in a signed event. Three steps, and the first works now: `npm run demo` writes a server key for this machine into `.data/demo.json`.",
        ]}
      />
      <Heading>1. Create a checkout</Heading>
      <CodeTabs id="start" title="Create a checkout" samples={startSamples} />
      <Heading>2. Send the customer to it</Heading>
      <Prose
        paragraphs={[
          "Redirect to `checkoutUrl`. The page lets the customer choose token and network, shows address and amount, follows the payment, and leads back to your `successUrl`.",
          "It speaks the customer's language, from the browser: English, Korean, German, Spanish, French, Japanese, Portuguese or Chinese. `?lang=ko` on its address decides it.",
        ]}
      />
      <Heading>3. Hear of the payment</Heading>
      <Prose
        paragraphs={[
          "Ship on the webhook `checkout.paid`, never on the customer's return: whoever knows the address can open it. Polling GET `/v1/checkouts/{checkoutId}` until `isPaid` does as well.",
        ]}
      />
      <p className="flex flex-wrap gap-x-6 gap-y-2">
        <a href="/docs/webhooks" className="text-link">
          Receive webhooks
        </a>
        <a href="/docs/checkouts" className="text-link">
          All operations of checkouts
        </a>
        <a href="/docs/testing" className="text-link">
          Test it all on your machine
        </a>
      </p>
    </>
  );
}

/** One of the document's guides; the guide to errors has the whole table. */
export function GuidePage({ id }: { id: string }) {
  const guide = guides.find((one) => one.id === id);
  return (
    <>
      <Prose paragraphs={guide?.paragraphs ?? []} />
      {id === "errors" && (
        <div className="docs-measure">
          <ErrorTable
            anchored
            rows={(Object.keys(errorHelp) as ErrorCode[]).map((code) => ({
              code,
              status: errorStatuses[code],
              when: errorHelp[code].when,
            }))}
          />
        </div>
      )}
    </>
  );
}

/** The files for a merchant to copy. */
export function ClientPage({ files }: { files: readonly { name: string; text: string }[] }) {
  return (
    <>
      <Prose
        paragraphs={[
          "Three files without a dependency, made from the same schemas as this page and tested against the service. Copy them into your backend; their licence is MIT.",
          [
            "Every method is typed, and throws `CheckoutApiError` with `code`, `status`, `param` and `requestId`.",
            "Every POST has an `Idempotency-Key`, and is sent again on 429, on 5xx and when nothing came back, honouring `Retry-After`.",
          ],
        ]}
      />
      <CodeTabs
        id="client"
        title="Create a checkout"
        samples={startSamples.filter(({ language }) => language === "typescript")}
      />
      {files.map(({ name, text }) => (
        <details key={name} className="docs-details">
          <summary>{name}</summary>
          <CodeBlock code={text} label={name} />
        </details>
      ))}
    </>
  );
}

/** How to try an integration without money. */
export function TestingPage() {
  return (
    <>
      <Prose
        paragraphs={[
          "`npm run demo` runs the whole service on your machine: a database, two local chains with play money, a shop, and a wallet that pays. Nothing is installed, and nothing leaves the machine.",
        ]}
      />
      <CodeBlock
        label="Start the demo with an endpoint of your own"
        code={`npm run demo                                                # http://localhost:3000
DEMO_WEBHOOK_URL=http://localhost:4000/webhooks npm run demo   # and every event to your receiver`}
      />
      <Prose
        paragraphs={[
          "What programs need to know is in `.data/demo.json`, and printed with `npm run demo -- --json`: `baseUrl`, `serverKey`, `apiKey`, `projectId`, `webhookSecret`, and of each chain its `rpcUrl` and tokens.",
        ]}
      />
      <CodeBlock
        label="A checkout of the demo"
        code={`KEY=$(node -p 'JSON.parse(fs.readFileSync(".data/demo.json")).serverKey')
curl http://localhost:3000/v1/checkouts \\
  -H "x-api-key: $KEY" -H 'content-type: application/json' \\
  -d '{"fiatAmount": "4.50", "fiatCurrency": "USD", "referenceId": "test-1"}'`}
      />
      <Prose
        paragraphs={[
          [
            "Open the answer's `checkoutUrl` and pay with the demo wallet: two blocks later it is PAID, and your receiver is told.",
            "Or send the tokens yourself from the payer in `.data/demo.json`, to `depositAddress`: less, more, late or on the other chain, as your customers will.",
            "`expiryMinutes: 1` shows what happens when nobody pays.",
            '`DEMO_FIXED_RATES=\'{"USDC":{"USD":"1","KRW":"1400"}}\'` sets the rates.',
            "Removing `.data` begins anew.",
          ],
        ]}
      />
    </>
  );
}
