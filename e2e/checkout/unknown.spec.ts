import { expect, expectFit, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/screenshot";

// The browser reports the 404 itself.
test.use({ expectedComplaint: /status of 404/ });

for (const id of ["chk_01hzzzzzzzzzzzzzzzzzzzzzzz", "chk_nope", "%F0%9F%92%B8"]) {
  test(`an unknown checkout is a 404 with its own screen: ${id}`, async ({ page }) => {
    const response = await page.goto(`/c/${id}`);
    expect(response?.status()).toBe(404);
    await expect(title(page, "Checkout not found")).toBeVisible();
    await expect(page.getByText(/Open it again from the shop/)).toBeVisible();
    if (id === "chk_nope") {
      await keepScreenshot(page, "checkout-unknown");
      await expectFit(page);
    }
  });
}

test("an address that leads nowhere says so, and its scripts run", async ({ page }) => {
  for (const address of ["/nothing", "/dashboard/nothing", "/tokens/nothing.svg", "/shop/nothing.svg"]) {
    expect((await page.goto(address))?.status()).toBe(404);
    await expect(title(page, "Page not found")).toBeVisible();
    // React marks what it has taken over; a script that our policy blocks would fail the test, too.
    await expect
      .poll(() =>
        page.evaluate(() => Object.keys(document).some((key) => key.startsWith("__reactContainer"))),
      )
      .toBe(true);
  }
});

test.describe("without JavaScript", () => {
  test.use({ javaScriptEnabled: false });

  for (const [address, heading] of [
    [`/c/chk_${"0".repeat(26)}`, "Checkout not found"],
    [`/r/${"A".repeat(43)}`, "This link doesn't work"],
  ] as const)
    test(`an address that opens nothing says so too: ${address}`, async ({ page }) => {
      expect((await page.goto(address))?.status()).toBe(404);
      await expect(title(page, heading)).toBeVisible();
      await page.getByRole("navigation", { name: "Language" }).getByText("English").first().click();
      await expect(page.getByRole("link", { name: "Deutsch" })).toBeVisible();
    });
});
