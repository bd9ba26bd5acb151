import type { Page, Request } from "@playwright/test";
import { expect } from "./fixtures";

/**
 * First-load JavaScript: the bodies of all scripts that the browser received before anyone touched the
 * page, as they travelled (Brotli), in bytes.
 */
export const mostBytes = 138_000;

/** The page's scripts, as they arrive. */
export function scriptsOf(page: Page): Request[] {
  const scripts: Request[] = [];
  page.on("requestfinished", (request) => {
    if (request.resourceType() === "script") scripts.push(request);
  });
  return scripts;
}

/** Until no script has come for a second; the page itself goes on polling. */
export async function untilQuiet(scripts: readonly Request[]): Promise<void> {
  let seen = -1;
  while (seen !== scripts.length) {
    seen = scripts.length;
    await new Promise((resolve) => setTimeout(resolve, 1_000));
  }
}

export async function transferred(scripts: readonly Request[]): Promise<number> {
  const sizes = scripts.map(async (request) => {
    const response = await request.response();
    const { responseBodySize } = await request.sizes();
    // What says only where other code lies is too short to be compressed.
    if (responseBodySize > 1_024) expect(response?.headers()["content-encoding"], request.url()).toBe("br");
    return responseBodySize;
  });
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
