import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import type { DemoManifest } from "@/lib/demo/identity";
import { createDatabase } from "@/lib/platform/database";
import { getPublic } from "../support/api";
import { balanceOf, pay, untilMined } from "../support/chain";
import { expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepLooks } from "../support/screenshot";
import { installWallet, methodsAsked } from "./scripted-wallet";

const price = 10_000_000n;
const rejected = 4001;
/** A wallet with exactly the price in tokens, and none of the chain's own coin. */
async function freshWallet(demo: DemoManifest) {
  const privateKey = generatePrivateKey();
  const account = privateKeyToAccount(privateKey).address;
  await untilMined(demo, await pay(demo, account, price));
  return { account, privateKey };
}

test("a wallet without any coin for fees pays by a signature alone", async ({ page, demo }) => {
  // Four pictures and two looks by axe on the way.
  test.slow();
  const checkout = await startCheckout(demo);
  const { account, privateKey } = await freshWallet(demo);
  await installWallet(page, { account, chainId: 31337, sign: [rejected] }, privateKey);
  await page.goto(`/c/${checkout.id}`);
  await page.getByRole("button", { name: "Connect wallet" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
  await dialog.getByRole("button", { name: "Scripted Wallet" }).click();
  const gasless = dialog.getByRole("button", { name: "Pay without a network fee" });
  await expect(gasless).toBeEnabled();
  await expect(dialog.getByRole("button", { name: "Pay 10.00 USDC" })).toBeVisible();
  await expect(
    dialog.getByText(/^This wallet doesn't have enough ETH for the network fee \(about 0\.\d+ ETH\)\.$/),
  ).toBeVisible();
  await keepLooks(page, "gasless-offer");
  await expectFit(page);

  await gasless.click();
  await expect(dialog.getByRole("alert")).toHaveText("You declined in your wallet. Nothing was sent.");
  await gasless.click();
  await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
  expect(await methodsAsked(page)).not.toContain("eth_sendTransaction");
  const view = await getPublic(demo, checkout.id);
  expect(view).toMatchObject({ paidAmount: String(price), totalPaid: String(price), isPaid: true });
  expect(view.paymentTxHash).toBe(view.gaslessPayment?.txHash);
  expect(await balanceOf(demo, account)).toBe(0n);
});

test("the demo wallet can pay by a signature too", async ({ page, demo }) => {
  const checkout = await startCheckout(demo);
  await page.goto(`/c/${checkout.id}`);
  await page.getByRole("button", { name: "Pay with demo wallet" }).click();
  await page.getByRole("button", { name: "Pay without a network fee" }).click();
  await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
});

test.describe("what the service does not take", () => {
  // The browser itself writes down every answer that is an error.
  test.use({ expectedComplaint: /422/ });

  test("a wallet that signs something else is told so, and nothing is taken", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    const { account } = await freshWallet(demo);
    // Its key is another one's.
    await installWallet(page, { account, chainId: 31337 }, generatePrivateKey());
    await page.goto(`/c/${checkout.id}`);
    await page.getByRole("button", { name: "Connect wallet" }).click();
    const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
    await dialog.getByRole("button", { name: "Scripted Wallet" }).click();
    await dialog.getByRole("button", { name: "Pay without a network fee" }).click();
    await expect(dialog.getByRole("alert")).toHaveText(
      "The signature from Scripted Wallet doesn't match this payment. Nothing was sent. Please pay with the network fee instead.",
    );
    expect(await balanceOf(demo, account)).toBe(price);
  });
});

test("a signed payment is shown on its way, also after a reload, and its failure leads back", async ({
  page,
  demo,
}) => {
  test.slow();
  const checkout = await startCheckout(demo);
  const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
  try {
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
    await expect(page.getByText(/^We couldn't send your signed payment: your wallet no longer/)).toBeVisible({
      timeout: 20_000,
    });
    await expect(page.getByRole("button", { name: "Connect wallet" })).toBeVisible();
    await keepLooks(page, "gasless-failed");
    await expectFit(page);
  } finally {
    await database.close();
  }
});
