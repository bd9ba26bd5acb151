import { samples } from "./samples";

/** A receiver that verifies, in the languages in which one writes receivers. */
export const receiverSamples = samples({
  curl: "",
  typescript: `import { verifyWebhook, WebhookSignatureError } from "./verify-webhook";

export async function POST(request: Request): Promise<Response> {
  try {
    const event = verifyWebhook(await request.text(), request.headers, process.env.WEBHOOK_SECRET ?? "");
    // You sent it yourself, to see that this works.
    if (event.event === "endpoint.test") return new Response(null, { status: 204 });
    const order = await findOrder(event.data.referenceId);
    const isOurs =
      order !== null &&
      event.data.createdVia === "server_key" &&
      event.data.checkoutId === order.checkoutId &&
      event.data.fiatAmount === order.fiatAmount &&
      event.data.fiatCurrency === order.fiatCurrency;
    // rememberEvent stores the id under a unique key: the same event may come twice.
    if (isOurs && (await rememberEvent(event.id)) && event.event === "checkout.paid") await ship(order);
    return new Response(null, { status: 204 });
  } catch (error) {
    if (error instanceof WebhookSignatureError) return new Response(error.message, { status: 401 });
    throw error;
  }
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

    To "endpoint.test", and to kinds that you do not know, answer 2xx and do nothing.
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
    raise WebhookSignatureError("x-svc-signature does not match the body")`,
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
