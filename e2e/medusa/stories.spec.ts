import { expect, test } from "@playwright/test";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { call, createCheckout, getCheckout, untilStatus } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { endTime } from "../support/checkout-states";
import {
  choose,
  deliveryTo,
  endpointAt,
  payCheckout,
  printAfterFailure,
  resend,
  serverApi,
} from "../support/shop-plugins";
import { type OwnStack, startOwnStack } from "../support/stack";
import { installShop, type Medusa, prepareMedusa } from "./medusa";
import { openStorefront, type PaymentSession, type Storefront } from "./storefront";

let stack: OwnStack;
let medusa: Medusa;
let shop: Storefront;
let webhookUrl: string;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  await installShop();
  const port = await findLastingPort();
  webhookUrl = `http://127.0.0.1:${port}/hooks/payment/stablecoin-checkout_main`;
  stack = await startOwnStack({ extraWebhookUrl: webhookUrl });
  medusa = await prepareMedusa(stack.manifest, port);
  await medusa.start();
  shop = await openStorefront(`http://127.0.0.1:${port}`);
});
test.afterAll(async () => {
  await medusa?.stop();
  await stack?.stop();
});
printAfterFailure(() => medusa?.lastLines());

const demo = () => stack.manifest;
/** Nothing listens there. */
const nowhere = "http://127.0.0.1:9/";

test("an order is paid by webhook, also when the customer never returns, and its payment is captured", async ({
  page,
}) => {
  const cart = await shop.fillCart();
  const session = await shop.choosePayment(cart);
  await page.goto(session.data.checkoutUrl);
  await expect(page.getByText("12.50").first()).toBeVisible();
  await paySession(session);

  const order = await orderOf(cart);
  expect(order).toMatchObject({ payment_status: "captured", total: 12.5 });
  const [payment] = paymentsOf(order);
  expect(payment).toMatchObject({
    amount: 12.5,
    captured_at: expect.any(String),
    provider_id: session.provider_id,
  });
});

test("returns a part of an order at the rate of its payment", async () => {
  const { session, order } = await buy();
  await shop.admin(`/payments/${paymentsOf(order)[0].id}/refund`, { amount: 5 });

  const checkout = await getCheckout(demo(), session.data.checkoutId);
  const [refund, ...others] = await refundsOf(session);
  expect(others).toEqual([]);
  expect(refund).toMatchObject({
    amount: String((BigInt(checkout.amount ?? 0) * 2n) / 5n),
    refundType: "CUSTOMER_REQUEST",
  });
  // Medusa has the page on which the customer names a wallet.
  const { payment } = await shop.admin(`/payments/${paymentsOf(order)[0].id}?fields=data`);
  expect(payment.data.refunds).toEqual([
    { id: refund?.id, claimUrl: expect.stringContaining(demo().baseUrl) },
  ]);
  const note = async () => {
    const answer = await shop.admin(`/payments/${paymentsOf(order)[0].id}?fields=*refunds`);
    return answer.payment.refunds[0].note;
  };
  expect(await note()).toMatch(/not sent yet, the customer has to name a wallet.* this page: http/);
  await serverApi(demo()).cancelRefund(refund?.id ?? "");
  await expect.poll(note, { timeout: 60_000 }).toContain("CANCELLED: no money was sent");
});

test("returns everything when the shop cancels a paid order", async () => {
  const { session, order } = await buy();
  await shop.admin(`/orders/${order.id}/cancel`, {});

  const checkout = await getCheckout(demo(), session.data.checkoutId);
  expect(await refundsOf(session)).toMatchObject([{ amount: checkout.paidAmount }]);
});

test("cancels the checkout when the customer chooses another price", async () => {
  const cart = await shop.fillCart();
  const first = await shop.choosePayment(cart);
  await changeQuantity(cart, 2);
  const second = await shop.choosePayment(cart);

  expect(await getCheckout(demo(), first.data.checkoutId)).toMatchObject({ status: "CANCELLED" });
  expect(await getCheckout(demo(), second.data.checkoutId)).toMatchObject({
    status: "PENDING",
    fiatAmount: "22.50",
  });
  await paySession(second);
  expect(await orderOf(cart)).toMatchObject({ total: 22.5 });
});

test("a cart whose checkout received a part is asked for no other payment", async () => {
  const cart = await shop.fillCart();
  const first = await shop.choosePayment(cart);
  const id = first.data.checkoutId;
  const { depositAddress, amount } = await choose(demo(), id);
  const half = amount / 2n;
  await pay(demo(), depositAddress, half);
  await expect.poll(async () => (await getCheckout(demo(), id)).totalPaid).toBe(String(half));
  await expect(changeQuantity(cart, 2)).rejects.toThrow("Could not delete all payment sessions");
  // Medusa tries both at once, and returns the error of either.
  await expect(shop.choosePayment(cart)).rejects.toThrow(/already arrived for this cart|Could not delete/);
  expect(await getCheckout(demo(), id)).toMatchObject({ status: "PENDING" });

  await pay(demo(), depositAddress, amount - half);
  await expect.poll(async () => (await shop.ordersOf(cart)).length, { timeout: 60_000 }).toBe(1);
  const [order] = await shop.ordersOf(cart);
  expect(order).toMatchObject({ total: 12.5 });
  expect(paymentsOf(order)).toMatchObject([{ amount: 12.5, captured_at: expect.any(String) }]);
});

test("completes no cart with an expired checkout, and takes a new one", async () => {
  const cart = await shop.fillCart();
  const first = await shop.choosePayment(cart);
  await endTime(demo(), [first.data.checkoutId]);
  await untilStatus(demo(), first.data.checkoutId, "EXPIRED");
  await expect(shop.completeCart(cart)).rejects.toThrow("not authorized");

  const second = await shop.choosePayment(cart);
  expect(second.data.checkoutId).not.toBe(first.data.checkoutId);
  await paySession(second);
  expect(await orderOf(cart)).toMatchObject({ payment_status: "captured" });
});

test("a late payment makes an order once the merchant accepts it", async () => {
  const cart = await shop.fillCart();
  const session = await shop.choosePayment(cart);
  const { depositAddress, amount } = await choose(demo(), session.data.checkoutId);
  await endTime(demo(), [session.data.checkoutId]);
  await untilStatus(demo(), session.data.checkoutId, "EXPIRED");
  await pay(demo(), depositAddress, amount);
  await untilStatus(demo(), session.data.checkoutId, "LATE_PAID");
  await expect(shop.completeCart(cart)).rejects.toThrow("not authorized");
  expect(await shop.ordersOf(cart)).toEqual([]);

  await serverApi(demo()).acceptPayment(session.data.checkoutId);
  expect(await orderOf(cart)).toMatchObject({ payment_status: "captured" });
});

test("two tabs pay and complete one cart once", async () => {
  const cart = await shop.fillCart();
  const first = await shop.choosePayment(cart);
  const second = await shop.choosePayment(cart);
  expect(await getCheckout(demo(), first.data.checkoutId)).toMatchObject({ status: "CANCELLED" });
  await paySession(second);
  await Promise.allSettled([shop.completeCart(cart), shop.completeCart(cart)]);
  await orderOf(cart);
  expect(await shop.ordersOf(cart)).toHaveLength(1);
});

test("the customer returns after the webhook to the same order", async () => {
  const { cart, order } = await buy();
  expect(await shop.completeCart(cart)).toMatchObject({ type: "order", order: { id: order.id } });
  expect(await shop.ordersOf(cart)).toHaveLength(1);
});

test("the webhook comes after the customer, and changes nothing", async () => {
  await moveEndpoint(webhookUrl, nowhere);
  const cart = await shop.fillCart();
  const session = await shop.choosePayment(cart);
  await paySession(session);
  expect(await shop.completeCart(cart)).toMatchObject({ type: "order" });
  await moveEndpoint(nowhere, webhookUrl);
  await resendPaid(session);
  // Medusa answers before it acts: another order by webhook takes longer.
  await buy();
  const orders = await shop.ordersOf(cart);
  expect(orders).toHaveLength(1);
  expect(paymentsOf(orders[0])).toHaveLength(1);
  expect(orders[0]).toMatchObject({ payment_status: "captured" });
});

test("a webhook that finds Medusa down is delivered when it runs again", async () => {
  const cart = await shop.fillCart();
  const session = await shop.choosePayment(cart);
  await medusa.stop();
  await paySession(session);
  const attempts = async () => (await deliveryTo(demo(), webhookUrl, paidEvent(session)))?.attemptCount;
  await expect.poll(attempts).toBeGreaterThan(0);
  await medusa.start();

  await resendPaid(session);
  expect(await orderOf(cart)).toMatchObject({ payment_status: "captured" });
});

test("a cheaper checkout of someone else pays no cart", async () => {
  const cart = await shop.fillCart();
  const session = await shop.choosePayment(cart);
  // What an API key in a browser can create: the session's name on a price of its own.
  const forged = { referenceId: session.id, metadata: { medusaSession: session.id } };
  const cheap = await createCheckout(demo(), { ...forged, ...oneUnit() }, demo().secondProject.serverKey);
  await pay(demo(), String(cheap.depositAddress), 10_000n);
  const { body } = await call<{ id: string; depositAddress: string }>(
    `${demo().baseUrl}/dashboard/projects/${demo().projectId}/checkouts`,
    { method: "POST", json: { ...forged, ...oneUnit() }, headers: { "x-api-key": demo().apiKey } },
  );
  if (!body.ok) throw new Error(JSON.stringify(body));
  const own = body.data;
  await pay(demo(), own.depositAddress, 10_000n);
  await untilStatus(demo(), own.id, "SETTLED");
  await expect(shop.completeCart(cart)).rejects.toThrow("not authorized");
  expect(await shop.ordersOf(cart)).toEqual([]);
});

test("a webhook with a wrong signature does nothing", async () => {
  const cart = await shop.fillCart();
  const session = await shop.choosePayment(cart);
  const event = { id: "evt_1", event: "checkout.paid", data: { checkoutId: session.data.checkoutId } };
  const headers = { "content-type": "application/json", "x-svc-signature": `t=1,v1=${"0".repeat(64)}` };
  await fetch(webhookUrl, { method: "POST", headers, body: JSON.stringify(event) });
  await expect(shop.completeCart(cart)).rejects.toThrow("not authorized");
  expect(await shop.ordersOf(cart)).toEqual([]);
});

async function changeQuantity(cartId: string, quantity: number): Promise<void> {
  const { cart } = await shop.store(`/carts/${cartId}`);
  await shop.store(`/carts/${cartId}/line-items/${cart.items[0].id}`, { quantity });
}

async function buy() {
  const cart = await shop.fillCart();
  const session = await shop.choosePayment(cart);
  await paySession(session);
  return { cart, session, order: await orderOf(cart) };
}

const paySession = ({ data }: PaymentSession) => payCheckout(demo(), data.checkoutId);

/** The cart's order, as soon as Medusa has it. */
async function orderOf(cart: string) {
  await expect.poll(async () => (await shop.ordersOf(cart)).length, { timeout: 60_000 }).toBe(1);
  await expect.poll(async () => (await shop.ordersOf(cart))[0].payment_status).toBe("captured");
  return (await shop.ordersOf(cart))[0];
}

// biome-ignore lint/suspicious/noExplicitAny: an order of Medusa.
const paymentsOf = (order: any) => order.payment_collections.flatMap(({ payments }: any) => payments);

const oneUnit = () => ({
  amount: "10000",
  chainId: chainOf(demo()).chainId,
  tokenAddress: tokenOf(chainOf(demo())),
});

const refundsOf = async ({ data }: PaymentSession) =>
  (await serverApi(demo()).listRefunds(data.checkoutId)).data;

const paidEvent = ({ data }: PaymentSession) => ({ kind: "checkout.paid", checkoutId: data.checkoutId });
const resendPaid = (session: PaymentSession) => resend(demo(), webhookUrl, paidEvent(session));

/** Lets the plugin's endpoint send to another URL. */
async function moveEndpoint(from: string, url: string): Promise<void> {
  const { id } = await endpointAt(demo(), from);
  await serverApi(demo()).updateWebhookEndpoint(id, { url });
}
