import { request as httpRequest } from "node:http";
import { type APIRequestContext, request } from "@playwright/test";
import { Secret, TOTP } from "otpauth";
import { type AccountAction, freshForMs } from "@/lib/accounts/account.schema";
import { personHeader } from "@/lib/accounts/browser.rules";
import { accountActions } from "@/lib/api/dashboard/action-list";
import { newId } from "@/lib/platform/ids";
import { makePerson, postAction, postSignIn, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { manifest, withDatabase } from "../support/stack";

test.describe("the own account", () => {
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
});

test.describe("strangers", () => {
  // Every action and every page of a person's account × everybody who might come instead of them.

  const { baseUrl } = manifest();
  const actions = Object.entries(accountActions as Record<string, AccountAction>);
  const pages = ["/dashboard/account", "/dashboard/account/sessions", "/dashboard/account/activity"];

  /** Someone new, signed in. */
  async function person() {
    const login = await makePerson(null);
    const context = await request.newContext({ baseURL: baseUrl });
    await signIn(context, login);
    return { ...login, context };
  }

  async function codeOf(visitor: APIRequestContext, name: string, input: unknown = {}): Promise<string> {
    const answer = await postAction(visitor, `/api/dashboard/account/${name}`, input);
    const body = (await answer.json()) as { ok: boolean; error?: { code: string } };
    return body.error?.code ?? "done";
  }

  test("refuses every action and page without an open session", async () => {
    const nobody = await request.newContext({ baseURL: baseUrl });
    const [over, ended, disabled] = [await person(), await person(), await person()];
    const past = new Date(Date.now() - 1_000);
    await withDatabase(async ({ prisma }) => {
      const of = ({ userId }: { userId: string }) => ({ where: { userId } });
      await prisma.session.updateMany({ ...of(over), data: { expiresAt: past } });
      await prisma.session.updateMany({ ...of(ended), data: { revokedAt: past } });
      await prisma.user.update({ where: { id: disabled.userId }, data: { disabledAt: past } });
    });
    for (const context of [nobody, over.context, ended.context, disabled.context]) {
      for (const [name] of actions) expect(await codeOf(context, name), name).toBe("UNAUTHORIZED");
      for (const page of pages) {
        const { status, location } = await headOf(context, page);
        expect([status, location], page).toEqual([
          307,
          `/dashboard/sign-in?next=${encodeURIComponent(page)}`,
        ]);
      }
      await context.dispose();
    }
  });

  async function headOf(context: APIRequestContext, path: string) {
    const answer = await context.get(path, { maxRedirects: 0, headers: { accept: "text/html" } });
    return { status: answer.status(), location: answer.headers().location };
  }

  test("refuses a slow request whose session ended meanwhile", async () => {
    const { context, userId } = await person();
    const { cookies } = await context.storageState();
    const body = JSON.stringify({ name: "Too late" });
    const slow = httpRequest(`${baseUrl}/api/dashboard/account/rename`, {
      method: "POST",
      headers: {
        origin: baseUrl,
        "content-type": "application/json",
        "content-length": body.length,
        cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
      },
    });
    const status = new Promise<number | undefined>((resolve, reject) => {
      slow.once("response", (answer) => resolve(answer.resume().statusCode));
      slow.once("error", reject);
    });
    await new Promise((resolve) => slow.write(body.slice(0, 5), resolve));
    // The service has what there is of it, as it answers anyone who comes after.
    expect(await codeOf(context, "rename", { name: "In time" })).toBe("done");
    await withDatabase(({ prisma }) =>
      prisma.session.updateMany({ where: { userId }, data: { revokedAt: new Date() } }),
    );
    slow.end(body.slice(5));
    expect(await status).toBe(401);
    const stored = await withDatabase(({ prisma }) => prisma.user.findUnique({ where: { id: userId } }));
    expect(stored?.name).toBe("In time");
    await context.dispose();
  });

  test("refuses what another person's page sends, and another site's requests with a visitor's session", async () => {
    const { context } = await person();
    const stale = { origin: baseUrl, [personHeader]: newId("usr") };
    const renamed = await context.post("/api/dashboard/account/rename", {
      headers: stale,
      data: { name: "Eve" },
    });
    expect(await renamed.json()).toMatchObject({ error: { code: "CONFLICT" } });
    for (const [name] of actions)
      for (const origin of ["https://evil.example", "null"]) {
        const answer = await context.post(`/api/dashboard/account/${name}`, {
          headers: { origin },
          data: {},
        });
        expect(await answer.json(), name).toMatchObject({ error: { code: "ORIGIN_NOT_ALLOWED" } });
      }
    await context.dispose();
  });

  test("sensitive actions require a fresh proof before any other check", async () => {
    const { context, userId } = await person();
    const tooOld = new Date(Date.now() - freshForMs - 60_000);
    await withDatabase(({ prisma }) =>
      prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: tooOld } }),
    );
    for (const [name, { fresh }] of actions)
      expect((await codeOf(context, name)) === "REAUTHENTICATION_REQUIRED", name).toBe(fresh === true);
    const wrong = { kind: "password", password: "not the password" };
    expect(await codeOf(context, "reauthenticate", wrong)).toBe("VALIDATION_ERROR");
    expect(await codeOf(context, "removeSecondFactor")).toBe("REAUTHENTICATION_REQUIRED");
    await context.dispose();
  });

  test("another person's session is not there, and stays open", async () => {
    const [me, other] = [await person(), await person()];
    const sessionId = await withDatabase(async ({ prisma }) => {
      const { id } = await prisma.session.findFirstOrThrow({ where: { userId: other.userId } });
      return id;
    });
    expect(await codeOf(me.context, "endSession", { sessionId })).toBe("NOT_FOUND");
    expect((await headOf(other.context, "/dashboard/account")).status).toBe(200);
    await Promise.all([me.context.dispose(), other.context.dispose()]);
  });
});
