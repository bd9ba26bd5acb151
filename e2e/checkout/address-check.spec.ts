import { getAddress } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createDatabase } from "@/lib/platform/database";
import { expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepLooks } from "../support/screenshot";

test("the address is computed again on the customer's device, which says what that proves on demand", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  const checked = page.getByText("Address checked on your device");
  await page.keyboard.press("Tab");
  await expect(checked).toBeVisible();
  const proves = page.getByText(/^Your device calculated this address again/);
  await expect(proves).toBeHidden();
  await checked.focus();
  await page.keyboard.press("Enter");
  await expect(proves).toBeVisible();
  await expect(proves).toContainText(getAddress(demo.merchantAddress));
  await keepLooks(page, "address-checked");
  await expectFit(page);
});

test("an address that was changed behind the page is stopped before anybody pays to it", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  const stranger = privateKeyToAccount(generatePrivateKey()).address;
  const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
  const store = (address: string) =>
    database.pool.query("UPDATE checkouts SET deposit_address = $2 WHERE id = $1", [
      checkout.id,
      address.toLowerCase(),
    ]);
  try {
    await store(stranger);
    await page.goto(`/c/${checkout.id}`);
    // No one touches it: the page looks by itself.
    const stop = page.getByRole("alert").filter({ hasText: "Stop: don't pay" });
    await expect(stop).toBeVisible({ timeout: 30_000 });
    await expect(page.getByRole("button", { name: /^(Copy|Connect|Pay)/ })).toHaveCount(0);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Stop: don't pay");
    await expect(page.getByRole("img")).toHaveCount(0);
    await expect(page.getByText(stranger)).toHaveCount(0);
    await expect(page.getByText("Address checked on your device")).toHaveCount(0);
    await keepLooks(page, "address-wrong");
    await expectFit(page);
  } finally {
    await store(String(checkout.depositAddress));
    await database.close();
  }
});
