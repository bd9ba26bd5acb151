import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { signIn } from "../support/dashboard";
import { chooseFolded, expect, openWay, test, title } from "../support/fixtures";

const folder = fileURLToPath(new URL("../../docs/images", import.meta.url));

/** The same screen in both themes. */
async function picture(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    await page.screenshot({ path: `${folder}/${name}-${colorScheme}.png`, animations: "disabled" });
  }
  await page.emulateMedia({ colorScheme: "light" });
}

test("a coffee: the page, the receipt, the order, and the dashboard", async ({ page, demo }) => {
  await page.goto("/shop");
  await page.getByRole("button", { name: "Buy" }).click();
  await expect(page).toHaveURL(/\/c\/chk_/);
  const checkoutId = page.url().split("/c/")[1] ?? "";
  await chooseFolded(page, "USDC", /USDC.*Local(?! Two)/);
  await expect(title(page, /Send 4.50 USDC/)).toBeVisible();
  await picture(page, "pay");

  await openWay(page, "way-wallet");
  await page.getByRole("button", { name: "Pay with demo wallet" }).click();
  await expect(title(page, "Paid")).toBeVisible();
  await picture(page, "paid");

  await page.getByRole("link", { name: /Return to/ }).click();
  await expect(page.getByText(/Your flat white is ready/)).toBeVisible();
  await picture(page, "order");

  await signIn(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/dashboard/projects/${demo.projectId}/checkouts/${checkoutId}`);
  await expect(page.getByText("Settled").first()).toBeVisible();
  await picture(page, "dashboard");
});
