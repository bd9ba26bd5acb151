import { pay } from "../support/chain";
import { expect, markDocument, startCheckout, test, title } from "../support/fixtures";

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
