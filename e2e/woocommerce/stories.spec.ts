import { expect, test } from "@playwright/test";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { call, createCheckout, getCheckout, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { endTime } from "../support/checkout-states";
import {
  choose,
  deliveryTo,
  payCheckout,
  printAfterFailure,
  resend,
  serverApi,
} from "../support/shop-plugins";
import { type OwnStack, startOwnStack } from "../support/stack";
import { type Order, openShop, type Shop } from "./shop";

let stack: OwnStack;
let shop: Shop;
let webhookUrl: string;

test.describe.configure({ mode: "serial" });
test.beforeAll(async () => {
  const port = await findLastingPort();
  webhookUrl = `http://127.0.0.1:${port}/wp-json/stablecoin-checkout/v1/webhook`;
  stack = await startOwnStack({ extraWebhookUrl: webhookUrl });
  shop = await openShop(stack.manifest, port);
  await shop.start();
});
test.afterAll(async () => {
  await shop?.close();
  await stack?.stop();
});
printAfterFailure(() => shop?.lastLines());

const demo = () => stack.manifest;

test("an order is paid by webhook, once", async () => {
  const order = await shop.placeOrder();
  expect(await shop.isAvailable(order.id)).toBe(true);
  const { result, redirect } = await shop.pay(order.id);
  const id = await checkoutOf(order);
  expect({ result, redirect }).toEqual({ result: "success", redirect: `${demo().baseUrl}/c/${id}` });
  expect(await getCheckout(demo(), id)).toMatchObject({
    fiatAmount: "12.50",
    fiatCurrency: "USD",
    referenceId: `woocommerce-${order.id}`,
    successUrl: `https://shop.example.com/order-received/${order.id}`,
  });
  await payCheckout(demo(), id);
  await untilPaid(order);

  const checkout = await untilStatus(demo(), id, "SETTLED");
  await resendPaid(id);
  expect((await shop.read(order.id)).transactions).toEqual([checkout.paymentTxHash]);
});

test("a customer who comes back pays the same checkout, unless the price has changed", async () => {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const first = await checkoutOf(order);
  await shop.pay(order.id);
  expect(await checkoutOf(order)).toBe(first);

  await shop.save({ ...(await shop.read(order.id)), total: "20.00" });
  await shop.pay(order.id);
  const second = await checkoutOf(order);
  expect(await getCheckout(demo(), first)).toMatchObject({ status: "CANCELLED" });
  expect(await getCheckout(demo(), second)).toMatchObject({ status: "PENDING", fiatAmount: "20.00" });
  await payCheckout(demo(), second);
  await untilPaid(order);
});

test("an expired checkout is replaced by a new one", async () => {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const first = await checkoutOf(order);
  await endTime(demo(), [first]);
  await untilStatus(demo(), first, "EXPIRED");
  await expect.poll(async () => (await shop.read(order.id)).notes).toContain(`Checkout ${first} expired.`);
  await shop.pay(order.id);
  const second = await checkoutOf(order);
  expect(second).not.toBe(first);
  await payCheckout(demo(), second);
  await untilPaid(order);
});

test("a late payment completes the order once the merchant accepts it", async () => {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const id = await checkoutOf(order);
  const { depositAddress, amount } = await choose(demo(), id);
  await endTime(demo(), [id]);
  await untilStatus(demo(), id, "EXPIRED");
  await pay(demo(), depositAddress, amount);
  await untilStatus(demo(), id, "LATE_PAID");
  await expect.poll(async () => (await shop.read(order.id)).notes.join()).toContain("too late");
  expect((await shop.read(order.id)).status).toBe("on-hold");

  await serverApi(demo()).acceptPayment(id);
  await untilPaid(order);
});

test("two refunds at once are two, at the rate of the payment, and end with the money sent", async () => {
  const { order, id } = await sell();
  expect(await Promise.all([shop.refund(order.id, "5"), shop.refund(order.id, "5")])).toEqual([true, true]);
  const checkout = await getCheckout(demo(), id);
  const { data: refunds } = await serverApi(demo()).listRefunds(id);
  const amount = String((BigInt(checkout.amount ?? 0) * 2n) / 5n);
  expect(refunds).toMatchObject([{ amount }, { amount }]);
  const asked = (await shop.read(order.id)).notes.join();
  expect(asked).toContain(`${demo().baseUrl}/r/`);
  for (const refund of refunds) expect(asked).toContain(`/dashboard/refunds/${refund.id}`);

  // The customer's wallet was never named, so nothing was sent.
  await serverApi(demo()).cancelRefund(refunds[0]?.id ?? "");
  await expect
    .poll(async () => Object.keys((await shop.read(order.id)).refunds ?? {}), { timeout: 60_000 })
    .toHaveLength(1);
  expect((await shop.read(order.id)).notes.join()).toContain("cancelled: no money was sent");
});

test("an order that was refunded in full is on hold until the money is sent", async () => {
  const { order, id } = await sell();
  expect(await shop.refund(order.id, "12.50")).toBe(true);
  expect((await shop.read(order.id)).status).toBe("on-hold");
  const [refund] = (await serverApi(demo()).listRefunds(id)).data;
  await serverApi(demo()).cancelRefund(refund?.id ?? "");
  await expect.poll(async () => (await shop.read(order.id)).refunds).toEqual({});
  expect((await shop.read(order.id)).status).toBe("on-hold");
});

test("a payment that is seen keeps its order from being cancelled, and a cancelled order is never shipped by itself", async () => {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const id = await checkoutOf(order);
  const { depositAddress, amount } = await choose(demo(), id);
  await shop.setStatus(order.id, "cancelled");
  expect(await getCheckout(demo(), id)).toMatchObject({ status: "CANCELLED" });
  // It was on its way.
  await pay(demo(), depositAddress, amount);
  await untilStatus(demo(), id, "LATE_PAID");
  await expect.poll(async () => (await shop.read(order.id)).status).toBe("on-hold");
  await serverApi(demo()).acceptPayment(id);
  await expect.poll(async () => (await shop.read(order.id)).notes.join()).toContain("was cancelled, and its");
  expect((await shop.read(order.id)).status).toBe("on-hold");
});

test("an order with a part of its price is asked for no other payment", async () => {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const id = await checkoutOf(order);
  const { depositAddress, amount } = await choose(demo(), id);
  await pay(demo(), depositAddress, amount / 2n);
  await expect.poll(async () => (await getCheckout(demo(), id)).totalPaid).not.toBe("0");
  await shop.save({ ...(await shop.read(order.id)), total: "20.00" });
  expect(await shop.pay(order.id)).toEqual({ result: "failure" });
  await shop.setStatus(order.id, "cancelled");
  expect(await getCheckout(demo(), id)).toMatchObject({ status: "PENDING" });
  expect(await checkoutOf(order)).toBe(id);
});

test("a refund above what was paid is refused with the service's reason", async () => {
  const { order } = await sell();
  expect(await shop.refund(order.id, "99.00")).toEqual({ error: expect.stringMatching(/^[A-Z_]+: /) });
});

test("a webhook that finds the shop down is delivered when it runs again", async () => {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const id = await checkoutOf(order);
  await shop.stop();
  await payCheckout(demo(), id);
  await expect.poll(async () => (await deliveryOf("checkout.paid", id))?.attemptCount).toBeGreaterThan(0);
  await shop.start();
  await resendPaid(id);
  await untilPaid(order);
});

test("neither a cheaper checkout, nor a browser's at the right price, nor a forged webhook pays an order", async () => {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const forged = { referenceId: `woocommerce-${order.id}`, metadata: { orderKey: order.key } };
  const price = { fiatAmount: "12.50", fiatCurrency: "USD" };
  const cheap = await createCheckout(demo(), { ...forged, ...price, fiatAmount: "1.00" });
  const { body } = await call<{ id: string }>(
    `${demo().baseUrl}/dashboard/projects/${demo().projectId}/checkouts`,
    { method: "POST", json: { ...forged, ...price }, headers: { "x-api-key": demo().apiKey } },
  );
  if (!body.ok) throw new Error(JSON.stringify(body));
  for (const { id } of [cheap, body.data]) {
    await payCheckout(demo(), id);
    await expect.poll(async () => (await deliveryOf("checkout.paid", id))?.status).toBe("DELIVERED");
    const { status, notes, transactions } = await shop.read(order.id);
    expect({ status, transactions }).toEqual({ status: "pending" });
    expect(notes.join()).toContain(`checkout ${id}, which`);
  }

  const event = {
    event: "checkout.paid",
    data: { checkoutId: cheap.id, referenceId: `woocommerce-${order.id}` },
  };
  const headers = { "x-svc-signature": `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}` };
  const answer = await fetch(webhookUrl, { method: "POST", headers, body: JSON.stringify(event) });
  expect(answer.status).toBe(401);
  expect((await shop.read(order.id)).status).toBe("pending");
});

test("an expired checkout of someone else leaves no note at an order", async () => {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const own = await checkoutOf(order);
  const foreign = await createCheckout(demo(), {
    fiatAmount: "12.50",
    fiatCurrency: "USD",
    referenceId: `woocommerce-${order.id}`,
  });
  await endTime(demo(), [foreign.id]);
  await untilStatus(demo(), foreign.id, "EXPIRED");
  await expect.poll(async () => (await deliveryOf("checkout.expired", foreign.id))?.status).toBe("DELIVERED");
  await endTime(demo(), [own]);
  await expect.poll(async () => (await shop.read(order.id)).notes.join()).toContain(`${own} expired`);
  expect((await shop.read(order.id)).notes.join()).not.toContain(foreign.id);
});

/** An order that was paid. */
async function sell(): Promise<{ order: Order; id: string }> {
  const order = await shop.placeOrder();
  await shop.pay(order.id);
  const id = await checkoutOf(order);
  await payCheckout(demo(), id);
  await untilPaid(order);
  return { order, id };
}

async function checkoutOf({ id }: Order): Promise<string> {
  return String((await shop.read(id)).meta._stablecoin_checkout_id);
}

async function untilPaid({ id }: Order): Promise<void> {
  await expect.poll(async () => (await shop.read(id)).status).toBe("processing");
  expect((await shop.read(id)).transactions).toHaveLength(1);
}

const deliveryOf = (kind: string, checkoutId: string) => deliveryTo(demo(), webhookUrl, { kind, checkoutId });
const resendPaid = (checkoutId: string) => resend(demo(), webhookUrl, { kind: "checkout.paid", checkoutId });
