import type { Page, Request } from "@playwright/test";
import { hiddenMs, streamHiddenMs } from "@/lib/browser/poll-schedule";
import type { DemoManifest } from "@/lib/demo/identity";
import { createDatabase } from "@/lib/platform/database";
import { getPublic, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { expect, expectFit, markDocument, startCheckout, startWith, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/layout";
import { startOwnService, takeDatabaseAway } from "../support/own-service";
import { type Looks, watchLooks } from "./looks";

test.use({ expectedComplaint: /ERR_INTERNET_DISCONNECTED|status of 50[023]|EventSource/ });

const offlineNotice = /^You're offline\./;

/** Opens a checkout's page on a clock that runs by itself and can be stopped or moved. */
async function openByClock(page: Page, demo: DemoManifest) {
  const checkout = await startCheckout(demo);
  await page.clock.install();
  const looks = await watchLooks(page, checkout.id);
  await startWith(page, "send-yourself");
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  // By then its scripts run, and none of them is still to come.
  await expect(page.getByText("Address checked on your device")).toBeVisible();
  return { checkout, looks, expectSameDocument: await markDocument(page) };
}

/**
 * Offline, after some looks that failed: has the clock stand still just as another one did. The next is due a dozen
 * seconds later.
 *
 * @returns how many looks there were
 */
async function stopAtLook(page: Page, looks: Looks): Promise<number> {
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 30_000);
  const before = await looks.settled();
  // Looks are never further apart, however many of them failed.
  await page.clock.fastForward(40_000);
  expect(await looks.settled()).toBe(before + 1);
  return before + 1;
}

test("the page shows that it is offline, and the payment made meanwhile once it is online, without a reload", async ({
  page,
  context,
  demo,
}) => {
  const { checkout, looks, expectSameDocument } = await openByClock(page, demo);

  await context.setOffline(true);
  await expect(page.getByText(offlineNotice)).toBeVisible();
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await keepScreenshot(page, "state-offline");
  await pay(demo, String(checkout.depositAddress), 10_000_000n);
  // The service has seen it: only the page is left to wait for.
  await expect
    .poll(async () => (await getPublic(demo, checkout.id)).status, { timeout: 30_000 })
    .not.toBe("PENDING");

  const before = await stopAtLook(page, looks);
  await page.clock.runFor(1_000);
  await context.setOffline(false);
  // The clock stands still: nothing but the network's return has the page look.
  await expect.poll(looks.begun).toBeGreaterThan(before);
  await page.clock.resume();
  await expect(title(page, /^(Payment seen|Paid)$/)).toBeVisible();
  await expect(page.getByText(offlineNotice)).toHaveCount(0);
  await expect(title(page, "Paid")).toBeVisible();
  await expectSameDocument();
});

test("back online just as another look has failed, the page looks as soon as if none had", async ({
  page,
  context,
  demo,
}) => {
  const { looks, expectSameDocument } = await openByClock(page, demo);
  await context.setOffline(true);
  await expect(page.getByText(offlineNotice)).toBeVisible();

  const before = await stopAtLook(page, looks);
  await context.setOffline(false);
  await expect.poll(looks.online).toBe(1);
  await page.clock.runFor(2_000);
  await expect.poll(looks.begun).toBeGreaterThan(before);
  await page.clock.resume();
  await expect(page.getByText(offlineNotice)).toHaveCount(0);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await expectSameDocument();
});

test("a hidden tab polls every 15 seconds at most, and catches up when it is visible again", async ({
  page,
  demo,
}) => {
  await page.addInitScript(() => {
    const sight = { state: "visible" };
    Object.defineProperty(document, "visibilityState", { get: () => sight.state });
    Object.defineProperty(document, "hidden", { get: () => sight.state === "hidden" });
    Object.assign(window, {
      goOutOfSight: (isOut: boolean) => {
        sight.state = isOut ? "hidden" : "visible";
        document.dispatchEvent(new Event("visibilitychange", { bubbles: true }));
      },
    });
  });
  const goOutOfSight = (isOut: boolean) =>
    page.evaluate((out) => Reflect.get(window, "goOutOfSight")(out), isOut);
  const asked: Request[] = [];
  const underway = new Set<Request>();
  page.on("request", (request) => {
    asked.push(request);
    if (request.resourceType() !== "eventsource") underway.add(request);
  });
  page.on("requestfinished", (request) => underway.delete(request));
  page.on("requestfailed", (request) => underway.delete(request));
  const { checkout, looks, expectSameDocument } = await openByClock(page, demo);

  await goOutOfSight(true);
  // From here on the clock moves only where the test moves it: settling takes as long as the machine likes.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + streamHiddenMs + 60_000);
  const lookedBefore = await looks.settled();
  await expect.poll(() => underway.size).toBe(0);
  const askedBefore = asked.length;
  for (const round of [1, 2, 3]) {
    await page.clock.runFor(hiddenMs - 1_000);
    expect(await looks.settled()).toBe(lookedBefore + round - 1);
    await page.clock.runFor(1_000);
    expect(await looks.settled()).toBe(lookedBefore + round);
  }
  await pay(demo, String(checkout.depositAddress), 10_000_000n);
  await untilStatus(demo, checkout.id, "SETTLED");
  await page.clock.runFor(hiddenMs - 1_000);
  expect(await looks.settled()).toBe(lookedBefore + 3);
  // Nor did it ask for anything else.
  expect(asked.slice(askedBefore).map((request) => new URL(request.url()).pathname)).toEqual(
    Array(3).fill(`/api/c/${checkout.id}`),
  );
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();

  // As for a device that slept.
  await page.clock.fastForward(600_000);
  await page.clock.resume();
  await goOutOfSight(false);
  await expect(title(page, "Paid")).toBeVisible();
  await expectSameDocument();
});

test("the page says that the service fails for a while, and continues by itself", async ({ page, demo }) => {
  test.slow();
  const checkout = await startCheckout(demo);
  // A proxy's answer while the service behind it is down.
  const view = new RegExp(`/api/c/${checkout.id}(/events)?$`);
  await page.route(view, (route) =>
    route.fulfill({ status: 502, contentType: "text/html", body: "<h1>Bad Gateway</h1>" }),
  );
  await page.clock.install();
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await expect(page.getByText(/^We can't reach the service\./)).toBeVisible();
  await expectFit(page);
  // It lies over the page's end, where whatever has the focus is still seen whole.
  const last = page.getByRole("navigation", { name: "Language" }).locator("summary");
  await last.focus();
  const [notice, control] = await Promise.all(
    [page.getByText(/^We can't reach the service\./), last].map((part) => part.boundingBox()),
  );
  expect((control?.y ?? 0) + (control?.height ?? 0)).toBeLessThanOrEqual(notice?.y ?? 0);
  await keepScreenshot(page, "state-service-trouble");
  await page.unroute(view);
  // What failed for longer is looked for more seldom: at last twice a minute.
  await page.clock.fastForward(40_000);
  await expect(page.getByText(/^We can't reach the service\./)).toHaveCount(0);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
});

test.describe("a page that cannot be drawn", () => {
  // What the server could not draw, React throws again, and Next's own style has no nonce.
  test.use({ expectedComplaint: /status of 500|React error #441|Content Security Policy/ });

  test("says so, and opens by itself once it can", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
    // No currency: as it is drawn, its price throws.
    const priceIn = (fiatCurrency: string) =>
      database.prisma.checkout.update({ where: { id: checkout.id }, data: { fiatCurrency } });
    try {
      await priceIn("?");
      expect((await page.goto(`/c/${checkout.id}`))?.status()).toBe(500);
      await expect(title(page, "The payment page is unavailable right now")).toBeVisible();
      await expectFit(page);
      await keepScreenshot(page, "checkout-trouble");
      await priceIn("USD");
      await expect(title(page, "Send 10.00 USDC")).toBeVisible();
    } finally {
      await database.close();
    }
  });
});

test("while the database is down, the page says so without scripts, and opens again", async ({ browser }) => {
  const service = await startOwnService();
  const { demo } = service;
  const context = await browser.newContext({ baseURL: demo.baseUrl, javaScriptEnabled: false, locale: "de" });
  try {
    const checkout = await startCheckout(demo);
    const page = await context.newPage();
    const restore = await takeDatabaseAway(demo.databaseUrl);
    expect((await page.goto(`/c/${checkout.id}`))?.status()).toBe(503);
    await expect(title(page, "Die Zahlungsseite ist gerade nicht verfügbar")).toBeVisible();
    await restore();
    await page.getByRole("link", { name: "Erneut versuchen" }).click();
    await expect(title(page, "10,00 USDC senden")).toBeVisible();
  } finally {
    await context.close();
    await service.stop();
  }
});
