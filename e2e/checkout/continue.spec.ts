import type { Page } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { getPublic, untilStatus } from "../support/api";
import { pay, untilMined } from "../support/chain";
import { endTime, makeShop } from "../support/checkout-states";
import { postAction, signIn } from "../support/dashboard";
import { chooseFolded, expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/layout";
import { customer, expectRefund, postRefund } from "../support/refunds";

const ten = 10_000_000n;

async function expired(shop: DemoManifest, more: Record<string, unknown> = {}) {
  const checkout = await startCheckout(shop, { referenceId: "order-7", ...more });
  await endTime(shop, [checkout.id]);
  await untilStatus(shop, checkout.id, "EXPIRED");
  return checkout;
}

const continueButton = (page: Page) =>
  page.getByRole("button", { name: "Updated price: 10.00 USDC · Continue" });

test("an expired checkout continues once at the current price, without scripts, and warns before a second payment", async ({
  page,
  browser,
  demo,
}) => {
  const shop = await makeShop(demo, { requoteExpired: true, supportContact: "help@shop.example" });
  const old = await expired(shop);
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: demo.baseUrl });
  const plain = await context.newPage();
  for (const tab of [plain, page]) {
    await tab.goto(`/c/${old.id}`);
    await expect(continueButton(tab)).toBeVisible();
  }
  await expectFit(page);
  await keepScreenshot(page, "checkout-requote");

  await continueButton(plain).click();
  await expect(title(plain, "Send 10.00 USDC")).toBeVisible();
  const { replacedBy } = await getPublic(shop, old.id);
  expect(plain.url()).toBe(`${demo.baseUrl}/c/${replacedBy}`);
  expect(await getPublic(shop, String(replacedBy))).toMatchObject({
    replaces: old.id,
    referenceId: "order-7",
  });
  await context.close();
  // The other tab hears of it, and leads to the same one.
  await page.getByRole("link", { name: "Go to the new checkout" }).click();
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();

  await pay(shop, String(old.depositAddress), ten);
  await untilStatus(shop, old.id, "LATE_PAID");
  await expect(page.getByText("We received a payment at this order's earlier address")).toBeVisible();
  await expectFit(page);
  await keepScreenshot(page, "checkout-received-earlier");
  await page.getByRole("link", { name: "Show that payment" }).click();
  await expect(title(page, "Payment received late")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Contact / })).toHaveAttribute(
    "href",
    "mailto:help@shop.example?subject=order-7",
  );
});

test("a checkout that can't be continued says so, and helps with a sent payment", async ({ page, demo }) => {
  const shop = await makeShop(demo, { requoteExpired: true });
  const old = await expired(shop);
  await page.goto(`/c/${old.id}?problem=CHECKOUT_NOT_REQUOTABLE`);
  await expect(page.getByRole("alert").filter({ hasText: "can't be continued now" })).toBeVisible();

  // A payment that nobody has told of is found by its sender.
  const sent = await pay(shop, String(old.depositAddress), 4_000_000n);
  await untilMined(shop, sent);
  const lookup = page.getByRole("region", { name: /^I (already paid|sent something else)$/ });
  const status = lookup.getByRole("status");
  await expect(async () => {
    await page.getByRole("textbox", { name: "Transaction hash" }).fill(shop.payer.address);
    await page.getByRole("button", { name: "Find payment" }).click();
    await expect(status).toHaveText(/^We found from this address: 4\.00 USDC, Local, 0x/, { timeout: 5_000 });
  }).toPass();
  await expect(continueButton(page)).toHaveCount(0);
  await expect(title(page, "4.00 USDC received")).toBeVisible();
});

test("a receipt names merchant, order, refunds and times, on one sheet of paper", async ({ page, demo }) => {
  const shop = await makeShop(demo, {
    name: "Corner Coffee",
    receiptDetails: "1 Main Street\nVAT GB123456789",
    supportContact: "https://shop.example/help",
  });
  const checkout = await startCheckout(shop, { referenceId: "order-9" });
  await pay(shop, String(checkout.depositAddress), ten);
  await untilStatus(shop, checkout.id, "PAID");
  expectRefund(
    await postRefund(shop, checkout.id, { json: { amount: "2500000", destinationAddress: customer } }),
  );
  await expect
    .poll(async () => (await getPublic(shop, checkout.id)).refunds, { timeout: 60_000 })
    .toHaveLength(1);
  await page.goto(`/c/${checkout.id}`);
  const receipt = page.getByRole("region", { name: "Receipt" });
  for (const text of ["1 Main Street", "order-9", "$10.00", "10.00 USDC", "2.50 USDC"])
    await expect(receipt.getByText(text).filter({ visible: true }).first()).toBeVisible();
  await page.emulateMedia({ media: "print" });
  await expect(receipt.getByText("Corner Coffee").first()).toBeVisible();
  for (const format of ["A4", "Letter"])
    expect((await page.pdf({ format })).toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
});

test("an invoice link opens one checkout, and shows its receipt once it is paid", async ({ page, demo }) => {
  await signIn(page);
  const made = await postAction(page, `/api/dashboard/projects/${demo.projectId}/actions/createLink`, {
    itemName: "Invoice 12",
    fiatAmount: "10.00",
    fiatCurrency: "USD",
    singlePayment: true,
  });
  const { slug } = ((await made.json()) as { data: { slug: string } }).data;
  const open = async () => {
    await page.goto(`/l/${slug}`);
    // The wallet that is pressed opens on the payment page, once.
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await expect(page.getByRole("dialog", { name: "Pay from a wallet" })).toBeVisible();
    await expect(page).toHaveURL(/\/c\/chk_[0-9a-z]{26}$/);
    await page.keyboard.press("Escape");
    return page.url();
  };
  const first = await open();
  expect(await open()).toBe(first);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  await chooseFolded(page, "USDC", /USDC.*on Local\b(?! Two)/);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  const id = first.replace(/.*\//, "");
  await pay(demo, String((await getPublic(demo, id)).depositAddress), ten);
  await expect.poll(async () => (await getPublic(demo, id)).isPaid, { timeout: 60_000 }).toBe(true);
  await page.goto(`/l/${slug}`);
  await expect(page.getByText("This invoice is paid")).toBeVisible();
  await expectFit(page);
  await keepScreenshot(page, "link-invoice-paid");
  await page.getByRole("link", { name: "Show receipt" }).click();
  await expect(title(page, "Paid")).toBeVisible();
});
