import type { Locator, Page } from "@playwright/test";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { DemoManifest } from "@/lib/demo/identity";
import { getPublic } from "../support/api";
import {
  approvePermit2,
  chainOf,
  pay,
  placeCode,
  reserveSecondChain,
  tokenOf,
  untilMined,
} from "../support/chain";
import { expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepLooks, shiftsOf, watchShifts } from "../support/layout";
import {
  changeAccount,
  installWallet,
  methodsAsked,
  tapsInWallet,
  type WalletScript,
} from "./scripted-wallet";

const icon = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg'/%3E";
const logo = `img[src="${icon}"]`;

/** A customer who counts: taps on the page, and selections that the page stored. */
async function customer(page: Page, checkoutId: string) {
  let taps = 0;
  const selections: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && request.url().endsWith("/select")) selections.push(request.url());
  });
  await page.goto(`/c/${checkoutId}`);
  const tap = async (control: Locator) => {
    await control.click();
    taps += 1;
  };
  return {
    tap,
    selections,
    dialog: page.getByRole("dialog", { name: "Pay from a wallet" }),
    button: (name: string) => page.getByRole("button", { name, exact: true }),
    /** On the page and in the wallet. */
    taps: async () => taps + (await tapsInWallet(page)),
  };
}

/** A wallet with its own key and exactly 10 USDC on one of the chains. */
async function walletWith10(demo: DemoManifest, chainId: number) {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey).address;
  await untilMined(demo, await pay(demo, account, 10_000_000n, { chainId }), chainId);
  return { account, privateKey };
}

test("four taps: the announced wallet by its name, and its balance as the suggestion", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { open: true });
  await installWallet(page, { account: demo.payer.address, chainId: 31337, icon });
  const { tap, taps, button, dialog, selections } = await customer(page, checkout.id);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  await expect(button("Pay with Scripted Wallet").locator(logo)).toBeVisible();
  await keepLooks(page, "wallet-first");
  await expectFit(page);

  await tap(button("Pay with Scripted Wallet"));
  await expect(dialog.getByText("No network fee")).toBeVisible();
  await expect(button("Pay 10.00 USDC on Local")).toBeEnabled();
  await expect(dialog.getByRole("radio")).toHaveCount(4);
  await keepLooks(page, "wallet-suggestion");
  await expectFit(page);
  // A suggestion is no choice yet.
  expect(selections).toEqual([]);
  expect((await getPublic(demo, checkout.id)).tokenAddress).toBeNull();

  await tap(button("Pay 10.00 USDC on Local"));
  await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
  expect(await taps()).toBe(4);
  expect(selections).toHaveLength(1);
  expect((await getPublic(demo, checkout.id)).paidAmount).toBe("10000000");
});

test("each of several wallets is one tap away, and this tab's last one comes first", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo);
  const script = { account: demo.payer.address, chainId: 31337 };
  await installWallet(page, { ...script, name: "First Wallet" });
  await installWallet(page, { ...script, name: "Second Wallet", sign: [4001] });
  const { tap, taps, button, dialog } = await customer(page, checkout.id);
  await expect(page.getByRole("button", { name: /^Pay with (First|Second)/ })).toHaveText([
    "Pay with First Wallet",
    "Pay with Second Wallet",
  ]);
  await keepLooks(page, "wallets-several");
  await expectFit(page);
  await tap(button("Pay with Second Wallet"));
  await tap(button("Pay 10.00 USDC on Local"));
  await expect(dialog.getByRole("alert")).toHaveText("You declined in your wallet. Nothing was sent.");
  expect(await taps()).toBe(4);
  await page.reload();
  await expect(page.getByRole("button", { name: /^Pay with (First|Second)/ })).toHaveText([
    "Pay with Second Wallet",
    "Pay with First Wallet",
  ]);
});

test("a wallet that only sets window.ethereum pays by an ordinary transfer", async ({ page, demo }) => {
  const checkout = await startCheckout(demo, { tokenAddress: tokenOf(chainOf(demo), "USDT") });
  await installWallet(page, { account: demo.payer.address, chainId: 31337, found: "window" });
  const { tap, taps, button } = await customer(page, checkout.id);
  await tap(button("Pay with your browser wallet"));
  await tap(button("Pay 10.00 USDT on Local"));
  await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
  expect(await taps()).toBe(4);
  expect(await methodsAsked(page)).toContain("eth_sendTransaction");
});

test("a balance on another network is suggested, and the same press switches the wallet", async ({
  page,
  demo,
}) => {
  await reserveSecondChain(demo, async () => {
    const checkout = await startCheckout(demo, { open: true });
    const { account, privateKey } = await walletWith10(demo, 31338);
    await installWallet(page, { account, chainId: 31337 }, privateKey);
    const { tap, taps, button, dialog } = await customer(page, checkout.id);
    await tap(button("Pay with Scripted Wallet"));
    await expect(button("Pay 10.00 USDC on Local Two")).toBeEnabled();
    await expect(dialog.getByRole("radio")).toHaveCount(0);
    await tap(button("Pay 10.00 USDC on Local Two"));
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    // One more in the wallet: its network.
    expect(await taps()).toBe(5);
  });
});

test("USDT costs no network fee from a wallet that approved Permit2", async ({ page, demo }) => {
  const tokenAddress = tokenOf(chainOf(demo), "USDT");
  const checkout = await startCheckout(demo, { tokenAddress });
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey).address;
  await untilMined(demo, await pay(demo, account, 10_000_000n, { symbol: "USDT" }));
  await approvePermit2(chainOf(demo), account, tokenAddress);
  await installWallet(page, { account, chainId: 31337 }, privateKey);
  const { tap, taps, button, dialog } = await customer(page, checkout.id);
  await tap(button("Pay with Scripted Wallet"));
  await expect(dialog.getByText("No network fee: you only sign, and we send it.")).toBeVisible();
  await keepLooks(page, "wallet-permit2");
  await tap(button("Pay 10.00 USDT on Local"));
  await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
  expect(await taps()).toBe(4);
  expect(await methodsAsked(page)).not.toContain("eth_sendTransaction");
});

test.describe("a smart account", () => {
  /** Says that it signed whatever it is asked (ERC-1271). */
  const alwaysSigned = "0x631626ba7e60e01b5f5260205ff3";

  test("pays by a signature that its contract accepts", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    const { account } = await walletWith10(demo, 31337);
    await placeCode(chainOf(demo), account, alwaysSigned);
    // Any key signs for it.
    await installWallet(page, { account, chainId: 31337, takesCalls: true }, generatePrivateKey());
    const { tap, taps, button } = await customer(page, checkout.id);
    await tap(button("Pay with Scripted Wallet"));
    await tap(button("Pay 10.00 USDC on Local"));
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    expect(await taps()).toBe(4);
    expect(await methodsAsked(page)).not.toContain("wallet_sendCalls");
  });

  test("that supports calls gets the transfer as one, and the page shows the wait", async ({
    page,
    demo,
  }) => {
    const checkout = await startCheckout(demo, { tokenAddress: tokenOf(chainOf(demo), "USDT") });
    await installWallet(page, { account: demo.payer.address, chainId: 31337, takesCalls: true });
    const { tap, taps, button } = await customer(page, checkout.id);
    await tap(button("Pay with Scripted Wallet"));
    await tap(button("Pay 10.00 USDT on Local"));
    await expect(title(page, /^(Payment sent|Payment seen|Paid)/)).toBeVisible();
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    expect(await taps()).toBe(4);
    const asked = await methodsAsked(page);
    expect(asked).toContain("wallet_sendCalls");
    expect(asked).not.toContain("eth_sendTransaction");
  });
});

test.describe("a returning customer", () => {
  test("pays in two taps: the button that names the payment, and the wallet's signature", async ({
    page,
    demo,
  }) => {
    const checkout = await startCheckout(demo);
    const { account, privateKey } = await walletWith10(demo, 31337);
    const before: string[] = [];
    page.on("request", (request) => void before.push(`${request.url()} ${request.postData() ?? ""}`));
    await watchShifts(page);
    await installWallet(page, { account, chainId: 31337, isKnown: true, icon }, privateKey);
    const { tap, taps, button } = await customer(page, checkout.id);
    await expect(button("Pay 10.00 USDC · no fee").locator(logo)).toBeVisible();
    await expect(page.getByText(/^From 0x\w{4}…\w{4} on Local$/)).toBeVisible();
    expect((await shiftsOf(page)).sum).toBeLessThan(0.02);
    // The wallet's own node may know the account, our service not before a tap.
    const told = before.filter((request) => request.toLowerCase().includes(account.slice(2).toLowerCase()));
    expect(told.filter((request) => !request.includes("/api/demo/rpc/"))).toEqual([]);
    expect(await methodsAsked(page)).not.toContain("eth_requestAccounts");
    await keepLooks(page, "wallet-known");
    await expectFit(page);

    await tap(button("Pay 10.00 USDC · no fee"));
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    expect(await taps()).toBe(2);
    expect(await methodsAsked(page)).not.toContain("eth_requestAccounts");
    expect(await methodsAsked(page)).not.toContain("eth_sendTransaction");
  });

  test("needs no more taps where nothing is selected yet", async ({ page, demo }) => {
    const checkout = await startCheckout(demo, { open: true });
    const { account, privateKey } = await walletWith10(demo, 31337);
    await installWallet(page, { account, chainId: 31337, isKnown: true }, privateKey);
    const { tap, taps, button, selections } = await customer(page, checkout.id);
    await expect(button("Pay 10.00 USDC · no fee")).toBeVisible();
    expect(selections).toEqual([]);
    await keepLooks(page, "wallet-known-choice");
    await expectFit(page);

    await tap(button("Pay 10.00 USDC · no fee"));
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    expect(await taps()).toBe(2);
    expect(selections).toHaveLength(1);
  });

  test("pays a coin without signatures in two taps, and the button promises nothing about its fee", async ({
    page,
    demo,
  }) => {
    const checkout = await startCheckout(demo, { tokenAddress: tokenOf(chainOf(demo), "USDT") });
    await installWallet(page, { account: demo.payer.address, chainId: 31337, isKnown: true });
    const { tap, taps, button } = await customer(page, checkout.id);
    await tap(button("Pay 10.00 USDT"));
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
    expect(await taps()).toBe(2);
    expect(await methodsAsked(page)).toContain("eth_sendTransaction");
  });

  test("finds today's buttons under the other ways to pay", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    const script = { account: demo.payer.address, chainId: 31337 };
    await installWallet(page, { ...script, name: "New Wallet" });
    await installWallet(page, { ...script, name: "Known Wallet", isKnown: true });
    const { tap, button, dialog } = await customer(page, checkout.id);
    await expect(button("Pay 10.00 USDC · no fee")).toBeVisible();
    await expect(button("Pay with New Wallet")).toBeHidden();
    await page.getByText("Other ways to pay").click();
    await expect(page.getByRole("button", { name: /^Pay with (New|Known)/ })).toHaveText([
      "Pay with New Wallet",
      "Pay with Known Wallet",
    ]);
    await keepLooks(page, "wallet-known-others");
    await expectFit(page);
    await tap(button("Pay with Known Wallet"));
    await expect(button("Pay 10.00 USDC on Local")).toBeEnabled();
    await expect(dialog.getByText("No network fee")).toBeVisible();
  });

  test("sees the button follow the wallet's account", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    await installWallet(page, { account: demo.payer.address, chainId: 31337, isKnown: true });
    const { button } = await customer(page, checkout.id);
    await expect(button("Pay 10.00 USDC · no fee")).toBeVisible();
    // It holds nothing.
    await changeAccount(page, privateKeyToAccount(generatePrivateKey()).address);
    await expect(button("Pay with Scripted Wallet")).toBeVisible();
    await changeAccount(page, demo.payer.address);
    await expect(button("Pay 10.00 USDC · no fee")).toBeVisible();
    await changeAccount(page, null);
    await expect(button("Pay with Scripted Wallet")).toBeVisible();
  });

  test("reviews the payment when the wallet is on another network", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    await installWallet(page, { account: demo.payer.address, chainId: 1, isKnown: true });
    const { tap, button } = await customer(page, checkout.id);
    await tap(button("Pay 10.00 USDC · no fee"));
    await expect(button("Pay 10.00 USDC on Local")).toBeEnabled();
    expect(await methodsAsked(page)).not.toContain("wallet_switchEthereumChain");
  });

  test("is asked by the wallet once per press, also when its account leaves and comes back", async ({
    page,
    demo,
  }) => {
    const checkout = await startCheckout(demo);
    await installWallet(page, { account: demo.payer.address, chainId: 31337, isKnown: true, sign: [4001] });
    const { tap, button, dialog } = await customer(page, checkout.id);
    await tap(button("Pay 10.00 USDC · no fee"));
    await expect(dialog.getByRole("alert")).toHaveText("You declined in your wallet. Nothing was sent.");
    await changeAccount(page, privateKeyToAccount(generatePrivateKey()).address);
    await expect(dialog.getByText("You declined in your wallet. Nothing was sent.")).toBeHidden();
    await changeAccount(page, demo.payer.address);
    await expect(button("Pay 10.00 USDC on Local")).toBeEnabled();
    const asked = await methodsAsked(page);
    expect(asked.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(1);
  });

  const unknown: [what: string, script: Partial<WalletScript>][] = [
    ["never answers", { silent: ["eth_accounts"] }],
    ["refuses", { accounts: [4100, 4100] }],
    ["shows no account", { isKnown: false }],
  ];
  for (const [what, script] of unknown)
    test(`of a wallet that ${what} finds its name, and connects it as before`, async ({ page, demo }) => {
      const checkout = await startCheckout(demo);
      const known = { account: demo.payer.address, chainId: 31337, isKnown: true };
      await installWallet(page, { ...known, ...script });
      const { tap, taps, button } = await customer(page, checkout.id);
      await expect(button("Pay with Scripted Wallet")).toBeVisible();
      await expect.poll(() => methodsAsked(page)).toContain("eth_accounts");
      await tap(button("Pay with Scripted Wallet"));
      await tap(button("Pay 10.00 USDC on Local"));
      await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
      expect(await taps()).toBe(4);
    });
});

test.describe("nothing is paid", () => {
  const changed: [what: string, change: object, told: RegExp][] = [
    [
      "the amount rose since the page showed it",
      { remainingAmount: "10000001" },
      /^The amount is now 10\.000001 USDC/,
    ],
    [
      "the address is not the checkout's",
      { depositAddress: `0x${"ab".repeat(20)}` },
      /doesn't belong to this checkout/,
    ],
  ];
  for (const [what, change, told] of changed)
    test(`when ${what}`, async ({ page, demo }) => {
      const checkout = await startCheckout(demo, { open: true });
      await page.route("**/api/c/*/select", async (route) => {
        const answer = await route.fetch();
        const { ok, data } = (await answer.json()) as { ok: boolean; data: object };
        await route.fulfill({ response: answer, json: { ok, data: { ...data, ...change } } });
      });
      const script: WalletScript = { account: demo.payer.address, chainId: 31337 };
      await installWallet(page, script);
      const { tap, button, dialog } = await customer(page, checkout.id);
      await tap(button("Pay with Scripted Wallet"));
      await tap(button("Pay 10.00 USDC on Local"));
      await expect(dialog.getByRole("alert")).toHaveText(told);
      expect(await methodsAsked(page)).not.toContain("eth_signTypedData_v4");
      expect(await methodsAsked(page)).not.toContain("eth_sendTransaction");
    });
});
