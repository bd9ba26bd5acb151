import { describe, expect, it } from "vitest";
import { webhookEvent } from "@/lib/checkouts/views/webhook-event.schema";
import { settleCheckouts } from "@/lib/settlement/settle-checkouts";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { createWebhookDelivery } from "@/lib/webhooks/deliver/create-webhook-delivery";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { confirmPayments } from "./confirm-payments";

const network = await testNetwork();
const world = testWorld([network], { scanned: false });

describe("a sale from price to settled money", () => {
  it("is detected in the first block, paid in the second, swept to the merchant, with an event per step", async () => {
    await world.stores.createWebhookEndpoint({
      projectId: world.project.id,
      url: "https://shop.example/hooks",
      kinds: eventKinds,
      secret: "whsec_c2VjcmV0",
      at: new Date(),
    });
    const checkout = await world.create();
    await world.scan();

    const { txHash } = await network.pay(checkout.depositAddress, 4_500_000n);
    await world.watch();
    expect(await world.find(checkout)).toMatchObject({
      status: "DETECTED",
      totalPaidUnits: 4_500_000n,
      paidUnits: 0n,
      paymentTxHash: txHash,
      paidAt: null,
    });

    await world.mineAndWatch();
    expect(await world.find(checkout)).toMatchObject({ status: "PAID", paidUnits: 4_500_000n });

    expect(await settleCheckouts(world.deps, 31337)).toMatchObject({ open: 1 });
    await network.chain.mine(1);
    await world.scan();
    expect(await world.status(checkout)).toBe("PAID");
    await confirmPayments(world.deps, 31337);
    expect(await world.status(checkout)).toBe("SETTLED");
    expect(await settleCheckouts(world.deps, 31337)).toMatchObject({ open: 0 });
    expect(await network.balance(checkout.merchantAddress)).toBe(4_500_000n);
    expect(await network.balance(checkout.depositAddress)).toBe(0n);
    await world.expectBooks();

    const delivery = createWebhookDelivery(world.deps);
    await delivery.deliver();
    const told = world.posts
      .map(({ body }) => webhookEvent.parse(JSON.parse(body)))
      .sort((a, b) => a.sequence - b.sequence);
    expect(told.map(({ event, data }) => [event, data.status])).toEqual([
      ["checkout.created", "PENDING"],
      ["checkout.detected", "DETECTED"],
      ["checkout.paid", "PAID"],
      ["checkout.settled", "SETTLED"],
    ]);
    expect(told[2]?.data).toMatchObject({
      checkoutId: checkout.id,
      fiatAmount: "4.50",
      fiatCurrency: "USD",
      exchangeRateUsed: "1",
      paymentTxHash: txHash,
      paidAmount: "4500000",
    });
    expect(await delivery.deliver()).toEqual({ kind: "idle", attempted: 0, nextDueAt: null });
  });
});
