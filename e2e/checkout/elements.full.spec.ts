import { fileURLToPath } from "node:url";
import AxeBuilder from "@axe-core/playwright";
import { type Page, test as plain } from "@playwright/test";
import { build } from "esbuild";
import { createCheckout } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { expect } from "../support/fixtures";
import { type ForeignShop, openForeignShop } from "../support/foreign-shop";
import { holdTimers } from "../support/held-scripts";
import { openProjects, type Projects } from "../support/projects";
import { manifest } from "../support/stack";

// The shop is another site, so the page fixture, which lets no request leave for one, is not for these.
const test = plain;
const demo = manifest();
const root = fileURLToPath(new URL("../..", import.meta.url));

/** The shop's script, with the package as a bundler finds it. */
async function bundle(contents: string): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents, resolveDir: root, loader: "tsx" },
    bundle: true,
    write: false,
    minify: true,
    define: { "process.env.NODE_ENV": '"production"' },
    jsx: "automatic",
  });
  return outputFiles[0]?.text ?? "";
}

const recorder = `
window.said = [];
for (const name of ["status", "paid", "close"])
  document.addEventListener("checkout:" + name, ({ detail }) => window.said.push({ name, ...detail }));
`;

const reactShop = `
import { useState } from "react";
import { hydrateRoot } from "react-dom/client";
import { StablecoinCheckout } from "./packages/elements/src/react";

window.said = [];
const note = (name) => (news) => window.said.push({ name, ...news });

function Shop() {
  const [checkoutId, choose] = useState(undefined);
  window.choose = choose;
  return checkoutId === null ? null : (
    <StablecoinCheckout
      origin="${demo.baseUrl}"
      checkoutId={checkoutId}
      onStatus={note("status")}
      onPaid={note("paid")}
      onClose={note("close")}
    >
      Pay here
    </StablecoinCheckout>
  );
}

hydrateRoot(document.getElementById("root"), <Shop />);
`;

const element = (id: string, label = "") =>
  `<stablecoin-checkout id="${id}" origin="${demo.baseUrl}">${label}</stablecoin-checkout>`;

let projects: Projects;
let serverKey: string;
let shop: ForeignShop;
let react: ForeignShop;

test.beforeAll(async () => {
  const script = `import "./packages/elements/src/element"; ${recorder}`;
  shop = await openForeignShop(demo.baseUrl, {
    body: `${element("first")} ${element("second", "The other order")}<p id="elsewhere"></p>`,
    script: await bundle(script),
  });
  react = await openForeignShop(demo.baseUrl, {
    body: `<div id="root"><stablecoin-checkout origin="${demo.baseUrl}">Pay here</stablecoin-checkout></div>`,
    script: await bundle(reactShop),
  });
  projects = openProjects(demo);
  ({ serverKey } = await projects.make({ origins: [shop.origin, react.origin] }));
});
test.afterAll(async () => {
  await Promise.all([shop.close(), react.close(), projects.close()]);
});

const start = (more: object = {}) => {
  const chain = chainOf(demo);
  const price = { fiatAmount: "10.00", fiatCurrency: "USD", itemName: "Two mugs" };
  return createCheckout(
    demo,
    { ...price, chainId: chain.chainId, tokenAddress: tokenOf(chain), ...more },
    serverKey,
  );
};

/** Opens the shop, whose script is patient with a busy machine, and collects the browser's errors. */
async function visit(page: Page, { origin }: ForeignShop) {
  const complaints: string[] = [];
  page.on("console", (message) => message.type() === "error" && complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  const scripts: string[] = [];
  page.on("request", (request) => request.url().endsWith("/checkout.js") && scripts.push(request.url()));
  await holdTimers(page, 5_000);
  await page.goto(origin);
  return { complaints, scripts };
}

type Said = { name: string; checkoutId: string; status: string | null; isPaid: boolean };
const said = (page: Page) => page.evaluate(() => Reflect.get(window, "said") as Said[]);
const last = async (page: Page) => (await said(page)).at(-1);
const dialogOf = (page: Page) => page.getByRole("dialog", { name: "Payment" });
const heading = (page: Page, name: string) =>
  page.frameLocator("iframe[title=Payment]").getByRole("heading", { level: 1, name });
const set = (page: Page, id: string, name: string, value: string) =>
  page.locator(`#${id}`).evaluate((one, [key, text]) => one.setAttribute(key, text), [name, value] as const);
/** Calls a method of the element, and returns the message of what it throws. */
const call = (page: Page, id: string, method: "open" | "close") =>
  page.locator(`#${id}`).evaluate(async (one, name) => {
    try {
      await (one as HTMLElement & Record<"open" | "close", () => unknown>)[name]();
      return null;
    } catch (error) {
      return String(error);
    }
  }, method);

test("a customer pays by keyboard in the shop's page, under a strict policy", async ({ page }) => {
  test.slow();
  const checkout = await start({ successUrl: `${shop.origin}/thanks` });
  const { complaints, scripts } = await visit(page, shop);
  const button = page.getByRole("button", { name: "Pay with stablecoins" });
  await expect(button).toBeDisabled();
  await set(page, "first", "checkout-id", checkout.id);
  await expect(button).toBeEnabled();
  await expect(button).toHaveCSS("min-height", "44px");
  const { violations } = await new AxeBuilder({ page }).exclude("#second").analyze();
  expect(violations.filter(({ id }) => !/landmark|region/.test(id))).toEqual([]);

  await page.locator("#first").evaluate((one) => {
    one.addEventListener("checkout:paid", (event) => event.preventDefault(), { once: true });
  });
  await page.keyboard.press("Tab");
  await expect(button).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(heading(page, "Send 10.00 USDC")).toBeVisible();
  await expect.poll(() => last(page)).toMatchObject({ name: "status", status: "PENDING", isPaid: false });

  await pay(demo, String(checkout.depositAddress), 10_000_000n);
  await expect(heading(page, "Paid")).toBeVisible({ timeout: 30_000 });
  const news = { checkoutId: checkout.id, status: "PAID", isPaid: true };
  await expect.poll(() => last(page)).toEqual({ name: "paid", ...news });
  const wayBack = page.frameLocator("iframe[title=Payment]").getByRole("link", { name: /^Return to/ });
  // The listener has prevented the default, which is the way to the successUrl.
  await wayBack.click();
  await expect(dialogOf(page)).toHaveCount(0);
  await expect(button).toBeFocused();
  expect(await last(page)).toEqual({ name: "close", ...news });
  expect(page.url()).toBe(`${shop.origin}/`);

  await button.click();
  await wayBack.click();
  await expect(page).toHaveURL(`${shop.origin}/thanks`);
  // Two elements and two openings, on each of two pages.
  await expect.poll(() => scripts).toHaveLength(2);
  expect(complaints).toEqual([]);
});

test("two elements share one script and one dialog; one that leaves the page takes its dialog along", async ({
  page,
}) => {
  const [one, other] = [await start(), await start()];
  const { complaints, scripts } = await visit(page, shop);
  await set(page, "first", "checkout-id", one.id);
  await set(page, "second", "url", other.checkoutUrl);
  await page.getByRole("button", { name: "Pay with stablecoins" }).click();
  await expect.poll(() => last(page)).toMatchObject({ name: "status", checkoutId: one.id });

  // A dialog keeps its checkout when the attribute changes, and when the element is moved.
  await set(page, "first", "checkout-id", other.id);
  await page.evaluate(() => {
    const moved = document.getElementById("first");
    if (moved !== null) document.getElementById("elsewhere")?.append(moved);
  });
  await expect(dialogOf(page).locator("iframe")).toHaveAttribute("src", one.checkoutUrl);
  expect(await call(page, "second", "open")).toBeNull();
  await expect(dialogOf(page)).toHaveCount(1);
  await expect.poll(() => last(page)).toMatchObject({ name: "status", checkoutId: other.id });
  expect((await said(page)).filter(({ name }) => name === "close")).toMatchObject([{ checkoutId: one.id }]);

  await call(page, "first", "close");
  await expect(dialogOf(page)).toHaveCount(1);
  await call(page, "second", "close");
  await expect(dialogOf(page)).toHaveCount(0);

  const removed = await page.locator("#second").elementHandle();
  await removed?.evaluate((gone) => {
    gone.addEventListener("checkout:close", () => Object.assign(window, { wasClosed: true }));
  });
  await page.getByRole("button", { name: "The other order" }).click();
  await expect(dialogOf(page)).toHaveCount(1);
  await removed?.evaluate((gone) => gone.remove());
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await page.evaluate(() => Reflect.get(window, "wasClosed"))).toBe(true);
  const thrown = await removed?.evaluate((gone) =>
    (gone as HTMLElement & { open(): Promise<void> }).open().catch((error: DOMException) => error.name),
  );
  expect(thrown).toBe("InvalidStateError");
  expect(scripts).toHaveLength(1);
  expect(complaints).toEqual([]);
});

test("loads no script from, and leads to no page of, an origin that the shop didn't name", async ({
  page,
}) => {
  const { scripts } = await visit(page, shop);
  for (const url of ["https://evil.example/c/chk_1", "javascript:alert(1)", "//evil.example/c/chk_1"]) {
    await set(page, "first", "url", url);
    expect(await call(page, "first", "open")).toContain(`not on ${demo.baseUrl}`);
  }
  await set(page, "first", "origin", "");
  await set(page, "first", "url", "https://evil.example/c/chk_1");
  expect(await call(page, "first", "open")).toContain("Invalid URL");
  expect(await call(page, "second", "open")).toContain("neither");
  expect(scripts).toEqual([`${demo.baseUrl}/checkout.js`]);
  expect(page.url()).toBe(`${shop.origin}/`);
});

test("opens the page itself in redirect mode, and where the script doesn't load", async ({ page }) => {
  const checkout = await start();
  await visit(page, shop);
  await set(page, "first", "checkout-id", checkout.id);
  await set(page, "first", "mode", "redirect");
  await page.getByRole("button", { name: "Pay with stablecoins" }).click();
  await expect(page).toHaveURL(checkout.checkoutUrl);

  await page.route(`${demo.baseUrl}/checkout.js`, (route) => route.abort());
  await page.goto(shop.origin);
  await set(page, "first", "checkout-id", checkout.id);
  await page.getByRole("button", { name: "Pay with stablecoins" }).click();
  await expect(page).toHaveURL(checkout.checkoutUrl);
});

test("the React component calls its handlers, follows its props and closes with its page", async ({
  page,
}) => {
  test.slow();
  const [one, other] = [await start({ successUrl: `${react.origin}/thanks` }), await start()];
  const { complaints } = await visit(page, react);
  const choose = (id: string | null) =>
    page.evaluate((chosen) => (Reflect.get(window, "choose") as (id: string | null) => void)(chosen), id);
  const button = page.getByRole("button", { name: "Pay here" });
  await expect(button).toBeDisabled();
  await choose(one.id);
  await button.click();
  await expect(heading(page, "Send 10.00 USDC")).toBeVisible();
  await expect.poll(() => last(page)).toMatchObject({ name: "status", status: "PENDING" });
  await choose(other.id);
  await pay(demo, String(one.depositAddress), 10_000_000n);
  await expect(heading(page, "Paid")).toBeVisible({ timeout: 30_000 });
  const news = { checkoutId: one.id, status: "PAID", isPaid: true };
  await expect.poll(() => last(page)).toEqual({ name: "paid", ...news });
  // With onPaid the customer stays in the shop.
  await page
    .frameLocator("iframe[title=Payment]")
    .getByRole("link", { name: /^Return to/ })
    .click();
  await expect(dialogOf(page)).toHaveCount(0);
  expect(await last(page)).toEqual({ name: "close", ...news });
  expect(page.url()).toBe(`${react.origin}/`);

  await button.click();
  await expect.poll(() => last(page)).toMatchObject({ name: "status", checkoutId: other.id });
  await choose(null);
  await expect(dialogOf(page)).toHaveCount(0);
  expect(complaints).toEqual([]);
});
