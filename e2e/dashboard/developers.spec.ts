import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Locator, Page } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { verifyWebhook } from "@/lib/generated/client/verify-webhook";
import { makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { openProjects } from "../support/projects";
import { startReceiver } from "../support/receiver";

// What the form is to refuse.
test.use({ expectedComplaint: /status of 400/ });

/** A project that accepts every token, and has nothing else yet. */
async function makeBareProject(demo: DemoManifest): Promise<string> {
  const projects = openProjects(demo);
  try {
    const { projectId, serverKeyId, apiKeyId } = await projects.make({ name: "Corner Books" });
    for (const keyId of [serverKeyId, apiKeyId])
      await projects.admin.revokeApiKey({ projectId, keyId, at: new Date() });
    return projectId;
  } finally {
    await projects.close();
  }
}

/** What a snippet does when someone pastes it into a terminal. */
async function inTerminal(command: string): Promise<{ ok: boolean; data: { id: string } }> {
  const { stdout } = await promisify(execFile)("sh", ["-c", `${command} -s`], { timeout: 60_000 });
  return JSON.parse(stdout);
}

const textOf = async (part: Locator) => (await part.textContent()) ?? "";
const dialog = (page: Page, name: string | RegExp) => page.getByRole("dialog", { name });

test("from nothing to a verified webhook, a paid order, and a revoked key", async ({ page, demo }) => {
  test.setTimeout(240_000);
  const projectId = await makeBareProject(demo);
  const developers = `/dashboard/projects/${projectId}/developers`;
  const receiver = await startReceiver();
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, await makePerson({ projectId, role: "OWNER" }));

  await page.goto(developers);
  await expect(page.getByRole("link", { name: "Quickstart" })).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-quickstart");

  await page.getByRole("button", { name: "Create secret key" }).click();
  // Least rights first: a key that leaks from a shop's server should not refund.
  await expect(dialog(page, "Create secret key").getByLabel("Scope")).toHaveValue("create");
  await dialog(page, "Create secret key").getByRole("button", { name: "Create secret key" }).click();
  const made = dialog(page, "Your new key");
  const serverKey = await textOf(made.locator("code").first());
  expect(serverKey).toMatch(/^svc_server_/);
  const snippet = await textOf(made.locator("pre"));
  await expectFit(page);
  await made.getByRole("button", { name: "I've saved it" }).click();
  await expect(made).toBeHidden();

  const created = await inTerminal(snippet);
  expect(created).toMatchObject({ ok: true });
  const checkoutId = created.data.id;
  // Told by itself, at a look that comes every five seconds; and the key still stands in the request.
  await expect(page.getByRole("link", { name: checkoutId })).toBeVisible({ timeout: 30_000 });
  await expect(page.locator("pre").first()).toContainText(serverKey);

  await page.getByRole("link", { name: "Add endpoint" }).click();
  await page.getByLabel("Address").fill("ftp://shop.example");
  await page.getByRole("button", { name: "Add endpoint" }).click();
  await expect(page.getByLabel("Address")).toHaveAttribute("aria-invalid", "true");
  await page.getByLabel("Address").fill(receiver.url);
  await expectFit(page);
  await page.getByRole("button", { name: "Add endpoint" }).click();
  const secret = await textOf(page.getByText(/^whsec_/));
  await page.getByRole("link", { name: "View endpoint" }).click();

  receiver.answer(500);
  await page.getByRole("button", { name: "Send test event" }).click();
  await expect(page).toHaveURL(/\/deliveries\/whd_/);
  const tried = await receiver.until(() => true);
  expect(await verifyWebhook(tried.raw, new Headers(tried.headers), secret)).toMatchObject({
    event: "endpoint.test",
  });
  // The service tries again by itself after some seconds: of either answer there may be two by then.
  await expect(page.getByText("Response 500").first()).toBeVisible({ timeout: 30_000 });
  receiver.answer(200);
  await page.getByRole("button", { name: "Send again" }).click();
  await expect(page.getByText("Response 200").first()).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Attempt 1", { exact: true })).toBeVisible();
  await expectFit(page);
  await keepLooks(page, "dashboard-delivery");

  await page.goto(`${developers}/test-tools?checkout=${checkoutId}`);
  await page.getByRole("button", { name: "Pay exactly" }).click();
  await expect(page.getByText("Done: Pay exactly.")).toBeVisible({ timeout: 30_000 });
  await expect(page.getByText("Paid", { exact: true })).toBeVisible({ timeout: 30_000 });
  const paid = await receiver.until(({ event }) => event.event === "checkout.paid");
  expect(await verifyWebhook(paid.raw, new Headers(paid.headers), secret)).toMatchObject({
    data: { checkoutId },
  });
  await expectFit(page);
  await keepLooks(page, "dashboard-test-tools");

  await page.goto(`${developers}/webhooks`);
  await page.getByRole("link", { name: receiver.url }).click();
  await expect(page.getByRole("table", { name: "Deliveries" }).getByRole("row")).toHaveCount(3);
  await expectFit(page);
  await page.getByRole("link", { name: "Failed" }).click();
  await expect(page.getByText("No results")).toBeVisible();

  await page.goto(`${developers}/keys/server`);
  await page.getByRole("button", { name: `Revoke svc_server_…${serverKey.slice(-4)}` }).click();
  await dialog(page, /^Revoke svc_server_/)
    .getByRole("button", { name: "Revoke" })
    .click();
  await expect(page.getByText("No active secret keys.")).toBeVisible();
  await expectFit(page);
  expect(await inTerminal(snippet)).toMatchObject({ ok: false });
  await receiver.close();
});

test("a request is found by its id with the reason of its refusal; roles see their own parts", async ({
  page,
  demo,
}) => {
  test.setTimeout(150_000);
  const projects = openProjects(demo);
  const { projectId, serverKey } = await projects.make().finally(() => projects.close());
  const developers = `/dashboard/projects/${projectId}/developers`;
  const refused = await page.request.post(`${demo.baseUrl}/v1/checkouts`, {
    headers: { "x-api-key": serverKey },
    data: { fiatAmount: "none", fiatCurrency: "USD" },
  });
  expect(refused.status()).toBe(400);
  const requestId = refused.headers()["x-request-id"] ?? "";
  await page.request.get(`${demo.baseUrl}/v1/checkouts?take=1`, { headers: { "x-api-key": serverKey } });

  const developer = await makePerson({ projectId, role: "DEVELOPER" });
  await signIn(page, developer);
  const rows = page.getByRole("table", { name: "Request log" }).getByRole("row");
  // Written a second behind the answer.
  await expect(async () => {
    await page.goto(`${developers}/requests`);
    await expect(rows).toHaveCount(3, { timeout: 1 });
  }).toPass({ timeout: 60_000 });
  await expectFit(page);
  await keepLooks(page, "dashboard-requests");
  await page.getByRole("searchbox", { name: "Request id" }).fill(requestId);
  await page.getByRole("button", { name: "Apply" }).click();
  await expect(rows).toHaveCount(2);
  await expect(page.getByText("POST /v1/checkouts")).toBeVisible();
  const code = page.getByRole("link", { name: "VALIDATION_ERROR" });
  await page.setViewportSize({ width: 1280, height: 900 });
  expect(await code.locator("span").evaluate((word) => word.getClientRects().length)).toBe(1);
  await code.click();
  await expect(page).toHaveURL(/\/docs\/errors#VALIDATION_ERROR$/);

  await page.goto(`${developers}/keys/server`);
  await expect(
    page.getByText("Only admins and owners can create, rotate and revoke secret keys."),
  ).toBeVisible();
  const secretKeys = page.getByRole("region", { name: "Secret keys" });
  await expect(secretKeys.getByRole("button")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Create browser key" })).toBeVisible();

  const viewer = await makePerson({ projectId, role: "VIEWER" });
  await page.context().clearCookies();
  await signIn(page, viewer);
  for (const path of ["/keys", "/webhooks", "/webhooks/new", "/requests", "/test-tools"]) {
    const answer = await page.request.get(`${developers}${path}`);
    expect(answer.status(), path).toBe(404);
  }
});
