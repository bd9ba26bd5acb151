import type { Page } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { untilStatus } from "../support/api";
import { chainOf, holdBlocks, tokenOf } from "../support/chain";
import { onSecondChain } from "../support/checkout-states";
import { expect, expectFit, openWay, startCheckout, test, title, untilHeard } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import {
  type Arrival,
  changeAccount,
  installWallet,
  letWalletArrive,
  methodsAsked,
  type WalletScript,
} from "./scripted-wallet";

const chainId = 31337;

/** In a token that no signature moves, so the wallet sends it. */
const inUsdt = (demo: DemoManifest) => ({ tokenAddress: tokenOf(chainOf(demo), "USDT") });

function partsOf(page: Page) {
  const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
  return {
    dialog,
    payWithWallet: page.getByRole("button", { name: "Pay with Scripted Wallet" }),
    payNow: dialog.getByRole("button", { name: "Pay 10.00 USDT" }),
    sent: title(page, /^(Payment sent|Payment seen|Paid)/),
    manually: dialog.getByRole("button", { name: "Send the payment manually" }),
    slow: dialog.getByText(/^Scripted Wallet hasn't answered yet\./),
  };
}

/** A page with the wallet, whose clock the test holds. */
async function openWith(page: Page, demo: DemoManifest, script: Partial<WalletScript>) {
  const checkout = await startCheckout(demo, inUsdt(demo));
  await page.clock.install();
  await installWallet(page, { account: demo.payer.address, chainId, ...script });
  await page.goto(`/c/${checkout.id}`);
  return { checkout, ...partsOf(page) };
}

const sends = async (page: Page) =>
  (await methodsAsked(page)).filter((method) => /^(eth_sendTransaction|wallet_send\w+)$/.test(method));

// Late and malformed answers of wallets: lib/browser/wallet/wallet-calls.test.ts.
test("a wallet gets one ordinary request when it never returns its capabilities", async ({ page, demo }) => {
  const { payWithWallet, payNow, sent } = await openWith(page, demo, { capabilities: "never" });
  await payWithWallet.click();
  await payNow.click();
  await expect.poll(() => methodsAsked(page)).toContain("wallet_getCapabilities");
  await page.clock.fastForward(1_500);
  await expect(sent).toBeVisible();
  await page.clock.fastForward(8_000);
  expect(await sends(page)).toEqual(["eth_sendTransaction"]);
});

test.describe("a wallet that never answers", () => {
  test("a payment that its node knows counts", async ({ page, demo }) => {
    const silent = ["eth_call", "eth_estimateGas", "eth_gasPrice", "eth_getBalance"];
    const { payWithWallet, payNow, sent } = await openWith(page, demo, { silent });
    await payWithWallet.click();
    await expect.poll(() => methodsAsked(page)).toContain("eth_call");
    await page.clock.fastForward(1_500);
    // The second look at the balance, which is allowed to fail.
    await expect
      .poll(async () => (await methodsAsked(page)).filter((each) => each === "eth_call"))
      .toHaveLength(2);
    await page.clock.fastForward(1_500);
    await payNow.click();
    await expect(sent).toBeVisible();
  });

  for (const method of ["eth_requestAccounts", "wallet_switchEthereumChain"])
    test(`${method} is said so after a while, and the other ways to pay stay open`, async ({
      page,
      demo,
    }) => {
      const { dialog, payWithWallet, payNow, sent, slow, manually } = await openWith(page, demo, {
        silent: [method],
        chainId: 1,
      });
      await payWithWallet.click();
      if (method === "wallet_switchEthereumChain") await payNow.click();
      await expect.poll(() => methodsAsked(page)).toContain(method);
      await expect(slow).toHaveCount(0);
      await expect(manually).toHaveCount(0);
      await page.clock.fastForward(8_000);
      await expect(slow).toBeVisible();
      if (method === "eth_requestAccounts") {
        await keepLooks(page, "wallet-slow");
        await expectFit(page);
      }
      await dialog.getByRole("button", { name: "Use another wallet" }).click();
      await dialog.getByRole("button", { name: "Scripted Wallet" }).click();
      if (method === "wallet_switchEthereumChain") await payNow.click();
      await page.clock.fastForward(8_000);
      await manually.click();
      await expect(dialog).toHaveCount(0);
      await expect(page.getByRole("button", { name: "Copy address" })).toBeInViewport();
      await openWay(page, "way-wallet");
      await page.getByRole("button", { name: "Pay with demo wallet" }).click();
      await expect(sent).toBeVisible();
    });

  test("a request to send keeps its warning when it is left, and after a reload", async ({ page, demo }) => {
    const { dialog, payWithWallet, payNow } = await openWith(page, demo, { send: ["never"] });
    await payWithWallet.click();
    await payNow.click();
    await expect.poll(() => sends(page)).toEqual(["eth_sendTransaction"]);
    await page.keyboard.press("Escape");
    await expect(dialog).toHaveCount(0);
    const warning = page.getByRole("alert").filter({ hasText: "We asked your wallet to pay" });
    await expect(warning).toBeVisible();
    await page.reload();
    await expect(warning).toBeVisible();
    await expect(payWithWallet).toBeVisible();
    await keepLooks(page, "wallet-asked");
    await expectFit(page);
  });
});

test("says that nothing is lost when a sent payment takes three times as long as usual", async ({
  page,
  demo,
}) => {
  const checkout = await onSecondChain(demo);
  await page.clock.install();
  await installWallet(page, { account: demo.payer.address, chainId: 31338 });
  await page.goto(`/c/${checkout.id}`);
  const { dialog, payWithWallet } = partsOf(page);
  const usual = page.getByText("it takes a few seconds");
  const longer = page.getByText("This is taking longer than usual. Nothing is lost");
  // The words are there before the script that counts the time.
  const counts = (waits: number) => expect.poll(() => countedWaits(page)).toBe(waits);
  await holdBlocks(demo, async (mine) => {
    await payWithWallet.click();
    await dialog.getByRole("button", { name: /^Pay 10\.00/ }).click();
    await expect(title(page, "Sending your payment")).toBeVisible();
    await expect(usual).toBeVisible();
    await counts(1);
    // The clock also runs by itself: half of the time, so that a slow machine's seconds don't count.
    await page.clock.fastForward(15_000);
    await expect(usual).toBeVisible();
    await page.clock.fastForward(16_000);
    await expect(longer).toBeVisible();
    await page.reload();
    await expect(longer).toBeVisible();
    await keepLooks(page, "sent-slow");
    await expectFit(page);

    await mine();
    await expect(title(page, "Payment seen")).toBeVisible();
    await expect(page.getByText("You don't need to do anything else")).toBeVisible();
    await counts(2);
    await page.clock.fastForward(31_000);
    await expect(longer).toBeVisible();
    await keepLooks(page, "confirming-slow");
    await expectFit(page);
  });
});

/** How many waits the tab remembers the beginning of. */
function countedWaits(page: Page): Promise<number> {
  return page.evaluate(
    () => Object.keys(sessionStorage).filter((key) => key.startsWith("checkout:wait:")).length,
  );
}

test("a request that is open when the account changes is named before the next one", async ({
  page,
  demo,
}) => {
  const { dialog, payWithWallet, payNow } = await openWith(page, demo, { send: ["never"] });
  await payWithWallet.click();
  await payNow.click();
  await expect.poll(() => sends(page)).toEqual(["eth_sendTransaction"]);
  await changeAccount(page, `0x${"1".repeat(40)}`);
  await expect(dialog.getByText("We asked your wallet to pay")).toBeVisible();
});

test("two wallets that share a reverse domain name are both offered", async ({ page, demo }) => {
  const rdns = "example.shared";
  await installWallet(page, { account: demo.payer.address, chainId, rdns, name: "Copied Wallet" });
  const { payWithWallet, payNow } = await openWith(page, demo, { rdns });
  await expect(page.getByRole("button", { name: "Pay with Copied Wallet" })).toBeVisible();
  await payWithWallet.click();
  await expect(payNow).toBeEnabled();
});

test.describe("a wallet that comes after the page", () => {
  const arrivals: [by: Arrival, name: string][] = [
    ["announced", "Scripted Wallet"],
    ["ethereum#initialized", "your browser wallet"],
    ["pageshow", "your browser wallet"],
  ];
  for (const [by, name] of arrivals)
    test(`is found: ${by}`, async ({ page, demo }) => {
      const { payNow } = await openWith(page, demo, { isLate: true });
      await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible();
      await letWalletArrive(page, by);
      await page.getByRole("button", { name: `Pay with ${name}` }).click();
      await expect(payNow).toBeEnabled();
      expect(await methodsAsked(page)).toContain("eth_requestAccounts");
    });
});

test("a wallet that only sets window.ethereum, and does so after the page is there, is found", async ({
  page,
  demo,
}) => {
  // By the page's clock before its later look, however long the page takes.
  const { payNow } = await openWith(page, demo, { isLate: { afterMs: 2_500 } });
  await untilHeard(page);
  await page.clock.fastForward(3_000);
  await page.getByRole("button", { name: "Pay with your browser wallet" }).click();
  await expect(payNow).toBeEnabled();
});

for (const when of ["before", "inside"] as const)
  test(`the browser's offline event ${when} the dialog pauses no request to the wallet`, async ({
    page,
    demo,
  }) => {
    const { payWithWallet, payNow, sent } = await openWith(page, demo, {});
    const goOffline = () => page.evaluate(() => dispatchEvent(new Event("offline")));
    await expect(payWithWallet).toBeVisible();
    if (when === "before") await goOffline();
    await payWithWallet.click();
    await expect(payNow).toBeEnabled();
    if (when === "inside") await goOffline();
    await payNow.click();
    await expect(sent).toBeVisible();
  });

test("pays once when the wallet returns a numeric chain id and an object with the hash", async ({
  page,
  demo,
}) => {
  const writes = { chainId: "number", sent: "object" } as const;
  const { checkout, payWithWallet, payNow, sent } = await openWith(page, demo, { writes });
  await payWithWallet.click();
  await payNow.click();
  await expect(sent).toBeVisible();
  expect((await untilStatus(demo, checkout.id, "SETTLED")).totalPaid).toBe("10000000");
  expect(await sends(page)).toEqual(["eth_sendTransaction"]);
});
