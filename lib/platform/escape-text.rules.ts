/** Line ends, terminal controls and characters that reorder a line. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;
const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Writes each unsafe character as JSON does, so that text can neither forge a log line nor steer a terminal. A line of
 * JSON stays equal.
 *
 * @example escapeText("a\nb") // "a\\nb"
 */
export function escapeText(text: string): string {
  return text.replace(unsafe, (character) => short[character] ?? codeOf(character));
}

function codeOf(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`;
}
