import type { Page } from "@playwright/test";
import { expect, expectFit, startCheckout, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";

// A wrong password is what is looked at.
test.use({ locale: "ko-KR", expectedComplaint: /status of 401/ });

const projectPages = [
  "",
  "/checkouts",
  "/checkouts/new",
  "/links",
  "/refunds",
  "/settlements",
  "/inbox",
  "/developers",
  "/developers/keys",
  "/developers/webhooks",
  "/developers/webhooks/new",
  "/developers/requests",
  "/developers/test-tools",
  "/settings",
  "/settings/coins",
  "/settings/wallet",
  "/settings/advanced",
  "/settings/team",
  "/settings/team/audit",
];
const accountPages = ["", "/sessions", "/activity"].map((path) => `/dashboard/account${path}`);

/** Headings without a Korean letter, but for one that every language writes so. */
async function foreignHeadings(page: Page): Promise<string[]> {
  const headings = await page.locator("h1, h2").allTextContents();
  expect(headings).not.toEqual([]);
  return headings.filter((text) => text !== "API" && !/\p{Script=Hangul}/u.test(text));
}

async function expectNothingBeside(page: Page): Promise<void> {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    const whole = await page.evaluate(() => document.documentElement.scrollWidth);
    expect(whole, `the width of ${page.url()} at ${width}`).toBeLessThanOrEqual(width);
  }
}

test("a Korean browser has a Korean dashboard, until its reader chooses English", async ({ page, demo }) => {
  // Every page once: with others beside it, a small machine takes longer than a minute.
  test.setTimeout(240_000);
  const { id } = await startCheckout(demo, { itemName: "머그컵 두 개" });
  await page.goto("/dashboard/sign-in");
  await expect(page.locator("html")).toHaveAttribute("lang", "ko");
  await expect(page).toHaveTitle("로그인 · Stablecoin Checkout");
  await expectFit(page);
  await keepLooks(page, "dashboard-ko-sign-in");
  await page.getByLabel("이메일").fill(demo.login.email);
  const password = page.getByLabel("비밀번호", { exact: true });
  await password.fill("wrong");
  await password.press("Enter");
  await expect(page.getByRole("alert").filter({ hasText: "로그인 정보가 올바르지 않거나" })).toBeVisible();
  await password.fill(demo.login.password);
  await password.press("Enter");
  await page.waitForURL(/\/dashboard\/projects\/prj_/);

  const base = `/dashboard/projects/${demo.projectId}`;
  const paths = [...projectPages, `/checkouts/${id}`].map((path) => base + path);
  for (const path of [...paths, "/dashboard/projects/new", ...accountPages]) {
    await page.goto(path);
    await expect(page.locator("html"), path).toHaveAttribute("lang", "ko");
    await expect(page, path).toHaveTitle(/\p{Script=Hangul}.* · Stablecoin Checkout$/u);
    expect(await foreignHeadings(page), path).toEqual([]);
    await expectFit(page);
    await expectNothingBeside(page);
  }
  await page.goto(base);
  await keepLooks(page, "dashboard-ko-overview");

  await page.goto(`${base}/checkouts?status=pending`);
  await page.getByLabel("계정, 테마, 언어").click();
  await page.getByRole("navigation", { name: "언어" }).getByRole("link", { name: "English" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Checkouts" })).toBeVisible();
  await expect(page.locator("html")).toHaveAttribute("lang", "en");
  // Its filter stayed, and so does the choice.
  await expect(page).toHaveURL(/[?&]status=pending/);
  await page.goto(`${base}/refunds`);
  await expect(page.getByRole("heading", { level: 1, name: "Refunds" })).toBeVisible();
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("the sign-in page changes its language all the same", async ({ page }) => {
    await page.goto("/dashboard/sign-in?next=%2Fdashboard%2Faccount");
    await page.getByRole("link", { name: "English" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Sign in" })).toBeVisible();
    await expect(page).toHaveURL(/next=%2Fdashboard%2Faccount/);
  });
});
