import type { Page } from "@playwright/test";
import { getPublic } from "../support/api";
import { pay } from "../support/chain";
import { expect, startCheckout, test, title } from "../support/fixtures";
import { keepScreenshot } from "../support/screenshot";

/**
 * Takes the time from "Paid" to the way back by the page's own clock. Before the page is opened.
 *
 * @returns the milliseconds, to be read where the way led to
 */
async function watchStay(page: Page): Promise<() => Promise<number>> {
  await page.clock.install();
  await page.addInitScript(() => {
    const watch = new MutationObserver(() => {
      if (document.querySelector("h1")?.textContent !== "Paid") return;
      watch.disconnect();
      sessionStorage.setItem("paidAt", String(Date.now()));
      addEventListener("pagehide", () => sessionStorage.setItem("leftAt", String(Date.now())));
    });
    watch.observe(document, { childList: true, characterData: true, subtree: true });
  });
  return () =>
    page.evaluate(
      () => Number(sessionStorage.getItem("leftAt")) - Number(sessionStorage.getItem("paidAt") ?? "Infinity"),
    );
}

test("paid leads back to the shop after a visible delay; until then nothing on the page knows the way", async ({
  page,
  demo,
}) => {
  const successUrl = `${demo.baseUrl}/shop?thanks=1`;
  const checkout = await startCheckout(demo, { open: true, successUrl });
  const stayedMs = await watchStay(page);
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Choose how to pay")).toBeVisible();
  expect(await page.content()).not.toContain("thanks=1");
  await page.getByRole("button", { name: /USDC on Local 10/ }).click();
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  expect(await page.content()).not.toContain("thanks=1");
  const { depositAddress } = await getPublic(demo, checkout.id);
  await pay(demo, String(depositAddress), 4_000_000n);
  await expect(title(page, "Send 6.00 USDC more")).toBeVisible();
  expect(await page.content()).not.toContain("thanks=1");
  expect(page.url()).toBe(`${demo.baseUrl}/c/${checkout.id}`);

  await pay(demo, String(depositAddress), 6_000_000n);
  await expect(title(page, "Paid")).toBeVisible();
  await expect(page.getByText(/^Returning in \d+ s$/)).toBeInViewport();
  await expect(page.getByRole("button", { name: "Stay here" })).toBeInViewport();
  await expect(page.getByRole("link", { name: /^Return to/ })).toHaveAttribute("href", successUrl);
  await expect(page.getByRole("button", { name: "Copy transaction hash" })).toBeVisible();
  await expect
    .poll(async () => {
      await page.clock.runFor(1_000);
      return page.url();
    })
    .toBe(successUrl);
  expect(await stayedMs(), "time to read and to stop it").toBeGreaterThan(8_000);
});

test("stay here stops the way back, polling has ended, and a receipt opened again stays", async ({
  page,
  demo,
}) => {
  const checkout = await startCheckout(demo, { successUrl: `${demo.baseUrl}/shop?thanks=1` });
  await page.clock.install();
  await page.goto(`/c/${checkout.id}`);
  await expect(title(page, "Send 10.00 USDC")).toBeVisible();
  await pay(demo, String(checkout.depositAddress), 10_000_000n);
  await expect(title(page, "Paid")).toBeVisible();
  await keepScreenshot(page, "checkout-paid");
  await page.getByRole("button", { name: "Stay here" }).click();
  await expect(page.getByText(/^Returning in/)).toHaveCount(0);

  const asked: string[] = [];
  page.on("request", (request) => asked.push(request.url()));
  // Longer than the delay, and than any pace of polling.
  await page.clock.runFor(60_000);
  expect(asked).toEqual([]);
  expect(page.url()).toBe(`${demo.baseUrl}/c/${checkout.id}`);

  await page.reload();
  await expect(title(page, "Paid")).toBeVisible();
  await expect(page.getByRole("button", { name: "Print receipt" })).toBeVisible();
  await expect(page.getByText(/^Returning in/)).toHaveCount(0);
});
