import { readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { type FrameLocator, type Page, test as plain } from "@playwright/test";
import { createCheckout } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { chooseFolded, expect, openWay } from "../support/fixtures";
import { type ForeignShop, openForeignShop } from "../support/foreign-shop";
import { holdTimers } from "../support/held-scripts";
import { type MadeProject, openProjects, type Projects } from "../support/projects";
import { manifest } from "../support/stack";

// The shop is another site, so the page fixture, which lets no request leave for one, is not for these.
const test = plain.extend({ viewport: { width: 390, height: 844 } });
const demo = manifest();

type News = { checkoutId: string; status: string | null; isPaid: boolean };
type Said = { name: "onStatus" | "onPaid" | "onClose" } & News;

let projects: Projects;
let project: MadeProject;
let shop: ForeignShop;
let stranger: ForeignShop;

test.beforeAll(async () => {
  shop = await openForeignShop(demo.baseUrl);
  stranger = await openForeignShop(demo.baseUrl);
  projects = openProjects(demo);
  project = await projects.make({ origins: [shop.origin] });
});
test.afterAll(async () => {
  await Promise.all([shop.close(), stranger.close(), projects.close()]);
});

const start = (more: object = {}) => {
  const chain = chainOf(demo);
  const price = { fiatAmount: "10.00", fiatCurrency: "USD", itemName: "Two mugs" };
  const token = { chainId: chain.chainId, tokenAddress: tokenOf(chain) };
  return createCheckout(demo, { ...price, ...token, ...more }, project.serverKey);
};

/** Opens the dialog like the shop's own script, from the button, and records its messages. */
async function openDialog(page: Page, options: object, { hearsPaid = true } = {}): Promise<FrameLocator> {
  await page.evaluate(
    ([given, hears]) => {
      const said: Said[] = [];
      const note = (name: Said["name"]) => (news: News) => said.push({ name, ...news });
      const names = ["onStatus", ...(hears ? ["onPaid"] : []), "onClose"] as Said["name"][];
      const handlers = Object.fromEntries(names.map((name) => [name, note(name)]));
      Object.assign(window, { said });
      const script = Reflect.get(window, "StablecoinCheckout") as { open(options: object): void };
      document
        .getElementById("pay")
        ?.addEventListener("click", () => script.open({ ...given, ...handlers }), {
          once: true,
        });
    },
    [options, hearsPaid] as const,
  );
  await page.getByRole("button", { name: "Pay here" }).click();
  return page.frameLocator("iframe[title=Payment]");
}

const said = (page: Page) => page.evaluate(() => Reflect.get(window, "said") as Said[]);
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Payment" });
const heading = (frame: FrameLocator, name: string | RegExp) =>
  frame.getByRole("heading", { level: 1, name });

/** The script's own patience with a frame is one test's matter: a busy machine's may be silent for longer. */
const bePatient = (page: Page) => holdTimers(page, 5_000);

/** What stands in the browser's console as an error. */
function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  return complaints;
}

test("the script takes at most 4 kB", async () => {
  const file = await readFile(fileURLToPath(new URL("../../public/checkout.js", import.meta.url)));
  expect(gzipSync(file).length).toBeLessThanOrEqual(4_000);
});

test("a customer pays in the shop's own page, which receives each step and nothing else", async ({
  page,
}) => {
  test.slow();
  const complaints = complaintsOf(page);
  const successUrl = `${shop.origin}/thanks`;
  const checkout = await start({ successUrl, cancelUrl: `${shop.origin}/basket` });
  const other = await start();
  await bePatient(page);
  await page.goto(shop.origin);
  const frame = await openDialog(page, { url: checkout.checkoutUrl });
  await expect(heading(frame, "Send 10.00 USDC")).toBeVisible();
  await expect.poll(async () => (await said(page)).length).toBe(1);
  await expect(frame.getByRole("link", { name: "Open in a new tab" })).toHaveAttribute("target", "_blank");
  // A phone's whole screen, once it has come to rest.
  await expect.poll(() => dialogOf(page).boundingBox()).toEqual({ x: 0, y: 0, width: 390, height: 844 });

  // Neither the shop's own window nor another frame speaks for the page, nor does the page for another checkout.
  const forged = {
    type: "stablecoin-checkout:status",
    checkoutId: checkout.id,
    status: "PAID",
    isPaid: true,
  };
  await page.evaluate((message) => window.postMessage(message, "*"), forged);
  await page
    .frames()
    .find((one) => one.url() === checkout.checkoutUrl)
    ?.evaluate((message) => parent.postMessage(message, "*"), { ...forged, checkoutId: other.id });

  await pay(demo, String(checkout.depositAddress), 10_000_000n);
  await expect(heading(frame, "Paid")).toBeVisible({ timeout: 30_000 });
  await expect.poll(async () => (await said(page)).at(-1)?.name).toBe("onPaid");
  const news = { checkoutId: checkout.id, isPaid: true, status: "PAID" };
  const all = await said(page);
  expect(all[0]).toEqual({ name: "onStatus", ...news, status: "PENDING", isPaid: false });
  expect(all.filter(({ isPaid }) => isPaid)).toEqual([
    { name: "onStatus", ...news },
    { name: "onPaid", ...news },
  ]);

  // The way back leads out of the dialog, and where to is the shop's own decision once it hears of payments.
  await frame.getByRole("link", { name: /^Return to/ }).click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect.poll(async () => (await said(page)).at(-1)).toEqual({ name: "onClose", ...news });
  expect(page.url()).toBe(`${shop.origin}/`);
  expect(complaints).toEqual([]);

  // A shop that does not is left by the dialog as by a redirect.
  const again = await openDialog(page, { checkoutId: checkout.id }, { hearsPaid: false });
  await again.getByRole("link", { name: /^Return to/ }).click();
  await expect(page).toHaveURL(successUrl);
});

test("Escape inside and outside, the button and the back button close the dialog; focus returns", async ({
  page,
}) => {
  const checkout = await start({ cancelUrl: `${shop.origin}/basket` });
  await bePatient(page);
  await page.goto(shop.origin);
  const button = page.getByRole("button", { name: "Pay here" });
  const waysOut: ((frame: FrameLocator) => Promise<void>)[] = [
    (frame) => frame.getByRole("button", { name: "Connect wallet" }).press("Escape"),
    () => page.getByRole("button", { name: "Close" }).press("Escape"),
    () => page.getByRole("button", { name: "Close" }).click(),
    (frame) => frame.getByRole("link", { name: "Cancel and return to the shop" }).last().click(),
  ];
  for (const leave of waysOut) {
    const frame = await openDialog(page, { checkoutId: checkout.id });
    await expect.poll(async () => (await said(page)).length).toBe(1);
    await leave(frame);
    await expect(dialogOf(page)).toHaveCount(0);
    await expect(button).toBeFocused();
    // A closed dialog is gone at once, and tells of it in the event after.
    const heard = async () => (await said(page)).map(({ name }) => name);
    await expect.poll(heard).toEqual(["onStatus", "onClose"]);
    expect(page.url()).toBe(`${shop.origin}/`);
  }
});

test("an unlisted site can't frame the page; its customers reach it by redirect", async ({ page }) => {
  const checkout = await start();
  const complaints = complaintsOf(page);
  await page.goto(stranger.origin);
  await openDialog(page, { url: checkout.checkoutUrl });
  await expect(page).toHaveURL(checkout.checkoutUrl, { timeout: 45_000 });
  expect(complaints.join()).toContain("frame-ancestors");
});

test("a link opens the dialog, or the page in redirect mode; another address opens nothing", async ({
  page,
}) => {
  const checkout = await start();
  await bePatient(page);
  await page.goto(shop.origin);
  const link = page.getByRole("link", { name: "Pay" });
  await link.evaluate((element, url) => element.setAttribute("href", url), checkout.checkoutUrl);
  await link.click();
  await expect(heading(page.frameLocator("iframe"), "Send 10.00 USDC")).toBeVisible();
  await page.getByRole("button", { name: "Close" }).click();

  const refused = await page.evaluate((good) => {
    const script = Reflect.get(window, "StablecoinCheckout") as { open(options: object): void };
    const bad = [
      "javascript:alert(1)",
      "https://evil.example/c/chk_1",
      `${good}/../../shop`,
      "/c/../docs",
      "",
    ];
    return bad.filter((url) => {
      try {
        script.open({ url });
        return false;
      } catch {
        return true;
      }
    }).length;
  }, checkout.checkoutUrl);
  expect(refused).toBe(5);
  await expect(page.locator("iframe")).toHaveCount(0);

  await link.evaluate((element) => element.setAttribute("data-checkout-mode", "redirect"));
  await link.click();
  await expect(page).toHaveURL(checkout.checkoutUrl);
});

test("the demo shop takes the payment in its own page, and then shows the order", async ({ page }) => {
  test.slow();
  const complaints = complaintsOf(page);
  await bePatient(page);
  await page.goto(`${demo.baseUrl}/shop`);
  await page.getByRole("button", { name: "Pay here" }).click();
  const frame = page.frameLocator("iframe[title=Payment]");
  await chooseFolded(frame, "USDC", /USDC.*Local(?! Two)/);
  // Before it, the same button opens the review of all coins.
  await expect(heading(frame, /^Send 4\.50 USDC/)).toBeVisible();
  await openWay(frame, "way-wallet");
  await frame.getByRole("button", { name: "Pay with demo wallet" }).click();
  await expect(heading(frame, "Paid")).toBeVisible({ timeout: 30_000 });
  // By itself, after the visible delay.
  await expect(page).toHaveURL(/\/shop\/orders\//, { timeout: 60_000 });
  expect(complaints).toEqual([]);
});
