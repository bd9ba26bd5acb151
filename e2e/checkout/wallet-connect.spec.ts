import type { Locator, Page } from "@playwright/test";
import { untilStatus } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { postSignIn } from "../support/dashboard";
import { expect, expectFit, startCheckout, title } from "../support/fixtures";
import { pressAndHear, watchCopies } from "../support/held-scripts";
import { keepScreenshot } from "../support/layout";
import { claimToken } from "../support/refund-links";
import { test, walletsOf } from "../support/relay-rig";
import { qrHolds } from "./qr";

/** What the code says, as someone reads it who cannot scan it. */
async function readCode(page: Page, inside: Locator = walletsOf(page).dialog): Promise<string> {
  await inside.getByText("Copy the code instead").click();
  const uri = (await inside.getByText(/^wc:/).textContent()) ?? "";
  const code = inside.getByRole("img", { name: "QR code to connect a wallet to this page" });
  expect(await qrHolds(code, uri)).toBe(true);
  return uri;
}

/** What ends a session reaches the tab a moment later: a page that is opened before goes on with the wallet. */
async function untilForgotten(page: Page): Promise<void> {
  const sessions = () =>
    page.evaluate((): unknown => {
      const kept = Object.entries<string>(sessionStorage).find(([key]) => key.endsWith("//session"));
      return kept === undefined ? [] : JSON.parse(kept[1]);
    });
  await expect.poll(sessions).toEqual([]);
}

test("a wallet on another device refuses, connects over a reload, refuses to pay, and pays", async ({
  page,
  demo,
  rig: { relay, wallet },
}) => {
  test.slow();
  // By a transfer: of a payment by signature we know where a refund goes, and send no link.
  const checkout = await startCheckout(demo, { tokenAddress: tokenOf(chainOf(demo), "USDT") });
  const sockets: string[] = [];
  page.on("websocket", (socket) => sockets.push(new URL(socket.url()).origin));
  const answer = await page.goto(`/c/${checkout.id}`);
  expect(answer?.headers()["content-security-policy"]).toContain(`connect-src 'self' ${relay.url};`);
  const { dialog, told, byRelay, open } = walletsOf(page);
  await open();
  await expect(byRelay).toBeVisible();
  expect(sockets).toEqual([]);

  wallet.decisions.push("reject");
  await byRelay.click();
  await expect(dialog.getByText("Scan this code with your wallet")).toBeVisible();
  await keepScreenshot(page, "checkout-wallet-connect");
  await expectFit(page);
  await wallet.scan(await readCode(page));
  await expect(told).toHaveText("You declined in your wallet. Nothing was sent.");

  await byRelay.click();
  await wallet.scan(await readCode(page));
  const payNow = dialog.getByRole("button", { name: "Pay 10.00 USDT" });
  await expect(payNow).toBeEnabled();
  // It answers nothing of the chain: the service does.
  await expect(dialog.getByText("Balance")).toBeVisible();
  expect(wallet.peers).toEqual([demo.baseUrl, demo.baseUrl]);

  await page.reload();
  await open();
  await byRelay.click();
  await expect(payNow).toBeEnabled();
  wallet.decisions.push("reject");
  await payNow.click();
  await expect(told).toHaveText("You declined in your wallet. Nothing was sent.");
  expect(wallet.asked).toEqual(["eth_sendTransaction"]);

  await payNow.click();
  await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
  expect((await untilStatus(demo, checkout.id, "SETTLED")).paidAmount).toBe("10000000");

  // The page of a refund pairs anew once the wallet's owner has ended the first session.
  await wallet.disconnect();
  await untilForgotten(page);
  const claim = await claimToken(demo, checkout.id);
  await page.goto(`/r/${claim}`);
  await page.getByRole("button", { name: "Sign with your wallet" }).click();
  await page.getByRole("button", { name: "WalletConnect" }).click();
  await wallet.scan(await readCode(page, page.getByRole("main")));
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(title(page, "We have your address")).toBeVisible();
  expect(wallet.asked.at(-1)).toBe("personal_sign");
  expect([...new Set(sockets)]).toEqual([relay.url]);
  expect([...relay.origins]).toEqual([demo.baseUrl]);
});

test("an account is given the wallet on another device, and entered with it", async ({
  page,
  demo,
  rig: { relay, wallet },
}) => {
  test.slow();
  const context = page.context();
  const answer = await postSignIn(page, "password", demo.login, demo.baseUrl);
  expect(answer.ok()).toBe(true);
  const byCode = async (dialog: Locator) => {
    await dialog.getByRole("button", { name: "WalletConnect" }).click();
    const code = dialog.getByRole("img", { name: "QR code to connect a wallet to this page" });
    await expect(code).toBeVisible();
    return code;
  };
  const lastCopy = await watchCopies(page);
  const copied = async (dialog: Locator) => {
    await pressAndHear(dialog.getByRole("button", { name: "Copy code" }), "Copied.");
    return String(await lastCopy());
  };

  const account = await page.goto("/dashboard/account");
  expect(account?.headers()["content-security-policy"]).toContain(`connect-src 'self' ${relay.url};`);
  await page.getByRole("button", { name: "Link a wallet" }).click();
  const linking = page.getByRole("dialog", { name: "Link a wallet" });
  const code = await byCode(linking);
  await keepScreenshot(page, "dashboard-wallet-connect");
  await expectFit(page);
  await linking.getByRole("button", { name: "Use another wallet" }).click();
  await expect(code).toHaveCount(0);
  await expect(linking.getByRole("alert")).toHaveCount(0);
  wallet.decisions.push("confirm", "reject");
  await byCode(linking);
  await wallet.scan(await copied(linking));
  await expect(linking.getByRole("alert")).toHaveText("You declined in WalletConnect. Nothing was changed.");
  await byCode(linking);
  await wallet.scan(await copied(linking));
  await expect(page.getByRole("button", { name: "Unlink" })).toBeVisible();
  await untilForgotten(page);

  await context.clearCookies();
  await page.goto("/dashboard/sign-in?next=/dashboard/account");
  await page.getByRole("button", { name: "Sign in with a wallet" }).click();
  const entering = page.getByRole("dialog", { name: "Sign in with a wallet" });
  await byCode(entering);
  await wallet.scan(await copied(entering));
  await expect(page.getByRole("button", { name: "Unlink" })).toBeVisible();
});

test.describe("on a phone", () => {
  test.use({ hasTouch: true, isMobile: true });

  test("a wallet's app is opened by a link, goes to the network, ends by itself, and signs a payment", async ({
    page,
    demo,
    rig: { wallet },
  }) => {
    const checkout = await startCheckout(demo);
    await page.goto(`/c/${checkout.id}`);
    const { dialog, told, byRelay, open } = walletsOf(page);
    await expect(page.getByText("Wallet on your phone")).toBeVisible();
    await open();
    await byRelay.click();
    const link = dialog.getByRole("link", { name: "Open a wallet on this device" });
    await expect(link).toHaveAttribute("href", /^wc:/);
    await dialog.getByRole("button", { name: "Use another wallet" }).click();
    await expect(link).toHaveCount(0);
    await expect(told).toHaveCount(0);

    // It shows its account on another network first.
    wallet.networks.splice(0, 1, 31338);
    wallet.decisions.push("confirm", "reject");
    await byRelay.click();
    await wallet.scan((await link.getAttribute("href")) ?? "");
    const payNow = dialog.getByRole("button", { name: "Pay 10.00 USDC" });
    await payNow.click();
    await expect(told).toHaveText(/^Remote Wallet didn't switch\./);
    wallet.decisions.push("confirm", "reject");
    await payNow.click();
    await expect(told).toHaveText("You declined in your wallet. Nothing was sent.");
    wallet.networks.splice(0, 1, 31337);
    expect(wallet.asked.slice(-3)).toEqual([
      "wallet_switchEthereumChain",
      "wallet_switchEthereumChain",
      "eth_signTypedData_v4",
    ]);
    await wallet.disconnect();
    await expect(told).toHaveText("WalletConnect is no longer connected. Please connect it again.");

    await byRelay.click();
    await wallet.scan((await link.getAttribute("href")) ?? "");
    await payNow.click();
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    expect(wallet.asked.at(-1)).toBe("eth_signTypedData_v4");
  });
});
