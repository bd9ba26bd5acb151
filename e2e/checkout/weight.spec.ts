import type { Page, Request } from "@playwright/test";
import { expect, startCheckout, test, title } from "../support/fixtures";

/**
 * First-load JavaScript: the bodies of all scripts that the browser received before anybody touched the
 * page, as they travelled (gzip), in bytes. An empty Next page of this version takes 132.9 KiB; the payment
 * page may add 13 kB.
 */
const mostBytes = 132.9 * 1024 + 13_000;

const screens = [
  { name: "choose", open: true, heading: "Choose how to pay" },
  { name: "pay", open: false, heading: "Send 10.00 USDC" },
];

for (const { name, open, heading } of screens) {
  test(`the ${name} screen's first-load JavaScript is that of an empty page and at most 13 kB`, async ({
    page,
    demo,
  }, { annotations }) => {
    const checkout = await startCheckout(demo, { open });
    const scripts = scriptsOf(page);
    await page.goto(`/c/${checkout.id}`);
    await expect(title(page, heading)).toBeVisible();
    await untilQuiet(scripts);
    const bytes = await transferred(scripts);
    annotations.push({ type: "first-load JavaScript", description: `${(bytes / 1024).toFixed(1)} KiB gzip` });
    expect(bytes).toBeGreaterThan(100_000);
    expect(bytes).toBeLessThanOrEqual(mostBytes);
  });
}

test("wallet code is fetched only once somebody asks for it", async ({ page, demo }) => {
  const checkout = await startCheckout(demo);
  const scripts = scriptsOf(page);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await untilQuiet(scripts);
  const before = scripts.length;

  await page.getByRole("button", { name: "Connect wallet" }).click();
  await expect(page.getByRole("dialog").getByRole("button", { name: "Demo wallet" })).toBeVisible();
  expect(await transferred(scripts.slice(before))).toBeGreaterThan(20_000);
});

function scriptsOf(page: Page): Request[] {
  const scripts: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  return scripts;
}

/** Until no script has come for a second; the page itself goes on polling. */
async function untilQuiet(scripts: readonly Request[]): Promise<void> {
  let seen = -1;
  while (seen !== scripts.length) {
    seen = scripts.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

async function transferred(scripts: readonly Request[]): Promise<number> {
  const sizes = scripts.map(async (request) => {
    const response = await request.response();
    const { responseBodySize } = await request.sizes();
    // What says only where other code lies is too short to be compressed.
    if (responseBodySize > 1_024) expect(response?.headers()["content-encoding"], request.url()).toBe("gzip");
    return responseBodySize;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
