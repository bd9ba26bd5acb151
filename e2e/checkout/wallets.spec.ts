import type { Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { walletAppLinks } from "@/lib/browser/wallet/wallet-apps";
import type { DemoManifest } from "@/lib/demo/identity";
import { getPublic, untilStatus } from "../support/api";
import { balanceOf, chainOf, pay, tokenOf, untilMined } from "../support/chain";
import { expect, expectFit, openWay, startCheckout, test, title } from "../support/fixtures";
import { keepLooks, keepScreenshot } from "../support/layout";
import { withDatabase } from "../support/stack";
import { changeAccount, installWallet, methodsAsked } from "./scripted-wallet";

const rejected = 4001;
const unknownChain = 4902;
const busy = -32002;
const broken = -32603;

/** In a token that no signature moves, so the wallet sends it. */
const inUsdt = (demo: DemoManifest) => ({ tokenAddress: tokenOf(chainOf(demo), "USDT") });

/** Connects the wallet of the page. */
async function openWallets(page: Page, checkoutId: string) {
  await page.goto(`/c/${checkoutId}`);
  await page.getByRole("button", { name: "Pay with Scripted Wallet" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
  return { dialog, wallet: dialog.getByRole("button", { name: "Scripted Wallet" }) };
}

test("a wallet that refuses at every step is answered in plain words, and then pays after all", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, inUsdt(demo));
  await installWallet(page, {
    account: demo.payer.address,
    chainId: 1,
    connect: [busy, rejected],
    switchChain: [rejected, unknownChain],
    send: [rejected, broken],
  });
  const { dialog, wallet } = await openWallets(page, checkout.id);
  const told = dialog.getByRole("alert");

  await expect(told).toHaveText("Scripted Wallet has another request open. Please answer it there first.");
  await wallet.click();
  await expect(told).toHaveText("You declined in your wallet. Nothing was sent.");
  await wallet.click();

  const payNow = dialog.getByRole("button", { name: "Pay 10.00 USDT on Local" });
  await payNow.click();
  await expect(told).toHaveText(/^Scripted Wallet didn't switch\. Switch to Local in the wallet itself/);
  await keepLooks(page, "wallet-refused-network");
  // The wallet does not know the network and is given it; what it refuses then is the payment.
  await payNow.click();
  await expect(told).toHaveText("You declined in your wallet. Nothing was sent.");
  expect(await methodsAsked(page)).toContain("wallet_addEthereumChain");
  await payNow.click();
  await expect(told).toHaveText(
    /^Scripted Wallet couldn't complete the payment\. We don't see anything sent/,
  );
  expect(await page.getByText("the wallet's own words").count()).toBe(0);
  await keepScreenshot(page, "checkout-wallet");
  await expectFit(page);

  await payNow.click();
  await expect(title(page, "Paid")).toBeVisible({ timeout: 20_000 });
  const paid = await untilStatus(demo, checkout.id, "SETTLED");
  expect(paid.paidAmount).toBe("10000000");
});

test("a wallet that holds too little of each coin says so, and leads to the other ways to pay", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  await installWallet(page, { account: demo.payer.address, chainId: 31337, balance: "2500000" });
  const { dialog } = await openWallets(page, checkout.id);
  await expect(dialog.getByRole("alert")).toHaveText(
    "This wallet doesn't hold enough of any coin that the shop accepts.",
  );
  await expect(dialog.getByText("2.50, you need 10.00")).toBeVisible();
  await expect(dialog.getByRole("button", { name: "Use another wallet" })).toBeVisible();
  expect(await methodsAsked(page)).not.toContain("eth_signTypedData_v4");
  await keepLooks(page, "checkout-wallet-empty");
  await expectFit(page);
  await dialog.getByRole("button", { name: "Send the payment manually" }).click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("heading", { name: "Send manually" })).toBeInViewport();
});

test("a wallet that never answers can be left, and the payment made in another way", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  await installWallet(page, { account: demo.payer.address, chainId: 31337, connect: ["never"] });
  const { dialog } = await openWallets(page, checkout.id);
  await expect(dialog.getByText("Confirm the connection in Scripted Wallet")).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay with Scripted Wallet" })).toBeFocused();

  await page.getByRole("button", { name: "Pay with demo wallet" }).click();
  await expect(title(page, "Paid")).toBeVisible({ timeout: 20_000 });
});

test("notices when a wallet changes its account, is locked, or cancels a payment", async ({ page, demo }) => {
  test.slow();
  const checkout = await startCheckout(demo, inUsdt(demo));
  await installWallet(page, { account: demo.payer.address, chainId: 31337, cancels: 1 });
  const { dialog, wallet } = await openWallets(page, checkout.id);
  const payNow = dialog.getByRole("button", { name: "Pay 10.00 USDT" });
  await expect(payNow).toBeEnabled();

  await changeAccount(page, `0x${"1".repeat(40)}`);
  await expect(dialog.getByText(/^The wallet switched to another account/)).toBeVisible();
  await expect(dialog.getByRole("alert")).toHaveText(/^This wallet doesn't hold enough of any coin/);
  await expect(payNow).toHaveCount(0);
  await changeAccount(page, null);
  await expect(dialog.getByRole("alert")).toHaveText(
    "Scripted Wallet is no longer connected. Please connect it again.",
  );
  await wallet.click();
  await expect(payNow).toBeEnabled();
  // The page learns how it ends from the wallet's node, which says no more until it was seen what stands there before.
  let tell = () => {};
  const seen = new Promise<void>((resolve) => {
    tell = resolve;
  });
  await page.route("**/api/demo/rpc/*", async (route) => {
    if (route.request().postData()?.includes('"eth_blockNumber"') === true) await seen;
    await route.continue();
  });
  await payNow.click();

  await expect(page.getByText("Payment sent")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay with Scripted Wallet" })).toHaveCount(0);
  tell();
  await page.unrouteAll({ behavior: "wait" });
  const told = page.getByRole("alert").filter({ hasText: "Your wallet replaced this payment" });
  await expect(told).toBeVisible({ timeout: 30_000 });
  await keepScreenshot(page, "checkout-payment-cancelled");
  await expectFit(page);

  // Connected by now, the wallet shows its account. The payment before it asks for a review.
  await page.getByRole("button", { name: "Pay 10.00 USDT", exact: true }).click();
  await payNow.click();
  await expect(title(page, "Paid")).toBeVisible({ timeout: 20_000 });
  const paid = await untilStatus(demo, checkout.id, "SETTLED");
  expect(paid.totalPaid).toBe("10000000");
});

test("heading and step show the sent payment, at once and after a reload, until it was probably dropped", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, inUsdt(demo));
  // Its first payment never arrives.
  await installWallet(page, { account: demo.payer.address, chainId: 31337, cancels: 1 });
  const { dialog } = await openWallets(page, checkout.id);
  await page.route("**/api/demo/rpc/*", async (route) => {
    // The wallet's node tells nothing of how it ends.
    if (route.request().postData()?.includes('"eth_blockNumber"') === true)
      return route.fulfill({ json: { jsonrpc: "2.0", id: 1, error: { code: broken, message: "down" } } });
    return route.continue();
  });
  await dialog.getByRole("button", { name: "Pay 10.00 USDT" }).click();
  const sent = title(page, "Payment sent, waiting for the network");
  await expect(sent).toBeFocused();
  await expect(page.getByRole("list", { name: "Progress" })).toHaveText(/Sent \(done\)\s*Waiting\s*Paid/);
  await keepLooks(page, "checkout-sent");
  await page.reload();
  await expect(sent).toBeVisible();
  await expect(title(page, "Send 10.00 USDT")).toHaveCount(0);
  await expect(page.getByRole("button", { name: "Pay with Scripted Wallet" })).toHaveCount(0);

  await page.evaluate((key) => {
    const stored = JSON.parse(sessionStorage.getItem(key) ?? "");
    sessionStorage.setItem(key, JSON.stringify({ ...stored, sentAt: stored.sentAt - 600_000 }));
  }, `checkout:sent:${checkout.id}`);
  await page.reload();
  await expect(page.getByRole("alert").filter({ hasText: "may still arrive" })).toBeVisible();
  await expect(title(page, "Send 10.00 USDT")).toBeVisible();
  await expect(page.getByRole("button", { name: "Pay with Scripted Wallet" })).toBeVisible();
});

test.describe("on a phone without a wallet in its browser", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("wallets' apps are linked without a referrer", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    await page.goto(`/c/${checkout.id}`);
    await openWay(page, "way-phone");
    const apps = page.locator("#way-phone");
    const links = apps.getByRole("listitem").getByRole("link");
    await expect(links.filter({ visible: true })).toHaveCount(3);
    await apps.getByText("More wallets").click();
    const names = walletAppLinks(checkout.checkoutUrl).map(({ name }) => name);
    await expect(links).toHaveText([...names, "Another wallet app"]);
    const { host } = new URL(demo.baseUrl);
    await expect(links.first()).toHaveAttribute(
      "href",
      `https://link.metamask.io/dapp/${host}/c/${checkout.id}`,
    );
    for (const link of (await links.all()).slice(0, -1)) {
      await expect(link).toHaveAttribute("referrerpolicy", "no-referrer");
      await expect(link).toHaveAttribute("rel", "noopener noreferrer");
    }
    const { depositAddress } = checkout;
    const usdc = tokenOf(chainOf(demo)).toLowerCase();
    await expect(apps.getByRole("link", { name: "Another wallet app" })).toHaveAttribute(
      "href",
      `ethereum:${usdc}@31337/transfer?address=${depositAddress}&uint256=10000000`,
    );
    await keepLooks(page, "checkout-wallet-apps");
    await expectFit(page);
  });
});

test.describe("a signed payment", () => {
  const price = 10_000_000n;
  const rejected = 4001;
  /** A wallet with exactly the price in tokens, and none of the chain's own coin. */
  async function freshWallet(demo: DemoManifest) {
    const privateKey = generatePrivateKey();
    const account = privateKeyToAccount(privateKey).address;
    await untilMined(demo, await pay(demo, account, price));
    return { account, privateKey };
  }

  test("a wallet without coins for fees pays by a signature", async ({ page, demo }) => {
    // Four pictures and two looks by axe on the way.
    test.slow();
    const checkout = await startCheckout(demo);
    const { account, privateKey } = await freshWallet(demo);
    await installWallet(page, { account, chainId: 31337, sign: [rejected] }, privateKey);
    const { dialog } = await openWallets(page, checkout.id);
    const gasless = dialog.getByRole("button", { name: "Pay 10.00 USDC on Local" });
    await expect(gasless).toBeEnabled();
    await expect(dialog.getByText("No network fee")).toBeVisible();
    await keepLooks(page, "gasless-offer");
    await gasless.click();
    await expect(dialog.getByRole("alert")).toHaveText("You declined in your wallet. Nothing was sent.");
    // What needs a fee is offered only now, and this wallet has none.
    await expect(dialog.getByRole("button", { name: "Pay with the network fee instead" })).toBeVisible();
    await expect(
      dialog.getByText(/^This wallet doesn't have enough ETH for the network fee \(about 0\.\d+ ETH\)\.$/),
    ).toBeVisible();
    await expectFit(page);
    await gasless.click();
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    expect(await methodsAsked(page)).not.toContain("eth_sendTransaction");
    const view = await getPublic(demo, checkout.id);
    expect(view).toMatchObject({ paidAmount: String(price), totalPaid: String(price), isPaid: true });
    expect(view.paymentTxHash).toBe(view.gaslessPayment?.txHash);
    expect(await balanceOf(demo, account)).toBe(0n);
  });

  test("the demo wallet's button pays with one press", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    await page.goto(`/c/${checkout.id}`);
    await page.getByRole("button", { name: "Pay with demo wallet" }).click();
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    const paid = await untilStatus(demo, checkout.id, "SETTLED");
    expect(paid.totalPaid).toBe("10000000");
  });

  test("the demo wallet's button opens the review while no coin is selected", async ({ page, demo }) => {
    const checkout = await startCheckout(demo, { open: true });
    await page.goto(`/c/${checkout.id}`);
    await page.getByRole("button", { name: "Pay with demo wallet" }).click();
    const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
    await expect(dialog.getByRole("radio")).toHaveCount(4);
    await expect(dialog.getByRole("button", { name: /^Pay 10\.00 USD/ })).toBeEnabled();
    expect((await getPublic(demo, checkout.id)).tokenAddress).toBeNull();
  });

  test.describe("unsupported by the service", () => {
    // The browser itself writes down every answer that is an error.
    test.use({ expectedComplaint: /422/ });

    test("a wallet that signs something else gets an error, and nothing is taken", async ({ page, demo }) => {
      const checkout = await startCheckout(demo);
      const { account } = await freshWallet(demo);
      // Its key is another one's.
      await installWallet(page, { account, chainId: 31337 }, generatePrivateKey());
      const { dialog } = await openWallets(page, checkout.id);
      await dialog.getByRole("button", { name: "Pay 10.00 USDC on Local" }).click();
      await expect(dialog.getByRole("alert")).toHaveText(
        "The signature from Scripted Wallet doesn't match this payment. Nothing was sent. Please pay with the network fee instead.",
      );
      expect(await balanceOf(demo, account)).toBe(price);
    });
  });

  test("a signed payment is shown in progress, also after a reload, and its failure leads back", async ({
    page,
    demo,
  }) => {
    test.slow();
    const checkout = await startCheckout(demo);
    await withDatabase(async (database) => {
      await database.pool.query(
        `INSERT INTO authorizations (id, checkout_id, chain_id, token_address, from_address, amount_units, valid_after,
         valid_before, nonce, signature, status)
       SELECT 'aut_' || id, id, chain_id, token_address, $2, amount_units, to_timestamp(0), expires_at, $3, $4, 'SENT'
       FROM checkouts WHERE id = $1`,
        [checkout.id, `0x${"1".repeat(40)}`, `0x${"2".repeat(64)}`, `0x${"3".repeat(130)}`],
      );
      await page.goto(`/c/${checkout.id}`);
      await expect(page.getByText("Sending your payment")).toBeVisible();
      await expect(page.getByRole("button", { name: "Connect wallet" })).toHaveCount(0);
      await keepLooks(page, "gasless-on-its-way");
      await expectFit(page);

      await database.pool.query(
        "UPDATE authorizations SET status = 'FAILED', failure_reason = 'BALANCE_TOO_LOW' WHERE checkout_id = $1",
        [checkout.id],
      );
      await expect(page.getByText("Your signed payment may still arrive")).toBeVisible({ timeout: 20_000 });
      await expect(page.getByRole("button", { name: "Connect wallet" })).toHaveCount(0);
      const noMoney = page.getByText("No money was taken");
      await expect(noMoney).toHaveCount(0);
      await page.getByRole("button", { name: "Show payment details again" }).click();
      await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible();
      await expect(noMoney).toHaveCount(0);
      await page.reload();

      await database.pool.query(
        "UPDATE authorizations SET valid_before = to_timestamp(1) WHERE checkout_id = $1",
        [checkout.id],
      );
      await expect(
        page.getByText(/^We couldn't send your signed payment: your wallet no longer/),
      ).toBeVisible({
        timeout: 20_000,
      });
      await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible({ timeout: 20_000 });
      await keepLooks(page, "gasless-failed");
      await expectFit(page);
    }, demo.databaseUrl);
  });
});
