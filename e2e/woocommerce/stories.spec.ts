import { type Browser, type BrowserContext, expect, type Page, test } from "@playwright/test";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { call, createCheckout, getCheckout, untilStatus } from "../support/api";
import { pay } from "../support/chain";
import { endTime } from "../support/checkout-states";
import { payAsMerchant, postLink } from "../support/refund-links";
import { customer } from "../support/refunds";
import {
  choose,
  deliveryTo,
  payCheckout,
  printAfterFailure,
  resend,
  serverApi,
} from "../support/shop-plugins";
import { type OwnStack, startOwnStack } from "../support/stack";
import { type CheckoutPage, openShop, type Shop, type Storage } from "./shop";

const source = process.env.WOOCOMMERCE_DIR ?? "";

let stack: OwnStack;
let shop: Shop;
let webhookUrl: string;
let product: number;
/** The merchant, signed in: WordPress loses one of two sessions that begin at once. */
let merchant: BrowserContext;

test.beforeAll(async () => {
  if (source === "")
    throw new Error("WOOCOMMERCE_DIR names no shop: integrations/woocommerce/README.md says how to get one");
  const port = await findLastingPort();
  webhookUrl = `http://127.0.0.1:${port}/wp-json/stablecoin-checkout/v1/webhook`;
  stack = await startOwnStack({ extraWebhookUrl: webhookUrl });
  shop = await openShop(source, port);
});
test.afterAll(async () => {
  await shop?.close();
  await stack?.stop();
});
printAfterFailure(() => shop?.lastLines());

const demo = () => stack.manifest;

for (const storage of ["tables", "posts"] as const)
  test.describe(`orders in ${storage}`, () => {
    test.beforeAll(async ({ browser }) => {
      const installed = await shop.install(storage);
      product = installed.product;
      console.log(`${installed.versions}; orders in ${storage}`);
      merchant = await signIn(browser);
      await connect();
    });

    test("WooCommerce warns of no incompatibility", async () => {
      expect(await shop.incompatible()).toEqual([]);
      const admin = await merchant.newPage();
      await admin.goto(`${shop.url}/wp-admin/plugins.php`);
      await expect(admin.getByText("Stablecoin Checkout for WooCommerce").first()).toBeVisible();
      await expect(admin.getByText("incompatible")).toHaveCount(0);
    });

    for (const kind of ["classic", "block"] as const)
      test(`the ${kind} checkout is paid once, and refunded from the order's screen`, async ({ page }) => {
        const { id, checkoutId } = await buy(page, kind);
        expect(await shop.order(id)).toMatchObject({
          status: "pending",
          checkoutId,
          isInTables: storage === "tables",
        });
        await expect(page.getByText("12.50").first()).toBeVisible();
        // A customer who comes back and orders again pays the same checkout.
        await openCheckoutPage(page, kind);
        await order(page);
        await page.waitForURL(`${demo().baseUrl}/c/${checkoutId}`);

        await payCheckout(demo(), checkoutId);
        await page.getByRole("link", { name: /^Return to / }).click();
        await page.waitForURL(/order-received/);
        await expect(page.getByText("your order has been received").first()).toBeVisible();
        await untilStatusOf(id, "processing");
        const { paymentTxHash } = await untilStatus(demo(), checkoutId, "SETTLED");
        await Promise.all([1, 2].map(() => resendPaid(checkoutId)));
        const paid = await shop.order(id);
        expect(paid).toMatchObject({ status: "processing", transaction: paymentTxHash });
        expect(paid.notes.filter((note) => note.includes("to Processing"))).toHaveLength(1);

        for (const part of ["5", "7.50"]) await refundOnScreen(storage, id, part);
        const { data: refunds } = await serverApi(demo()).listRefunds(checkoutId);
        const amount = BigInt((await getCheckout(demo(), checkoutId)).amount ?? 0);
        expect(refunds.map((refund) => BigInt(refund.amount)).sort()).toEqual(
          [(amount * 2n) / 5n, (amount * 3n) / 5n].sort(),
        );
        const asked = await shop.order(id);
        expect(asked).toMatchObject({ status: "on-hold", refunds: ["7.50", "5.00"] });
        expect(await shop.mails()).not.toMatch(refundMail(id));
        for (const [, token = ""] of asked.notes.join("\n").matchAll(/\/r\/([\w-]+)/g))
          await postLink(demo(), token, { destinationAddress: customer });
        // The money is in the merchant's wallet already.
        for (const refund of refunds) {
          const { token, txHash } = await payAsMerchant(demo(), refund.id);
          await postLink(demo(), token, { txHash }, "/transaction");
        }
        await untilStatusOf(id, "refunded");
        const { notes } = await shop.order(id);
        expect(notes.filter((note) => note.includes("is sent and final"))).toHaveLength(2);
        await expect.poll(async () => (await shop.mails()).match(refundMail(id))?.length).toBe(2);
      });

    test("neither a cheaper checkout, nor a browser's at the right price, nor a forged webhook pays an order", async ({
      page,
    }) => {
      const { id, checkoutId } = await buy(page, "block");
      const { key } = await shop.order(id);
      const forged = { referenceId: `woocommerce-${id}`, metadata: { orderKey: key } };
      const price = { fiatAmount: "12.50", fiatCurrency: "USD" };
      const cheap = await createCheckout(demo(), { ...forged, ...price, fiatAmount: "1.00" });
      const { body } = await call<{ id: string }>(
        `${demo().baseUrl}/dashboard/projects/${demo().projectId}/checkouts`,
        { method: "POST", json: { ...forged, ...price }, headers: { "x-api-key": demo().apiKey } },
      );
      if (!body.ok) throw new Error(JSON.stringify(body));
      for (const foreign of [cheap, body.data]) {
        await payCheckout(demo(), foreign.id);
        await expect.poll(() => deliveryStatus("checkout.paid", foreign.id)).toBe("DELIVERED");
        const { status, transaction, checkoutId: kept, notes } = await shop.order(id);
        expect({ status, transaction, kept }).toEqual({
          status: "pending",
          transaction: "",
          kept: checkoutId,
        });
        expect(notes.join()).toContain(`checkout ${foreign.id}, which`);
      }
      const event = { event: "checkout.paid", data: { checkoutId, referenceId: `woocommerce-${id}` } };
      const headers = { "x-svc-signature": `t=${Math.floor(Date.now() / 1_000)},v1=${"0".repeat(64)}` };
      const answer = await fetch(webhookUrl, { method: "POST", headers, body: JSON.stringify(event) });
      expect(answer.status).toBe(401);
      expect((await shop.order(id)).status).toBe("pending");
    });

    test("a customer whose checkout expired pays the order by another", async ({ page }) => {
      const { id, checkoutId } = await buy(page, "block");
      await endTime(demo(), [checkoutId]);
      await untilStatus(demo(), checkoutId, "EXPIRED");
      await expect
        .poll(async () => (await shop.order(id)).notes)
        .toContain(`Checkout ${checkoutId} expired.`);
      const { status, payUrl } = await shop.order(id);
      expect(status).toBe("pending");
      await page.goto(payUrl);
      await page.locator("label", { hasText: "USDC / USDT" }).click();
      await page.getByRole("button", { name: "Pay for order" }).click();
      await page.waitForURL(/\/c\/chk_/);
      const second = checkoutOn(page);
      expect(second).not.toBe(checkoutId);
      await payCheckout(demo(), second);
      await untilStatusOf(id, "processing");
    });

    test("a payment on its way to a cancelled order holds it", async ({ page }) => {
      const { id, checkoutId } = await buy(page, "block");
      const { depositAddress, amount } = await choose(demo(), checkoutId);
      const admin = await openOrder(storage, id);
      await admin.locator("#order_status").selectOption("wc-cancelled", { force: true });
      await admin.locator("button.save_order").click();
      await expect(admin.getByText("Order updated.")).toBeVisible();
      expect(await getCheckout(demo(), checkoutId)).toMatchObject({ status: "CANCELLED" });
      await pay(demo(), depositAddress, amount);
      await untilStatus(demo(), checkoutId, "LATE_PAID");
      await untilStatusOf(id, "on-hold");
      await serverApi(demo()).acceptPayment(checkoutId);
      await expect.poll(async () => (await shop.order(id)).notes.join()).toContain("was cancelled, and its");
      expect((await shop.order(id)).status).toBe("on-hold");
    });

    test("an order that is thrown away can't be paid", async ({ page }) => {
      const { id, checkoutId } = await buy(page, "block");
      const admin = await openOrder(storage, id);
      await admin.getByRole("link", { name: "Move to Trash" }).click();
      await untilStatus(demo(), checkoutId, "CANCELLED");
    });

    test("PHP complains of nothing in the plugin", async () => {
      expect(await shop.complaints()).toEqual([]);
    });
  });

/** Saves the settings on their page, which says what is wrong with them. */
async function connect(): Promise<void> {
  const admin = await merchant.newPage();
  await admin.goto(
    `${shop.url}/wp-admin/admin.php?page=wc-settings&tab=checkout&section=stablecoin_checkout`,
  );
  await admin.getByLabel("Enable", { exact: true }).check();
  await admin.getByLabel("Service").fill(demo().baseUrl);
  await admin.getByLabel("Webhook secret").fill(demo().webhookSecret);
  for (const [key, answer] of [
    ["svc_server_unknown", "The server key: "],
    [demo().serverKey, "The service answers, its key has the rights"],
  ] as const) {
    await admin.getByLabel("Server key").fill(key);
    await admin.getByRole("button", { name: "Save changes" }).click();
    await expect(admin.getByText(answer)).toBeVisible();
    await admin.waitForLoadState();
  }
}

async function openCheckoutPage(page: Page, kind: CheckoutPage): Promise<void> {
  await page.goto(await shop.checkoutPage(kind));
}

/** A guest puts a mug into the cart, orders it, and lands on the service's page. */
async function buy(page: Page, kind: CheckoutPage): Promise<{ id: number; checkoutId: string }> {
  await page.goto(`${shop.url}/?add-to-cart=${product}`);
  await openCheckoutPage(page, kind);
  const field = (name: string) => page.locator(kind === "classic" ? `#billing_${name}` : `#billing-${name}`);
  await page.locator(kind === "classic" ? "#billing_email" : "#email").fill("ada@example.com");
  await field("first_name").fill("Ada");
  await field("last_name").fill("Lovelace");
  await field("address_1").fill("1 Main Street");
  await field("city").fill("Springfield");
  await field("postcode").fill("90001");
  await order(page);
  await page.waitForURL(/\/c\/chk_/);
  const checkoutId = checkoutOn(page);
  const { referenceId } = await getCheckout(demo(), checkoutId);
  return { id: Number(referenceId?.replace("woocommerce-", "")), checkoutId };
}

async function order(page: Page): Promise<void> {
  await page.locator("label", { hasText: "USDC / USDT" }).click();
  await page.getByRole("button", { name: "Place order" }).click();
}

/** The customer's, about a part or all. */
const refundMail = (id: number) => new RegExp(`^Subject: .*#${id} has been .*refunded`, "gm");

const checkoutOn = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";

async function signIn(browser: Browser): Promise<BrowserContext> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${shop.url}/wp-login.php`);
  await page.getByLabel("Username or Email Address").fill("merchant");
  await page.getByLabel("Password", { exact: true }).fill(shop.password);
  await page.getByRole("button", { name: "Log In" }).click();
  await page.waitForURL(/wp-admin/);
  return context;
}

const orderUrl = (storage: Storage, id: number) =>
  storage === "tables" ? `admin.php?page=wc-orders&action=edit&id=${id}` : `post.php?post=${id}&action=edit`;

async function openOrder(storage: Storage, id: number): Promise<Page> {
  const page = await merchant.newPage();
  await page.goto(`${shop.url}/wp-admin/${orderUrl(storage, id)}`);
  return page;
}

/** As the merchant does, on the order's screen in wp-admin. */
async function refundOnScreen(storage: Storage, id: number, amount: string): Promise<void> {
  const screen = await openOrder(storage, id);
  screen.on("dialog", (dialog) => dialog.accept());
  await screen.getByRole("button", { name: "Refund", exact: true }).click();
  await screen.locator("#refund_amount").fill(amount);
  const rows = screen.locator("tr.refund");
  const before = await rows.count();
  await screen.getByRole("button", { name: /^Refund .* via Stablecoin Checkout/ }).click();
  await expect(rows).toHaveCount(before + 1);
  await expect(screen.locator("#stablecoin-checkout")).toContainText("the customer has to name a wallet");
}

async function untilStatusOf(id: number, status: string): Promise<void> {
  await expect.poll(async () => (await shop.order(id)).status).toBe(status);
}

const deliveryStatus = async (kind: string, checkoutId: string) =>
  (await deliveryTo(demo(), webhookUrl, { kind, checkoutId }))?.status;
const resendPaid = (checkoutId: string) => resend(demo(), webhookUrl, { kind: "checkout.paid", checkoutId });
