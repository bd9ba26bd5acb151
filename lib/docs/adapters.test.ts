import { createHmac } from "node:crypto";
import ts from "typescript";
import { expect, test } from "vitest";
import { eventTexts } from "@/lib/api/openapi/webhooks";
import type { WebhookEvent } from "@/lib/generated/client/types";
import { samplesUnder } from "./pages";

const secret = "a secret that the old handler knows";

type Request = { body: string; headers: Record<string, string> };
type Adapter = (event: WebhookEvent, secret: string, storeId?: string) => Request | null;

/** A function of the first sample below a heading, run as it is written. */
async function load(page: string, name: string): Promise<Adapter> {
  const [sample] = samplesUnder(page, "The adapter");
  const options = { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext };
  const code = ts.transpileModule(sample?.code ?? "", { compilerOptions: options }).outputText;
  const module = await import(/* @vite-ignore */ `data:text/javascript,${encodeURIComponent(code)}`);
  return module[name];
}

function eventOf(kind: WebhookEvent["event"], data: object = {}): WebhookEvent {
  const event = JSON.parse(eventTexts[kind]);
  return { ...event, data: { ...event.data, ...data } };
}

const hmac = (body: string) => createHmac("sha256", secret).update(body).digest("hex");

test("a Coinbase Commerce handler reads the adapter's events", async () => {
  const toCommerce = await load("migrate-from-coinbase-commerce", "toCommerce");
  const paid = eventOf("checkout.paid");
  const sent = toCommerce(paid, secret);
  expect(sent?.headers["x-cc-webhook-signature"]).toBe(hmac(sent?.body ?? ""));
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({
    event: {
      type: "charge:confirmed",
      data: {
        metadata: { order_id: paid.data.referenceId },
        pricing: { local: { amount: "4.50", currency: "USD" } },
        payments: [{ network: "base", value: { crypto: { amount: "4.500900" } } }],
        timeline: [{ status: "COMPLETED" }],
      },
    },
  });
  const types = (
    ["checkout.created", "checkout.expired", "checkout.detected", "refund.completed"] as const
  ).map((kind) => JSON.parse(toCommerce(eventOf(kind), secret)?.body ?? "{}").event?.type);
  expect(types).toEqual(["charge:created", "charge:failed", undefined, undefined]);
});

test("a BTCPay Server handler reads the adapter's events", async () => {
  const toBtcpay = await load("migrate-from-btcpay-server", "toBtcpay");
  const paid = eventOf("checkout.paid");
  const sent = toBtcpay(paid, secret, "store");
  expect(sent?.headers["btcpay-sig"]).toBe(`sha256=${hmac(sent?.body ?? "")}`);
  expect(JSON.parse(sent?.body ?? "")).toMatchObject({
    type: "InvoiceSettled",
    invoiceId: paid.data.checkoutId,
    storeId: "store",
    manuallyMarked: false,
    overPaid: false,
    metadata: { orderId: paid.data.referenceId },
    timestamp: Math.floor(Date.parse(paid.timestamp) / 1_000),
  });
  const more = toBtcpay(eventOf("checkout.paid", { totalPaid: "9000000" }), secret, "store");
  expect(JSON.parse(more?.body ?? "").overPaid).toBe(true);
  const types = (
    ["checkout.detected", "checkout.expired", "checkout.reverted", "checkout.settled"] as const
  ).map((kind) => JSON.parse(toBtcpay(eventOf(kind), secret, "store")?.body ?? "{}").type);
  expect(types).toEqual(["InvoiceProcessing", "InvoiceExpired", "InvoiceInvalid", undefined]);
});

test.each([
  ["migrate-from-coinbase-commerce", "toCommerce"],
  ["migrate-from-btcpay-server", "toBtcpay"],
])(
  "%s passes on a late payment as paid only once it is accepted, and nothing of a public key",
  async (page, name) => {
    const adapt = await load(page, name);
    const typeOf = (request: Request | null) => {
      const { event, type } = JSON.parse(request?.body ?? "{}");
      return event?.type ?? type;
    };
    const paid = typeOf(adapt(eventOf("checkout.paid"), secret, "store"));
    expect(typeOf(adapt(eventOf("checkout.late_paid", { accepted: true }), secret, "store"))).toBe(paid);
    expect(typeOf(adapt(eventOf("checkout.late_paid", { accepted: false }), secret, "store"))).not.toBe(paid);
    expect(adapt(eventOf("checkout.paid", { createdVia: "api_key" }), secret, "store")).toBeNull();
  },
);
