import { getCheckout } from "../support/api";
import { pay, untilMined } from "../support/chain";
import { makePerson, signIn } from "../support/dashboard";
import { expect, expectFit, startCheckout, test } from "../support/fixtures";
import { untilReceived } from "../support/refunds";

test("a merchant accepts 9.00 of 10.00 while the customer's page follows, and later money is an overpayment", async ({
  page,
  demo,
  browser,
}) => {
  const checkout = await startCheckout(demo);
  await pay(demo, String(checkout.depositAddress), 9_000_000n);
  // Confirmed, so that accepting it is all that is left.
  await untilReceived(demo, checkout.id, 9_000_000n);
  await page.goto(`/c/${checkout.id}`);

  const merchant = await browser.newPage({ baseURL: demo.baseUrl, viewport: { width: 1280, height: 900 } });
  await signIn(merchant, await makePerson({ projectId: demo.projectId, role: "ADMIN" }));
  await merchant.goto(`/dashboard/projects/${demo.projectId}/checkouts/${checkout.id}`);
  await merchant.getByRole("button", { name: "Accept 9.00 USDC" }).click();
  const dialog = merchant.getByRole("dialog");
  await expect(dialog).toContainText("Accept 9.00 USDC instead of 10.00 USDC?");
  await dialog.getByRole("button", { name: "Accept payment" }).click();
  await expect(merchant.getByRole("button", { name: "Accept 9.00 USDC" })).toHaveCount(0);
  // By key: the page goes on, and what it takes away would move the line under the pointer.
  await merchant.locator("summary", { hasText: "Technical details" }).press("Enter");
  await expect(merchant.getByRole("region", { name: "Timeline" })).toContainText(
    "Accepted as payment: 9.00 USDC",
  );

  await expect.poll(async () => (await getCheckout(demo, checkout.id)).isPaid).toBe(true);
  const receipt = page.getByRole("region", { name: "Receipt" });
  await expect(receipt).toContainText("9.00 of 10.00 USDC");
  await expectFit(page);

  await untilMined(demo, await pay(demo, String(checkout.depositAddress), 950_000n));
  await expect
    .poll(async () => (await getCheckout(demo, checkout.id)).overpayment?.refundable)
    .toBe("950000");
  await merchant.close();
});
