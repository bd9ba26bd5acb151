import { call } from "../support/api";
import { signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { withDatabase } from "../support/stack";

test("a delivery leads to the request that caused it", async ({ page, demo }) => {
  const { headers, body } = await call<{ id: string }>(`${demo.baseUrl}/v1/checkouts`, {
    method: "POST",
    headers: { "x-api-key": demo.serverKey },
    json: { amount: "1000000" },
  });
  const requestId = headers.get("x-request-id") ?? "";
  const checkoutId = body.ok ? body.data.id : "";
  const delivery = await withDatabase(({ prisma }) =>
    prisma.webhookDelivery.findFirstOrThrow({ where: { event: { checkoutId, kind: "checkout.created" } } }),
  );
  await signIn(page);
  const developers = `/dashboard/projects/${demo.projectId}/developers`;
  await page.goto(`${developers}/webhooks/deliveries/${delivery.id}`);
  await expect(page.getByText(`x-svc-request-id: ${requestId}`).first()).toBeVisible({ timeout: 30_000 });
  await expectFit(page);
  await keepLooks(page, "dashboard-delivery-request");
  await page.getByRole("link", { name: requestId }).click();
  await expect(page.getByRole("table", { name: "Request log" }).getByRole("row")).toHaveCount(2);
});
