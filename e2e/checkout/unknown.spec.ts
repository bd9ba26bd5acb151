import { expect, expectFit, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/screenshot";

// The browser reports the 404 itself.
test.use({ expectedComplaint: /status of 404/ });

for (const id of ["chk_01hzzzzzzzzzzzzzzzzzzzzzzz", "chk_nope", "%F0%9F%92%B8"]) {
  test(`an unknown checkout is a 404 with its own screen: ${id}`, async ({ page }) => {
    const response = await page.goto(`/c/${id}`);
    expect(response?.status()).toBe(404);
    await expect(title(page, "No such checkout")).toBeVisible();
    await expect(page.getByText(/open the link from the shop again/)).toBeVisible();
    if (id === "chk_nope") {
      await keepScreenshot(page, "checkout-unknown");
      await expectFit(page);
    }
  });
}
