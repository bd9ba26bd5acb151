import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { isFull } from "@/lib/testing/full-size";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** With FULL=1, keeps a picture of the page in test-results for a person to look at: no test compares it. */
export async function keepScreenshot(page: Page, name: string, fullPage = false): Promise<void> {
  if (!isFull) return;
  const folder = path.join(root, "test-results/screenshots");
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: "disabled", fullPage });
}

const screens = [
  { name: "phone", width: 390, height: 844 },
  { name: "desktop", width: 1280, height: 900 },
];

/** Pictures of the whole page, however long, or of the screen where a dialog is open; at both sizes in both themes. */
export async function keepLooks(page: Page, name: string): Promise<void> {
  if (!isFull) return;
  const viewport = page.viewportSize();
  // One that is open belongs to the screen, not to the page.
  const hasDialog = (await page.locator("dialog[open]").count()) > 0;
  for (const { name: screen, ...size } of screens) {
    await page.setViewportSize(size);
    for (const colorScheme of ["light", "dark"] as const) {
      await page.emulateMedia({ colorScheme });
      await keepScreenshot(page, `${name}-${screen}-${colorScheme}`, !hasDialog);
    }
  }
  await page.emulateMedia({ colorScheme: "light" });
  if (viewport !== null) await page.setViewportSize(viewport);
}
