import { getAddress } from "viem";
import { getPublic, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { expect, startCheckout, test, title } from "../support/fixtures";
import { qrHolds } from "./qr";

test.use({ javaScriptEnabled: false });

test("without JavaScript: choose by form, read address, amount and code, and see it paid", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { open: true });
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  await page.getByRole("button", { name: /USDC on Local 10/ }).click();

  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  expect(page.url()).toBe(`${demo.baseUrl}/c/${checkout.id}`);
  const { depositAddress } = await getPublic(demo, checkout.id);
  const address = getAddress(String(depositAddress));
  await expect(page.getByText(address, { exact: true })).toBeVisible();
  await expect(page.getByText("10.00 USDC", { exact: true })).toBeVisible();
  await expect(page.getByText(/^Pay before \d+:\d\d\s[AP]M UTC$/).locator("visible=true")).toBeVisible();
  const code = page.getByRole("img", { name: `QR code with the address ${address}` });
  await expect(code).toBeVisible();
  expect(await qrHolds(code, address)).toBe(true);
  // The other code is two radio buttons away, which need no script.
  await page.getByRole("radio", { name: "Wallet link" }).check({ force: true });
  await expect(page.getByRole("img", { name: /payment link/ })).toBeVisible();
  await expect(code).toBeHidden();
  // Nothing is offered that could not work.
  await expect(page.getByRole("button")).toHaveCount(0);

  await pay(demo, address, 10_000_000n);
  await untilStatus(demo, checkout.id, "SETTLED");
  await page.getByRole("link", { name: "Check for the payment" }).click();
  await expect(title(page, "Paid")).toBeVisible();
  await expect(page.getByRole("definition").getByText("10.00 USDC")).toBeVisible();
});

test("without JavaScript: a choice that comes too late changes nothing, and the page shows what is still to pay", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { open: true });
  await page.goto(`/c/${checkout.id}`);
  await page.getByRole("button", { name: /USDC on Local 10/ }).click();
  await page.getByRole("link", { name: "Change" }).click();
  await expect(title(page, "Choose how to pay")).toBeVisible();
  const { depositAddress } = await getPublic(demo, checkout.id);
  await pay(demo, String(depositAddress), 1_000_000n);
  await expect.poll(async () => (await getPublic(demo, checkout.id)).totalPaid).toBe("1000000");

  await page.getByRole("button", { name: /USDT on Local 10/ }).click();
  await expect(title(page, "Send 9.00 USDC more")).toBeVisible();
});
