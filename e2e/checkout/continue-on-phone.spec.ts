import type { Page } from "@playwright/test";
import { chooseFolded, expect, expectFit, openWay, startCheckout, test, title } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { qrHolds } from "./qr";
import { installWallet } from "./scripted-wallet";

test.use({ viewport: { width: 1280, height: 900 } });
const phone = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 }, locale: "en-US" };
const codeOf = (page: Page) => page.getByRole("img", { name: "QR code of this page" });

test("without a wallet in a desktop's browser, a code brings the checkout to the phone's wallet, and this screen follows", async ({
  page,
  browser,
  demo,
}) => {
  const checkout = await startCheckout(demo, { open: true });
  await page.goto(`/c/${checkout.id}`);
  await openWay(page, "way-phone");
  expect(await qrHolds(codeOf(page), checkout.checkoutUrl)).toBe(true);
  await keepLooks(page, "continue-on-phone-choose");
  await expectFit(page);

  // The phone's camera opens it in a browser without a wallet, which leads to its wallets first.
  const camera = await (await browser.newContext(phone)).newPage();
  await camera.goto(checkout.checkoutUrl);
  await expect(codeOf(camera)).toBeHidden();
  await openWay(camera, "way-phone");
  const link = await camera.getByRole("link", { name: "MetaMask" }).getAttribute("href");
  await chooseFolded(camera, "USDT", /USDT.*on Local\b(?! Two)/);
  await expect(title(page, "Send 10.00 USDT")).toBeVisible();
  await keepLooks(page, "continue-on-phone-pay");
  await keepLooks(camera, "wallet-apps-pay");

  const wallet = await (await browser.newContext(phone)).newPage();
  await installWallet(wallet, { account: demo.payer.address, chainId: 31337, found: "window" });
  await wallet.goto(`http://${link?.replace("https://link.metamask.io/dapp/", "")}`);
  await expect(codeOf(wallet)).toHaveCount(0);
  await wallet.getByRole("button", { name: "Pay with your browser wallet" }).click();
  const dialog = wallet.getByRole("dialog", { name: "Pay from a wallet" });
  await dialog.getByRole("button", { name: "Pay 10.00 USDT" }).click();
  for (const screen of [wallet, camera, page]) await expect(title(screen, "Paid")).toBeVisible();
  await Promise.all([wallet.context().close(), camera.context().close()]);
});

test("with a wallet in the browser there is no code, and its way is the open one", async ({ page, demo }) => {
  const checkout = await startCheckout(demo);
  await installWallet(page, { account: demo.payer.address, chainId: 31337 });
  await page.goto(`/c/${checkout.id}`);
  await expect(page.getByRole("button", { name: "Pay with Scripted Wallet" })).toBeVisible();
  await expect(codeOf(page)).toHaveCount(0);
});
