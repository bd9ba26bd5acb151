import { call } from "../support/api";
import { signIn } from "../support/dashboard";
import { expect, test } from "../support/fixtures";

test("a signed-in reader puts a new key into the samples, and it works; others see no such offer", async ({
  page,
  demo,
}) => {
  await page.goto("/docs/checkouts");
  const offer = page.getByRole("button", { name: "Create a test key" });
  await expect(page.getByText("svc_server_…").first()).toBeAttached();
  await expect(offer).toHaveCount(0);

  await signIn(page);
  await page.goto("/docs/checkouts");
  await offer.click();
  await expect(page.getByText("The samples below use your new key.")).toBeVisible();
  const sample = await page.locator(".docs-panel code").first().textContent();
  const [key = ""] = /svc_server_\w{20,}/.exec(sample ?? "") ?? [];
  expect((await call(`${demo.baseUrl}/v1/checkouts`, { headers: { "x-api-key": key } })).status).toBe(200);

  // Only the open page knows it.
  await page.reload();
  await expect(page.locator(".docs-panel code").first()).toContainText("svc_server_…");
});
