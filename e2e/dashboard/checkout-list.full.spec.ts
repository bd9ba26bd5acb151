import type { Page } from "@playwright/test";
import { untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, startCheckout, test, untilHeard } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { openProjects } from "../support/projects";
import { shopOf } from "../support/refunds";

test.setTimeout(240_000);

const tableOf = (page: Page) => page.getByRole("table", { name: "Checkouts" });

/** How much wider the page's content is than the screen, and each cell's content than its row. */
function overflow(page: Page): Promise<number> {
  return page.evaluate(() => {
    const wide = [document.documentElement, ...document.querySelectorAll("table, tr")];
    return Math.max(...wide.map((element) => element.scrollWidth - element.clientWidth));
  });
}

test("15 checkouts fit on a screen, one line each, with new ones on request", async ({ page, demo }) => {
  const projects = openProjects(demo);
  const made = await projects.make({ name: "Corner Coffee" }).finally(() => projects.close());
  const shop = shopOf(demo, made);
  const wide = await startCheckout(shop, {
    itemName: "The whole roastery, with every machine in it and the beans of three years",
    referenceId: "order-with-a-long-number-1234567890-1234567890",
    metadata: { email: "ana.novak.of.the.long.address@shop.example" },
    fiatAmount: undefined,
    fiatCurrency: undefined,
    amount: "1234567890123456",
  });
  for (let n = 1; n <= 15; n += 1)
    await startCheckout(shop, {
      referenceId: `order-${n}`,
      metadata: n === 2 ? { customer_name: "Ben" } : {},
    });
  const [short, over] = await Promise.all([
    startCheckout(shop, { itemName: "Short", referenceId: "short" }),
    startCheckout(shop, { itemName: "Over", referenceId: "over" }),
  ]);
  await pay(shop, String(over.depositAddress), 12_000_000n);
  await pay(shop, String(short.depositAddress), 6_000_000n);
  await untilStatus(shop, over.id, "PAID");

  await signIn(page, await makePerson({ projectId: shop.projectId, role: "ADMIN" }));
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`/dashboard/projects/${shop.projectId}/checkouts`);
  await untilHeard(page);
  const rows = tableOf(page).locator("tbody tr");
  await expect(rows).toHaveCount(18);
  await expect(rows.filter({ hasText: "Short" })).toContainText("6.00 of 10.00 USDC received");
  const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect().toJSON()));
  expect(boxes.filter(({ bottom }) => bottom <= 900).length).toBeGreaterThanOrEqual(15);
  expect(Math.max(...boxes.map(({ height }) => height))).toBeLessThan(40);
  expect(await overflow(page)).toBeLessThanOrEqual(0);
  const huge = rows.filter({ hasText: "The whole roastery" });
  await expect(huge.getByText("1,234,567,890.123456 USDC")).toBeVisible();
  await expect(huge.getByTitle("ana.novak.of.the.long.address@shop.example")).toBeVisible();
  await expect(rows.filter({ hasText: "order-2" })).toContainText("Ben");
  await expect(rows.filter({ hasText: "Over" }).getByText(/^0x\w{4}…\w{4}$/)).toBeVisible();
  await keepLooks(page, "dashboard-checkouts-lines");

  // A new checkout is announced and moves no row until someone asks for it.
  const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await startCheckout(shop, { itemName: "Just now", referenceId: "new-1" });
  await look();
  await expect(page.getByRole("status").filter({ hasText: "1 new" })).toBeVisible();
  await startCheckout(shop, { itemName: "And now", referenceId: "new-2" });
  await look();
  const arrived = page.getByRole("button", { name: "2 new", exact: true });
  await expect(arrived).toBeVisible();
  await expect(rows).toHaveCount(18);
  await expectFit(page);
  await keepLooks(page, "dashboard-checkouts-new");
  await arrived.focus();
  await page.keyboard.press("Enter");
  await expect(rows).toHaveCount(20);
  await expect(rows.first().getByRole("link", { name: "And now" })).toBeFocused();
  await expect(arrived).toHaveCount(0);

  for (const width of [390, 768, 1024]) {
    await page.setViewportSize({ width, height: 844 });
    expect(await overflow(page), `at ${width}`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  await huge.getByRole("link").first().click();
  await expect(page).toHaveURL(new RegExp(`${wide.id}$`));
});
