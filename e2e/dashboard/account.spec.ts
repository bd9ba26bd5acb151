import { Secret, TOTP } from "otpauth";
import { makePerson, postSignIn, signIn, withDatabase } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/screenshot";

test.use({ expectedComplaint: /status of (400|403)/ });

test("a second factor, a wallet and sessions guard an account, and let its owner in", async ({
  page,
  browser,
}) => {
  test.slow();
  const person = await makePerson(null);
  const elsewhere = await browser.newContext();
  await signIn(elsewhere, person);
  await signIn(page, person);

  await page.goto("/dashboard/account");
  await page.getByLabel("Name").fill("Ada Lovelace");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(page.getByText("Saved.")).toBeVisible();

  await page.getByRole("button", { name: "Set up" }).click();
  const setUp = page.getByRole("dialog", { name: "Set up two-factor authentication" });
  await expect(setUp.getByRole("img", { name: "QR code" })).toBeVisible();
  const secret = Secret.fromBase32((await setUp.locator("code").textContent()) ?? "");
  // One of the next step is taken, too: nothing waits for a clock.
  const codeOf = (stepsAhead: number) =>
    new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 });
  await keepLooks(page, "dashboard-second-factor");
  await setUp.getByLabel("Code from the app").fill("000000");
  await setUp.getByRole("button", { name: "Turn on" }).click();
  await expect(setUp.getByText("This isn't the code your app shows now.").first()).toBeVisible();
  await setUp.getByLabel("Code from the app").fill(codeOf(0));
  await setUp.getByRole("button", { name: "Turn on" }).click();
  const kept = page.getByRole("dialog", { name: "Your recovery codes" });
  await expect(kept.getByRole("listitem")).toHaveCount(10);
  const recoveryCode = (await kept.getByRole("listitem").first().textContent()) ?? "";
  await expectFit(page);
  await kept.getByRole("button", { name: "I've saved them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await page.getByRole("button", { name: "Link a wallet" }).click();
  await page.getByRole("button", { name: "Demo merchant's wallet" }).click();
  await expect(page.getByRole("button", { name: "Unlink" })).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-account");

  await page.getByRole("link", { name: "Sessions" }).click();
  await expect(page.getByText("Current", { exact: true })).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-sessions");
  expect((await elsewhere.request.get("/dashboard/account")).url()).toMatch(/\/dashboard\/account$/);
  await page
    .getByRole("row")
    .getByRole("button", { name: /^Sign out/ })
    .click();
  await page.getByRole("dialog").getByRole("button", { name: "Sign out" }).click();
  await expect(page.getByRole("row")).toHaveCount(2);
  expect((await elsewhere.request.get("/dashboard/account")).url()).toContain("/dashboard/sign-in");
  // The password alone opens nothing now.
  const half = await postSignIn(elsewhere, "password", person);
  expect(await half.json()).toMatchObject({ ok: true, data: { next: "SECOND_FACTOR" } });
  expect((await elsewhere.request.get("/dashboard/account")).url()).toContain("/dashboard/sign-in");
  await elsewhere.close();

  const leave = async () => {
    await page.getByLabel("Account and theme").click();
    await page.getByRole("button", { name: "Sign out" }).first().click();
    await page.waitForURL(/\/dashboard\/sign-in/);
    await page.goto("/dashboard/sign-in?next=/dashboard/account");
  };
  await leave();
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByLabel("Six-digit code").fill(codeOf(1));
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByRole("heading", { name: "Your account" })).toBeVisible();

  await leave();
  await page.getByRole("button", { name: "Sign in with a wallet" }).click();
  await page.getByRole("button", { name: "Demo merchant's wallet" }).click();
  await page.getByLabel("Six-digit code").fill(recoveryCode.toUpperCase());
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("9 recovery codes left")).toBeVisible();

  // What is grave asks for a fresh proof once the last is ten minutes old.
  await withDatabase(({ pool }) =>
    pool.query("UPDATE sessions SET authenticated_at = now() - interval '11 minutes' WHERE user_id = $1", [
      person.userId,
    ]),
  );
  await page.getByRole("button", { name: "Unlink" }).click();
  await page
    .getByRole("dialog", { name: "Unlink this wallet?" })
    .getByRole("button", { name: "Unlink" })
    .click();
  const proof = page.getByRole("dialog", { name: "Confirm it's you" });
  // Anyone who has the session and the password alone is not asked for the password.
  await expect(proof.getByLabel("Password")).toHaveCount(0);
  await expect(proof.getByLabel("Code")).toBeFocused();
  await expectFit(page);
  await keepLooks(page, "dashboard-proof");
  await proof.getByRole("button", { name: "Use your wallet" }).click();
  await proof.getByRole("button", { name: "Demo merchant's wallet" }).click();
  await expect(page.getByText("No wallet is linked.")).toBeVisible();

  await page.getByRole("link", { name: "Activity" }).click();
  for (const act of ["Unlinked the wallet", "Used a recovery code", "Turned on two-factor authentication"])
    await expect(page.getByRole("cell", { name: act })).toBeVisible();
  await keepLooks(page, "dashboard-activity");
});
