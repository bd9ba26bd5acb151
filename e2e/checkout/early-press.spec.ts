import { expect, startCheckout, test } from "../support/fixtures";

test("what is pressed before the page's scripts run is done once they do, and once", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(`/c/${checkout.id}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Connect wallet" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog).toHaveCount(0);
  release();
  await expect(dialog).toBeVisible();
  // Closed, it stays so: the page hears by itself now.
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
  await page.getByText("Send it yourself").click();
  await expect(dialog).toBeHidden();
});
