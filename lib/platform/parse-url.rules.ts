/**
 * The URL that a text is (WHATWG URL), or null. In place of `URL.canParse`: once Node 20 has compiled a caller that
 * asks it often, it refuses every text that holds a letter like "ü" and none beyond Latin-1.
 */
export function parseUrl(text: string): URL | null {
  try {
    return new URL(text);
  } catch {
    return null;
  }
}
