import type { Browser, Page } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { getPublic } from "../support/api";
import { chainOf, holdBlocks, tokenOf } from "../support/chain";
import { expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { makeMerchantShop } from "../support/refunds";
import { installWallet, methodsAsked } from "./scripted-wallet";

const chainId = 31338;

/** In a token that no signature moves, so the wallet sends it. */
function startInUsdt(shop: DemoManifest) {
  return startCheckout(shop, { chainId, tokenAddress: tokenOf(chainOf(shop, chainId), "USDT") });
}

/** A view of the checkout with a wallet. */
async function openView(page: Page, demo: DemoManifest, checkoutId: string) {
  await installWallet(page, { account: demo.payer.address, chainId });
  await page.goto(`/c/${checkoutId}`);
  const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
  return {
    page,
    dialog,
    payWithWallet: page.getByRole("button", { name: "Pay with Scripted Wallet" }),
    payNow: dialog.getByRole("button", { name: "Pay 10.00 USDT" }),
    reported: title(page, "A payment was already sent"),
    showAgain: page.getByRole("button", { name: "Show payment details again" }),
    sends: async () => (await methodsAsked(page)).filter((method) => method === "eth_sendTransaction"),
  };
}

/** Another device: nothing is shared with the first one's storage. */
async function openPhone(browser: Browser, demo: DemoManifest): Promise<Page> {
  const context = await browser.newContext({
    baseURL: demo.baseUrl,
    viewport: { width: 390, height: 844 },
    locale: "en-US",
  });
  return context.newPage();
}

test("every view learns of a payment that one view sent, and warns before a second one", async ({
  page,
  browser,
  demo,
}) => {
  const shop = await makeMerchantShop(demo, "CONVENIENT");
  const { id } = await startInUsdt(shop);
  const first = await openView(page, demo, id);
  const second = await openView(await openPhone(browser, demo), demo, id);
  const third = await openView(await page.context().newPage(), demo, id);
  await third.payWithWallet.click();
  await expect(third.payNow).toBeEnabled();

  await holdBlocks(demo, async (mine) => {
    await first.payWithWallet.click();
    await first.payNow.click();
    await expect(title(page, "Payment sent, waiting for the network")).toBeVisible();

    await expect(second.reported).toBeVisible();
    await expect(second.reported).toBeFocused();
    await expect(second.page.getByText("You don't need to pay again.")).toBeVisible();
    await expect(second.payWithWallet).toHaveCount(0);
    await expect(second.page.getByRole("button", { name: "Copy address" })).toHaveCount(0);
    await keepLooks(second.page, "reported");
    await expectFit(second.page);
    await second.showAgain.click();
    await expect(second.payWithWallet).toBeVisible();

    // Its dialog was open before the payment was sent.
    await expect(third.dialog.getByRole("alert")).toHaveText(/^A payment for this order was just reported/);
    await expect(third.payNow).toHaveCount(0);
    await keepLooks(third.page, "reported-in-dialog");
    await expectFit(third.page);
    await third.page.keyboard.press("Escape");
    await expect(third.reported).toBeVisible();
    await mine();
  });
  for (const view of [first, second, third]) await expect(title(view.page, "Paid")).toBeVisible();
  expect((await getPublic(shop, id)).totalPaid).toBe("10000000");
  for (const view of [second, third]) expect(await view.sends()).toEqual([]);
  await second.page.context().close();
});

test("a second payment in spite of the question is offered back as soon as both are seen", async ({
  page,
  browser,
  demo,
}) => {
  const shop = await makeMerchantShop(demo, "CONVENIENT");
  const { id } = await startInUsdt(shop);
  const first = await openView(page, demo, id);
  const second = await openView(await openPhone(browser, demo), demo, id);
  const excess = (view: Page) => view.getByRole("region", { name: "You overpaid by 10.00 USDT" });

  await holdBlocks(demo, async (mine) => {
    await first.payWithWallet.click();
    await first.payNow.click();
    await second.showAgain.click();
    await second.payWithWallet.click();
    await second.payNow.click();
    await expect(title(second.page, "Payment sent, waiting for the network")).toBeVisible();
    await mine();
    for (const view of [page, second.page]) {
      await expect(title(view, "Payment seen")).toBeVisible();
      await expect(excess(view)).toBeVisible();
    }
    await keepLooks(page, "paid-twice-confirming");
    await expectFit(page);
    await page.getByLabel(/^Your e-mail for the answer/).fill("ada@example.com");
    await page.getByRole("button", { name: "Request 10.00 USDT back" }).click();
    await expect(excess(second.page)).toContainText("You requested 10.00 USDT back");
  });
  for (const view of [page, second.page]) {
    await expect(title(view, "Paid")).toBeVisible();
    await expect(excess(view)).toBeVisible();
  }
  await keepLooks(page, "paid-twice");
  await expectFit(page);
  expect(await getPublic(shop, id)).toMatchObject({
    totalPaid: "20000000",
    overpayment: { refundable: "10000000", signed: false },
  });
  await second.page.context().close();
});
