import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { settingNames } from "@/lib/settings/schema";
import { pay } from "../support/chain";
import { expect, expectFit, startCheckout, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/layout";
import { exchange } from "../support/raw";
import { manifest } from "../support/stack";

const demo = manifest();

/** What the page's policy refused, as the browser tells it. */
async function refusalsOf(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const refused: string[] = [];
    Object.assign(window, { refused });
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
      refused.push(`${effectiveDirective} ${blockedURI} ${sourceFile}`),
    );
  });
  return () => page.evaluate(() => Reflect.get(window, "refused") as string[]);
}

const nonce = /'nonce-[A-Za-z0-9+/=]{24}'/;
const sitePages = ["/", "/docs", "/docs/checkouts", "/docs/embed", "/shop"];
const unknownPages = ["/nowhere", `/c/chk_${"0".repeat(26)}`, "/c/x", `/r/${"a".repeat(43)}`, "/c/%"];

test.describe("of a page", () => {
  // That a page is not there is a complaint of the browser's too.
  test.use({ expectedComplaint: /status of 404/ });

  test("the policy allows the page's own scripts only, and all of them", async ({ page }) => {
    const refusals = await refusalsOf(page);
    for (const address of [...sitePages, ...unknownPages]) {
      const answer = await page.goto(address);
      const policy = answer?.headers()["content-security-policy"] ?? "";
      expect(policy, address).toContain("default-src 'none'; script-src ");
      expect(policy, address).toContain("base-uri 'none'");
      expect(policy, address).toMatch(nonce);
      expect(policy, address).toContain("frame-ancestors 'none'");
      expect(policy, address).not.toContain("unsafe");
      await page.waitForLoadState("load");
      expect(await refusals(), address).toEqual([]);
    }
  });
});

test("the payment page keeps to its policy from the choice to the receipt", async ({ page }) => {
  const checkout = await startCheckout(demo);
  const refusals = await refusalsOf(page);
  const answer = await page.goto(`/c/${checkout.id}`);
  const { "content-security-policy": policy = "", ...headers } = answer?.headers() ?? {};
  expect(policy).toMatch(/script-src 'nonce-[^']+' 'strict-dynamic'; style-src 'self' 'nonce-[^']+';/);
  // The demo's project allows its shop alone.
  expect(policy).toContain(`frame-ancestors ${demo.baseUrl}`);
  expect(headers).toMatchObject({
    "cache-control": expect.stringContaining("no-store"),
    "cross-origin-opener-policy": "same-origin-allow-popups",
    "permissions-policy": expect.stringContaining("camera=()"),
    "referrer-policy": expect.any(String),
    "x-content-type-options": "nosniff",
  });
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  // The page is drawn anew by the router, whose answers have other nonces.
  await pay(demo, String(checkout.depositAddress), 10_000_000n);
  await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
  expect(await refusals()).toEqual([]);
});

test.describe("text from merchants and customers", () => {
  test.use({ expectedComplaint: /Content Security Policy|status of 404/ });

  test("is text from any author; an injected script doesn't run", async ({ page }) => {
    const script = "<script>window.hacked=1</script><img src=x onerror=window.hacked=1>";
    const checkout = await startCheckout(demo, { itemName: script, itemDescription: `"'>${script}</title>` });
    const refusals = await refusalsOf(page);
    await page.goto(`/c/${checkout.id}`);
    await expect(page.getByText(script).first()).toBeVisible();
    expect(await refusals()).toEqual([]);

    // As if a text had been written out as it came.
    // The page alone, not what it goes on asking the API: of that some is still under way as the test ends.
    await page.route(`${demo.baseUrl}/c/${checkout.id}`, async (route) => {
      const response = await route.fetch();
      const body = (await response.text()).replace("<main", `${script}<main`);
      await route.fulfill({ response, body });
    });
    await page.reload();
    await expect
      .poll(async () => (await refusals()).map((text) => text.split(" ")[0]))
      .toEqual(expect.arrayContaining(["script-src-elem", "script-src-attr"]));
    expect(await page.evaluate(() => Reflect.get(window, "hacked"))).toBeUndefined();
  });
});

test("other answers are inert, and any site may load the script for shops", async ({ request }) => {
  const checkout = await startCheckout(demo);
  const json = { accept: "application/json" };
  for (const address of [`/c/${checkout.id}`, "/healthz", "/openapi.json", "/nowhere"]) {
    const headers = (await request.get(address, { headers: json })).headers();
    expect(headers["content-security-policy"], address).toBe("default-src 'none'; frame-ancestors 'none'");
  }
  expect((await request.get("/checkout.js")).headers()).toMatchObject({
    "content-type": expect.stringContaining("javascript"),
    "access-control-allow-origin": "*",
    "cross-origin-resource-policy": "cross-origin",
  });
});

test("a made-up host or proxy appears in no answer", async () => {
  const checkout = await startCheckout(demo);
  const evil = "evil.example";
  const headers = {
    host: evil,
    accept: "text/html",
    forwarded: `host=${evil};proto=https`,
    "x-forwarded-host": evil,
    "x-forwarded-proto": "https",
    "x-nonce": evil,
    "content-security-policy": `script-src 'nonce-${evil}'`,
  };
  for (const target of [
    `/c/${checkout.id}`,
    "/",
    "/docs",
    "/docs/",
    "/shop",
    "//docs",
    "/nowhere",
    "/openapi.json",
  ]) {
    const answer = await exchange(demo.baseUrl, { target, headers });
    expect(answer.text, target).not.toContain(evil);
    expect([...answer.headers.values()].join("\n"), target).not.toContain(evil);
  }
});

test("files for browsers contain no setting and no secret", async () => {
  const folder = fileURLToPath(new URL("../../.next/static", import.meta.url));
  const files = (await readdir(folder, { recursive: true })).filter((file) => /\.(js|css|json)$/.test(file));
  expect(files.length).toBeGreaterThan(5);
  const { serverKey, apiKey, webhookSecret, merchant, payer, databaseUrl, login } = demo;
  const secrets = [
    serverKey,
    apiKey,
    webhookSecret,
    merchant.privateKey,
    payer.privateKey,
    databaseUrl,
    login.password,
  ];
  // Shorter names are ordinary words.
  const names = settingNames.filter((name) => name.includes("_"));
  for (const file of files) {
    const text = await readFile(path.join(folder, file), "utf8");
    const found = [...secrets, ...names].filter((secret) => text.includes(secret));
    expect(found, file).toEqual([]);
  }
});

test.describe("an unknown checkout", () => {
  // The browser reports the 404 itself.
  test.use({ expectedComplaint: /status of 404/ });

  for (const id of ["chk_01hzzzzzzzzzzzzzzzzzzzzzzz", "chk_nope", "%F0%9F%92%B8"]) {
    test(`an unknown checkout is a 404 with its own screen: ${id}`, async ({ page }) => {
      const response = await page.goto(`/c/${id}`);
      expect(response?.status()).toBe(404);
      await expect(title(page, "Checkout not found")).toBeVisible();
      await expect(page.getByText(/Open it again from the shop/)).toBeVisible();
      if (id === "chk_nope") {
        await keepScreenshot(page, "checkout-unknown");
        await expectFit(page);
      }
    });
  }

  test("an address that leads nowhere says so, and its scripts run", async ({ page }) => {
    for (const address of ["/nothing", "/dashboard/nothing", "/tokens/nothing.svg", "/shop/nothing.svg"]) {
      expect((await page.goto(address))?.status()).toBe(404);
      await expect(title(page, "Page not found")).toBeVisible();
      // React marks what it has taken over; a script that our policy blocks would fail the test, too.
      await expect
        .poll(() =>
          page.evaluate(() => Object.keys(document).some((key) => key.startsWith("__reactContainer"))),
        )
        .toBe(true);
    }
  });

  test.describe("without JavaScript", () => {
    test.use({ javaScriptEnabled: false });

    for (const [address, heading] of [
      [`/c/chk_${"0".repeat(26)}`, "Checkout not found"],
      [`/r/${"A".repeat(43)}`, "This link doesn't work"],
    ] as const)
      test(`an address that opens nothing says so too: ${address}`, async ({ page }) => {
        expect((await page.goto(address))?.status()).toBe(404);
        await expect(title(page, heading)).toBeVisible();
        await page.getByRole("navigation", { name: "Language" }).getByText("English").first().click();
        await expect(page.getByRole("link", { name: "Deutsch" })).toBeVisible();
      });
  });
});
