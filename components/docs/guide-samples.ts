import { samples } from "./samples";

/** A receiver that verifies, in the languages in which one writes receivers. */
export const receiverSamples = samples({
  curl: "",
  typescript: `import type { CheckoutEventData } from "./types";
import { verifyWebhook, WebhookSignatureError } from "./verify-webhook";

export async function POST(request: Request): Promise<Response> {
  try {
    const event = verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET ?? "");
    const isPaid =
      event.event === "checkout.paid" || (event.event === "checkout.late_paid" && event.data.accepted);
    // Every other event, endpoint.test included, needs no more than the answer.
    if (isPaid) await handlePayment(event.id, event.data);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookSignatureError) return new Response(error.message, { status: 401 });
    throw error;
  }
}

/** One transaction of your database: a crash in between neither loses the order nor ships it twice. */
async function handlePayment(eventId: string, paid: CheckoutEventData): Promise<void> {
  await database.transaction(async (tx) => {
    const order = await tx.findOrder(paid.referenceId);
    const isOurs =
      order !== null &&
      paid.createdVia === "server_key" &&
      paid.checkoutId === order.checkoutId &&
      paid.fiatAmount === order.fiatAmount &&
      paid.fiatCurrency === order.fiatCurrency;
    // insertEvent stores the id under a unique key and answers false when it is stored already.
    if (isOurs && (await tx.insertEvent(eventId))) await tx.markForShipping(order.id);
  });
}`,
  python: `import hashlib
import hmac
import json
import re
import time


class WebhookSignatureError(Exception):
    """Not sent by the service, changed on the way, or too old: answer 401."""


def verify_webhook(raw_body: bytes, header: str, secrets: list[str],
                   tolerance_seconds: int = 300, now: float | None = None) -> dict:
    """The event of a delivery; \`header\` is x-svc-signature, \`raw_body\` the bytes as they came.

    Call handle_event with it and answer 2xx, whatever its kind.
    """
    signed_at = re.match(r"t=(\\d{1,12}),", header or "", re.ASCII)
    if signed_at is None:
        raise WebhookSignatureError("x-svc-signature is missing or malformed")
    now = time.time() if now is None else now
    if not abs(now - int(signed_at[1])) <= tolerance_seconds:
        raise WebhookSignatureError("x-svc-signature is too old")
    message = signed_at[1].encode() + b"." + raw_body
    given = re.findall(r",\\s*v1=([0-9a-f]{64})(?=,|$)", header)
    for secret in filter(None, secrets):
        expected = hmac.new(secret.encode(), message, hashlib.sha256).hexdigest()
        if any(hmac.compare_digest(expected, signature) for signature in given):
            return json.loads(raw_body)
    raise WebhookSignatureError("x-svc-signature does not match the body")


def handle_event(event: dict, database) -> None:
    """One transaction: a crash in between neither loses the order nor ships it twice."""
    paid = event["data"]
    is_paid = event["event"] == "checkout.paid" or (
        event["event"] == "checkout.late_paid" and paid["accepted"])
    if not is_paid:
        return
    with database.transaction() as tx:
        order = tx.find_order(paid["referenceId"])
        is_ours = (
            order is not None
            and paid["createdVia"] == "server_key"
            and paid["checkoutId"] == order.checkout_id
            and paid["fiatAmount"] == order.fiat_amount
            and paid["fiatCurrency"] == order.fiat_currency)
        # insert_event stores the id under a unique key and returns False when it is stored already.
        if is_ours and tx.insert_event(event["id"]):
            tx.mark_for_shipping(order.id)`,
}).filter(({ language }) => language !== "curl");

/** The first checkout. */
export const startSamples = samples({
  curl: `curl https://pay.example.com/v1/checkouts \\
  -H 'x-api-key: svc_server_…' \\
  -H 'idempotency-key: order-1042' \\
  -H 'content-type: application/json' \\
  -d '{"fiatAmount": "4.50", "fiatCurrency": "USD", "referenceId": "order-1042"}'`,
  typescript: `import { createCheckoutClient } from "./checkout-client";

const checkouts = createCheckoutClient({ baseUrl: "https://pay.example.com", serverKey });
const { id, checkoutUrl } = await checkouts.createCheckout(
  { fiatAmount: "4.50", fiatCurrency: "USD", referenceId: "order-1042" },
  { idempotencyKey: "order-1042" },
);`,
  python: `import requests

checkout = requests.post(
    "https://pay.example.com/v1/checkouts",
    headers={"x-api-key": SERVER_KEY, "idempotency-key": "order-1042"},
    json={"fiatAmount": "4.50", "fiatCurrency": "USD", "referenceId": "order-1042"},
    timeout=15,
).json()["data"]`,
});
