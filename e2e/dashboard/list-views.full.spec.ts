import { call } from "../support/api";
import { makePerson, postAction, signIn } from "../support/dashboard";
import { expect, expectFit, test, untilHeard } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { openProjects } from "../support/projects";
import { shopOf } from "../support/refunds";

test.setTimeout(240_000);

test("refunds, settlements, requests and the audit log have chips and saved views of their own", async ({
  page,
  demo,
}) => {
  const projects = openProjects(demo);
  const made = await projects.make({ name: "Corner Coffee" }).finally(() => projects.close());
  const shop = shopOf(demo, made);
  const owner = await makePerson({ projectId: shop.projectId, role: "OWNER" });
  await signIn(page, owner);
  const base = `/dashboard/projects/${shop.projectId}`;
  const headers = { "x-api-key": shop.serverKey };
  await call(`${shop.baseUrl}/v1/checkouts?take=1`, { headers });
  await call(`${shop.baseUrl}/v1/checkouts/chk_none`, { headers });
  const changed = await postAction(page, `/api${base}/actions/changeSettings`, {
    name: "Corner Coffee & Tea",
  });
  expect(changed.status(), await changed.text()).toBe(200);

  const lists = [
    { path: "refunds", filter: "status=waiting&from=2026-01-01", chip: "Waiting" },
    { path: "settlements", filter: "status=completed&chain=31337&from=2026-01-01", chip: "From 2026-01-01" },
    { path: "settings/team/audit", filter: `who=${owner.userId}&to=2099-12-31`, chip: "To 2099-12-31" },
    {
      path: "developers/requests",
      filter: "operation=getCheckout&status=4xx&from=2026-01-01",
      chip: "getCheckout",
    },
  ];
  for (const { path, filter, chip } of lists) {
    const list = `${base}/${path}`;
    const name = path.split("/").at(-1);
    await page.goto(`${list}?${filter}`);
    await untilHeard(page);
    await expect(page.getByRole("link", { name: `Remove filter: ${chip}`, exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Save view" }).press("Enter");
    await page.getByRole("dialog").getByLabel("Name").fill(`Mine of ${name}`);
    await page.keyboard.press("Enter");
    const view = page.getByRole("link", { name: `Mine of ${name}` });
    await expect(view).toHaveAttribute("aria-current", "page");
    // Besides the tab of the page itself.
    const tabs = page.getByRole("navigation", { name: "Developers" }).locator("[aria-current=page]");
    await expect(page.getByRole("main").locator("nav [aria-current=page]")).toHaveCount(
      1 + (await tabs.count()),
    );
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await expectFit(page);
    await keepLooks(page, `dashboard-views-${name}`);
    await page.getByRole("link", { name: `Remove filter: ${chip}`, exact: true }).click();
    await expect(page).not.toHaveURL(`${list}?${filter}`);
    await view.click();
    await expect(page).toHaveURL(`${list}?${filter}`);
  }
  // Each list has its own.
  await page.goto(`${base}/checkouts`);
  await expect(page.getByRole("navigation", { name: "Show checkouts" })).toBeVisible();
  await expect(page.getByRole("link", { name: /^Mine of/ })).toHaveCount(0);
  await page.goto(`${base}/settings/team/audit`);
  await page.getByRole("link", { name: "Mine of audit" }).click();
  await page.getByRole("button", { name: "Remove view Mine of audit" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove view" }).click();
  await expect(page.getByRole("link", { name: "Mine of audit" })).toHaveCount(0);
});
