import { isFull } from "@/lib/testing/full-size";
import { getCheckout } from "../support/api";
import { sentBetween } from "../support/chain";
import { expect, expectFit, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/screenshot";

const screens = [
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
] as const;

for (const { name, viewport, colorScheme } of isFull ? screens : screens.slice(0, 1)) {
  test.describe(`on a ${name}`, () => {
    test.use({ viewport, colorScheme });

    test("by clicking only: shop, page, demo wallet, paid, told by webhook, settled", async ({
      page,
      demo,
    }) => {
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
      await page.getByRole("button", { name: /USDC.*Local(?! Two)/ }).click();

      await expect(title(page, /Send 4.50 USDC/)).toBeVisible();
      await show("pay");
      await page.getByRole("button", { name: "Pay with demo wallet" }).click();
      await page.getByRole("button", { name: "Pay 4.50 USDC" }).click();

      await expect(title(page, "Paid")).toBeVisible({ timeout: 40_000 });
      await keepScreenshot(page, `paid-${name}`);
      await page.getByRole("link", { name: /Return to/ }).click();

      await expect(page).toHaveURL(/\/shop\/orders\//);
      // What the shop shows it knows from its webhook alone, whose signature it has verified.
      await expect(page.getByText(/Your flat white is ready/)).toBeVisible({ timeout: 60_000 });
      await show("order");
      const settled = await getCheckout(demo, checkoutId);
      expect(settled).toMatchObject({ status: "SETTLED", paidAmount: "4500000" });
      expect(await sentBetween(demo, String(settled.depositAddress), demo.merchantAddress)).toBe(4_500_000n);
    });
  });
}
