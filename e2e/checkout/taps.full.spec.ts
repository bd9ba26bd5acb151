import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
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
import { keepLooks } from "../support/layout";
import { customer, icon, logo, walletWith10 } from "./counting-customer";
import { installWallet, methodsAsked, type WalletScript } from "./scripted-wallet";

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
