import type { Locator } from "@playwright/test";
import { encode } from "uqr";

/** Whether a code on the page holds exactly this text: its dark cells are the ones the text asks for. */
export async function qrHolds(code: Locator, content: string): Promise<boolean> {
  const drawn = (await code.locator("path").getAttribute("d")) ?? "";
  const cells = new Set([...drawn.matchAll(/M(\d+) (\d+)h1v1h-1z/g)].map(([, x, y]) => `${x},${y}`));
  const { data } = encode(content, { ecc: "M", border: 3 });
  const wanted = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`${x},${y}`] : [])));
  return wanted.length === cells.size && wanted.every((cell) => cells.has(cell));
}
