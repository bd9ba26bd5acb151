import { pay, untilMined } from "../support/chain";
import { expect, expectFit, startCheckout, test } from "../support/fixtures";
import { holdScripts } from "../support/held-scripts";

// The browser reports the refusals of the look-up itself.
test.use({ expectedComplaint: /status of 409/ });

test("whoever has paid and does not see it finds a quiet door beside the ways to pay", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  const release = await holdScripts(page);
  await page.goto(`/c/${checkout.id}`, { waitUntil: "commit" });
  // Opened before the page's scripts run, it is not empty for that.
  await page.getByText("I already paid", { exact: true }).click();
  await release();
  await page.getByLabel("Transaction hash").fill(`0x${"cd".repeat(32)}`);
  await page.getByRole("button", { name: "Find payment" }).click();
  await expect(
    page.getByRole("status").filter({ hasText: /^The network doesn't know this transaction yet/ }),
  ).toBeVisible();

  const elsewhere = await pay(demo, String(checkout.depositAddress), 10_000_000n, { chainId: 31338 });
  await untilMined(demo, elsewhere, 31338);
  await page.getByLabel("Transaction hash").fill(elsewhere);
  await page.getByRole("button", { name: "Find payment" }).click();
  const told = page.getByRole("alert").filter({ hasText: "Your payment is on Local Two" });
  await expect(told).toBeVisible();
  await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible();
  await expectFit(page);
});
