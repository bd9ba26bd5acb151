import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { chainOf, tokenOf } from "../support/chain";
import { expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepLooks, shiftsOf, watchShifts } from "../support/layout";
import { customer, icon, logo, walletWith10 } from "./counting-customer";
import { changeAccount, installWallet, methodsAsked, type WalletScript } from "./scripted-wallet";

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
