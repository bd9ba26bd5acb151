import type { Page } from "@playwright/test";
import { getPublic } from "../support/api";
import { postAction, signIn } from "../support/dashboard";
import { chooseFolded, expect, expectFit, test, title } from "../support/fixtures";
import { keepLooks } from "../support/layout";

type Made = { slug: string; linkId: string };

async function makeLink(page: Page, projectId: string, terms: Record<string, unknown>): Promise<Made> {
  await signIn(page);
  const made = await postAction(page, `/api/dashboard/projects/${projectId}/actions/createLink`, {
    itemName: "A whole bean & more",
    ...terms,
  });
  return ((await made.json()) as { data: Made }).data;
}

const fixed = { fiatAmount: "12.00", fiatCurrency: "USD" };

/** How many checkouts the link has created. */
async function created(page: Page, projectId: string, linkId: string): Promise<number> {
  await page.goto(`/dashboard/projects/${projectId}/checkouts?link=${linkId}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  return page.getByRole("link", { name: /bean/ }).count();
}

test("a fixed price is the payment page at once, and the coin that is pressed creates its checkout", async ({
  page,
  demo,
}) => {
  const { slug, linkId } = await makeLink(page, demo.projectId, fixed);
  await page.goto(`/l/${slug}`, { waitUntil: "networkidle" });
  await expect(title(page, "Choose how to pay")).toBeVisible();
  await expect(page.getByText("$12.00", { exact: true })).toBeVisible();
  await expectFit(page);
  expect(await created(page, demo.projectId, linkId)).toBe(0);

  await page.goto(`/l/${slug}`);
  await chooseFolded(page, "USDT", /USDT.*on Local\b(?! Two)/);
  await expect(title(page, "Send 12.00 USDT")).toBeVisible();
  const id = page.url().replace(/.*\//, "");
  expect(await getPublic(demo, id)).toMatchObject({ fiatAmount: "12.00", itemName: "A whole bean & more" });
  await page.goBack();
  await expect(page).toHaveURL(new RegExp(`/l/${slug}$`));
  expect(await created(page, demo.projectId, linkId)).toBe(1);
});

test("the demo wallet that is pressed on a link opens on its checkout, and pays", async ({ page, demo }) => {
  const { slug } = await makeLink(page, demo.projectId, fixed);
  await page.goto(`/l/${slug}`);
  await page.getByRole("button", { name: "Pay with demo wallet" }).click();
  const dialog = page.getByRole("dialog", { name: "Pay from a wallet" });
  await dialog.getByRole("button", { name: /^Pay 12\.00 USDC/ }).click();
  await expect(title(page, "Paid")).toBeVisible({ timeout: 30_000 });
});

test("an open amount waits for a press", async ({ page, demo }) => {
  const { slug } = await makeLink(page, demo.projectId, { openAmount: true, fiatCurrency: "USD" });
  await page.goto(`/l/${slug}`);
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeVisible();
});

test("a form of another site opens the link's page, and leaves the stock to its visitors", async ({
  page,
  demo,
}) => {
  const { slug } = await makeLink(page, demo.projectId, { ...fixed, stock: 1 });
  const post = async (site: string) => {
    const answer = await fetch(`${demo.baseUrl}/l/${slug}`, {
      method: "POST",
      redirect: "manual",
      headers: { "sec-fetch-site": site, "content-type": "application/x-www-form-urlencoded" },
      body: "",
    });
    return [answer.status, answer.headers.get("location")];
  };
  for (let time = 0; time < 2; time++) expect(await post("cross-site")).toEqual([303, `/l/${slug}`]);
  expect(await post("same-origin")).toEqual([303, expect.stringMatching(/^\/c\/chk_/)]);
  await page.goto(`/l/${slug}`);
  await expect(page.getByText("Sold out")).toBeVisible();
});

test("a messenger's preview has item, price and merchant, and creates no checkout", async ({
  page,
  demo,
}) => {
  const { slug, linkId } = await makeLink(page, demo.projectId, {
    ...fixed,
    itemDescription: "Roasted\nyesterday",
  });
  for (const method of ["GET", "HEAD"]) {
    const answer = await fetch(`${demo.baseUrl}/l/${slug}`, {
      method,
      headers: { accept: "*/*", "user-agent": "WhatsApp/2.23.20.0" },
    });
    expect(answer.status).toBe(200);
    if (method === "HEAD") continue;
    const html = await answer.text();
    const meta = (name: string) =>
      new RegExp(`<meta (?:property|name)="${name}" content="([^"]*)"`).exec(html)?.[1];
    expect(meta("og:title")).toBe("A whole bean &amp; more · $12.00");
    expect(meta("og:description")).toBe("Roasted yesterday");
    expect(meta("og:url")).toBe(`${demo.baseUrl}/l/${slug}`);
    expect(meta("og:site_name")).toBe("Corner Coffee");
    expect(meta("twitter:card")).toBe("summary_large_image");
    expect(meta("robots")).toMatch(/noindex/);
    const address = meta("og:image") ?? "";
    expect(address).toBe(`${demo.baseUrl}/api/l/${slug}/preview.png?language=en`);
    const picture = await fetch(address);
    expect(picture.headers.get("content-type")).toBe("image/png");
    expect(picture.headers.get("cache-control")).toBe("public, max-age=300");
    const bytes = Buffer.from(await picture.arrayBuffer());
    // The signature, and the size in the header.
    expect(bytes.subarray(0, 8).toString("latin1")).toBe("\x89PNG\r\n\x1a\n");
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([1200, 630]);
    expect((await fetch(`${demo.baseUrl}/api/l/no-such-link/preview.png`)).status).toBe(404);
  }
  expect(await created(page, demo.projectId, linkId)).toBe(0);
  await page.goto(`/l/${slug}`);
  await keepLooks(page, "link-fixed-price");
});
