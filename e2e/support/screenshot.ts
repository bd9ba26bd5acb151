import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const root = fileURLToPath(new URL("../..", import.meta.url));

/**
 * Keeps a picture of the page. With UPDATE_SCREENSHOTS=1 it replaces the one in docs/images, which the README
 * shows; else it goes to test-results.
 */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  const folder = path.join(
    root,
    process.env.UPDATE_SCREENSHOTS === "1" ? "docs/images" : "test-results/screenshots",
  );
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: "disabled" });
}
