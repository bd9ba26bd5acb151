import { createPublicClient, erc20Abi, http } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { createCheckout, getPublic } from "../support/api";
import { chainOf } from "../support/chain";
import { expect, expectFit, test, title } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { startOwnService } from "../support/own-service";
import { deployPermitToken } from "../support/permit-token";
import { installWallet, methodsAsked, tapsInWallet } from "./scripted-wallet";

test("a token with permits (EIP-2612) costs no network fee, and its wallet signs twice", async ({
  browser,
  demo,
}) => {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey).address;
  const chain = chainOf(demo);
  const token = await deployPermitToken(demo, account);
  const service = await startOwnService({ chains: [{ ...chain, tokens: [token] }] });
  const context = await browser.newContext({ baseURL: service.demo.baseUrl });
  try {
    const checkout = await createCheckout(service.demo, {
      fiatAmount: "10.00",
      fiatCurrency: "USD",
      itemName: "Two mugs",
      chainId: chain.chainId,
      tokenAddress: token.address,
    });
    const page = await context.newPage();
    await installWallet(page, { account, chainId: chain.chainId }, privateKey);
    await page.goto(`/c/${checkout.id}`);
    await page.getByRole("button", { name: "Pay with Scripted Wallet", exact: true }).click();
    const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
    await expect(
      dialog.getByText("No network fee: you sign twice, and we send it.", { exact: true }),
    ).toBeVisible();
    await keepLooks(page, "wallet-permit");
    await expectFit(page);
    await page.getByRole("button", { name: "Pay 10.00 USDT on Local", exact: true }).click();
    await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });

    const asked = await methodsAsked(page);
    expect(asked.filter((method) => method === "eth_signTypedData_v4")).toHaveLength(2);
    expect(asked).not.toContain("eth_sendTransaction");
    // Two on the page; to show the account and to sign twice in the wallet.
    expect(await tapsInWallet(page)).toBe(3);
    expect(await getPublic(service.demo, checkout.id)).toMatchObject({
      isPaid: true,
      paidAmount: "10000000",
    });
    const reader = createPublicClient({ transport: http(chain.rpcUrl) });
    const call = {
      address: token.address as `0x${string}`,
      abi: erc20Abi,
      functionName: "balanceOf",
    } as const;
    expect(await reader.readContract({ ...call, args: [account] })).toBe(0n);
    // It never had a coin, so it paid no fee.
    expect(await reader.getTransactionCount({ address: account })).toBe(0);
  } finally {
    await context.close();
    await service.stop();
  }
});
