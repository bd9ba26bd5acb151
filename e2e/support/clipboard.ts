import type { Page } from "@playwright/test";

/**
 * Notes what the page hands to the clipboard: its policy lets nobody read that back. Before the page is opened.
 *
 * @returns what was copied last; undefined when nothing was
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
