import type { Request } from "@playwright/test";
import { mostBytes, scriptsOf, transferred, untilQuiet } from "../support/first-load";
import { expect, startCheckout, test, title } from "../support/fixtures";
import { holdTimers } from "../support/held-scripts";
import { openProjects } from "../support/projects";
import { claimToken, signToken } from "../support/refund-links";
import { customer, expectRefund, paid, postRefund, shopOf } from "../support/refunds";
import { manifest } from "../support/stack";

test.describe("the payment page", () => {
  const screens = [
    { name: "choose", open: true, heading: "Choose how to pay" },
    { name: "pay", open: false, heading: "Send 10.00 USDC" },
  ];

  for (const { name, open, heading } of screens) {
    test(`the ${name} screen's first load is at most 138 kB of JavaScript, 70 kB of fonts and 12 requests`, async ({
      page,
      demo,
    }, { annotations }) => {
      const checkout = await startCheckout(demo, { open });
      const scripts = scriptsOf(page);
      let requests = 0;
      const fonts: Request[] = [];
      page.on("request", (request) => {
        requests += 1;
        if (request.resourceType() === "font") fonts.push(request);
      });
      // Once the page has been quiet for two seconds, it begins to follow its checkout, and after four it checks the address.
      await holdTimers(page, 2_000);
      await page.goto(`/c/${checkout.id}`);
      await expect(title(page, heading)).toBeVisible();
      await untilQuiet(scripts);
      const bytes = await transferred(scripts);
      annotations.push({
        type: "first-load JavaScript",
        description: `${(bytes / 1024).toFixed(1)} KiB`,
      });
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThanOrEqual(mostBytes);
      expect(requests).toBeLessThanOrEqual(12);
      const sizes = await Promise.all(fonts.map((request) => request.sizes()));
      expect(sizes.length).toBeGreaterThan(0);
      expect(sizes.reduce((sum, { responseBodySize }) => sum + responseBodySize, 0)).toBeLessThanOrEqual(
        70_000,
      );
    });
  }

  test("wallet code is fetched only on demand", async ({ page, demo }) => {
    const checkout = await startCheckout(demo);
    const scripts = scriptsOf(page);
    await page.goto(`/c/${checkout.id}`);
    await expect(title(page, "Send 10.00 USDC")).toBeVisible();
    await untilQuiet(scripts);
    const before = scripts.length;

    await page.getByRole("button", { name: "Connect wallet" }).click();
    await expect(page.getByRole("dialog").getByRole("button", { name: "Demo wallet" })).toBeVisible();
    // Offered by a setting alone.
    await expect(page.getByRole("dialog").getByText("WalletConnect")).toHaveCount(0);
    // The browser reports its arrival a moment after it runs.
    await expect.poll(() => transferred(scripts.slice(before)), { timeout: 20_000 }).toBeGreaterThan(20_000);
  });
});

test.describe("refund links", () => {
  /** The last parts of links on which each screen with something to do is shown. */
  const tokens = { claim: "", sign: "" };

  test.beforeAll(async () => {
    const demo = manifest();
    const projects = openProjects(demo);
    try {
      const shop = shopOf(demo, await projects.make({ refundMode: "STRICT" }));
      const { id } = await paid(shop, 1_000n);
      tokens.claim = await claimToken(shop, id);
      const json = { amount: "1", destinationAddress: customer };
      tokens.sign = await signToken(shop, expectRefund(await postRefund(shop, id, { json })).id);
    } finally {
      await projects.close();
    }
  });

  const screens = [
    { link: "claim", heading: "Where should your refund go?", open: "Sign with your wallet" },
    { link: "sign", heading: "Sign this refund", open: "Connect wallet" },
  ] as const;

  for (const { link, heading, open } of screens)
    test(`a link to ${link} loads no more than the payment page may, and wallet code once somebody asks for it`, async ({
      page,
    }, { annotations }) => {
      const scripts = scriptsOf(page);
      await page.goto(`/r/${tokens[link]}`);
      await expect(title(page, heading)).toBeVisible();
      await untilQuiet(scripts);
      const before = scripts.length;
      const bytes = await transferred(scripts);
      annotations.push({
        type: "first-load JavaScript",
        description: `${(bytes / 1024).toFixed(1)} KiB`,
      });
      expect(bytes).toBeGreaterThan(100_000);
      expect(bytes).toBeLessThanOrEqual(mostBytes);

      await page.getByRole("button", { name: open }).click();
      await expect(page.getByText(/wallet/i).first()).toBeVisible();
      await expect
        .poll(async () => transferred(scripts.slice(before)), { timeout: 20_000 })
        .toBeGreaterThan(20_000);
    });
});
