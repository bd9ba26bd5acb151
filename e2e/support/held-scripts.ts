import { expect, type Locator, type Page } from "@playwright/test";

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

/**
 * Records what the page copies: its policy forbids reading the clipboard. Call before the page opens.
 *
 * @returns the last copied text; undefined without any
 */
export async function watchCopies(page: Page): Promise<() => Promise<string | undefined>> {
  await page.context().grantPermissions(["clipboard-write"]);
  await page.addInitScript(() => {
    const { clipboard } = navigator;
    const write = clipboard.writeText.bind(clipboard);
    clipboard.writeText = async (text) => {
      await write(text);
      Object.assign(window, { copied: text });
    };
  });
  return () => page.evaluate(() => Reflect.get(window, "copied") as string | undefined);
}

/** Presses once, and waits until a status has said so: for seconds only, within which a busy machine may not look. */
export async function pressAndHear(button: Locator, words: string): Promise<void> {
  const heard = await button.page().evaluateHandle((awaited) => {
    const noted = { isSaid: false };
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        const status = (target instanceof Element ? target : target.parentElement)?.closest("[role=status]");
        if (status?.textContent === awaited) noted.isSaid = true;
      }
    }).observe(document, { childList: true, subtree: true, characterData: true });
    return noted;
  }, words);
  await button.click();
  await expect.poll(() => heard.evaluate(({ isSaid }) => isSaid), { message: words }).toBe(true);
  await heard.dispose();
}
