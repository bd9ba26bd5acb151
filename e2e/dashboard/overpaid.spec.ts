import { getPublic } from "../support/api";
import { postPublic } from "../support/contract";
import { makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { openProjects } from "../support/projects";
import { paid, shopOf } from "../support/refunds";
import { keepLooks } from "../support/screenshot";

test("an overpayment is shown, its request needs attention, and the excess is refunded or the request dismissed", async ({
  page,
  demo,
}) => {
  test.slow();
  const projects = openProjects(demo);
  const made = await projects
    .make({ refundMode: "CONVENIENT", name: "Corner Coffee" })
    .finally(() => projects.close());
  const shop = shopOf(demo, made);
  const [requested, dismissed, owner] = await Promise.all([
    paid(shop, 10_000_000n, 22_000_000n),
    paid(shop, 10_000_000n, 11_000_000n),
    makePerson({ projectId: shop.projectId, role: "OWNER" }),
  ]);
  for (const { id } of [requested, dismissed])
    expect((await postPublic(shop, id, "request-excess", {})).status).toBe(200);
  await signIn(page, owner);
  const base = `/dashboard/projects/${shop.projectId}`;

  await page.goto(base);
  await page.getByRole("link", { name: /2 overpayments requested back/ }).click();
  await expect(page).toHaveURL(/\/checkouts\?excess=1$/);
  const row = page.getByRole("row").filter({ hasText: "Overpaid by 12.00 USDC (requested back)" });
  await expect(row.getByRole("link", { name: "Refund excess" })).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-overpaid-list");
  await row.getByRole("link", { name: "Refund excess" }).click();
  await expect(page).toHaveURL(/\/refunds\/new\?/);
  await expect(page.getByLabel("Amount")).toHaveValue("12.00");
  await expect(page.getByLabel("Type")).toHaveValue("OVERPAYMENT");

  await page.goto(`${base}/checkouts/${requested.id}`);
  await expect(page.getByText(/^Overpaid by 12\.00 USDC\. The customer requested it back\./)).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-overpaid-detail");
  await page.getByRole("button", { name: "Refund excess" }).click();
  await expect(page.getByLabel("Amount")).toHaveValue("12.00");
  const most = (amount: string) => page.getByText(`Up to ${amount}. Leave it empty to refund all of it.`);
  await expect(most("12.00 USDC")).toBeVisible();
  await page.getByLabel("Type").selectOption("OTHER");
  await expect(most("22.00 USDC")).toBeVisible();
  await page.getByLabel("Type").selectOption("OVERPAYMENT");
  // Left empty, it is the excess and not the price.
  await page.getByLabel("Amount").fill("");
  await page.getByRole("dialog").getByRole("button", { name: "Refund", exact: true }).click();
  await expect(page.getByText(`${demo.checkoutPageUrl}/r/`)).toBeVisible();
  expect((await getPublic(shop, requested.id)).overpayment?.refundable).toBe("0");

  await page.goto(`${base}/checkouts/${dismissed.id}`);
  await page.getByRole("button", { name: "Dismiss request" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Dismiss request" }).click();
  await expect(page.getByText("The customer requested it back.")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Refund excess" })).toBeVisible();
  await page.goto(base);
  await expect(page.getByText(/overpayments? requested back/)).toHaveCount(0);
});
