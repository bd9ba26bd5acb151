import { type APIRequestContext, type BrowserContext, request as requests } from "@playwright/test";
import { newClaimToken, newId } from "@/lib/platform/ids";
import { makePerson, postAction, postSignIn, signIn } from "../support/dashboard";
import { expect, expectFit, test, title, untilHeard } from "../support/fixtures";
import { holdScripts } from "../support/held-scripts";
import { keepLooks } from "../support/layout";
import { withDatabase } from "../support/stack";

test.use({ expectedComplaint: /status of 4\d\d/ });

/** A client without a page, with cookies of its own. */
async function stranger(): Promise<APIRequestContext> {
  return requests.newContext();
}
const sessionCookie = async (visitor: APIRequestContext) =>
  (await visitor.storageState()).cookies.find(({ name }) => name.endsWith("dashboard-session"));

/** Where this visitor's dashboard leads; the sign-in page for strangers. */
async function doorOf(visitor: APIRequestContext, baseUrl: string, cookie?: string): Promise<string> {
  const answer = await visitor.get(`${baseUrl}/dashboard/account`, {
    headers: { accept: "text/html", ...(cookie === undefined ? {} : { cookie }) },
    maxRedirects: 0,
  });
  return answer.status() === 200 ? "in" : (answer.headers().location ?? String(answer.status()));
}

test("a session is a new one at every sign-in, and its cookie is dead after sign-out", async ({ demo }) => {
  const { baseUrl } = demo;
  const login = await makePerson({ projectId: demo.projectId, role: "VIEWER" });
  const visitor = await stranger();
  expect(await doorOf(visitor, baseUrl)).toContain("/dashboard/sign-in?next=%2Fdashboard%2Faccount");
  await signIn(visitor, login);
  const first = await sessionCookie(visitor);
  expect(first).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  expect(await doorOf(visitor, baseUrl)).toBe("in");

  // Anyone who planted a session in this browser is out once its owner signs in, and never was in as them.
  await signIn(visitor, login);
  const second = await sessionCookie(visitor);
  expect(second?.value).not.toBe(first?.value);
  const elsewhere = await stranger();
  expect(await doorOf(elsewhere, baseUrl, `${first?.name}=${first?.value}`)).toContain("/dashboard/sign-in");
  expect(await doorOf(elsewhere, baseUrl, `${second?.name}=${second?.value}`)).toBe("in");

  const { csrfToken } = await (await visitor.get(`${baseUrl}/api/auth/csrf`)).json();
  // Without its token, and from another site, no one is signed out.
  for (const [data, origin] of [
    [{ json: "true" }, baseUrl],
    [{ csrfToken, json: "true" }, "https://evil.example"],
  ] as const)
    await visitor.post(`${baseUrl}/api/auth/signout`, { data, headers: { origin } });
  expect(await doorOf(visitor, baseUrl)).toBe("in");
  await visitor.post(`${baseUrl}/api/auth/signout`, {
    data: { csrfToken, json: "true" },
    headers: { origin: baseUrl },
  });
  expect(await sessionCookie(visitor)).toBeUndefined();
  expect(await doorOf(elsewhere, baseUrl, `${second?.name}=${second?.value}`)).toContain(
    "/dashboard/sign-in",
  );
  const refused = await elsewhere.post(`${baseUrl}/api/dashboard/account/rename`, {
    headers: { origin: baseUrl, cookie: `${second?.name}=${second?.value}` },
    data: { name: "Eve" },
  });
  expect([refused.status(), (await refused.json()).error.code]).toEqual([401, "UNAUTHORIZED"]);
});

test("answers 404 for an error that next-auth doesn't define", async ({ demo }) => {
  const visitor = await stranger();
  for (const error of ["%0aX", "a%20b", "%00", "x".repeat(51)]) {
    const answer = await visitor.get(`${demo.baseUrl}/api/auth/error?error=${error}`);
    expect([error, answer.status()]).toEqual([error, 404]);
  }
});

test("refuses a sign-in from another site, with another's token, a made-up cookie, or by an address", async ({
  demo,
}) => {
  const { baseUrl, login } = demo;
  const visitor = await stranger();
  const callback = `${baseUrl}/api/auth/callback/password`;
  const { csrfToken } = await (await visitor.get(`${baseUrl}/api/auth/csrf`)).json();
  const codes = [];
  for (const [origin, token] of [
    ["https://evil.example", csrfToken],
    ["null", csrfToken],
    [baseUrl, ""],
    [baseUrl, "0".repeat(64)],
  ]) {
    const answer = await visitor.post(callback, {
      headers: { origin },
      data: { csrfToken: token, ...login },
    });
    codes.push(`${answer.status()} ${(await answer.json()).error.code}`);
  }
  expect(new Set(codes)).toEqual(new Set(["403 ORIGIN_NOT_ALLOWED"]));
  // A form of another site can send no JSON.
  const form = await visitor.post(callback, { headers: { origin: baseUrl }, form: { csrfToken, ...login } });
  expect(form.status()).toBe(415);
  for (const path of ["session", "providers", "_log", `callback/password?${new URLSearchParams(login)}`])
    expect((await visitor.get(`${baseUrl}/api/auth/${path}`)).status()).toBe(404);
  expect(await sessionCookie(visitor)).toBeUndefined();

  for (const value of ["x", "eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..x.x.x", newId("ses")])
    expect(await doorOf(visitor, baseUrl, `dashboard-session=${value}`)).toContain("/dashboard/sign-in");

  const unknown = await postSignIn(visitor, "password", { email: "nobody@people.example", password: "x" });
  const wrong = await postSignIn(visitor, "password", { email: login.email, password: "x" });
  const told = async (answer: typeof wrong) => {
    const { requestId: _, ...error } = (await answer.json()).error;
    return { status: answer.status(), error };
  };
  expect(await told(wrong)).toEqual(await told(unknown));
  expect(wrong.status()).toBe(401);
});

test("a wrong password, the right one, and never to another site", async ({ page, demo }) => {
  const login = await makePerson({ projectId: demo.projectId, role: "OWNER" });
  await page.goto(`/dashboard/sign-in?next=${encodeURIComponent("/\\evil.example/dashboard")}`);
  await expect(title(page, "Sign in")).toBeVisible();
  await expectFit(page);
  const email = page.getByLabel("E-mail");
  const password = page.getByLabel("Password", { exact: true });
  await expect(email).toBeFocused();
  await expect(email).toHaveAttribute("autocomplete", "username webauthn");
  await expect(password).toHaveAttribute("autocomplete", "current-password");
  await email.fill(login.email.toUpperCase());
  await password.fill("not this one, no");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("Wrong e-mail or password.")).toBeVisible();
  await page.getByRole("button", { name: "Show password" }).click();
  await expect(password).toHaveAttribute("type", "text");
  await keepLooks(page, "dashboard-sign-in");
  await password.fill(login.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/dashboard\/projects\/prj_/);
  expect(new URL(page.url()).origin).toBe(demo.baseUrl);
  // Who is in is not asked again, and led on to where they wanted to go, but no further than the dashboard.
  for (const [next, path] of [
    ["//evil.example", "/dashboard/projects"],
    ["https://evil.example", "/dashboard/projects"],
    ["/dashboard/account", "/dashboard/account"],
  ]) {
    await page.goto(`/dashboard/sign-in?next=${encodeURIComponent(next ?? "")}`);
    expect(new URL(page.url()).origin).toBe(demo.baseUrl);
    expect(new URL(page.url()).pathname).toContain(path);
  }
});

test("a page that the browser kept for Back is asked for again once the session has ended", async ({
  page,
  demo,
}) => {
  await signIn(page, await makePerson({ projectId: demo.projectId, role: "VIEWER" }));
  await page.goto("/dashboard/account");
  await untilHeard(page);
  await page.context().clearCookies();
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
  await page.waitForURL(/\/dashboard\/sign-in/);
});

test("a form sent before the page's scripts run signs in once they do", async ({ page, demo }) => {
  const login = await makePerson({ projectId: demo.projectId, role: "VIEWER" });
  const release = await holdScripts(page);
  await page.goto("/dashboard/sign-in", { waitUntil: "commit" });
  await page.getByLabel("E-mail").fill(login.email);
  const password = page.getByLabel("Password", { exact: true });
  await password.fill(login.password);
  await password.press("Enter");
  await release();
  await page.waitForURL(/\/dashboard\/projects\/prj_/);

  // What needs no script opens at once, and stays open when the scripts come.
  const releaseAgain = await holdScripts(page);
  await page.goto("/dashboard/account", { waitUntil: "commit" });
  await page.getByLabel("Account and theme").click();
  const signOut = page.locator("details[open]").getByRole("button", { name: "Sign out" });
  await expect(signOut).toBeVisible();
  await releaseAgain();
  await untilHeard(page);
  await expect(signOut).toBeVisible();
});

test("an invitation is looked at without being used, and opens once", async ({ page, demo, browser }) => {
  const { token, hash } = newClaimToken();
  const email = `${newId("usr")}@people.example`;
  const invitation = { projectId: demo.projectId, email, role: "VIEWER", tokenHash: hash } as const;
  await withDatabase(({ prisma }) =>
    prisma.invitation.create({
      data: {
        ...invitation,
        id: newId("inv"),
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + 3_600_000),
      },
    }),
  );
  const link = `/dashboard/invitations/${token}`;
  for (const _ of [1, 2]) await page.goto(link);
  await expect(title(page, "Join Corner Coffee")).toBeVisible();
  await expectFit(page);
  await page.getByLabel("New password").fill("password1234");
  await page.getByRole("button", { name: "Create account and join" }).click();
  await expect(page.getByText("easy to guess")).toBeVisible();
  await expect(page.getByLabel("New password")).toBeFocused();
  await page.getByLabel("New password").fill("seven tired red foxes");
  await page.getByRole("button", { name: "Create account and join" }).click();
  await page.waitForURL(`**/dashboard/projects/${demo.projectId}`);
  const other: BrowserContext = await browser.newContext({ baseURL: demo.baseUrl });
  const late = await other.newPage();
  await late.goto(link);
  await expect(title(late, "This invitation no longer works")).toBeVisible();
  await other.close();

  // Anyone who has an account accepts as themselves, and no one else does it for them.
  const person = await makePerson(null);
  const again = newClaimToken();
  await withDatabase(({ prisma }) =>
    prisma.invitation.create({
      data: {
        ...invitation,
        id: newId("inv"),
        email: person.email,
        tokenHash: again.hash,
        createdAt: new Date(),
        expiresAt: new Date(Date.now() + 3_600_000),
      },
    }),
  );
  const accept = { token: again.token };
  const elsewhere = await page.request.post("/api/auth/steps/accept", {
    headers: { origin: "https://evil.example" },
    data: accept,
  });
  expect(await elsewhere.json()).toMatchObject({ error: { code: "ORIGIN_NOT_ALLOWED" } });
  expect((await postAction(page, "/api/auth/steps/accept", accept)).status()).toBe(403);
  expect((await postAction(await stranger(), "/api/auth/steps/accept", accept)).status()).toBe(401);
  await page.goto(`/dashboard/invitations/${again.token}`);
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(`**/dashboard/invitations/${again.token}`);
  await page.getByRole("button", { name: "Join" }).click();
  await page.waitForURL(`**/dashboard/projects/${demo.projectId}`);
});
