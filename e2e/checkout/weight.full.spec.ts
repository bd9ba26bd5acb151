import { mostBytes, scriptsOf, transferred, untilQuiet } from "../support/first-load";
import { expect, startCheckout, test, title } from "../support/fixtures";
import { holdTimers } from "../support/timers";

const screens = [
  { name: "choose", open: true, heading: "Choose how to pay" },
  { name: "pay", open: false, heading: "Send 10.00 USDC" },
];

for (const { name, open, heading } of screens) {
  test(`the ${name} screen's first-load JavaScript is that of an empty page and at most 13 kB`, async ({
    page,
    demo,
  }, { annotations }) => {
    const checkout = await startCheckout(demo, { open });
    const scripts = scriptsOf(page);
    // The address is checked once the page has been quiet for four seconds, with code that comes for it then.
    await holdTimers(page, 4_000);
    await page.goto(`/c/${checkout.id}`);
    await expect(title(page, heading)).toBeVisible();
    await untilQuiet(scripts);
    const bytes = await transferred(scripts);
    annotations.push({ type: "first-load JavaScript", description: `${(bytes / 1024).toFixed(1)} KiB gzip` });
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });
}

test("wallet code is fetched only once somebody asks for it", async ({ page, demo }) => {
  const checkout = await startCheckout(demo);
  const scripts = scriptsOf(page);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await untilQuiet(scripts);
  const before = scripts.length;

  await page.getByRole("button", { name: "Connect wallet" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Demo wallet" })).toBeVisible();
  // Offered by a setting alone.
  await expect(page.getByRole("dialog").getByText("WalletConnect")).toHaveCount(0);
  // That it has come is told a moment after it runs.
  await expect.poll(() => transferred(scripts.slice(before)), { timeout: 20_000 }).toBeGreaterThan(20_000);
});
