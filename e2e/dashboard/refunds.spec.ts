import { randomBytes } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { createTestClient, getAddress, http, publicActions } from "viem";
import { freshForMs } from "@/lib/accounts/account.schema";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { qrHolds } from "../checkout/qr";
import { untilStatus } from "../support/api";
import { balanceOf, chainOf, pay } from "../support/chain";
import { clicksOf, countClicks, makePerson, postAction, signIn } from "../support/dashboard";
import { expect, expectFit, test, title } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import {
  expectRefund,
  getRefunds,
  makeMerchantShop,
  paid,
  pending,
  postCancel,
  postRefund,
} from "../support/refunds";
import { manifest, withDatabase } from "../support/stack";

const demo = manifest();
const million = 1_000_000n;
const newWallet = () => getAddress(`0x${randomBytes(20).toString("hex")}`);

const amountOf = (page: Page) => page.getByLabel("Amount");

/** A session whose person must show again who they are. */
async function makeStale(userId: string): Promise<void> {
  const authenticatedAt = new Date(Date.now() - freshForMs - 60_000);
  await withDatabase(({ prisma }) =>
    prisma.session.updateMany({ where: { userId }, data: { authenticatedAt } }),
  );
}

/** Addresses that the page shows, names or links without their checksum. */
async function wrongAddresses(page: Page): Promise<string[]> {
  const shown = await page
    .locator("main *")
    .evaluateAll((elements) =>
      elements.flatMap((element) => [
        ...[...element.childNodes].flatMap((node) => (node.nodeType === 3 ? [node.nodeValue ?? ""] : [])),
        ...["title", "href", "value"].map((name) => element.getAttribute(name) ?? ""),
      ]),
    );
  const found = shown.flatMap((text) => text.match(/\b0x[0-9a-fA-F]{40}\b/g) ?? []);
  return found.filter((address) => address !== getAddress(address.toLowerCase()));
}

test.describe("money that goes back, and on", () => {
  // A mistyped address is refused, a proof of identity asked for, and a hash handed in before its block is there.
  test.use({ expectedComplaint: /40[034]/ });
  test.setTimeout(360_000);

  test("an owner accepts, refunds with the merchant's wallet, cancels, and sweeps the rest", async ({
    page,
    context,
  }) => {
    const shop = await makeMerchantShop(demo, "STRICT");
    const base = `/dashboard/projects/${shop.projectId}`;
    const [checkout, late, owner] = await Promise.all([
      paid(shop, 4n * million),
      pending(shop, million, { itemName: "Oat flat white", referenceId: "order-late" }),
      makePerson({ projectId: shop.projectId, role: "OWNER" }),
    ]);
    expect((await postCancel(shop, late.id)).status).toBe(200);
    await pay(shop, String(late.depositAddress), million);
    await pay(shop, String(checkout.depositAddress), 7_000_000n, { symbol: "USDT" });
    await untilStatus(shop, late.id, "LATE_PAID");
    await signIn(page, owner);

    // Late: nothing is shipped for it until someone says so.
    await page.goto(`${base}/late`);
    await expect(page).toHaveURL(/\/inbox\?kind=late$/);
    const row = page.getByRole("row").filter({ hasText: "order-late" });
    await expect(row.getByText("1.00 USDC", { exact: true })).toBeVisible();
    await expect(row.getByText("You cancelled the order: refund.")).toBeVisible();
    await row.getByLabel(/^Other choices/).click();
    await row.getByRole("button", { name: /^Accept/ }).click();
    await page.getByRole("button", { name: "Confirm" }).click();
    await expect(page.getByText("Accepted")).toBeVisible();
    await page.getByRole("button", { name: "Close" }).click();
    await expect(page.getByText("order-late")).toHaveCount(0);

    // To an address that the customer gave, in two clicks: the merchant's wallet is found, and sends it from the sheet.
    const to = newWallet();
    await page.goto(`${base}/checkouts/${checkout.id}`);
    await countClicks(page);
    await page.getByRole("link", { name: "Refund", exact: true }).click();
    const sheet = page.getByRole("dialog");
    const amount = sheet.getByLabel("Amount");
    await expect(amount).toHaveValue("4.00");
    await amount.fill("0.30");
    await sheet.getByLabel("To this address").fill(to);
    await sheet.getByLabel("Reason").fill('=HYPERLINK("https://evil.example")');
    await expectFit(page);
    await keepLooks(page, "dashboard-refund-form");
    await sheet.getByRole("button", { name: "Refund 0.30 USDC" }).click();
    await expect(sheet.getByText("Arrived", { exact: true })).toBeVisible({ timeout: 60_000 });
    expect(await clicksOf(page)).toBe(2);
    await keepLooks(page, "dashboard-refund-done");
    expect(await balanceOf(shop, to)).toBe(300_000n);
    await sheet.getByRole("link", { name: "View refund" }).click();
    await expect(page.getByText("Arrived", { exact: true }).first()).toBeVisible();

    // A mistake in the form is told before a password is asked for; then it asks, and goes on by itself.
    await page.goto(`${base}/refunds/new?checkout=${checkout.id}&type=duplicate`);
    await amountOf(page).fill("3.71");
    await page.getByRole("button", { name: "Refund 3.71 USDC" }).click();
    const message = await amountOf(page).evaluate((field: HTMLInputElement) => field.validationMessage);
    expect(message).toContain("At most 3.70");
    await amountOf(page).fill("0.20");
    await makeStale(owner.userId);
    await page.getByLabel("To this address").fill("0xnobody");
    await page.getByRole("button", { name: "Refund 0.20 USDC" }).click();
    await expect(page.getByText(/must be 0x and 40 hex digits/i).first()).toBeVisible();
    await expect(page.getByRole("dialog")).toHaveCount(0);
    await page.getByLabel("To this address").fill(to);
    await page.getByRole("button", { name: "Refund 0.20 USDC" }).click();
    await page.getByRole("dialog").getByLabel("Password").fill(owner.password);
    await page.getByRole("dialog").getByRole("button", { name: "Continue" }).click();
    await expect(page.getByText("Arrived", { exact: true })).toBeVisible({ timeout: 60_000 });
    expect(await balanceOf(shop, to)).toBe(500_000n);

    // Or on the page made for it, on the device that has the wallet.
    const json = { amount: "200000", destinationAddress: to };
    const byServer = expectRefund(await postRefund(shop, checkout.id, { json }));
    await page.goto(`${base}/refunds/${byServer.id}`);
    await expect(page.getByText("needs your signature").first()).toBeVisible();
    await page.getByRole("button", { name: "Sign with wallet" }).click();
    const opened = context.waitForEvent("page");
    await page.getByRole("link", { name: "Open the signing page" }).click();
    const signing = await opened;
    await signing.getByRole("button", { name: "Connect wallet" }).click();
    await signing.getByRole("button", { name: "Demo merchant wallet" }).click();
    await signing.getByRole("button", { name: "Send 0.20 USDC" }).click();
    await expect(title(signing, "Arrived")).toBeVisible({ timeout: 60_000 });
    await signing.close();
    expect(await balanceOf(shop, to)).toBe(700_000n);

    // Without an address the customer's link is shown once, waits in the list, and can be taken back.
    await page.goto(`${base}/checkouts/${checkout.id}`);
    await page.getByRole("link", { name: "Refund", exact: true }).click();
    await expect(amount).toHaveValue("3.30");
    await sheet.getByRole("button", { name: "Refund 3.30 USDC" }).click();
    const link = await sheet.locator("code").textContent();
    expect(link).toMatch(/\/r\/[\w-]{43}$/);
    const code = sheet.getByRole("img", { name: "QR code of the link" });
    expect(await qrHolds(code, String(link))).toBe(true);
    await expect(sheet.getByText("Your refund of 3.30 USDC")).toContainText(String(link));
    await expectFit(page);
    await keepLooks(page, "dashboard-refund-claim");
    // The customer sees which purchase it is, and the sheet that they gave an address.
    const customer = await context.newPage();
    await customer.goto(String(link));
    await expect(customer.getByText("Purchase", { exact: true })).toBeVisible();
    await expect(customer.getByText("4.00 USDC", { exact: true })).toBeVisible();
    await keepLooks(customer, "refund-claim-purchase");
    await customer.close();
    await page.goto(`${base}/refunds`);
    await expect(page.getByRole("row")).toHaveCount(5);
    await expectFit(page);
    await keepLooks(page, "dashboard-refunds");
    const file = await (await page.request.get(`/api${base}/refunds.csv?status=completed`)).text();
    expect(file).toContain(`"'=HYPERLINK(""https://evil.example"")"`);
    expect(file.trim().split("\r\n")).toHaveLength(4);
    await page.getByRole("link", { name: "Waiting", exact: true }).click();
    await expect(page).toHaveURL(/status=waiting$/);
    await page.getByRole("link", { name: /3\.30 USDC/ }).click();
    await page.getByRole("button", { name: "New link" }).click();
    await page.getByRole("button", { name: "Create link" }).click();
    await expect(page.locator("code", { hasText: `${demo.baseUrl}/r/` })).not.toHaveText(String(link));
    await page.getByRole("button", { name: "Cancel refund" }).first().click();
    await page.getByRole("dialog").getByRole("button", { name: "Cancel refund" }).click();
    await expect(page.getByText("Cancelled").first()).toBeVisible();

    // What is left goes on, the stray with it.
    await page.goto(`${base}/strays`);
    await expect(page).toHaveURL(/\/inbox\?kind=stray$/);
    await expect(page.getByText("7.00 USDT")).toBeVisible();
    await expectFit(page);
    await page.goto(`${base}/settlements`);
    await expect(page.getByText("4.30 USDC").first()).toBeVisible();
    await expect(page.getByText("Ready for “Pay out now”.").first()).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "dashboard-unswept");
    await page.getByRole("button", { name: "Pay out now on Local", exact: true }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Pay out now" }).click();
    await expect(page.getByText("Paying out 3 payments.")).toBeVisible();
    await page.getByRole("dialog").getByRole("button", { name: "Close" }).last().click();
    await expect(async () => {
      await page.reload();
      const soon = { timeout: 1_000 };
      const row = page.getByRole("row").filter({ hasText: "4.30 USDC" });
      await expect(row.getByText("Completed")).toBeVisible(soon);
      // Read beside the list, perhaps a moment before; the page does not look again once all is completed.
      await expect(page.getByText("All payments have been paid out.")).toBeVisible(soon);
    }).toPass({ timeout: 90_000 });
    await expectFit(page);
    await keepLooks(page, "dashboard-settlements");
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Export for hledger" }).click();
    const journal = await downloading;
    expect(journal.suggestedFilename()).toMatch(/^movements-\d{4}-\d\d-\d\d\.journal$/);
    expect(await readFile(await journal.path(), "utf8")).toContain(
      `; Movements of ${shop.projectId}, booked before`,
    );
    await page.goto(`${base}/settlements?from=2090-01-01&to=&books=csv`);
    await expect(
      page.getByText("Choose a period that begins before it ends, and in the past."),
    ).toBeVisible();
    await expect(page.getByLabel("From", { exact: true })).toHaveValue("2090-01-01");
    await expectFit(page);
    await page.getByRole("link", { name: /4\.30 USDC/ }).click();
    await expect(page.getByRole("row")).toHaveCount(4);
    await expectFit(page);
    await keepLooks(page, "dashboard-settlement");
    expect(await untilStatus(shop, late.id, "SETTLED")).toBeTruthy();
  });

  test("an owner approves what the page showed: the whole address, the requester, and the reason", async ({
    page,
  }) => {
    const shop = await makeMerchantShop(demo, "CONVENIENT");
    const base = `/dashboard/projects/${shop.projectId}`;
    const [checkout, owner] = await Promise.all([
      paid(shop, 600n * million),
      makePerson({ projectId: shop.projectId, role: "OWNER" }),
    ]);
    const to = newWallet();
    const json = { destinationAddress: to.toLowerCase(), reason: "The machine broke." };
    const refund = expectRefund(await postRefund(shop, checkout.id, { json }));
    expect(refund).toMatchObject({ status: "AWAITING_APPROVAL", amount: String(600n * million) });
    await signIn(page, owner);
    const detail = `${base}/refunds/${refund.id}`;
    const requester = `Your server, with the key ending in ${shop.serverKey.slice(-4)}`;
    await page.goto(detail);
    for (const text of [to, requester, json.reason])
      await expect(page.getByText(text, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Approve" }).click();
    const dialog = page.getByRole("dialog");
    for (const text of [to, requester, json.reason])
      await expect(dialog.getByText(text, { exact: true })).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "dashboard-refund-approval");

    // Someone else's page showed another address: what it confirms is not what would be paid.
    const approve = (destinationAddress: string) =>
      postAction(page, `/api${base}/actions/approveRefund`, { refundId: refund.id, destinationAddress });
    for (const other of [newWallet(), newWallet().toLowerCase()])
      expect(await (await approve(other)).json()).toMatchObject({
        ok: false,
        error: { code: "REFUND_NOT_APPROVABLE" },
      });
    await dialog.getByRole("button", { name: "Approve refund" }).click();
    await expect(page.getByText("Agreed: an owner approved it")).toBeVisible();
    await expect.poll(() => balanceOf(shop, to), { timeout: 60_000, intervals: [300] }).toBe(600n * million);

    for (const place of [
      detail,
      `${base}/refunds`,
      `${base}/checkouts/${checkout.id}`,
      `${base}/settings/wallet`,
    ]) {
      await page.goto(place);
      await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
      expect(await wrongAddresses(page), place).toEqual([]);
    }
  });

  test("in convenient mode the service sends it, and the merchant's wallet sweeps the unlisted token", async ({
    page,
  }) => {
    const shop = await makeMerchantShop(demo, "CONVENIENT");
    const base = `/dashboard/projects/${shop.projectId}`;
    const [checkout, admin] = await Promise.all([
      paid(shop, million),
      makePerson({ projectId: shop.projectId, role: "ADMIN" }),
    ]);
    await signIn(page, admin);
    const to = newWallet();
    const input = { checkoutId: checkout.id, amount: "200000", destinationAddress: to };
    const answer = await postAction(page, `/api${base}/actions/requestRefund`, input);
    expect(await answer.json()).toMatchObject({ ok: true, data: { status: "PENDING", claimUrl: null } });
    const status = async () => {
      const { body } = await getRefunds(shop, checkout.id);
      return body.ok ? body.data[0]?.status : body.error.code;
    };
    await expect.poll(status, { timeout: 60_000, intervals: [300] }).toBe("COMPLETED");
    expect(await balanceOf(shop, to)).toBe(200_000n);

    // The chain's own coin has no log; the daily look at balances finds it.
    const { chainId, rpcUrl } = chainOf(shop);
    const amountWei = 5n * 10n ** 15n;
    const depositAddress = String(checkout.depositAddress) as Hex;
    const node = createTestClient({ mode: "anvil", transport: http(rpcUrl) }).extend(publicActions);
    await node.setBalance({ address: depositAddress, value: amountWei });
    await withDatabase((database) =>
      createBalanceStore(database).noteNative(
        chainId,
        1n,
        [{ checkoutId: checkout.id, amountWei }],
        new Date(),
      ),
    );
    await page.goto(`${base}/inbox?kind=stray`);
    await expect(page.getByText("0.005 ETH")).toBeVisible();
    await page.getByRole("button", { name: "Sign the payout" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "Demo merchant wallet" }).click();
    await expectFit(page);
    await keepLooks(page, "dashboard-sign-sweep");
    await dialog.getByRole("button", { name: "Send the payout" }).click();
    await expect(dialog.getByText("Sent. The payments show as paid out")).toBeVisible({ timeout: 30_000 });
    const left = () => node.getBalance({ address: depositAddress });
    await expect.poll(left, { timeout: 30_000, intervals: [300] }).toBe(0n);
  });
});
