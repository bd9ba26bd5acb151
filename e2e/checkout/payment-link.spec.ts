import type { Page } from "@playwright/test";
import { getPublic } from "../support/api";
import { postAction, signIn } from "../support/dashboard";
import { expect, test } from "../support/fixtures";
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

/** As in a person's browser: tests are automated, so their pages keep the button. */
const likePerson = () =>
  Object.defineProperty(Navigator.prototype, "webdriver", { configurable: true, get: () => false });

test("a fixed price leads straight to its checkout, and going back leaves the link", async ({
  page,
  demo,
}) => {
  const { slug } = await makeLink(page, demo.projectId, fixed);
  await page.addInitScript(likePerson);
  await page.goto("/docs");
  await page.goto(`/l/${slug}`);
  await page.waitForURL(/\/c\/chk_/);
  const id = page.url().replace(/.*\//, "");
  expect(await getPublic(demo, id)).toMatchObject({ fiatAmount: "12.00", itemName: "A whole bean & more" });
  await page.goBack();
  await expect(page).toHaveURL(/\/docs$/);
});

test("a choice, a stock and a refusal wait for a press", async ({ page, demo }) => {
  const open = await makeLink(page, demo.projectId, { openAmount: true, fiatCurrency: "USD" });
  const stocked = await makeLink(page, demo.projectId, { ...fixed, stock: 1 });
  const plain = await makeLink(page, demo.projectId, fixed);
  await page.addInitScript(likePerson);
  for (const path of [open.slug, stocked.slug, `${plain.slug}?problem=RATE_LIMIT_EXCEEDED`]) {
    await page.goto(`/l/${path}`, { waitUntil: "networkidle" });
    await expect(page.getByRole("button", { name: "Continue to payment" })).toBeVisible();
    expect(new URL(page.url()).pathname).toMatch(/^\/l\//);
  }
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
});

test("a page that nobody sees creates no checkout until it is shown", async ({ page, demo }) => {
  const { slug } = await makeLink(page, demo.projectId, fixed);
  await page.addInitScript(likePerson);
  await page.addInitScript(() => {
    let state: DocumentVisibilityState = "hidden";
    Object.defineProperty(document, "visibilityState", { configurable: true, get: () => state });
    addEventListener("shown", () => {
      state = "visible";
      document.dispatchEvent(new Event("visibilitychange"));
    });
  });
  await page.goto(`/l/${slug}`, { waitUntil: "networkidle" });
  await expect(page.getByRole("button", { name: "Continue to payment" })).toBeVisible();
  await page.evaluate(() => dispatchEvent(new Event("shown")));
  await page.waitForURL(/\/c\/chk_/);
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
  await page.goto(`/dashboard/projects/${demo.projectId}/checkouts?link=${linkId}`);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect(page.getByRole("link", { name: /bean/ })).toHaveCount(0);
  await page.goto(`/l/${slug}`);
  await keepLooks(page, "link-fixed-price");
});
