import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { createTestClient, getAddress } from "viem";
import { askOnce } from "@/lib/chain/sender/await-receipt.chain";
import type { RefundStatus } from "@/lib/checkouts/refund-facts.rules";
import type { RefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { chainOf, holdBlocks, pay, sendFrom, tokenOf } from "../support/chain";
import { makePerson, signIn } from "../support/dashboard";
import { expect, test, title } from "../support/fixtures";
import { openProjects } from "../support/projects";
import { getLink, postLink, signToken } from "../support/refund-links";
import { expectRefund, getRefunds, paidBySignature, pending, postRefund, shopOf } from "../support/refunds";
import { manifest, withDatabase } from "../support/stack";

const demo = manifest();
const million = 1_000_000n;
/** Its blocks come when a test mines them, so that each word stays. */
const chain = chainOf(demo, 31338);
const network = { chainId: chain.chainId, tokenAddress: tokenOf(chain) };
const node = createTestClient({ mode: "anvil", transport: askOnce(chain.rpcUrl) });

type Shop = typeof demo;
type Mine = () => Promise<void>;
type Word = "Asked" | "Agreed" | "Sent" | "Arrived";

test.describe.configure({ timeout: 240_000 });
test.use({ viewport: { width: 1280, height: 900 } });

/** A shop on the second chain, whose owner the page's visitor is. Its refunds need an approval. */
async function openShop(page: Page, refundMode: "STRICT" | "CONVENIENT"): Promise<Shop> {
  const projects = openProjects(demo);
  const settlementWallet = demo.merchant.address.toLowerCase() as Hex;
  const made = await projects
    .make({ name: "Corner Coffee", refundMode, settlementWallet })
    .finally(() => projects.close());
  await signIn(page, await makePerson({ projectId: made.projectId, role: "OWNER" }));
  return shopOf(demo, made);
}

async function needApproval({ projectId }: Shop): Promise<void> {
  const data = { refundDailyLimitUnits: 0 };
  await withDatabase(({ prisma }) => prisma.project.update({ where: { id: projectId }, data }));
}

/** Mines until it has happened. */
async function mineUntil(mine: Mine, happened: () => Promise<boolean>): Promise<void> {
  await expect
    .poll(
      async () => {
        await mine();
        return happened();
      },
      { timeout: 60_000, intervals: [300] },
    )
    .toBe(true);
}

async function readRefund(shop: Shop, { checkoutId, id }: RefundResource): Promise<RefundResource> {
  const { body } = await getRefunds(shop, checkoutId);
  const found = body.ok ? body.data.find((each) => each.id === id) : undefined;
  if (found === undefined) throw new Error(`${id} is gone`);
  return found;
}

const isPaid = (shop: Shop, id: string) => async () => {
  const answer = await fetch(`${shop.baseUrl}/api/c/${id}`);
  return ((await answer.json()) as { data: { status: string } }).data.status === "PAID";
};

const hasStatus = (shop: Shop, refund: RefundResource, status: RefundStatus) => async () =>
  (await readRefund(shop, refund)).status === status;

async function paidHere(shop: Shop, mine: Mine) {
  const checkout = await pending(shop, million, network);
  await pay(shop, String(checkout.depositAddress), million, network);
  await mineUntil(mine, isPaid(shop, checkout.id));
  return checkout;
}

/**
 * The word of the refund on every page that shows it.
 *
 * @param link the page behind the refund's link
 * @param isWaiting for the shop, so that the inbox has it
 */
async function expectWord(
  page: Page,
  shop: Shop,
  { id, checkoutId }: RefundResource,
  word: Word,
  { link, isWaiting = false }: { link?: string; isWaiting?: boolean } = {},
): Promise<void> {
  const base = `/dashboard/projects/${shop.projectId}`;
  const step = page.getByRole("list", { name: "Progress" }).locator("[aria-current=step]");
  await test.step(`${word} everywhere`, async () => {
    await page.goto(`/c/${checkoutId}`);
    const customers = page.getByText(word === "Arrived" ? "Refund arrived" : `${word}: 0.30 USDC`);
    await expect(customers).toBeVisible();
    await page.goto(`${base}/refunds/${id}`);
    await expect(step).toContainText(word);
    await page.goto(`${base}/checkouts/${checkoutId}`);
    const refunds = page.getByRole("list", { name: "Refunds", exact: true });
    await expect(refunds.getByText(word, { exact: true })).toBeVisible();
    await page.goto(`${base}/refunds`);
    const row = page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) });
    await expect(row.getByText(word, { exact: true })).toBeVisible();
    await page.goto(`${base}/inbox`);
    const waiting = page.getByRole("row").filter({ has: page.locator(`a[href$="${id}"]`) });
    if (isWaiting) await expect(waiting.getByText(`refund: ${word},`)).toBeVisible();
    else {
      await expect(title(page, "Inbox")).toBeVisible();
      await expect(waiting).toHaveCount(0);
    }
    if (link === undefined) return;
    await page.goto(link);
    await expect(step).toContainText(word);
  });
}

async function approve(page: Page, shop: Shop, { id }: RefundResource): Promise<void> {
  await page.goto(`/dashboard/projects/${shop.projectId}/refunds/${id}`);
  await page.getByRole("button", { name: "Approve" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Approve refund" }).click();
  await expect(page.getByRole("dialog")).toBeHidden();
}

const newWallet = () => getAddress(`0x${randomBytes(20).toString("hex")}`);

/**
 * Puts empty blocks in the place of all from the transaction's on, and one more, by which the service learns of it.
 *
 * @returns brings the transaction back, as the network does from its memory
 */
async function takeBlocks(mine: Mine, txHash: Hex): Promise<() => Promise<void>> {
  const ask = <T>(method: string, params: readonly unknown[] = []) =>
    node.request({ method, params } as never) as Promise<T>;
  const raw = await ask<Hex>("eth_getRawTransactionByHash", [txHash]);
  const { blockNumber } = await ask<{ blockNumber: Hex }>("eth_getTransactionReceipt", [txHash]);
  const head = await ask<Hex>("eth_blockNumber");
  await ask("anvil_reorg", [Number(BigInt(head) - BigInt(blockNumber)) + 1, []]);
  await mine();
  return async () => {
    await ask("eth_sendRawTransaction", [raw]);
  };
}

test("by a link, from the customer's request, and over a reorganisation of the service's transaction", async ({
  page,
}) => {
  const shop = await openShop(page, "CONVENIENT");
  await holdBlocks(demo, async (mine) => {
    const checkout = await paidHere(shop, mine);
    const refund = expectRefund(await postRefund(shop, checkout.id, { json: { amount: "300000" } }));
    const link = refund.claimUrl ?? "";
    await expectWord(page, shop, refund, "Agreed", { link, isWaiting: true });

    await page.getByLabel("Your address on Local Two").fill(newWallet());
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: "Yes, send it there" }).click();
    await expect(title(page, "Sent")).toBeVisible({ timeout: 60_000 });
    await expectWord(page, shop, refund, "Sent", { link });

    await mineUntil(mine, hasStatus(shop, refund, "COMPLETED"));
    await expectWord(page, shop, refund, "Arrived", { link });

    const { txHash } = await readRefund(shop, refund);
    const giveBack = await takeBlocks(mine, txHash as Hex);
    await expect.poll(hasStatus(shop, refund, "PROCESSING"), { timeout: 60_000 }).toBe(true);
    await expectWord(page, shop, refund, "Sent", { link });
    await giveBack();
    await mineUntil(mine, hasStatus(shop, refund, "COMPLETED"));
    await expectWord(page, shop, refund, "Arrived", { link });
  });
});

test("by the shop's signature, after an approval, and over a reorganisation of the wallet's transaction", async ({
  page,
}) => {
  const shop = await openShop(page, "STRICT");
  await needApproval(shop);
  await holdBlocks(demo, async (mine) => {
    const checkout = await paidHere(shop, mine);
    const json = { amount: "300000", destinationAddress: newWallet() };
    const refund = expectRefund(await postRefund(shop, checkout.id, { json }));
    await expectWord(page, shop, refund, "Asked", { isWaiting: true });

    await approve(page, shop, refund);
    const token = await signToken(demo, refund.id);
    const link = `/r/${token}`;
    await expectWord(page, shop, refund, "Agreed", { link, isWaiting: true });

    const { body } = await getLink(demo, token);
    if (!body.ok || body.data.call === null) throw new Error(`nothing to sign: ${JSON.stringify(body)}`);
    const { from, to, data } = body.data.call;
    const txHash = await sendFrom(demo, from, { to, data }, chain.chainId);
    await mine();
    expect((await postLink(demo, token, { txHash }, "/transaction")).status).toBe(200);
    await expect.poll(hasStatus(shop, refund, "PROCESSING"), { timeout: 60_000 }).toBe(true);
    await expectWord(page, shop, refund, "Sent", { link });

    await mineUntil(mine, hasStatus(shop, refund, "COMPLETED"));
    await expectWord(page, shop, refund, "Arrived", { link });

    const giveBack = await takeBlocks(mine, txHash);
    await expect.poll(hasStatus(shop, refund, "AWAITING_SIGNATURE"), { timeout: 60_000 }).toBe(true);
    await expectWord(page, shop, refund, "Sent", { link, isWaiting: true });

    await giveBack();
    await mineUntil(mine, hasStatus(shop, refund, "COMPLETED"));
    await expectWord(page, shop, refund, "Arrived", { link });
  });
});

test("to the wallet that paid and proved itself", async ({ page }) => {
  const shop = await openShop(page, "CONVENIENT");
  await needApproval(shop);
  await holdBlocks(demo, async (mine) => {
    const mining = setInterval(() => void mine(), 300);
    const checkout = await paidBySignature(shop, million, network).finally(() => clearInterval(mining));
    const refund = expectRefund(await postRefund(shop, checkout.id, { json: { amount: "300000" } }));
    expect(refund.destinationAddress).toBe(getAddress(demo.payer.address));
    await expectWord(page, shop, refund, "Asked", { isWaiting: true });
    await approve(page, shop, refund);
    await expect.poll(hasStatus(shop, refund, "PROCESSING"), { timeout: 60_000 }).toBe(true);
    await expectWord(page, shop, refund, "Sent");
    await mineUntil(mine, hasStatus(shop, refund, "COMPLETED"));
    await expectWord(page, shop, refund, "Arrived");
  });
});
