import type { Page } from "@playwright/test";
import { getPublic } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { postAction, signIn } from "../support/dashboard";
import { expect, expectFit, openWay, startCheckout, test, title, untilHeard } from "../support/fixtures";
import { keepLooks, keepScreenshot } from "../support/layout";
import { qrHolds } from "./qr";

/** Makes a link of the demo's project. @returns its slug */
async function makeLink(page: Page, projectId: string, terms: Record<string, unknown>): Promise<string> {
  await signIn(page);
  const made = await postAction(page, `/api/dashboard/projects/${projectId}/actions/createLink`, {
    itemName: "Counter",
    fiatCurrency: "USD",
    ...terms,
  });
  return ((await made.json()) as { data: { slug: string } }).data.slug;
}

const code = (page: Page) => page.getByRole("img", { name: "QR code of the payment page" });
const saleOf = (page: Page) => new URL(page.url()).searchParams.get("checkout") ?? "";

test.describe("a till on a tablet", () => {
  test.use({ viewport: { width: 820, height: 1180 } });

  test("takes an amount by its keys, shows the code, sees the payment, and serves the next customer", async ({
    page,
    demo,
  }) => {
    const slug = await makeLink(page, demo.projectId, { openAmount: true });
    await page.goto(`/l/${slug}?till=1`);
    await untilHeard(page);
    const display = page.getByRole("textbox", { name: "Amount in USD" });
    await expect(display).toHaveAttribute("placeholder", "0.00");
    for (const key of ["1", "0", ".", "5", "5"])
      await page.getByRole("button", { name: key, exact: true }).click();
    await page.getByRole("button", { name: "Delete the last digit" }).click();
    // A keyboard's digits go to the same display.
    await page.keyboard.press("0");
    await expect(display).toHaveValue("10.50");
    const key = await page.getByRole("button", { name: "7", exact: true }).boundingBox();
    expect(Math.min(key?.width ?? 0, key?.height ?? 0)).toBeGreaterThanOrEqual(64);
    await expectFit(page);
    await keepLooks(page, "till-start");

    await page.getByRole("button", { name: "Show QR code" }).click();
    await expect(title(page, "$10.50")).toBeVisible();
    const id = saleOf(page);
    expect(await qrHolds(code(page), `${demo.baseUrl}/c/${id}`)).toBe(true);
    await expect(page.getByRole("status").filter({ hasText: "Waiting for the payment" })).toBeVisible();
    await expect(page.locator("meta[name=robots]")).toHaveAttribute("content", /noindex/);
    await expectFit(page);
    await keepLooks(page, "till-sale");

    // The customer's phone chooses and pays.
    const chain = chainOf(demo);
    const chosen = await page.request.post(`/c/${id}/select`, {
      data: { chainId: chain.chainId, tokenAddress: tokenOf(chain) },
    });
    expect(chosen.status()).toBe(200);
    const { depositAddress } = await getPublic(demo, id);
    await pay(demo, String(depositAddress), 500_000n);
    await expect(page.getByText("Only part of the amount has arrived")).toBeVisible({ timeout: 60_000 });
    await expect(page.getByText("0.50 USDC of 10.50 USDC received, 10.00 USDC missing")).toBeVisible();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("alert").filter({ hasText: /^Money for this sale/ })).toBeVisible();
    await expect(page.getByRole("link", { name: "Leave this sale anyway" })).toBeVisible();
    await expect(code(page)).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "till-kept");
    await pay(demo, String(depositAddress), 10_000_000n);
    await expect(page.getByRole("status").filter({ hasText: /^Paid$/ })).toBeVisible({ timeout: 60_000 });
    await expect(code(page)).toHaveCount(0);
    const receipt = page.getByRole("img", { name: "QR code of the receipt" });
    expect(await qrHolds(receipt, `${demo.baseUrl}/c/${id}`)).toBe(true);
    await expect(page).toHaveTitle("✓ Paid · Corner Coffee");
    // The merchant is signed in on this tablet.
    await expect(page.getByText("Paid today: 1 · $10.50")).toBeVisible();
    await expectFit(page);
    await keepLooks(page, "till-paid");
    await page.getByRole("link", { name: "Next customer" }).click();
    await expect(display).toHaveValue("");
    await expect(page).toHaveTitle("Pay Corner Coffee");
  });

  test("names the link's limit, sends no amount above it, and says so again after a refusal", async ({
    page,
    demo,
  }) => {
    const slug = await makeLink(page, demo.projectId, { openAmount: true, maxFiatAmount: "12.5" });
    await page.goto(`/l/${slug}?till=1`);
    const display = page.getByRole("textbox", { name: "Amount in USD" });
    await expect(display).toHaveAccessibleDescription("At most $12.50.");
    await untilHeard(page);
    let posts = 0;
    page.on("request", (request) => {
      if (request.method() === "POST") posts += 1;
    });
    const press = (key: string) => page.getByRole("button", { name: key, exact: true }).click();
    const limit = page.getByText("At most $12.50.").first();
    const nine = page.getByRole("button", { name: "9", exact: true });
    for (const key of ["1", "2", ".", "5"]) await press(key);
    await expect(display).not.toHaveAttribute("aria-invalid");
    const still = await nine.boundingBox();
    await press("1");
    await expect(display).toHaveAttribute("aria-invalid", "true");
    expect(await nine.boundingBox()).toEqual(still);
    await expect(limit).toHaveCSS("font-weight", "600");
    await press("Show QR code");
    await expect(page.getByRole("alert").filter({ hasText: "At most $12.50." })).toHaveCount(1);
    await expect(display).toBeFocused();
    await expectFit(page);
    await keepLooks(page, "till-above-limit");
    await press("Delete the last digit");
    await expect(display).toHaveValue("12.5");
    await expect(display).not.toHaveAttribute("aria-invalid");
    await expect(page.getByRole("alert").filter({ hasText: "At most" })).toHaveCount(0);
    expect(posts).toBe(0);
    // Without scripts the form leads here; sending it counts for the limit of this address.
    await page.goto(`/l/${slug}?till=1&problem=VALIDATION_ERROR&amount=12.51`);
    await expect(page.getByRole("alert").filter({ hasText: "At most $12.50." })).toBeVisible();
    await expect(display).toHaveValue("12.51");
    await expectFit(page);
    await keepLooks(page, "till-limit");
    await page.goto(`/l/${slug}?till=1&problem=VALIDATION_ERROR&amount=abc`);
    await expect(page.getByRole("alert").filter({ hasText: "Enter an amount like 4.50." })).toBeVisible();
  });

  test("uses the whole of a tablet that lies", async ({ page, demo }) => {
    const open = await makeLink(page, demo.projectId, { openAmount: true, maxFiatAmount: "500" });
    const priced = await makeLink(page, demo.projectId, { fiatAmount: "4.50" });
    for (const size of [
      { width: 1280, height: 900 },
      { width: 1024, height: 768 },
    ]) {
      await page.setViewportSize(size);
      await page.goto(`/l/${open}?till=1`);
      const box = async (name: string) => {
        const found = await page.getByRole("button", { name, exact: true }).boundingBox();
        if (found === null) throw new Error(`there is no ${name}`);
        return found;
      };
      const [key, submit] = await Promise.all([box("9"), box("Show QR code")]);
      const heading = await title(page, "Amount in USD").boundingBox();
      expect((heading?.x ?? 0) + (heading?.width ?? size.width)).toBeLessThan(key.x);
      expect(key.x).toBeGreaterThan(submit.x + submit.width);
      expect(key.height).toBeGreaterThan(90);
      expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(
        size.height,
      );
      await keepScreenshot(page, `till-keys-${size.width}`);
      await page.goto(`/l/${priced}?till=1`);
      await untilHeard(page);
      await page.getByRole("button", { name: "Start" }).click();
      const qr = await code(page).boundingBox();
      expect(qr?.height).toBeGreaterThan(size.height * 0.6);
      await keepScreenshot(page, `till-code-${size.width}`);
    }
  });

  test("shows no sales to a visitor who isn't signed in", async ({ page, browser, demo }) => {
    const slug = await makeLink(page, demo.projectId, { openAmount: true });
    await page.goto(`/l/${slug}?till=1`);
    await expect(page.getByText(/^Paid today/)).toBeVisible();
    const context = await browser.newContext({ baseURL: demo.baseUrl });
    const stranger = await context.newPage();
    await stranger.goto(`/l/${slug}?till=1`);
    await expect(stranger.getByRole("button", { name: "Show QR code" })).toBeVisible();
    await expect(stranger.getByText(/^Paid today/)).toHaveCount(0);
    await context.close();
  });

  test("shows only its own link's checkouts", async ({ page, demo }) => {
    const slug = await makeLink(page, demo.projectId, { fiatAmount: "4.50" });
    const foreign = await startCheckout(demo);
    for (const checkout of [foreign.id, "chk_00000000000000000000000000", "x"]) {
      await page.goto(`/l/${slug}?till=1&checkout=${checkout}`);
      await expect(title(page, "$4.50")).toBeVisible();
      await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
      await expect(code(page)).toHaveCount(0);
    }
    await untilHeard(page);
    await page.getByRole("button", { name: "Start" }).click();
    await expect(code(page)).toBeVisible();
    await page.getByRole("link", { name: "Cancel" }).click();
    await expect(page.getByRole("button", { name: "Start" })).toBeVisible();
  });
});

test("without scripts a customer types the amount, and sees its errors; the till works too", async ({
  page,
  browser,
  demo,
}) => {
  const slug = await makeLink(page, demo.projectId, { openAmount: true });
  const context = await browser.newContext({
    javaScriptEnabled: false,
    baseURL: demo.baseUrl,
    locale: "de-DE",
  });
  const plain = await context.newPage();
  await plain.goto(`/l/${slug}`);
  const amount = plain.getByLabel("Betrag in USD");
  await amount.fill("4,505");
  await plain.getByRole("button", { name: "Weiter zur Zahlung" }).click();
  await expect(plain.getByRole("alert")).toHaveText("Geben Sie einen Betrag wie 4,50 ein.");
  await expect(amount).toHaveValue("4,505");
  await keepLooks(plain, "link-open-amount");
  await amount.fill("4,50");
  await plain.getByRole("button", { name: "Weiter zur Zahlung" }).click();
  await expect(plain).toHaveURL(/\/c\/chk_/);
  const id = plain.url().replace(/.*\//, "");
  expect(await getPublic(demo, id)).toMatchObject({ fiatAmount: "4.50", fiatCurrency: "USD" });

  await plain.goto(`/l/${slug}?till=1`);
  await plain.getByRole("textbox", { name: "Betrag in USD" }).fill("7");
  await plain.getByRole("button", { name: "QR-Code zeigen" }).click();
  await expect(title(plain, /^7,00/)).toBeVisible();
  await plain.getByRole("link", { name: "Aktualisieren" }).click();
  await expect(plain.getByText("Wartet auf die Zahlung")).toBeVisible();
  await context.close();
  await page.goto(`/l/${slug}`);
  await expectFit(page);
});

test("the last one in stock is sold to one customer", async ({ page, demo }) => {
  const slug = await makeLink(page, demo.projectId, { fiatAmount: "4.50", stock: 1 });
  await page.goto(`/l/${slug}`);
  await openWay(page, "send-yourself");
  await page.getByRole("button", { name: /USDC/ }).first().click();
  await expect(title(page, "Send 4.50 USDC")).toBeVisible();
  await page.goto(`/l/${slug}`);
  await expect(page.getByText("Sold out")).toBeVisible();
  await expect(page.getByRole("button", { name: /USDC|wallet/ })).toHaveCount(0);
  await expectFit(page);
});
