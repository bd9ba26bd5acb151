import { cleanText } from "@/lib/platform/text.rules";

/**
 * A name, reference or reason that somebody outside may have written, as it may be shown; null where nothing that can
 * be read is left of it.
 *
 * @example shownText("order\u202e 7") // "order 7"
 */
export function shownText(text: string | null): string | null {
  if (text === null) return null;
  const clean = cleanText(text);
  return clean.trim() === "" ? null : clean;
}
