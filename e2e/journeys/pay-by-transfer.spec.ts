import { expect, test } from "@playwright/test";
import { Webhook } from "standardwebhooks";
import { eventKinds } from "@/lib/checkouts/state/events.rules";
import type { DemoManifest } from "@/lib/demo/identity";
import { createCheckout, getPublic, untilStatus } from "../support/api";
import { balanceOf, chainOf, pay, sentBetween, tokenOf } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { manifest } from "../support/manifest";
import { openProjects } from "../support/projects";
import { type Receiver, startReceiver } from "../support/receiver";
import { shopOf } from "../support/refunds";
import { openEndpoint } from "../support/webhook-endpoint";

let receiver: Receiver;
let webhookSecret: string;
let shop: DemoManifest;
test.beforeAll(async () => {
  receiver = await startReceiver();
  const projects = openProjects(manifest());
  shop = shopOf(manifest(), await projects.make({ settlementPolicy: "IMMEDIATE" }));
  await projects.close();
  webhookSecret = await openEndpoint(shop, receiver.url, eventKinds);
});
test.afterAll(() => receiver?.close());

test("a plain transfer from a script is seen, confirmed and settled to the last unit", async () => {
  const demo = manifest();
  const chain = chainOf(demo);
  const checkout = await createCheckout(demo, {
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    chainId: chain.chainId,
    tokenAddress: tokenOf(chain),
    referenceId: "order-transfer",
  });
  expect(checkout).toMatchObject({
    status: "PENDING",
    amount: "4500000",
    exchangeRateUsed: "1",
    isPaid: false,
  });

  const txHash = await pay(demo, String(checkout.depositAddress), 4_500_000n);
  const paid = await untilStatus(demo, checkout.id, "SETTLED");

  expect(paid).toMatchObject({
    isPaid: true,
    totalPaid: "4500000",
    paidAmount: "4500000",
    paymentTxHash: txHash,
  });
  const deposit = String(checkout.depositAddress);
  expect(await sentBetween(demo, deposit, demo.merchantAddress)).toBe(4_500_000n);
  expect(await balanceOf(demo, deposit)).toBe(0n);
});

test("a price in fiat without token is paid after the customer chose one", async () => {
  const demo = manifest();
  const checkout = await createCheckout(demo, { fiatAmount: "14000", fiatCurrency: "KRW" });
  expect(checkout).toMatchObject({ chainId: null, tokenAddress: null, amount: null, depositAddress: null });
  const offered = await getPublic(demo, checkout.id);
  expect(offered.options).toHaveLength(4);

  const usdt = offered.options.find(({ chainId, token }) => chainId === 31338 && token.symbol === "USDT");
  const selected = await fetch(`${demo.baseUrl}/c/${checkout.id}/select`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ chainId: usdt?.chainId, tokenAddress: usdt?.tokenAddress }),
  });
  const { data: view } = await selected.json();
  expect(view).toMatchObject({ amount: "10000000", network: { name: "Local Two" }, options: [] });

  await pay(demo, view.depositAddress, 10_000_000n, { chainId: 31338, symbol: "USDT" });
  await untilStatus(demo, checkout.id, "SETTLED");
});

test("an amount in parts stays PENDING until it is complete", async () => {
  const demo = manifest();
  const chain = chainOf(demo);
  const checkout = await createCheckout(demo, {
    amount: "10000000",
    chainId: chain.chainId,
    tokenAddress: tokenOf(chain),
  });
  await pay(demo, String(checkout.depositAddress), 6_000_000n);
  const totalPaid = async () => (await getPublic(demo, checkout.id)).totalPaid;
  await expect.poll(totalPaid, { timeout: 30_000 }).toBe("6000000");
  expect(await getPublic(demo, checkout.id)).toMatchObject({
    status: "PENDING",
    remainingAmount: "4000000",
    isPaid: false,
  });

  await pay(demo, String(checkout.depositAddress), 4_000_000n);
  await untilStatus(demo, checkout.id, "SETTLED");
});

test("a hash handed in is looked up at once, and harmless when repeated", async () => {
  const demo = manifest();
  const chain = chainOf(demo);
  const checkout = await createCheckout(demo, {
    amount: "1000000",
    chainId: chain.chainId,
    tokenAddress: tokenOf(chain),
  });
  const txHash = await pay(demo, String(checkout.depositAddress), 1_000_000n);
  const verify = async () => {
    const answer = await fetch(`${demo.baseUrl}/c/${checkout.id}/verify`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ txHash, chainId: chain.chainId }),
    });
    expect(answer.status).toBe(200);
    return (await answer.json()).data.status as string;
  };
  await expect.poll(verify, { timeout: 30_000 }).toMatch(/DETECTED|PAID|SETTLED/);
  const settled = await untilStatus(demo, checkout.id, "SETTLED");
  expect(await verify()).toBe("SETTLED");
  expect(settled.totalPaid).toBe("1000000");
});

test("events arrive in order, signed, for paid and for expired checkouts", async () => {
  const demo = shop;
  const chain = chainOf(demo);
  const forgotten = await createCheckout(demo, {
    amount: "1000000",
    expiryMinutes: 1,
    referenceId: "forgotten",
  });
  const checkout = await createCheckout(demo, {
    amount: "2000000",
    chainId: chain.chainId,
    tokenAddress: tokenOf(chain),
    referenceId: "bought",
  });
  await endTime(demo, [forgotten.id]);
  await pay(demo, String(checkout.depositAddress), 2_000_000n);
  const paid = await receiver.until(({ event }) => event.event === "checkout.paid");
  expect(paid.event).toMatchObject({
    data: {
      checkoutId: checkout.id,
      status: "PAID",
      referenceId: "bought",
      paidAmount: "2000000",
      createdVia: "server_key",
    },
  });
  expect(paid.headers["x-svc-signature"]).toMatch(/^t=\d+,v1=[0-9a-f]{64}$/);
  // An independent library verifies the same delivery.
  expect(() => new Webhook(webhookSecret).verify(paid.raw, paid.headers)).not.toThrow();
  expect(() => new Webhook(webhookSecret).verify(`${paid.raw} `, paid.headers)).toThrow();

  await receiver.until(({ event }) => event.event === "checkout.settled");
  // Each is delivered for itself, and again where its answer got lost.
  const sequences = () => {
    const events = receiver.received.map(({ event }) => event);
    const ours = events.filter(({ data }) => data.checkoutId === checkout.id);
    return [...new Map(ours.map(({ id, sequence }) => [id, sequence])).values()].sort();
  };
  await expect.poll(sequences, { timeout: 30_000 }).toEqual([1, 2, 3, 4]);

  const expired = await receiver.until(({ event }) => event.event === "checkout.expired", 60_000);
  expect(expired.event).toMatchObject({
    data: { checkoutId: forgotten.id, status: "EXPIRED", totalPaid: "0", partiallyPaid: false },
  });
});
