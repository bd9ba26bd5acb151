import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { getAddress } from "viem";
import type { DemoManifest } from "@/lib/demo/identity";
import { installWallet, methodsAsked, type WalletScript } from "../checkout/scripted-wallet";
import { untilStatus } from "../support/api";
import { type BatchWallet, makeBatchWallet } from "../support/batch-wallet";
import { balanceOf, chainOf } from "../support/chain";
import { clicksOf, countClicks, makePerson, postAction, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { expectRefund, getRefunds, makeMerchantShop, paid, postRefund } from "../support/refunds";
import { manifest } from "../support/stack";

const demo = manifest();
const amounts = [300_000n, 400_000n, 500_000n];
const label = "Send 3 refunds on Local";

type Story = {
  wallet: BatchWallet;
  shop: DemoManifest;
  base: string;
  refunds: { id: string; checkoutId: string; to: string; units: bigint }[];
};

/** Three refunds of swept payments, which only the merchant's own wallet can pay. */
async function open(
  page: Page,
  script: Partial<WalletScript>,
  fault: Parameters<typeof makeBatchWallet>[2] = null,
): Promise<Story> {
  const wallet = await makeBatchWallet(page, chainOf(demo), fault);
  await installWallet(page, { account: wallet.account, chainId: 31337, isKnown: true, ...script });
  const merchant = { ...demo.merchant, address: wallet.account };
  const shop = await makeMerchantShop({ ...demo, merchant }, "STRICT");
  const base = `/dashboard/projects/${shop.projectId}`;
  const [owner, ...checkouts] = await Promise.all([
    makePerson({ projectId: shop.projectId, role: "OWNER" }),
    ...amounts.map((units) => paid(shop, units)),
  ]);
  await signIn(page, owner);
  const sweep = { kind: "chain", chainId: 31337 };
  expect((await postAction(page, `/api${base}/actions/sweepNow`, sweep)).ok()).toBe(true);
  const refunds: Story["refunds"] = [];
  for (const { id: checkoutId, amount } of checkouts) {
    await untilStatus(shop, checkoutId, "SETTLED");
    const to = getAddress(`0x${randomBytes(20).toString("hex")}`);
    const refund = expectRefund(await postRefund(shop, checkoutId, { json: { destinationAddress: to } }));
    expect(refund.status).toBe("AWAITING_SIGNATURE");
    refunds.push({ id: refund.id, checkoutId, to, units: BigInt(String(amount)) });
  }
  await page.goto(`${base}/refunds`);
  await expect(page.getByLabel(/^Select all 3/)).toBeChecked();
  await countClicks(page);
  return { wallet, shop, base, refunds };
}

async function expectPaid({ shop, refunds }: Story): Promise<void> {
  for (const { checkoutId, to, units } of refunds) {
    await untilStatus(shop, checkoutId, "REFUNDED");
    expect(await balanceOf(shop, to)).toBe(units);
  }
}

const statusesOf = ({ shop, refunds }: Story) =>
  Promise.all(
    refunds.map(async ({ checkoutId }) => {
      const { body } = await getRefunds(shop, checkoutId);
      return body.ok ? body.data.map(({ status }) => status).join() : body.error.code;
    }),
  );

const countAsked = async (page: Page, wanted: string) =>
  (await methodsAsked(page)).filter((method) => method === wanted).length;

async function sendAll(page: Page) {
  await page.getByRole("button", { name: label }).click();
  return page.getByRole("dialog");
}

test.describe("three refunds from the merchant's wallet", () => {
  // A hash is submitted before its block exists; a refused batch is 409, and one that doesn't pay 422.
  test.use({ expectedComplaint: /4(0[049]|22)/ });

  for (const takesCalls of [true, "ready"] as const)
    test(`are one transaction of a wallet that announces atomic batches (${takesCalls}), in one click`, async ({
      page,
    }) => {
      const story = await open(page, { takesCalls });
      await expectFit(page);
      await keepLooks(page, "batch-refunds-selected");
      const dialog = await sendAll(page);
      await expect(dialog.getByText("Sent", { exact: true })).toHaveCount(3, { timeout: 60_000 });
      expect(await clicksOf(page)).toBe(1);
      await expectFit(page);
      await keepLooks(page, "batch-refunds-sent");
      await expectPaid(story);
      expect(story.wallet.sent).toHaveLength(1);
      expect(await countAsked(page, "wallet_sendCalls")).toBe(1);
      expect(await countAsked(page, "eth_sendTransaction")).toBe(0);
      await dialog.getByRole("button", { name: "Close" }).click();
      await expect(page.getByRole("row").filter({ hasText: "Arrived" })).toHaveCount(3);
      await expect(page.getByLabel(/^Select/)).toHaveCount(0);
    });

  test("are one after another from a wallet without batches, with a confirmation each, in one click", async ({
    page,
  }) => {
    const story = await open(page, {});
    const dialog = await sendAll(page);
    await expect(dialog.getByText("Sent", { exact: true })).toHaveCount(3, { timeout: 60_000 });
    expect(await clicksOf(page)).toBe(1);
    await expectPaid(story);
    expect(story.wallet.sent).toHaveLength(3);
    expect(await countAsked(page, "wallet_sendCalls")).toBe(0);
  });

  test("aren't shown to the wallet when one was cancelled meanwhile, and none is sent", async ({ page }) => {
    const story = await open(page, { takesCalls: true });
    const cancelled = { refundId: story.refunds[1]?.id };
    const answer = await postAction(page, `/api${story.base}/actions/cancelRefund`, cancelled);
    expect(answer.ok()).toBe(true);
    const dialog = await sendAll(page);
    await expect(dialog.getByRole("alert")).toContainText("is CANCELLED");
    await dialog.getByRole("button", { name: "Close" }).click();
    await expect(page.getByLabel(/^Select all 2/)).toBeVisible();
    expect(await countAsked(page, "wallet_sendCalls")).toBe(0);
    expect(story.wallet.sent).toEqual([]);
    expect(await statusesOf(story)).toEqual(["AWAITING_SIGNATURE", "CANCELLED", "AWAITING_SIGNATURE"]);
  });

  test("are asked for again after a refusal, but only from the tab that asked", async ({ page, context }) => {
    const story = await open(page, { takesCalls: true, send: [4001] });
    const dialog = await sendAll(page);
    await expect(dialog.getByRole("alert")).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "batch-refunds-refused");
    const other = await context.newPage();
    await other.goto(`${story.base}/refunds`);
    const refused = await sendAll(other);
    await expect(refused.getByRole("alert")).toContainText("in another tab or by another member");
    await other.close();
    await dialog.getByRole("button", { name: "Try again" }).click();
    await expect(dialog.getByText("Sent", { exact: true })).toHaveCount(3, { timeout: 60_000 });
    await expectPaid(story);
    expect(story.wallet.sent).toHaveLength(1);
  });

  test("are paid as far as the chain shows it, when the wallet reports a success that left one out", async ({
    page,
  }) => {
    const story = await open(page, { takesCalls: true }, "leaves_last");
    const dialog = await sendAll(page);
    await expect(dialog.getByText("Sent", { exact: true })).toHaveCount(2, { timeout: 60_000 });
    await expect(dialog.getByText(/doesn't pay this refund/)).toHaveCount(1);
    await expectFit(page);
    await dialog.getByRole("button", { name: "Close" }).click();
    // It is the only one that can be sent again.
    await page.getByLabel(/^Select all 1/).check();
    await expect(page.getByRole("button", { name: "Send 1 refund on Local" })).toBeVisible();
    await expect
      .poll(async () => (await statusesOf(story)).toSorted(), { timeout: 60_000 })
      .toEqual(["AWAITING_SIGNATURE", "COMPLETED", "COMPLETED"]);
  });

  test("can't be sent again from the tab while the wallet hasn't said what became of them", async ({
    page,
  }) => {
    const story = await open(page, { takesCalls: true }, "held");
    const dialog = await sendAll(page);
    await expect(dialog.getByText("Sent. Waiting for the network…")).toBeVisible();
    await dialog.getByRole("button", { name: "Close" }).click();
    await page.reload();
    await page.getByLabel(/^Select all 3/).check();
    await expect(page.getByText("Already sent from this tab, waiting for the network: 3")).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "batch-refunds-unknown");
    await expect(page.getByRole("button", { name: label })).toHaveCount(0);
    expect(await statusesOf(story)).toEqual(amounts.map(() => "AWAITING_SIGNATURE"));
    await story.wallet.release();
    await expectPaid(story);
    expect(story.wallet.sent).toHaveLength(1);
  });
});
