import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { openApiDocument } from "@/lib/api/openapi/document";
import { operationGroups } from "@/lib/api/openapi/types";
import { operations } from "@/lib/api/operation-list";
import { contents, pageName } from "@/lib/docs/contents";
import { call } from "../support/api";
import { signIn } from "../support/dashboard";
import { expect, expectFit, test, title } from "../support/fixtures";

const groups = operationGroups(openApiDocument("any"));
const written = contents.flatMap(({ files }) => files.map(pageName));
const pages = ["", "search?q=webhook", ...written, ...groups.map(({ page }) => page)];

for (const address of pages)
  test(`/docs/${address} fits a phone, has nothing for axe to find, and asks nobody else`, async ({
    page,
  }) => {
    const response = await page.goto(address === "" ? "/docs" : `/docs/${address}`);
    expect(response?.status()).toBe(200);
    await expect(page.locator("h1")).toHaveCount(1);
    await expectFit(page);
  });

test("every operation is on its page, under its heading, with its path", async ({ page }) => {
  for (const { page: address, title: heading, operations: inGroup } of groups) {
    await page.goto(`/docs/${address}`);
    await expect(title(page, heading)).toBeVisible();
    for (const { path, operation } of inGroup) {
      const section = page.getByRole("region", { name: operation.summary, exact: true });
      await expect(section.getByText(path, { exact: true })).toBeVisible();
    }
  }
  const shown = groups.flatMap(({ operations: inGroup }) =>
    inGroup.map(({ operation }) => operation.operationId),
  );
  expect(shown.toSorted()).toEqual(Object.keys(operations).toSorted());
});

test("samples contain this service's address", async ({ page, demo }) => {
  for (const address of ["get-started", "checkouts"]) {
    await page.goto(`/docs/${address}`);
    await expect(page.getByText(`curl ${demo.baseUrl}/v1/checkouts`).first()).toBeVisible();
    await expect(page.getByText("pay.example.com")).toHaveCount(0);
  }
});

test("the first sample of Get started runs against the demo as it is", async ({ page, demo }) => {
  await page.goto("/docs/get-started");
  const [shown = ""] = await page.getByRole("region", { name: "Get started in curl" }).allTextContents();
  const code = shown.replaceAll("order-1042", `order-${Date.now()}`);
  expect(code).toContain(demo.serverKey);
  const { stdout } = await promisify(execFile)("bash", ["-c", code]);
  expect(JSON.parse(stdout)).toMatchObject({ ok: true, data: { status: "PENDING" } });
});

test.describe("without scripts", () => {
  test.use({ javaScriptEnabled: false });

  test("a page is found by its text, and the result opens at the place", async ({ page }) => {
    await page.goto("/docs");
    await page.getByRole("searchbox").fill("OUT_OF_GAS");
    await page.getByRole("searchbox").press("Enter");
    await page.getByRole("link", { name: "OUT_OF_GAS: a wallet can't pay for gas", exact: true }).click();
    await expect(page).toHaveURL(/\/docs\/out-of-gas$/);
    await expect(page.getByRole("heading", { name: "What to do" })).toBeVisible();
    await page.goto("/docs/search?q=nothing+of+the+kind+xyz");
    await expect(page.getByText("No page has all of these words")).toBeVisible();
  });

  test("the language is chosen by keyboard, one visible at a time", async ({ page }) => {
    await page.goto("/docs/checkouts");
    const samples = page.getByRole("group", { name: "Create a checkout: language" });
    const curl = samples.getByText("curl http");
    const typescript = samples.getByText("createCheckoutClient").first();
    await expect(curl).toBeVisible();
    await expect(typescript).toBeHidden();
    await samples.getByRole("radio", { name: "curl" }).focus();
    await page.keyboard.press("ArrowRight");
    await expect(typescript).toBeVisible();
    await expect(curl).toBeHidden();
  });

  test("on paper every language is printed, and everything is open", async ({ page }) => {
    await page.goto("/docs/checkouts");
    await page.emulateMedia({ media: "print" });
    const samples = page.getByRole("group", { name: "Create a checkout: language" });
    for (const text of ["curl http", "createCheckoutClient", "import requests"])
      await expect(samples.getByText(text).first()).toBeVisible();
    await expect(page.getByRole("navigation")).toBeHidden();
  });
});

test("the landing page links the payment page, the dashboard and the documentation, and the reference links the document and llms.txt", async ({
  page,
  request,
}) => {
  await page.goto("/");
  await expect(page.getByRole("img", { name: /^The payment page on a phone: 4.50 USDC/ })).toBeVisible();
  await expect(page.getByRole("link", { name: "Dashboard" })).toHaveAttribute("href", "/dashboard");
  await expectFit(page);
  await page.getByRole("link", { name: "Documentation" }).click();
  await expect(title(page, "Documentation")).toBeVisible();
  for (const [address, type] of [
    ["/openapi.json", "application/json"],
    ["/llms.txt", "text/plain"],
  ] as const) {
    const answer = await request.get(address);
    expect(answer.status()).toBe(200);
    expect(answer.headers()["content-type"]).toContain(type);
  }
});

test("a signed-in reader puts a new key into the samples, and it works; others get no such offer", async ({
  page,
  demo,
}) => {
  await page.goto("/docs/checkouts");
  const offer = page.getByRole("button", { name: "Create a test key" });
  await expect(page.getByText(demo.serverKey).first()).toBeAttached();
  await expect(offer).toHaveCount(0);

  await signIn(page);
  await page.goto("/docs/checkouts");
  await offer.click();
  await expect(page.getByText("The samples below use your new key.")).toBeVisible();
  const sample = await page.locator(".docs-panel code").first().textContent();
  const [key = ""] = /svc_server_\w{20,}/.exec(sample ?? "") ?? [];
  expect(key).not.toBe(demo.serverKey);
  expect((await call(`${demo.baseUrl}/v1/checkouts`, { headers: { "x-api-key": key } })).status).toBe(200);

  // Only the open page knows it.
  await page.reload();
  await expect(page.locator(".docs-panel code").first()).toContainText(demo.serverKey);
});
