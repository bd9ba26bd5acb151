import { Webhook } from "standardwebhooks";
import type { DemoManifest } from "@/lib/demo/identity";
import { isFull } from "@/lib/testing/full-size";
import { eventKinds } from "@/lib/webhooks/events.rules";
import { createCheckout, getCheckout } from "../support/api";
import { chainOf, pay, sentBetween, tokenOf } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { chooseFolded, expect, expectFit, openWay, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/layout";
import { openProjects } from "../support/projects";
import { openEndpoint, type Receiver, startReceiver } from "../support/receiver";
import { shopOf } from "../support/refunds";
import { manifest } from "../support/stack";

test.describe("by API", () => {
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
});

test.describe("in the demo's shop", () => {
  const screens = [
    { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
    { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
  ] as const;

  for (const { name, viewport, colorScheme } of isFull ? screens : screens.slice(0, 1)) {
    test.describe(`on a ${name}`, () => {
      test.use({ viewport, colorScheme });

      test("by clicking only: shop, page, demo wallet, paid, webhook, settled", async ({ page, demo }) => {
        // Six screens are looked at by axe, and a payment is waited for until it is settled.
        test.setTimeout(180_000);
        /** Kept as it looks here, then looked over in both themes. */
        const show = async (screen: string) => {
          await keepScreenshot(page, `${screen}-${name}`);
          await expectFit(page);
          await page.emulateMedia({ colorScheme });
        };

        await page.goto("/");
        await expectFit(page);
        await page.emulateMedia({ colorScheme });
        await page.getByRole("link", { name: /demo shop/ }).click();
        await expect(title(page, "Flat white")).toBeVisible();
        await show("shop");
        await page.getByRole("button", { name: "Buy" }).click();

        await expect(page).toHaveURL(/\/c\/chk_/);
        const checkoutId = page.url().split("/c/")[1] ?? "";
        await expect(title(page, "Choose how to pay")).toBeVisible();
        await show("choose");
        await chooseFolded(page, "USDC", /USDC.*Local(?! Two)/);

        await expect(title(page, /Send 4.50 USDC/)).toBeVisible();
        await show("pay");
        await openWay(page, "way-wallet");
        await page.getByRole("button", { name: "Pay with demo wallet" }).click();

        await expect(title(page, "Paid")).toBeVisible({ timeout: 40_000 });
        await keepScreenshot(page, `paid-${name}`);
        await page.getByRole("link", { name: /Return to/ }).click();

        await expect(page).toHaveURL(/\/shop\/orders\//);
        // What the shop shows it knows from its webhook alone, whose signature it has verified.
        await expect(page.getByText(/Your flat white is ready/)).toBeVisible({ timeout: 60_000 });
        await show("order");
        const settled = await getCheckout(demo, checkoutId);
        expect(settled).toMatchObject({ status: "SETTLED", paidAmount: "4500000" });
        expect(await sentBetween(demo, String(settled.depositAddress), demo.merchantAddress)).toBe(
          4_500_000n,
        );
      });
    });
  }
});
