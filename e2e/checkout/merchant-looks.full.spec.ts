import type { DemoManifest } from "@/lib/demo/identity";
import { shopLogo } from "@/lib/demo/seed";
import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase } from "@/lib/platform/database";
import { redrawPicture, setProjectAccent, setProjectLogo } from "@/lib/projects/looks/change-looks";
import { accentFor } from "@/lib/projects/looks/looks.rules";
import { createProjectLooks } from "@/lib/projects/looks/project-looks.store";
import { createCheckout, getPublic } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { expect, expectFit, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/layout";
import { openProjects } from "../support/projects";

/** The hardest colour there is: bright yellow on white. */
const yellow = "#ffff00";

/** A shop with a logo and a colour of its own. */
async function makeShop(demo: DemoManifest): Promise<{ serverKey: string; digest: string }> {
  const projects = openProjects(demo);
  const database = createDatabase(demo.databaseUrl, { maxConnections: 1 });
  try {
    const { projectId, serverKey } = await projects.make({ name: "Yellow Tea House" });
    const deps = { clock: createSystemClock(), looks: createProjectLooks(database), redrawPicture };
    const by = { projectId, userId: null };
    await setProjectAccent(deps, by, yellow);
    return { serverKey, digest: String(await setProjectLogo(deps, by, await shopLogo())) };
  } finally {
    await Promise.all([projects.close(), database.close()]);
  }
}

test("a shop's logo and colour are on its page, readable in both themes; the rate has its source, the receipt its time", async ({
  page,
  demo,
}) => {
  const { serverKey, digest } = await makeShop(demo);
  const chain = chainOf(demo);
  const priced = { fiatAmount: "10", fiatCurrency: "KRW" };
  const checkout = await createCheckout(
    demo,
    { ...priced, chainId: chain.chainId, tokenAddress: tokenOf(chain) },
    serverKey,
  );
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 0.007142 USDC")).toBeVisible();

  const logo = page.locator(`img[src$="/logos/${digest}"]`).first();
  await expect(logo).toBeVisible();
  await expect(logo).toHaveAttribute("src", `/logos/${digest}`);
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => [image.complete, image.naturalWidth]))
    .toEqual([true, 192]);
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const shown = await page.evaluate(() =>
      getComputedStyle(document.documentElement).getPropertyValue("--accent"),
    );
    expect(shown).toBe(accentFor(yellow, colorScheme).accent);
  }
  await page.emulateMedia({ colorScheme: "light" });

  await page.getByText("How we calculated this").click();
  await expect(page.getByText("a fixed rate for testing")).toBeVisible();
  await expect(page.getByText(/rounded down to .?6.? decimal places/)).toBeVisible();
  await expectFit(page);
  await keepScreenshot(page, "checkout-merchant-looks");

  await pay(demo, String(checkout.depositAddress), 7_142n);
  await expect(title(page, "Paid")).toBeVisible();
  const { paidAt } = await getPublic(demo, checkout.id);
  const time = new Date(String(paidAt)).toLocaleTimeString("en-US", { timeStyle: "short", timeZone: "UTC" });
  await expect(
    page
      .getByRole("definition")
      .filter({ has: page.locator("time"), hasText: new RegExp(time.replace(/\s/, "\\s")) }),
  ).toBeVisible();
});

test("a logo is cacheable and inert for everyone; any other address answers with the envelope", async ({
  demo,
}) => {
  const { digest } = await makeShop(demo);
  const response = await fetch(`${demo.baseUrl}/logos/${digest}`, {
    headers: { accept: "text/html,image/*" },
  });
  expect(response.status).toBe(200);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    "content-type": "image/webp",
    "cache-control": "public, max-age=31536000, immutable",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'; sandbox",
    "x-content-type-options": "nosniff",
    "cross-origin-resource-policy": "cross-origin",
  });
  expect(Buffer.from(await response.arrayBuffer()).toString("latin1", 8, 12)).toBe("WEBP");
  for (const name of ["0".repeat(64), digest.toUpperCase(), "logo.svg", `${digest}.png`]) {
    const missing = await fetch(`${demo.baseUrl}/logos/${name}`);
    expect(missing.status).toBe(404);
    expect(await missing.json()).toMatchObject({ ok: false, error: { code: "NOT_FOUND" } });
  }
  const post = await fetch(`${demo.baseUrl}/logos/${digest}`, { method: "POST" });
  expect([post.status, post.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
});
