import type { Page } from "@playwright/test";
import { expect, startCheckout, test, title, untilHeard } from "../support/fixtures";

/** Tabs on until the control with this name has the focus. */
async function tabTo(page: Page, name: string | RegExp): Promise<void> {
  const wanted = page.getByRole("button", { name });
  for (let steps = 0; steps < 20; steps += 1) {
    await page.keyboard.press("Tab");
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`"${name}" is not reached within 20 steps`);
}

test("the keyboard alone: choose, open the wallets, leave them, pay with the demo wallet", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { open: true, cancelUrl: `${demo.baseUrl}/shop` });
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  await untilHeard(page);
  await page.keyboard.press("Tab");
  await expect(page.getByRole("link", { name: "Skip to payment" })).toBeFocused();
  await expect(page.getByRole("link", { name: "Skip to payment" })).toBeInViewport();
  await page.keyboard.press("Enter");
  await expect(title(page, "Choose how to pay")).toBeFocused();
  await tabTo(page, /USDC on Local 10/);
  await page.keyboard.press("Enter");
  await expect(title(page, "Send 10.00 USDC")).toBeFocused();

  // The last control of the task, after all ways to pay.
  const controls = page.locator("main section").locator("a, button, summary, input").locator("visible=true");
  await expect(controls.last()).toHaveText("Cancel and return to the shop");
  await tabTo(page, "Connect wallet");
  await page.keyboard.press("Enter");
  const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
  await expect(dialog.getByRole("button", { name: "Demo wallet" })).toBeVisible();
  // The focus is in the dialog, and stays in it or in the browser's own controls.
  for (let steps = 0; steps < 4; steps += 1) {
    const outside = await page.evaluate(() => {
      const focused = document.activeElement;
      return focused !== document.body && focused?.closest("dialog") === null;
    });
    expect(outside).toBe(false);
    await page.keyboard.press("Tab");
  }
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeFocused();

  await page.keyboard.press("Shift+Tab");
  await expect(page.getByRole("button", { name: "Pay with demo wallet" })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(dialog.getByRole("button", { name: "Pay 10.00 USDC" })).toBeEnabled();
  await tabTo(page, "Pay 10.00 USDC");
  await page.keyboard.press("Enter");

  await expect(title(page, "Paid")).toBeVisible({ timeout: 20_000 });
  await expect(title(page, "Paid")).toBeFocused();
  await tabTo(page, "Print receipt");
});
