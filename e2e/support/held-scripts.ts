import type { Page } from "@playwright/test";

/**
 * Keeps the page's script files back, as a slow line does. Before the page is opened.
 *
 * @returns lets them through
 */
export async function holdScripts(page: Page): Promise<() => Promise<void>> {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/_next\/static\/.*\.js/, async (route) => {
    await held;
    await route.continue();
  });
  return async () => {
    release();
    await page.unrouteAll({ behavior: "wait" });
  };
}
