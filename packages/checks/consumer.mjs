// A merchant's program: verifies deliveries and, if CHECKOUT_URL names a service, sends requests.
// packages/checks/client-projects.mjs runs it in Node as a module and as CommonJS, in Deno and in Bun.
async function main() {
  const { createCheckoutClient, CheckoutApiError } = await import("stablecoin-checkout-client");
  const { verifyWebhook, WebhookSignatureError } = await import("stablecoin-checkout-client/webhooks");

  const expect = (fact, what) => {
    if (!fact) throw new Error(`not true: ${what}`);
  };
  const refusal = (promise) => promise.then(() => null).catch((error) => error);

  const secret = `whsec_${btoa("0123456789abcdef0123456789abcdef")}`;
  const body = JSON.stringify({ event: "checkout.paid", id: "evt_1", data: {} });
  const time = Math.floor(Date.now() / 1_000);
  const hmac = async (key, text) => {
    const algorithm = { name: "HMAC", hash: "SHA-256" };
    const imported = await crypto.subtle.importKey("raw", key, algorithm, false, ["sign"]);
    return new Uint8Array(await crypto.subtle.sign("HMAC", imported, new TextEncoder().encode(text)));
  };
  const own = await hmac(new TextEncoder().encode(secret), `${time}.${body}`);
  const standard = await hmac(
    new TextEncoder().encode("0123456789abcdef0123456789abcdef"),
    `evt_1.${time}.${body}`,
  );
  const hex = [...own].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const ownHeaders = { "x-svc-signature": `t=${time},v1=${hex}` };
  const standardHeaders = new Headers({
    "webhook-id": "evt_1",
    "webhook-timestamp": String(time),
    "webhook-signature": `v1,${btoa(String.fromCharCode(...standard))}`,
  });
  expect((await verifyWebhook(body, ownHeaders, secret)).id === "evt_1", "own signature");
  expect((await verifyWebhook(body, standardHeaders, secret)).id === "evt_1", "Standard Webhooks");
  const forged = await refusal(verifyWebhook(`${body} `, ownHeaders, secret));
  expect(forged instanceof WebhookSignatureError, "a changed body is refused");
  const parsed = await refusal(verifyWebhook(JSON.parse(body), ownHeaders, secret));
  expect(parsed instanceof TypeError, "a parsed body is a mistake");

  const { CHECKOUT_URL: baseUrl, CHECKOUT_SERVER_KEY: serverKey } = process.env;
  if (baseUrl === undefined) return;
  const checkouts = createCheckoutClient({ baseUrl, serverKey });
  const order = { fiatAmount: "4.50", fiatCurrency: "USD", referenceId: `order-${crypto.randomUUID()}` };
  const options = { idempotencyKey: order.referenceId };
  const { id, checkoutUrl } = await checkouts.createCheckout(order, options);
  expect(checkoutUrl.endsWith(`/c/${id}`), "a page to pay");
  expect((await checkouts.createCheckout(order, options)).id === id, "the same key is the same checkout");
  await checkouts.createCheckout(order);
  let found = 0;
  for await (const one of checkouts.listCheckouts({ take: 1, referenceId: order.referenceId }))
    found += one.referenceId === order.referenceId ? 1 : 0;
  expect(found === 2, "a walk over two pages");
  const unknown = await refusal(checkouts.getCheckout("chk_01kkmx5r2w7q4m9t6v3n0bhce8"));
  expect(unknown instanceof CheckoutApiError && unknown.code === "CHECKOUT_NOT_FOUND", "an error by code");
  expect(/^[0-9a-f-]{36}$/.test(unknown.requestId), "an error's request id");
}

void main();
