/**
 * Text of someone else, such as a merchant's name, as it may be shown: without the marks and control characters by
 * which it could turn round what stands beside it (`Bidi_Control`: U+061C, U+200E, U+200F, U+202A–E, U+2066–9). Line
 * breaks and tabs stay.
 */
export function cleanText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, "");
}

const opensIsolate = "\u2068";

const closesIsolate = "\u2069";

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b]/;

/**
 * The same in the middle of a sentence: where it holds letters that run the other way, it is set apart, so that the
 * sentence's own figures and marks stay where they are.
 */
export function isolated(text: string): string {
  const clean = cleanText(text);
  return rightToLeft.test(clean) ? `${opensIsolate}${clean}${closesIsolate}` : clean;
}

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

/**
 * What spreadsheets read as the beginning of a formula (OWASP, CSV Injection): the ASCII marks, their full-width forms,
 * which some programs fold to them, and the white space that others drop before they look.
 */
const beginsFormula = /^[\s\p{Cc}\ufeff]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

const needsQuotes = /[",;\t\r\n]|^\s|\s$/;

/**
 * A record of a CSV file (RFC 4180), with its line break. A cell that a spreadsheet would take for a formula gets an
 * apostrophe before it, by which it is text.
 *
 * @param cells null leaves the cell empty
 * @example csvLine(["order-1", "=1+1", null]) // "order-1,'=1+1,\r\n"
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | null): string {
  if (value === null) return "";
  const text = beginsFormula.test(value) ? `'${value}` : value;
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
