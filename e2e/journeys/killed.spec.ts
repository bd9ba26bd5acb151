import { createCheckout, untilStatus } from "../support/api";
import { chainOf, pay, sentBetween, tokenOf } from "../support/chain";
import { test as base, expect, markDocument, title } from "../support/fixtures";
import { holdStatement } from "../support/held-service";
import { type OwnService, startOwnService } from "../support/own-service";
import { type Receiver, startReceiver } from "../support/receiver";

type Rig = { service: OwnService; receiver: Receiver };

/** What the browser notes of a service that does not answer. */
const outage = /ERR_CONNECTION_(REFUSED|RESET)|ERR_INCOMPLETE_CHUNKED_ENCODING|ERR_EMPTY_RESPONSE/;

const test = base.extend<object, { rig: Rig }>({
  rig: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
    async ({}, use) => {
      const receiver = await startReceiver();
      const service = await startOwnService({ extraWebhookUrl: receiver.url });
      await use({ service, receiver });
      await service.stop();
      await receiver.close();
    },
    { scope: "worker", timeout: 120_000 },
  ],
  demo: async ({ rig }, use) => use(rig.service.demo),
});
test.use({ expectedComplaint: outage });

test("killed while a payment is being recorded, the service settles it once, and the open page goes on", async ({
  page,
  demo,
  rig: { service, receiver },
}) => {
  const chain = chainOf(demo);
  const { id, depositAddress } = await createCheckout(demo, {
    amount: "3000000",
    chainId: chain.chainId,
    tokenAddress: tokenOf(chain),
  });
  // From then on the page notices an outage; it starts to follow two seconds after it came.
  const following = page.waitForRequest(`**/c/${id}/events`);
  await page.goto(`/c/${id}`);
  await expect(title(page, "Send 3.00 USDC")).toBeVisible();
  await following;
  const expectSameDocument = await markDocument(page);

  // Before the commit: the page can learn of nothing that it would still be fetching when the service dies.
  const held = await holdStatement(
    demo.databaseUrl,
    "INSERT ON outbox_events",
    "NEW.kind = 'checkout.detected'",
  );
  await pay(demo, String(depositAddress), 3_000_000n);
  await held.reached();
  await service.server().kill();
  await held.release();
  const outageNote = page.getByText(/^We can't reach the service\./);
  await expect(outageNote).toBeVisible({ timeout: 40_000 });

  await service.startServer();
  await expect(title(page, "Paid")).toBeVisible({ timeout: 60_000 });
  await expect(outageNote).toHaveCount(0);
  await expectSameDocument();
  expect(await untilStatus(demo, id, "SETTLED")).toMatchObject({
    totalPaid: "3000000",
    paidAmount: "3000000",
  });
  expect(await sentBetween(demo, String(depositAddress), demo.merchantAddress)).toBe(3_000_000n);
  const kinds = ["checkout.created", "checkout.detected", "checkout.paid", "checkout.settled"];
  const told = () => {
    const events = receiver.received.filter(({ event }) => event.data.checkoutId === id);
    return [...new Map(events.map(({ event }) => [event.id, event.event])).values()].sort();
  };
  await expect.poll(told, { timeout: 60_000 }).toEqual(kinds);
});
