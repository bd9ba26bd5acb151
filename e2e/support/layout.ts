import { mkdir } from "node:fs/promises";
import path from "node:path";
import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { isFull } from "@/lib/testing/full-size";

/**
 * What of the page cannot be read because it is beside the edge of the screen or behind the edge of a part that hides
 * what does not fit; a line that ends in "…" on purpose is not meant.
 *
 * @returns the beginning of each such text, or the name of such a picture or control
 */
export async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = [];
    const slack = 1;
    const clips = (value: string) => value === "hidden" || value === "clip";

    /** From where to where something inside of an element can be seen; null where it is meant for no eyes. */
    const sight = (element: Element): [number, number] | null => {
      // What is folded has a box, too.
      if (!element.checkVisibility()) return null;
      let [from, to] = [0, document.documentElement.clientWidth];
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const style = getComputedStyle(at);
        const box = at.getBoundingClientRect();
        if (style.textOverflow === "ellipsis" || box.width <= 1 || style.visibility === "hidden") return null;
        if (style.overflowX === "auto" || style.overflowX === "scroll") return null;
        if (clips(style.overflowX)) [from, to] = [Math.max(from, box.left), Math.min(to, box.right)];
      }
      return [from, to];
    };
    const check = (boxes: Iterable<DOMRect>, inside: Element, name: string) => {
      const seen = sight(inside);
      if (seen === null) return;
      for (const { left, right, width } of boxes)
        if (width > 1 && (left < seen[0] - slack || right > seen[1] + slack)) {
          found.push(name.slice(0, 60));
          return;
        }
    };

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
      if (text.textContent?.trim() === "" || text.parentElement === null) continue;
      const range = document.createRange();
      range.selectNodeContents(text);
      check(range.getClientRects(), text.parentElement, text.textContent ?? "");
    }
    for (const element of document.querySelectorAll("a, button, input, select, textarea, svg, img")) {
      if (element.parentElement !== null)
        check([element.getBoundingClientRect()], element.parentElement, element.outerHTML);
    }
    return found;
  });
}

/**
 * Counts what moves by itself, from the page's first line on; the language switch below the card goes where the card
 * ends. Before the page is opened.
 */
export async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: { value: number; at: number; what: string }[] = [];
    // Letters of a font that comes late are of another width, and a line may break elsewhere. Both are drawn from one
    // frame to the next, whose event may be heard after what it moved. It is a line or two: no more is put down to it.
    const fonts: { loadedAt: number; drawnAt: number }[] = [];
    document.fonts.addEventListener("loadingdone", () => {
      const font = { loadedAt: performance.now(), drawnAt: Number.POSITIVE_INFINITY };
      fonts.push(font);
      // The second frame begins when the first is drawn, which on a busy machine is not soon.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          font.drawnAt = performance.now();
        }),
      );
    });
    Object.assign(window, { shifts, fonts });
    // A screen that becomes another size moves everything; the browser's own patience with that is half a second,
    // which a busy machine exceeds.
    const resizes: number[] = [];
    addEventListener("resize", () => {
      const heardAt = performance.now();
      // Its frame began earlier; on a busy machine, much earlier.
      requestAnimationFrame((beganAt) => void resizes.push(Math.min(beganAt, heardAt)));
    });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as LayoutShiftEntry[]) {
        // What moved in an earlier frame was no resize's doing.
        const isOfResize = resizes.some((at) => entry.startTime > at - 100 && entry.startTime < at + 2_000);
        if (entry.hadRecentInput || isOfResize) continue;
        const moved = entry.sources.map(({ node }) => node as Element | null);
        if (moved.every((node) => node?.closest?.("nav") ?? node?.querySelector?.("nav"))) continue;
        const what = moved.map((node) => node?.outerHTML?.slice(0, 120) ?? "");
        shifts.push({ value: entry.value, at: entry.startTime, what: what.join(" | ") });
      }
    }).observe({ type: "layout-shift", buffered: true });
    type LayoutShiftEntry = PerformanceEntry & {
      value: number;
      hadRecentInput: boolean;
      sources: readonly { node: Node | null }[];
    };
  });
}

type Watched = {
  shifts: { value: number; at: number; what: string }[];
  fonts: { loadedAt: number; drawnAt: number }[];
};

/** What has moved since the page was opened: the cumulative layout shift, and the parts that did. */
export async function shiftsOf(page: Page): Promise<{ sum: number; what: string[] }> {
  const shifts = await page.evaluate(() => {
    const { shifts, fonts } = window as unknown as Watched;
    const isOfFont = ({ at, value }: { at: number; value: number }) =>
      value < 0.02 &&
      fonts.some(({ loadedAt, drawnAt }) => at > loadedAt - 250 && at < Math.max(loadedAt + 250, drawnAt));
    return shifts.filter((shift) => !isOfFont(shift));
  });
  return { sum: shifts.reduce((sum, { value }) => sum + value, 0), what: shifts.map(({ what }) => what) };
}

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

/** Elements with nothing but a hash, an address or an id that takes more than two lines on a phone. */
export async function wrappedHashes(page: Page): Promise<string[]> {
  const viewport = page.viewportSize();
  await page.setViewportSize({ width: 390, height: 844 });
  const found = await page.evaluate(() =>
    [...document.querySelectorAll("body *")]
      .filter((element) => /^\s*(?:0x[\da-f]{40,}|[a-z]{2,5}_\w{16,})\s*$/i.test(element.textContent ?? ""))
      .filter((element) => element.checkVisibility() && element.closest("pre, textarea, script") === null)
      .filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        // What only screen readers get is one pixel wide.
        const isSeen = [element, ...element.querySelectorAll("*")].every(
          (each) => each.getBoundingClientRect().width > 1,
        );
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top / 8)));
        return isSeen && lines.size > 2;
      })
      .map((element) => element.textContent ?? ""),
  );
  if (viewport !== null) await page.setViewportSize(viewport);
  return found;
}
