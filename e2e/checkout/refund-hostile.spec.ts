import type { Page } from "@playwright/test";
import { expect, expectFit, expectFitsSmall, test, title } from "../support/fixtures";
import { manifest } from "../support/manifest";
import { openProjects, type Projects } from "../support/projects";
import { claimToken, signToken } from "../support/refund-links";
import { customer, expectRefund, paid, postRefund, shopOf } from "../support/refunds";
import { keepLooks } from "../support/screenshot";

let projects: Projects;

/** What the card's own edge hides is lost, too: nothing on a 320 px screen may reach beyond it. */
async function expectNothingCut(page: Page): Promise<void> {
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 320, height: 640 });
  const cut = await page
    .locator("main *")
    .evaluateAll((elements) =>
      elements
        .filter((element) => element.getBoundingClientRect().right > 320)
        .map(({ outerHTML }) => outerHTML.slice(0, 120)),
    );
  expect(cut).toEqual([]);
  if (viewport !== null) await page.setViewportSize(viewport);
}

test.beforeAll(() => {
  projects = openProjects(manifest());
});
test.afterAll(() => projects?.close());

const script = "<script>document.title='owned'</script><img src=x onerror=alert(1)>";
const names = {
  "markup, other directions, lines and placeholders": `${script}\u202E\u2067 esreveR \u200F\n\nYour refund was cancelled.\r\n{amount} {merchant}`,
  "one word without an end": "Unbreakable".repeat(12),
} as const;

for (const [what, name] of Object.entries(names))
  test(`a shop's name with ${what} stays a name`, async ({ page, demo }) => {
    const shop = shopOf(demo, await projects.make({ refundMode: "STRICT", name }));
    const checkout = await paid(shop, 1_000_000n);
    page.on("dialog", () => {
      throw new Error("the name ran as a script");
    });
    await page.goto(`/r/${await claimToken(shop, checkout.id, "250000")}`);
    await expect(title(page, "Where should your refund go?")).toBeVisible();
    const shown = name
      .replace(/\p{Bidi_Control}/gu, "")
      .replace(/\s+/g, " ")
      .trim();
    await expect(page.getByText(`${shown} is refunding 0.25 USDC to you.`, { exact: true })).toBeVisible();
    await expect(page).toHaveTitle(`Refund from ${shown}`);
    expect(await page.locator("main").textContent()).not.toMatch(/\p{Bidi_Control}/u);
    await expect(page.locator("main script, main img[src=x]")).toHaveCount(0);
    await expectFit(page);
    await expectNothingCut(page);
    if (name === names["one word without an end"]) await keepLooks(page, "refund-hostile");

    await page.goto(
      `${page.url()}?address=${encodeURIComponent(`"><script>alert(1)</script>${"z".repeat(400)}`)}`,
    );
    await expect(page.getByRole("alert").filter({ hasText: "40 characters" })).toBeVisible();
    await expectFitsSmall(page);
    await expectNothingCut(page);

    const json = { amount: "1", destinationAddress: customer, reason: script };
    const refund = expectRefund(await postRefund(shop, checkout.id, { json }));
    await page.goto(`/r/${await signToken(shop, refund.id)}`);
    await expect(title(page, "Sign this refund")).toBeVisible();
    await expectFitsSmall(page);
    await expectNothingCut(page);
  });
