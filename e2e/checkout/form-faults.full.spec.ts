import type { Page } from "@playwright/test";
import { getPublic } from "../support/api";
import { pay } from "../support/chain";
import { makePerson, signIn } from "../support/dashboard";
import { expect, startCheckout, test, title } from "../support/fixtures";
import { openProjects } from "../support/projects";
import { paid, shopOf } from "../support/refunds";

/** Forms whose faults the browser would state by itself, in its own language. */
const nativeForms = (page: Page) =>
  page.evaluate(() =>
    [...document.forms]
      .filter((form) => !form.noValidate)
      .filter((form) => form.querySelector("input:not([type=hidden]), select, textarea") !== null)
      .map(({ action }) => action),
  );

const wrongAddress = "Enter an e-mail address like name@example.com.";

for (const javaScriptEnabled of [true, false])
  test.describe(javaScriptEnabled ? "with scripts" : "without scripts", () => {
    test.use({ javaScriptEnabled });

    test("the receipt's and the refund request's forms state a wrong address at their own field", async ({
      page,
      demo,
    }) => {
      const projects = openProjects(demo);
      try {
        const shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT", name: "Corner Coffee" }));
        const { id } = await paid(shop, 10_000_000n, 22_000_000n);
        await page.goto(`/c/${id}`);
        await expect(title(page, "Paid")).toBeVisible();
        for (const [label, button] of [
          [/^Your e-mail for the answer/, "Request 12.00 USDC back"],
          ["E-mail this receipt to", "Send"],
        ] as const) {
          // A long page has the form's second part, which scripts reveal, beside the plain one.
          const field = page.getByLabel(label).filter({ visible: true });
          await field.fill("nobody@");
          await page.getByRole("button", { name: button, exact: true }).click();
          await expect(page.getByText(wrongAddress).filter({ visible: true })).toHaveCount(1);
          await expect(field).toHaveAttribute("aria-invalid", "true");
          await expect(field).toHaveAccessibleDescription(new RegExp(wrongAddress));
          await expect(field).toBeFocused();
          await page.goto(`/c/${id}`);
        }
        expect(await nativeForms(page)).toEqual([]);
      } finally {
        await projects.close();
      }
    });
  });

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a long page has the form that asks for money back", async ({ page, demo }) => {
    const { id, depositAddress } = await startCheckout(demo);
    await pay(demo, String(depositAddress), 10_000_000n, { symbol: "USDT" });
    await expect
      .poll(async () => (await getPublic(demo, id)).strayPayments, { timeout: 30_000 })
      .toHaveLength(1);
    await page.goto(`/c/${id}`);
    await page
      .getByLabel(/^Your e-mail for the answer/)
      .filter({ visible: true })
      .fill("a@example.com");
    await page.getByRole("button", { name: "Ask for it back" }).click();
    await expect(page.getByText(/^Asked\. You asked for it back\./)).toBeVisible();
  });
});

test("filters by days state an unfinished or a missing day at the field", async ({ page, demo }) => {
  const projects = openProjects(demo);
  const shop = await projects.make({ name: "Corner Coffee" }).finally(() => projects.close());
  // Until the first payment the overview shows the set-up.
  await paid(shopOf(demo, shop), 10_000_000n, 10_000_000n);
  await signIn(page, await makePerson({ projectId: shop.projectId, role: "OWNER" }));
  const base = `/dashboard/projects/${shop.projectId}`;

  await page.goto(`${base}?range=7d`);
  await page.getByLabel(/^Range: /).click();
  const from = page.getByLabel("From");
  await from.fill("");
  await page.getByRole("button", { name: "Show" }).click();
  await expect(from).toBeFocused();
  await expect(from).toHaveAccessibleDescription("Fill this in.");

  await page.goto(`${base}?from=2026-02-01&to=2026-01-01`);
  await expect(page.getByLabel("From")).toHaveAccessibleDescription(/first day before the last/);

  await page.goto(`${base}/settlements`);
  const day = page.getByRole("region", { name: "Accounting export" }).getByLabel("From");
  await day.pressSequentially("11");
  await page.getByRole("region", { name: "Accounting export" }).getByRole("button").first().click();
  await expect(day).toBeFocused();
  await expect(day).toHaveAccessibleDescription("Enter a whole date.");

  for (const path of [
    "",
    "/checkouts",
    "/checkouts/new",
    "/links",
    "/refunds",
    "/settlements",
    "/inbox",
    "/settings",
  ]) {
    await page.goto(base + path);
    expect(await nativeForms(page), path).toEqual([]);
  }
  for (const path of ["/docs", "/shop"]) {
    await page.goto(path);
    expect(await nativeForms(page), path).toEqual([]);
  }
});
