import { createHash } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import AxeBuilder from "@axe-core/playwright";
import { test as base, expect, type Page } from "@playwright/test";
import type { CheckoutResource } from "@/lib/checkouts/views/checkout.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { isFull } from "@/lib/testing/full-size";
import { createCheckout } from "./api";
import { chainOf, tokenOf } from "./chain";
import { cutOff } from "./layout";
import { manifest } from "./stack";

type Fixtures = {
  demo: DemoManifest;
  /** Browser errors that a test expects, such as from a network that it cuts. */
  expectedComplaint: RegExp | null;
};

/**
 * The payment page on a phone, against the running service. After every test: no request has left for
 * another host, nothing was thrown, nothing was written to the console as an error, nothing broke the page's policy.
 */
export const test = base.extend<Fixtures>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads a fixture's needs from this pattern.
  demo: async ({}, use) => use(manifest()),
  baseURL: async ({ demo }, use) => use(demo.baseUrl),
  viewport: { width: 390, height: 844 },
  expectedComplaint: [null, { option: true }],
  page: async ({ page, demo, expectedComplaint }, use) => {
    const complaints: string[] = [];
    const complain = (text: string) => {
      if (!expectedComplaint?.test(text)) complaints.push(text);
    };
    page.on("pageerror", (error) => complain(error.message));
    page.on("console", (message) => {
      if (message.type() === "error") complain(message.text());
    });
    page.on("request", (request) => {
      const url = new URL(request.url());
      if (url.protocol !== "data:" && url.origin !== demo.baseUrl)
        complaints.push(`a request left for ${url.origin}`);
    });
    // A library that tries whether it may, such as `new Function` in a `try`, leaves no message.
    await page.addInitScript(() =>
      document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sourceFile }) =>
        console.error(`Content Security Policy: ${effectiveDirective} ${blockedURI} ${sourceFile}`),
      ),
    );
    await use(page);
    expect(complaints).toEqual([]);
  },
});

/** A checkout over $10.00, in USDC on Local by default; `open` leaves the token to the customer. */
export async function startCheckout(
  demo: DemoManifest,
  { open = false, ...more }: { open?: boolean } & Record<string, unknown> = {},
): Promise<CheckoutResource> {
  const chain = chainOf(demo);
  return createCheckout(demo, {
    fiatAmount: "10.00",
    fiatCurrency: "USD",
    itemName: "Two mugs",
    ...(!open && { chainId: chain.chainId, tokenAddress: tokenOf(chain) }),
    ...more,
  });
}

/** Opens a way to pay, unless it is the open one. */
export async function openWay(
  page: Pick<Page, "locator">,
  id: "way-wallet" | "way-phone" | "send-yourself",
): Promise<void> {
  const way = page.locator(`#${id}`);
  if ((await way.getAttribute("open")) === null) await way.locator("summary").first().click();
}

/** The page opens with this way to pay, as for somebody who opened it on the screen before. */
export async function startWith(page: Page, way: "send-yourself"): Promise<void> {
  await page.addInitScript((id) => {
    const mark = () => {
      if (document.documentElement === null) return;
      document.documentElement.dataset.way = id;
      found.disconnect();
    };
    const found = new MutationObserver(mark);
    found.observe(document, { childList: true });
    mark();
  }, way);
}

/** Chooses a coin on a network that is folded below the coin's cheapest one. */
export async function chooseFolded(
  page: Pick<Page, "getByRole" | "getByText" | "locator">,
  coin: string,
  name: RegExp,
): Promise<void> {
  await openWay(page, "send-yourself");
  await page.getByText(`${coin} on another network`).click();
  await page.getByRole("button", { name }).click();
}

/** The screen's heading, by which a customer knows where they are. */
export function title(page: Page, name: string | RegExp) {
  return page.getByRole("heading", { level: 1, name, exact: true });
}

/** A theme changes colours alone: what else axe looks at is the same in the other. */
const rulesOfColour = ["color-contrast", "link-in-text-block"];

/**
 * Nothing for axe to find in either theme, and nothing beside the edge of a 320 px screen. Axe checks a screen once in
 * a run, however many tests reach it with other text; with FULL=1 it checks each state.
 */
export async function expectFit(page: Page): Promise<void> {
  if (isFull || (await isNewScreen(page))) await expectAccessible(page);
  await expectFitsSmall(page);
}

/** Whether no test of this run has seen a page of this kind under this title. */
async function isNewScreen(page: Page): Promise<boolean> {
  const kind = new URL(page.url()).pathname.replaceAll(/[^/]*\d[^/]*/g, "*");
  const screen = `${kind} ${await page.title()}`;
  const folder = path.join(path.dirname(process.env.E2E_MANIFEST ?? ""), "screens-seen");
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, createHash("sha256").update(screen).digest("hex"));
  return writeFile(file, "", { flag: "wx" }).then(
    () => true,
    () => false,
  );
}

async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: "reduce" });
    // Without frames of other origins it needs no page of its own to join what it found in each.
    const axe = new AxeBuilder({ page })
      .setLegacyMode(page.frames().length === 1)
      // Of what passes it would describe every element.
      .options({ resultTypes: ["violations"] });
    const { violations } = await (colorScheme === "light"
      ? axe.withTags(["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"])
      : axe.withRules(rulesOfColour)
    ).analyze();
    const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    expect(found, `in the ${colorScheme} theme`).toEqual([]);
  }
  await page.emulateMedia({ colorScheme: "light", reducedMotion: null });
}

/** Nothing beside the edge of a 320 px screen: for states that differ from others in their text alone. */
export async function expectFitsSmall(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const widest = await page.evaluate(() =>
    [document.documentElement, ...document.querySelectorAll("dialog[open]")].map((element) =>
      Math.max(element.scrollWidth, element.getBoundingClientRect().right),
    ),
  );
  expect(Math.max(...widest), "the width of the page on a 320 px screen").toBeLessThanOrEqual(320);
  expect(await cutOff(page), "cut off on a 320 px screen").toEqual([]);
  if (viewport !== null) await page.setViewportSize(viewport);
}

/** Waits until the page is hydrated: before that, forms submit as without scripts. */
export async function untilHeard(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => Reflect.get(window, "endEarlyPresses"))).toBeNull();
}

/** Marks the document, so that a reload would show. */
export async function markDocument(page: Page): Promise<() => Promise<void>> {
  await page.evaluate(() => {
    document.documentElement.dataset.marked = "";
  });
  return async () => expect(page.locator("html[data-marked]")).toHaveCount(1);
}

export { expect };
