import { randomBytes } from "node:crypto";
import type { Page } from "@playwright/test";
import { getAddress } from "viem";
import type { DemoManifest } from "@/lib/demo/identity";
import { shortHex } from "@/lib/platform/values/hex.rules";
import { changeAccount, installWallet, methodsAsked } from "../checkout/scripted-wallet";
import { untilStatus } from "../support/api";
import { balanceOf, pay } from "../support/chain";
import { clicksOf, countClicks, makePerson, postAction, signIn } from "../support/dashboard";
import { expect, expectFit, test } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { getRefunds, makeMerchantShop, paid, paidBySignature, pending, postCancel } from "../support/refunds";
import { manifest } from "../support/stack";

const demo = manifest();
const million = 1_000_000n;

type Act = (name: "acceptPayment" | "sweepNow", input: object) => Promise<void>;
type Start = { page: Page; base: string; checkoutId: string };

type Flow = {
  what: string;
  /** What is refunded, as the form and its button write it. */
  amount: string;
  units: bigint;
  /** Pays the checkout. @returns its id */
  receive(shop: DemoManifest): Promise<string>;
  /** Before it is swept. */
  accept?(act: Act, checkoutId: string): Promise<void>;
  /** The click that opens the form. */
  open(start: Start, isSettled: boolean): Promise<void>;
};

async function openFromCheckout({ page, base, checkoutId }: Start, button: string): Promise<void> {
  await page.goto(`${base}/checkouts/${checkoutId}`);
  await countClicks(page);
  await page.getByRole("link", { name: button, exact: true }).click();
}

const flows: Flow[] = [
  {
    what: "a whole payment",
    amount: "1.00",
    units: million,
    receive: async (shop) => (await paid(shop, million)).id,
    open: (start) => openFromCheckout(start, "Refund"),
  },
  {
    what: "an excess",
    amount: "2.00",
    units: 2n * million,
    receive: async (shop) => (await paid(shop, million, 3n * million)).id,
    open: (start) => openFromCheckout(start, "Refund excess"),
  },
  {
    what: "a late payment",
    amount: "1.00",
    units: million,
    receive: async (shop) => {
      const { id, depositAddress } = await pending(shop, million);
      expect((await postCancel(shop, id)).status).toBe(200);
      await pay(shop, String(depositAddress), million);
      await untilStatus(shop, id, "LATE_PAID");
      return id;
    },
    // Only an accepted payment is swept.
    accept: (act, checkoutId) => act("acceptPayment", { checkoutId, amount: million.toString() }),
    open: (start) => openFromCheckout(start, "Refund"),
  },
];

/** Each payment from its own page, before and after the sweep. */
const cases = flows.flatMap((flow) => [false, true].map((isSettled) => ({ ...flow, isSettled })));

test.describe("an owner refunds the prefilled amount in two clicks:", () => {
  // A hash is submitted before its block exists.
  test.use({ expectedComplaint: /404/ });
  test.describe.configure({ mode: "parallel" });

  for (const { what, amount, units, receive, accept, open, isSettled } of cases)
    test(`${what}, ${isSettled ? "after" : "before"} the sweep`, async ({ page }) => {
      const shop = await makeMerchantShop(demo, "STRICT");
      const base = `/dashboard/projects/${shop.projectId}`;
      const [checkoutId, owner] = await Promise.all([
        receive(shop),
        makePerson({ projectId: shop.projectId, role: "OWNER" }),
      ]);
      await signIn(page, owner);
      const act: Act = async (name, input) => {
        const answer = await postAction(page, `/api${base}/actions/${name}`, input);
        expect(answer.ok(), await answer.text()).toBe(true);
      };
      if (isSettled) {
        await accept?.(act, checkoutId);
        await act("sweepNow", { kind: "checkout", checkoutId });
        await untilStatus(shop, checkoutId, "SETTLED");
      }
      const to = getAddress(`0x${randomBytes(20).toString("hex")}`);
      await open({ page, base, checkoutId }, isSettled);
      await expect(page.getByLabel("Amount")).toHaveValue(amount);
      await page.getByLabel("To this address").fill(to);
      await page.getByRole("button", { name: `Refund ${amount} USDC` }).click();
      await expect.poll(() => balanceOf(shop, to), { timeout: 60_000 }).toBe(units);
      await expect(page.getByText("Arrived", { exact: true }).locator("visible=true").first()).toBeVisible({
        timeout: 60_000,
      });
      expect(await clicksOf(page)).toBe(2);
      await expectFit(page);
      await keepLooks(page, `refund-${what.replaceAll(" ", "-")}-${isSettled ? "settled" : "unswept"}`);
    });
});

test.describe("a payment by signature goes back to the wallet that signed, in two clicks:", () => {
  // A hash is submitted before its block exists.
  test.use({ expectedComplaint: /404/ });
  const label = `Refund 1.00 USDC to ${shortHex(getAddress(demo.payer.address))}`;

  async function openCheckout(page: Page, refundMode: "STRICT" | "CONVENIENT") {
    const shop = await makeMerchantShop(demo, refundMode);
    const [{ id }, owner] = await Promise.all([
      paidBySignature(shop, million),
      makePerson({ projectId: shop.projectId, role: "OWNER" }),
    ]);
    await signIn(page, owner);
    await page.goto(`/dashboard/projects/${shop.projectId}/checkouts/${id}`);
    await expect(page.getByRole("link", { name: label })).toBeVisible();
    await expectFit(page);
    await countClicks(page);
    return { shop, id };
  }

  async function expectRefunded(shop: DemoManifest, id: string) {
    await untilStatus(shop, id, "REFUNDED");
    const { body } = await getRefunds(shop, id);
    expect(body).toMatchObject({
      data: [{ status: "COMPLETED", amount: "1000000", destinationAddress: getAddress(demo.payer.address) }],
    });
  }

  test("an opened sheet creates nothing, and closed after the wallet's refusal it withdraws the refund", async ({
    page,
  }) => {
    const account = demo.merchant.address;
    await installWallet(page, { account, chainId: 31337, rpcAccount: account, isKnown: true, send: [4001] });
    const { shop, id } = await openCheckout(page, "STRICT");
    const statuses = async () => {
      const { body } = await getRefunds(shop, id);
      return (body as { data: { status: string }[] }).data.map(({ status }) => status);
    };
    const sheet = page.getByRole("dialog");
    await page.getByRole("link", { name: label }).click();
    await expect(sheet.getByText(getAddress(demo.payer.address))).toBeVisible();
    await sheet.getByRole("button", { name: "Close" }).click();
    expect(await statuses()).toEqual([]);
    await page.getByRole("link", { name: label }).click();
    await sheet.getByRole("button", { name: "Refund 1.00 USDC" }).click();
    await expect(sheet.getByRole("button", { name: "Try again" })).toBeVisible();
    expect(await statuses()).toEqual(["AWAITING_SIGNATURE"]);
    await sheet.getByRole("button", { name: "Close" }).click();
    await expect.poll(statuses).toEqual(["CANCELLED"]);
    await expect(page.getByRole("link", { name: label })).toBeVisible();
  });

  test("two presses, and one confirmation in the merchant's wallet", async ({ page }) => {
    const account = demo.merchant.address;
    await installWallet(page, { account, chainId: 31337, rpcAccount: account, isKnown: true });
    const { shop, id } = await openCheckout(page, "STRICT");
    await keepLooks(page, "refund-to-payer");
    await page.getByRole("link", { name: label }).click();
    const sheet = page.getByRole("dialog");
    await sheet.getByRole("button", { name: "Refund 1.00 USDC" }).click();
    await expect(sheet.getByText("Arrived", { exact: true })).toBeVisible({ timeout: 60_000 });
    // One state at a time.
    await expect(sheet.getByText(/^(Asked|Agreed|Sent)/)).toHaveCount(0);
    expect(await clicksOf(page)).toBe(2);
    // Another account, and the right one again, neither asks nor offers to send it again.
    for (const next of [demo.payer.address, account]) {
      await changeAccount(page, next);
      await expect(sheet.getByRole("button", { name: "Try again" })).toHaveCount(0);
    }
    const confirmations = (await methodsAsked(page)).filter((method) => method === "eth_sendTransaction");
    expect(confirmations).toHaveLength(1);
    await expectRefunded(shop, id);
  });

  test("two presses when the service sends it", async ({ page }) => {
    const { shop, id } = await openCheckout(page, "CONVENIENT");
    await page.getByRole("link", { name: label }).click();
    const sheet = page.getByRole("dialog");
    await expect(sheet.getByText(getAddress(demo.payer.address))).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "refund-to-payer-confirm");
    await sheet.getByRole("button", { name: "Refund 1.00 USDC" }).click();
    await expect(sheet.getByText("Arrived", { exact: true })).toBeVisible({ timeout: 60_000 });
    expect(await clicksOf(page)).toBe(2);
    await expectRefunded(shop, id);
  });
});
