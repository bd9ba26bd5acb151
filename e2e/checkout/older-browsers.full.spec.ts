import { pay } from "../support/chain";
import { expect, expectFit, markDocument, startCheckout, test, title, untilHeard } from "../support/fixtures";
import { holdScripts } from "../support/held-scripts";
import { keepLooks } from "../support/layout";

// What browsers lack that are older than the tests' own, taken away from it.

test.describe("without AbortSignal.any", () => {
  test.use({ expectedComplaint: /ERR_FAILED|EventSource/ });

  test("a page whose stream was cut shows the payment without a reload", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    await page.addInitScript(() => Reflect.deleteProperty(AbortSignal, "any"));
    await page.route(`**/api/c/${checkout.id}/events`, (route) => route.abort());
    await page.goto(`/c/${checkout.id}`);
    await expect(title(page, "Send 10.00 USDC")).toBeVisible();
    const expectSameDocument = await markDocument(page);
    await pay(demo, String(checkout.depositAddress), 10_000_000n);
    await expect(title(page, "Paid")).toBeVisible();
    await expectSameDocument();
  });
});

test.describe("without the media feature `scripting`", () => {
  test.use({ locale: "de-DE" });

  test("the page shows nothing that is for readers without scripts, and the amount once", async ({
    page,
    demo,
  }) => {
    await page.route(/\/_next\/static\/.*\.css/, async (route) => {
      const response = await route.fetch();
      await route.fulfill({ response, body: (await response.text()).replaceAll("(scripting:", "(unknown:") });
    });
    const release = await holdScripts(page);
    const checkout = await startCheckout(demo);
    await page.goto(`/c/${checkout.id}`, { waitUntil: "commit" });
    await expect(title(page, "10,00 USDC senden")).toBeVisible();
    const field = page.locator("p:has(> .select-all)").first();
    // Before its scripts it is as it is copied.
    await expect(field).toHaveText("10.00 USDC");
    await expect(page.locator(".unscripted").filter({ visible: true })).toHaveCount(0);
    await release();
    await expect(field).toHaveText("10,00 USDC");
    await expect(page.locator(".unscripted").filter({ visible: true })).toHaveCount(0);
  });
});

for (const [kind, address, line] of [
  ["a customer", "", /^Some of this page hasn't started\./],
  ["a merchant", "/dashboard/sign-in", /^This page hasn't started yet/],
] as const)
  test(`the page tells ${kind} that its scripts have not started, until they have`, async ({
    page,
    demo,
  }) => {
    const release = await holdScripts(page);
    await page.goto(address || `/c/${(await startCheckout(demo)).id}`, { waitUntil: "commit" });
    const notice = page.getByText(line);
    await expect(notice).toBeAttached();
    await expect(notice).toBeHidden();
    // What it waits for before it shows itself.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expect(notice).toBeVisible();
    // It stays at the window's edge, and the page's last line can be scrolled above it.
    const bottom = () => notice.evaluate((line) => line.getBoundingClientRect().bottom - window.innerHeight);
    expect(await bottom()).toBeLessThanOrEqual(0);
    await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
    const last = page.getByRole("main").locator(":scope > *").filter({ visible: true }).last();
    const [lastBox, box] = [await last.boundingBox(), await notice.boundingBox()];
    expect((lastBox?.y ?? 0) + (lastBox?.height ?? 0)).toBeLessThanOrEqual(box?.y ?? 0);
    await keepLooks(page, `not-started-${kind.slice(2)}`);
    await expectFit(page);
    await release();
    await untilHeard(page);
    await expect(notice).toBeHidden();
  });
