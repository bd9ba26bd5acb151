import type { Page } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { untilStatus } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { expect, expectFit, openWay, startCheckout, title } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { test, walletsOf } from "../support/relay-rig";
import { type RemoteWallet, startRemoteWallet } from "../support/remote-wallet";

test.use({ hasTouch: true, isMobile: true });

/** Opens a checkout, pairs the wallet, and asks it to pay; its owner lets the request wait. */
async function askToPay(page: Page, demo: DemoManifest, wallet: RemoteWallet) {
  const checkout = await startCheckout(demo, { tokenAddress: tokenOf(chainOf(demo), "USDT") });
  await page.goto(`/c/${checkout.id}`);
  const { dialog, byRelay, open, told } = walletsOf(page);
  await open();
  await byRelay.click();
  const pairing = dialog.getByRole("link", { name: "Open a wallet on this device" });
  wallet.decisions.push("confirm", "hold");
  // Tests of this worker share the wallet.
  const askedBefore = wallet.asked.length;
  await wallet.scan((await pairing.getAttribute("href")) ?? "");
  await dialog.getByRole("button", { name: "Pay 10.00 USDT" }).click();
  await expect(dialog.getByText("Confirm the payment in Remote Wallet")).toBeVisible();
  await expect.poll(() => wallet.asked.slice(askedBefore)).toContain("eth_sendTransaction");
  return { checkout, dialog, told, open: dialog.getByRole("link", { name: "Open Remote Wallet" }) };
}

test.describe("the wallet that has the request is opened by a link", () => {
  const redirects = [
    ["of its own", { native: "remotewallet://" }, "remotewallet://"],
    [
      "to its website",
      { universal: "https://wallet.example/wc", native: "x://" },
      "https://wallet.example/wc",
    ],
    ["that it does not name", {}, null],
    ["that would run a script", { native: "javascript:alert(1)", universal: "http://wallet.example" }, null],
  ] as const;
  for (const [what, redirect, href] of redirects)
    test(what, async ({ page, demo, rig: { relay } }) => {
      const wallet = await startRemoteWallet(relay.url, demo.payer.address, chainOf(demo), redirect);
      try {
        const { open } = await askToPay(page, demo, wallet);
        if (href === null) return await expect(open).toHaveCount(0);
        await expect(open).toHaveAttribute("href", href);
        if ("universal" in redirect) {
          await keepLooks(page, "wallet-open");
          await expectFit(page);
        }
      } finally {
        await wallet.stop();
      }
    });
});

test.describe("an unanswered request", () => {
  // The protocol's client keeps a copy of the rejection that no one can handle.
  test.use({ expectedComplaint: /Request expired/ });

  test("is still shown as open after it expired, and its payment counts", async ({
    page,
    demo,
    rig: { wallet },
  }) => {
    await page.clock.install();
    const { checkout, dialog, told } = await askToPay(page, demo, wallet);
    await page.clock.fastForward(300_000);
    await expect(told).toHaveText(/^Nobody confirmed in Remote Wallet in time\./);
    await keepLooks(page, "wallet-request-expired");
    await expect(dialog.getByRole("button", { name: "Pay 10.00 USDT" })).toBeEnabled();
    await page.keyboard.press("Escape");
    const warning = page.getByRole("alert").filter({ hasText: "We asked your wallet to pay" });
    await expect(warning).toBeVisible();
    await page.reload();
    await expect(warning).toBeVisible();
    await openWay(page, "send-yourself");
    await expect(page.getByRole("button", { name: "Copy address" })).toBeVisible();

    await wallet.confirmHeld();
    await expect(title(page, "Paid")).toBeVisible();
    await expect(warning).toHaveCount(0);
    expect((await untilStatus(demo, checkout.id, "SETTLED")).totalPaid).toBe("10000000");
  });
});

test.describe("in Firefox", () => {
  test.use({ userAgent: "Mozilla/5.0 (Android 16; Mobile; rv:145.0) Gecko/145.0 Firefox/145.0" });

  test("an empty list of wallets says that the browser may hide one", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    await page.goto(`/c/${checkout.id}`);
    const { dialog, byRelay, open } = walletsOf(page);
    await open();
    await expect(dialog.getByText("We found no wallet in this browser.")).toBeVisible();
    await expect(dialog.getByText("Firefox can hide a wallet extension on this page.")).toBeVisible();
    await expect(byRelay).toBeVisible();
    await keepLooks(page, "wallet-none-firefox");
    await expectFit(page);
  });
});
