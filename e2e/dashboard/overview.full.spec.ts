import type { Page } from "@playwright/test";
import { countHours } from "@/lib/insights/count-hours";
import type { InsightParts } from "@/lib/insights/insights.parts";
import { createProjectHours } from "@/lib/insights/project-hours.store";
import { partsOf } from "@/lib/testing/parts";
import { untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, startCheckout, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { openProjects } from "../support/projects";
import { shopOf } from "../support/refunds";
import { withDatabase } from "../support/stack";

/** The page needs no scrolling. */
async function expectWhole(page: Page): Promise<void> {
  const height = await page.evaluate(() => document.documentElement.scrollHeight);
  expect(height).toBeLessThanOrEqual(900);
}

/** The document, its scripts, styles and fonts. */
const mostRequests = 15;

test("from nothing to figures that match the payments, and by keyboard to any checkout", async ({
  page,
  demo,
}) => {
  // A newcomer's whole way: with others beside it, a small machine takes longer than a minute.
  test.setTimeout(240_000);
  const projects = openProjects(demo);
  const shop = await projects.make({ name: "Corner Coffee" }).finally(() => projects.close());
  const ours = shopOf(demo, shop);
  const overview = `/dashboard/projects/${shop.projectId}`;
  await signIn(page, await makePerson({ projectId: shop.projectId, role: "VIEWER" }));

  await page.goto(overview);
  await expect(page.getByRole("heading", { name: "Set up your shop" })).toBeVisible();
  await expect(page.getByText("Ask an admin of this project to do this.")).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-welcome");

  const [paid, open] = await Promise.all([
    startCheckout(ours, { referenceId: "order-paid" }),
    startCheckout(ours, { referenceId: "links-open" }),
  ]);
  await pay(ours, String(paid.depositAddress), 10_000_000n);
  await untilStatus(ours, paid.id, "PAID");
  // The job does it every minute.
  await withDatabase((database) =>
    countHours(
      partsOf<InsightParts>({ clock: { now: () => new Date() }, projectHours: createProjectHours(database) }),
    ),
  );

  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(overview);
  const revenue = page.getByRole("region", { name: "Revenue" });
  await expect(revenue.locator("dl > div").filter({ hasText: "This month" })).toContainText("10.00 USD");
  await expect(page.getByText("Nothing waits for you")).toBeVisible();
  await expectWhole(page);

  // An old address still chooses the days.
  await page.goto(`${overview}?range=7d&measure=conversion`);
  await expect(revenue).toContainText("50% 1 of 2 checkouts paid");
  await page.getByText("As a table: Figures").click();
  await expect(page.getByRole("table", { name: /^Figures/ })).toContainText("10.00 USDC");
  await expect(page.getByRole("region", { name: "Latest checkouts" }).getByRole("listitem")).toHaveCount(2);
  await expectFit(page);
  await keepLooks(page, "dashboard-overview");

  // The chart shows another measure of the same days, and another range keeps it.
  await page.getByRole("link", { name: "Payments", exact: true }).click();
  await expect(page.getByRole("img", { name: /^Payments, / })).toBeVisible();
  await revenue.getByLabel(/^Range: /).click();
  await page.getByRole("link", { name: "90 days" }).click();
  await expect(page).toHaveURL(/range=90d&measure=payments$/);
  await expect(page.getByRole("img", { name: /^Payments, / })).toBeVisible();

  // The list follows what happens, without a reload, and rests while nobody sees it.
  const latest = page.getByRole("region", { name: "Latest checkouts" });
  const late = await startCheckout(ours, { itemName: "Just now" });
  await expect(latest.getByText("Just now")).toBeVisible();
  await pay(ours, String(late.depositAddress), 10_000_000n);
  await expect(latest.getByRole("listitem").first()).toContainText("Paid");

  // Whole without scripts: the figures are in what the server sends.
  const sent = await (await page.request.get(`${overview}?range=7d`)).text();
  expect(sent).toContain("10.00 USDC");
  expect(sent).toMatch(/<svg[^>]+aria-label="Volume, /);

  const search = page.getByRole("button", { name: "Search or go to" });
  await search.focus();
  await page.keyboard.press("Control+k");
  const menu = page.getByRole("dialog", { name: "Search or go to" });
  // Typed at once, perhaps before the menu's code has come.
  await page.keyboard.type("order");
  await expect(menu.getByRole("combobox")).toHaveValue("order");
  await expect(menu.getByRole("combobox")).toBeFocused();
  await menu.getByRole("combobox").fill("nothing-has-this");
  await expect(menu.getByText("No results.")).toBeVisible();
  await expectFit(page);
  await menu.getByRole("combobox").fill("");
  await expectFit(page);
  await keepLooks(page, "dashboard-command-menu");
  await page.keyboard.press("Escape");
  await expect(menu).toBeHidden();
  await expect(search).toBeFocused();

  // Closed and opened within one frame, before the browser says that it was closed.
  await page.keyboard.press("Control+k");
  await expect(menu).toBeVisible();
  await page.evaluate(() => {
    for (const _ of ["close", "open"])
      document.dispatchEvent(new KeyboardEvent("keydown", { key: "k", ctrlKey: true, cancelable: true }));
  });
  await expect(menu.getByRole("combobox")).toBeFocused();
  await page.keyboard.type("links");
  await expect(menu.getByRole("option", { name: /links-open/ })).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(`${overview}/checkouts/${open.id}`);
});

test("a page opens with few requests, and prefetches another only once its link is hovered or focused", async ({
  page,
  demo,
}) => {
  const { id } = await startCheckout(demo);
  await signIn(page);
  await page.setViewportSize({ width: 1280, height: 900 });
  const project = `/dashboard/projects/${demo.projectId}`;
  let asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  for (const path of ["", "/checkouts", `/checkouts/${id}`]) {
    asked = [];
    await page.goto(project + path, { waitUntil: "networkidle" });
    // A script that is wanted a second time comes from memory.
    expect(new Set(asked).size, asked.join("\n")).toBeLessThanOrEqual(mostRequests);
  }
  const prefetched = (path: string) =>
    page.waitForRequest((request) => request.url().startsWith(`${demo.baseUrl}${project}${path}?_rsc`));
  const links = page.getByRole("navigation", { name: "Project", exact: true });
  await Promise.all([prefetched("/refunds"), links.getByRole("link", { name: "Refunds" }).hover()]);
  await Promise.all([prefetched("/links"), links.getByRole("link", { name: "Payment links" }).focus()]);
});
