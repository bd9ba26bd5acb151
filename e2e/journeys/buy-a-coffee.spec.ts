import AxeBuilder from "@axe-core/playwright";
import { expect, type Page, test } from "@playwright/test";
import { getCheckout } from "../support/api";
import { balanceOf } from "../support/chain";
import { manifest } from "../support/manifest";
import { keepScreenshot } from "../support/screenshot";

const widths = [
  { name: "phone", viewport: { width: 390, height: 844 }, colorScheme: "light" },
  { name: "desktop", viewport: { width: 1280, height: 900 }, colorScheme: "dark" },
] as const;

for (const { name, viewport, colorScheme } of widths) {
  test(`by clicking only, on a ${name}: shop, page, demo wallet, paid, told by webhook, settled`, async ({
    browser,
  }) => {
    const demo = manifest();
    const before = await balanceOf(demo, demo.merchantAddress);
    const context = await browser.newContext({ viewport, colorScheme, baseURL: demo.baseUrl });
    const page = await context.newPage();
    const faults = watchFaults(page);

    await page.goto("/");
    await expectAccessible(page);
    await page.getByRole("link", { name: /demo shop/ }).click();
    await expect(page.getByRole("heading", { name: "Flat white" })).toBeVisible();
    await keepScreenshot(page, `shop-${name}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Buy" }).click();

    await expect(page).toHaveURL(/\/c\/chk_/);
    const checkoutId = page.url().split("/c/")[1] ?? "";
    await expect(page.getByRole("heading", { name: "Choose how to pay" })).toBeVisible();
    await keepScreenshot(page, `choose-${name}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: /USDC.*Local(?! Two)/ }).click();

    await expect(page.getByRole("heading", { name: /Send 4.50 USDC/ })).toBeVisible();
    await keepScreenshot(page, `pay-${name}`);
    await expectAccessible(page);
    await page.getByRole("button", { name: "Pay with demo wallet" }).click();
    await page.getByRole("button", { name: "Pay 4.50 USDC" }).click();

    await expect(page.getByRole("heading", { name: "Paid", exact: true })).toBeVisible({ timeout: 20_000 });
    await keepScreenshot(page, `paid-${name}`);
    await expectAccessible(page);
    await page.getByRole("link", { name: /Return to/ }).click();

    await expect(page).toHaveURL(/\/shop\/orders\//);
    // What the shop shows it knows from its webhook alone, whose signature it has verified.
    await expect(page.getByText(/Your flat white is ready/)).toBeVisible({ timeout: 30_000 });
    await keepScreenshot(page, `order-${name}`);
    await expectAccessible(page);
    expect(await getCheckout(demo, checkoutId)).toMatchObject({ status: "SETTLED", paidAmount: "4500000" });
    expect((await balanceOf(demo, demo.merchantAddress)) - before).toBe(4_500_000n);
    expect(faults).toEqual([]);
    await context.close();
  });
}

/** Whatever a visitor's browser would complain of. */
function watchFaults(page: Page): string[] {
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("request", (request) => {
    const { hostname } = new URL(request.url());
    if (hostname !== "localhost") faults.push(`a request left for ${hostname}`);
  });
  return faults;
}

async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`)).toEqual([]);
}
