import type { Page } from "@playwright/test";

/**
 * Holds back whatever the page, not its frames, puts off for so long or longer: a busy machine makes a moment of it,
 * and of what only comes after it a part of what came at once. Before the page is opened.
 */
export async function holdTimers(page: Page, fromMs: number): Promise<void> {
  await page.addInitScript((least) => {
    if (window !== window.top) return;
    const start: (run: () => void, wait?: number, ...given: unknown[]) => number = window.setTimeout;
    Object.assign(window, {
      setTimeout: (run: () => void, wait = 0, ...given: unknown[]) =>
        wait >= least ? 0 : start(run, wait, ...given),
    });
  }, fromMs);
}
