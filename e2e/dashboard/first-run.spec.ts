import { postSignIn } from "../support/dashboard";
import { expect, expectFit, test, title } from "../support/fixtures";
import { type FirstRun, startFirstRun } from "../support/own-service";
import { withDatabase } from "../support/stack";

let service: FirstRun;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  service = await startFirstRun({
    RATE_LIMIT_SIGN_IN_PER_MINUTE: "4",
    // No one takes letters there: they wait in the database.
    SMTP_URL: "smtp://127.0.0.1:9",
    MAIL_FROM: "pay@shop.example",
  });
});
test.afterAll(() => service?.stop());

test("the printed token makes the first account, a mailed link resets its password, and guesses are few", async ({
  browser,
}) => {
  test.setTimeout(180_000);
  const { baseUrl } = service;
  const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 390, height: 844 } });
  const page = await context.newPage();
  const email = "ada@shop.example";
  const password = "five quiet brown mugs";

  const printed = service.said.flatMap((line) => /^Setup token: ([\w-]{43})$/.exec(line)?.[1] ?? []);
  expect(printed).toHaveLength(1);
  expect(service.said).toContain(`No account exists yet. Create the first one at ${baseUrl}/dashboard/setup`);
  await page.goto("/dashboard");
  await expect(title(page, "Set up the dashboard")).toBeVisible();
  await expectFit(page);
  const token = page.getByLabel("Setup token");
  await expect(token).toBeFocused();
  await token.fill("x".repeat(43));
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("New password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create account" }).click();
  await expect(page.getByText("This setup token is wrong or has expired.")).toBeVisible();
  await expect(token).toBeFocused();
  await token.fill(` ${printed[0]} `);
  await page.getByRole("button", { name: "Create account" }).click();
  await page.waitForURL("**/dashboard/projects/new");
  await page.goto("/dashboard/setup");
  expect(new URL(page.url()).pathname).not.toBe("/dashboard/setup");

  // Someone else's browser, who forgot.
  await context.clearCookies();
  await page.goto("/dashboard/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  await expect(title(page, "Reset your password")).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(title(page, "Check your e-mail")).toBeVisible();
  const link = await mailedLink(service.databaseUrl);
  const answer = await page.goto(link);
  expect(answer?.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  await expect(page.locator("meta[name=referrer]")).toHaveAttribute("content", "no-referrer");
  await page.reload();
  await expectFit(page);
  await page.getByLabel("New password", { exact: true }).fill("six loud green cups");
  await page.getByRole("button", { name: "Set password" }).click();
  await expect(page.getByText("Password set. Every browser was signed out.")).toBeVisible();
  await page.goto(link);
  await expect(title(page, "This link no longer works")).toBeVisible();

  // The account that was made signed in once; three more tries are left in this minute, and a fourth as soon as that
  // one is a minute old: what is refused with seconds to wait may be let in a moment later.
  const codes: number[] = [];
  const guess = async () => {
    const input = { email, password: codes.length === 0 ? password : "x" };
    const tried = await postSignIn(context, "password", input, baseUrl);
    codes.push(tried.status());
    return Number(tried.headers()["retry-after"] ?? 0);
  };
  await expect.poll(guess, { timeout: 60_000, intervals: [0, 0, 0, 500] }).toBeGreaterThan(15);
  expect(codes.slice(0, 3)).toEqual([401, 401, 401]);
  expect(codes.slice(3).filter((code) => code !== 429).length).toBeLessThanOrEqual(1);
  const refused = await postSignIn(context, "password", { email, password: "six loud green cups" }, baseUrl);
  expect(refused.status()).toBe(429);
  expect(Number(refused.headers()["retry-after"])).toBeGreaterThan(0);
  expect((await refused.json()).error.message).toMatch(/^Too many tries\. Try again in \d+ seconds?\.$/);
  await context.close();
});

/** The link in the letter, which is written behind the answer. */
async function mailedLink(databaseUrl: string): Promise<string> {
  return withDatabase(async (database) => {
    let body = "";
    await expect(async () => {
      const letter = await database.prisma.mailMessage.findFirst({ where: { kind: "account.reset_link" } });
      body = letter?.body ?? "";
      expect(body).toContain("/dashboard/reset/");
    }).toPass();
    return /http\S+\/dashboard\/reset\/[\w-]{43}/.exec(body)?.[0] ?? "";
  }, databaseUrl);
}
