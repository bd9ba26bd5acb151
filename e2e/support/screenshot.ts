import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";

const root = fileURLToPath(new URL("../..", import.meta.url));

/** Keeps a picture of the page in test-results. */
export async function keepScreenshot(page: Page, name: string): Promise<void> {
  await shoot(page, path.join(root, "test-results/screenshots"), name);
}

/** The same; with UPDATE_SCREENSHOTS=1 it replaces the one in docs/images, which the README shows. */
export async function keepReadmePicture(page: Page, name: string): Promise<void> {
  if (process.env.UPDATE_SCREENSHOTS === "1") await shoot(page, path.join(root, "docs/images"), name);
  else await keepScreenshot(page, name);
}

async function shoot(page: Page, folder: string, name: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await page.screenshot({ path: path.join(folder, `${name}.png`), animations: "disabled" });
}
