import { execFile } from "node:child_process";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Webhook } from "standardwebhooks";
import { getAddress } from "viem";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import type { RefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { verifyWebhook } from "@/lib/generated/client/verify-webhook";
import type { EventKind } from "@/lib/webhooks/events.rules";
import { installWallet } from "../checkout/scripted-wallet";
import { getCheckout, untilStatus } from "../support/api";
import { balanceOf, pay } from "../support/chain";
import { expect, expectFit, test, title } from "../support/fixtures";
import { keepLooks } from "../support/layout";
import { openProjects, type Projects } from "../support/projects";
import { openEndpoint, type Receiver, startReceiver } from "../support/receiver";
import { postLink, tokenOf } from "../support/refund-links";
import { expectRefund, getRefunds, paid, pending, postRefund, shopOf } from "../support/refunds";
import { manifest } from "../support/stack";

const root = fileURLToPath(new URL("../..", import.meta.url));
const demo = manifest();
const million = 1_000_000n;
/** A customer's wallet that nothing else pays to. */
const newWallet = () =>
  getAddress(`0x${Buffer.from(crypto.getRandomValues(new Uint8Array(20))).toString("hex")}`);

let projects: Projects;
/** The shop's own endpoint, and its secret. */
let receiver: Receiver;
let webhookSecret: string;
/** The service's refund key refunds from deposit addresses, and nothing is settled by itself. */
let shop: typeof demo;

test.beforeAll(async () => {
  projects = openProjects(demo);
  shop = shopOf(demo, await projects.make({ refundMode: "CONVENIENT", name: "Corner Coffee" }));
  receiver = await startReceiver();
  webhookSecret = await openEndpoint(shop, receiver.url, [
    "refund.completed",
    "refund.failed",
    "checkout.refunded",
  ]);
});
test.afterAll(async () => {
  await projects?.close();
  await receiver?.close();
});
// Each is a story of its own, most of which is waiting for blocks.
test.describe.configure({ mode: "parallel", timeout: 120_000 });

/** Like an owner at the command line. @returns its output */
async function admin(...args: string[]): Promise<string> {
  const command = [
    "--import",
    "./lib/platform/process/typescript.mjs",
    "lib/operate/programs/admin.ts",
    ...args,
  ];
  const env = { ...process.env, DATA_ROOT: path.dirname(process.env.E2E_MANIFEST ?? ""), NODE_ENV: "test" };
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: root, env: env as never });
  return stdout;
}

async function ask(checkout: CheckoutResource, json: object, from = shop): Promise<RefundResource> {
  return expectRefund(await postRefund(from, checkout.id, { json }));
}

/** Waits until the refund has the status. */
async function untilRefund(refund: RefundResource, status: string, from = shop): Promise<RefundResource> {
  const read = async () => {
    const { body } = await getRefunds(from, refund.checkoutId);
    return body.ok ? body.data.find(({ id }) => id === refund.id) : undefined;
  };
  await expect.poll(async () => (await read())?.status, { timeout: 60_000, intervals: [300] }).toBe(status);
  return (await read()) as RefundResource;
}

/**
 * Waits for the shop's webhook of this kind, and verifies it by both signatures that it carries, as the merchant's
 * files and an independent library do.
 */
async function untilTold({ id }: CheckoutResource, kind: EventKind) {
  const { raw, headers, event } = await receiver.until(
    (received) => received.event.event === kind && received.event.data.checkoutId === id,
    60_000,
  );
  expect(await verifyWebhook(raw, headers, webhookSecret)).toEqual(event);
  await expect(verifyWebhook(`${raw} `, headers, webhookSecret)).rejects.toThrow();
  const library = new Webhook(webhookSecret);
  expect(library.verify(raw, headers)).toEqual(event);
  expect(() => library.verify(`${raw} `, headers)).toThrow();
  return event;
}

/** The webhooks that the shop received for a checkout: each event once, however often it was delivered. */
const toldOf = ({ id }: CheckoutResource) => {
  const events = receiver.received.map(({ event }) => event).filter(({ data }) => data.checkoutId === id);
  return [...new Map(events.map((event) => [event.id, event])).values()];
};

test("a customer enters an address at the link, and is refunded there", async ({ page }) => {
  const checkout = await paid(shop, 4n * million);
  const refund = await ask(checkout, { amount: "1500000", reason: "The milk was out of date." });
  const to = newWallet();
  const url = refund.claimUrl ?? "";

  const response = await page.goto(url);
  expect(response?.headers()).toMatchObject({
    "referrer-policy": "no-referrer",
    "cache-control": expect.stringContaining("no-store"),
    "x-robots-tag": expect.stringContaining("noindex"),
  });
  await expect(title(page, "Where should your refund go?")).toBeVisible();
  await expect(page.getByText("1.50 USDC").first()).toBeVisible();
  await keepLooks(page, "refund-ask");
  await expectFit(page);

  const field = page.getByLabel("Your address on Local");
  for (const [typed, said] of [
    ["alice.eth", /names such as/],
    [to.slice(0, -1), /40 characters/],
    [flipCase(to), /upper and lower case letters don't match/],
    [String(checkout.depositAddress), /belongs to a coin or to this service/],
  ] as const) {
    await field.fill(typed);
    await page.getByRole("button", { name: "Continue" }).click();
    await expect(page.getByRole("alert").filter({ hasText: said })).toBeVisible();
  }
  await keepLooks(page, "refund-refused");
  await expectFit(page);

  await field.fill(` ${to.toLowerCase()} `);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(title(page, "Is this your address?")).toBeVisible();
  await expect(page.getByText(to)).toBeVisible();
  await keepLooks(page, "refund-confirm");
  await expectFit(page);
  await page.getByRole("button", { name: "Yes, send it there" }).click();

  await expect(title(page, /We have your address|Sent|Arrived/)).toBeVisible();
  await expect(title(page, "Arrived")).toBeVisible({ timeout: 60_000 });
  await keepLooks(page, "refund-sent");
  await expectFit(page);

  const done = await untilRefund(refund, "COMPLETED");
  expect(done.destinationAddress).toBe(to);
  await expect(page.getByText(String(done.txHash))).toBeVisible();
  expect(await balanceOf(shop, to)).toBe(1_500_000n);
  expect(await getCheckoutOf(checkout)).toMatchObject({ status: "PAID", refundedAmount: "1500000" });
  const told = await untilTold(checkout, "refund.completed");
  expect(told.data).toMatchObject({
    status: "PAID",
    refund: {
      id: refund.id,
      status: "COMPLETED",
      amount: "1500000",
      destinationAddress: to,
      txHash: done.txHash,
    },
  });
  // Its link is no one's business but the customer's.
  expect(JSON.stringify(toldOf(checkout))).not.toContain(tokenOf(url));
  // The link still shows how it went, and takes nothing any more.
  const again = await postLink(shop, tokenOf(url), { destinationAddress: newWallet() });
  expect(again.status).toBe(404);
  await page.reload();
  await expect(title(page, "Arrived")).toBeVisible();
});

test("the wallet that paid proves itself by a signature", async ({ page }) => {
  const checkout = await paid(shop, million);
  const refund = await ask(checkout, { amount: "400000" });
  const before = await balanceOf(shop, demo.payer.address);
  await page.goto(refund.claimUrl ?? "");
  await page.getByRole("button", { name: "Sign with your wallet" }).click();
  await page.getByRole("button", { name: "Demo wallet" }).click();
  await expect(page.getByRole("button", { name: "Sign", exact: true })).toBeVisible();
  await keepLooks(page, "refund-signature");
  await page.getByRole("button", { name: "Sign", exact: true }).click();
  await expect(title(page, "Arrived")).toBeVisible({ timeout: 60_000 });
  expect((await untilRefund(refund, "COMPLETED")).destinationAddress).toBe(getAddress(demo.payer.address));
  // Other suites pay from the same wallet meanwhile: it is the destination that is proven here.
  expect(before).toBeGreaterThan(0n);
});

test.describe("whose refusal the browser notes", () => {
  test.use({ expectedComplaint: /422/ });

  test("a wallet that did not pay gets an error", async ({ page }) => {
    const checkout = await paid(shop, million);
    const refund = await ask(checkout, { amount: "1" });
    const account = demo.merchant.address;
    await installWallet(page, { account, chainId: 31337, rpcAccount: account });
    await page.goto(refund.claimUrl ?? "");
    await page.getByRole("button", { name: "Sign with your wallet" }).click();
    await page.getByRole("button", { name: "Scripted Wallet" }).click();
    await page.getByRole("button", { name: "Sign", exact: true }).click();
    await expect(page.getByRole("alert").filter({ hasText: "This wallet didn't pay" })).toBeVisible();
  });
});

test("without JavaScript the link is a form, and reading it uses nothing up", async ({ browser }) => {
  const checkout = await paid(shop, million);
  const refund = await ask(checkout, { amount: "250000" });
  const to = newWallet();
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 390, height: 844 },
  });
  const page = await context.newPage();
  for (const _ of [1, 2]) await page.goto(refund.claimUrl ?? "");
  await page.getByLabel("Your address on Local").fill(to);
  await page.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText(to)).toBeVisible();
  await page.getByRole("button", { name: "Yes, send it there" }).click();
  await expect(title(page, /We have your address|Sent|Arrived/)).toBeVisible();
  expect(page.url()).toBe(refund.claimUrl);
  await context.close();
  await untilRefund(refund, "COMPLETED");
  expect(await balanceOf(shop, to)).toBe(250_000n);
});

test("a full refund: the payment page shows it refunded", async ({ page }) => {
  const checkout = await paid(shop, million);
  const refund = await ask(checkout, { amount: million.toString(), destinationAddress: newWallet() });
  await untilRefund(refund, "COMPLETED");
  expect(await untilTold(checkout, "refund.completed")).toMatchObject({
    data: { refund: { id: refund.id, status: "COMPLETED" } },
  });
  expect(await untilTold(checkout, "checkout.refunded")).toMatchObject({ data: { status: "REFUNDED" } });
  // Each once, and in the order of their sequence.
  const told = toldOf(checkout).toSorted((a, b) => a.sequence - b.sequence);
  expect(told.map(({ event }) => event)).toEqual(["refund.completed", "checkout.refunded"]);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Refunded")).toBeVisible();
  await keepLooks(page, "refunded-checkout");
  expect(await getCheckoutOf(checkout)).toMatchObject({
    status: "REFUNDED",
    refundedAmount: million.toString(),
  });
});

test.describe("by the merchant's wallet", () => {
  // The hash is handed in before its block is there: the scanner finds it.
  test.use({ expectedComplaint: /404/ });

  test("in strict mode the merchant's wallet sends it from the deposit address, by an owner's link", async ({
    page,
  }) => {
    const strict = { ...demo, ...demo.secondProject };
    const checkout = await paid(strict, million);
    const to = newWallet();
    const refund = await ask(checkout, { amount: "300000", destinationAddress: to }, strict);
    expect(refund.status).toBe("AWAITING_SIGNATURE");
    const [link = ""] = (await admin("sign-link", refund.id)).split("\n");

    await page.goto(link);
    await expect(title(page, "Sign this refund")).toBeVisible();
    await expect(page.getByText(to)).toBeVisible();
    await keepLooks(page, "refund-sign");
    await expectFit(page);
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: "Demo merchant wallet" }).click();
    await page.getByRole("button", { name: "Send 0.30 USDC" }).click();
    await expect(title(page, "Arrived")).toBeVisible({ timeout: 60_000 });
    await untilRefund(refund, "COMPLETED", strict);
    expect(await balanceOf(strict, to)).toBe(300_000n);
  });

  test("after settlement the merchant's wallet pays it, once the right one is connected", async ({
    page,
  }) => {
    const checkout = await pending(demo, million);
    await pay(demo, String(checkout.depositAddress), million);
    await untilStatus(demo, checkout.id, "SETTLED", 90_000);
    const to = newWallet();
    let refund = await ask(checkout, { amount: "200000", destinationAddress: to }, demo);
    // Others ask this project for refunds too: its day's limit may be used up.
    if (refund.status === "AWAITING_APPROVAL") {
      expect(await admin("approve-refund", refund.id, "--to", to)).toContain("AWAITING_SIGNATURE");
      refund = await untilRefund(refund, "AWAITING_SIGNATURE", demo);
    }
    const [link = ""] = (await admin("sign-link", refund.id)).split("\n");

    await installWallet(page, { account: demo.payer.address, chainId: 31337 });
    await page.goto(link);
    await page.getByRole("button", { name: "Connect wallet" }).click();
    await page.getByRole("button", { name: "Scripted Wallet" }).click();
    await expect(page.getByRole("alert").filter({ hasText: demo.merchant.address })).toBeVisible();
    await keepLooks(page, "refund-wrong-wallet");
    await expectFit(page);
    await page.getByRole("button", { name: "Use another wallet" }).click();
    await page.getByRole("button", { name: "Demo merchant wallet" }).click();
    await page.getByRole("button", { name: "Send 0.20 USDC" }).click();
    await expect(title(page, "Arrived")).toBeVisible({ timeout: 60_000 });
    await untilRefund(refund, "COMPLETED", demo);
    expect(await balanceOf(demo, to)).toBe(200_000n);
    expect(await getCheckout(demo, checkout.id)).toMatchObject({
      status: "SETTLED",
      refundedAmount: "200000",
    });
  });
});

test.describe("a link that opens nothing", () => {
  test.use({ expectedComplaint: /404/ });
  test("is the same screen for an unknown, a replaced and a truncated link", async ({ page }) => {
    const checkout = await paid(shop, million);
    const refund = await ask(checkout, { amount: "1" });
    const [fresh = ""] = (await admin("reissue-claim", refund.id)).split("\n");
    expect(fresh).not.toBe(refund.claimUrl);
    const screens = [];
    for (const url of [String(refund.claimUrl), `/r/${"0".repeat(43)}`, `${fresh.slice(0, -3)}`, "/r/x"]) {
      const response = await page.goto(url);
      expect(response?.status()).toBe(404);
      await expect(title(page, "This link doesn't work")).toBeVisible();
      screens.push(await page.locator("main").textContent());
    }
    expect(new Set(screens).size).toBe(1);
    await keepLooks(page, "refund-unknown");
    await expectFit(page);
    await page.goto(fresh);
    await expect(title(page, "Where should your refund go?")).toBeVisible();
  });
});

function getCheckoutOf({ id }: CheckoutResource) {
  return getCheckout(shop, id);
}

/** The same address with one letter's case wrong, and both cases in it: all in one would be no checksum. */
function flipCase(address: string): string {
  for (let at = 2; at < address.length; at++) {
    const letter = address[at] ?? "";
    const other = letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase();
    const flipped = `${address.slice(0, at)}${other}${address.slice(at + 1)}`;
    if (letter !== other && /[a-f]/.test(flipped) && /[A-F]/.test(flipped)) return flipped;
  }
  throw new Error(`${address} has no letters to be wrong`);
}
