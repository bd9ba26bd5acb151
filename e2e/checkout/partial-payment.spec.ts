import { getAddress } from "viem";
import { untilStatus } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { pressAndHear, watchCopies } from "../support/clipboard";
import { expect, expectFit, markDocument, startCheckout, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/screenshot";
import { qrHolds } from "./qr";

test("a payment in parts: the page asks for the rest, its code too, and ends paid without a reload", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  const address = getAddress(String(checkout.depositAddress));
  const token = tokenOf(chainOf(demo)).toLowerCase();
  const link = (units: string) => `ethereum:${token}@31337/transfer?address=${address}&uint256=${units}`;
  const linkCode = page.getByRole("img", { name: /payment link/, includeHidden: true });

  const copied = await watchCopies(page);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  expect(await qrHolds(page.getByRole("img", { name: `QR code with the address ${address}` }), address)).toBe(
    true,
  );
  expect(await qrHolds(linkCode, link("10000000"))).toBe(true);
  const expectSameDocument = await markDocument(page);

  await pay(demo, address, 6_000_000n);
  await expect(title(page, "Send 4.00 USDC more")).toBeVisible();
  await expect(title(page, "Send 4.00 USDC more")).toBeFocused();
  await expect(page.getByText("We received 6.00 USDC of 10.00 USDC.")).toBeVisible();
  await expect(page.getByText("4.00 USDC", { exact: true })).toBeVisible();
  expect(await qrHolds(linkCode, link("4000000"))).toBe(true);
  await expect(page.getByRole("link", { name: "Change" })).toHaveCount(0);
  // Taken along as wallets want it, and answered aloud.
  await pressAndHear(page.getByRole("button", { name: "Copy amount" }), "Amount copied.");
  expect(await copied()).toBe("4.00");
  await pressAndHear(page.getByRole("button", { name: "Copy address" }), "Address copied.");
  expect(await copied()).toBe(address);
  await keepScreenshot(page, "checkout-partial");
  await expectFit(page);

  await pay(demo, address, 4_000_000n);
  await expect(title(page, "Paid")).toBeVisible();
  await expect(title(page, "Paid")).toBeFocused();
  await expect(page.getByRole("definition").getByText("10.00 USDC")).toBeVisible();
  await expectSameDocument();
  await expectFit(page);
  await untilStatus(demo, checkout.id, "SETTLED");
});
