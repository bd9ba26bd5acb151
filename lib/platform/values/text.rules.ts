/**
 * Foreign text, such as a merchant's name, made safe to show: without control characters and marks that could reorder
 * the text around it (`Bidi_Control`: U+061C, U+200E, U+200F, U+202A–E, U+2066–9). Line breaks and tabs stay.
 */
export function cleanText(text: string): string {
  return text.replace(/[^\P{Cc}\n\t]|\p{Bidi_Control}/gu, "");
}

const opensIsolate = "\u2068";

const closesIsolate = "\u2069";

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufeff]|[\ud802\ud803\ud83a\ud83b]/;

/** The same inside a sentence: text with right-to-left letters is isolated, so that the sentence keeps its order. */
export function isolated(text: string): string {
  const clean = cleanText(text);
  return rightToLeft.test(clean) ? `${opensIsolate}${clean}${closesIsolate}` : clean;
}

/** A name for use in a sentence: it cannot add lines, nor reorder the text after it. */
export function oneLine(name: string): string {
  return name
    .replace(/\p{Bidi_Control}/gu, "")
    .replace(/[\s\p{Cc}\u2028\u2029]+/gu, " ")
    .trim();
}

/** Line ends, terminal controls and characters that reorder a line. */
const unsafe = /[\p{Cc}\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu;

const short: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

/**
 * Escapes each unsafe character like JSON, so that text can neither forge a log line nor control a terminal. A line of
 * JSON keeps its meaning.
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
 * Text that spreadsheets read as a formula (OWASP, CSV Injection): the ASCII marks, their full-width forms, which some
 * programs convert, and leading white space and quotes, which others drop first.
 */
const formula = String.raw`[\s\p{Cc}\ufeff"]*[=+\-@＝＋－＠]`;
const beginsFormula = new RegExp(String.raw`^${formula}|^[\t\r\n]`, "u");

/** The same after a character that separates cells where a comma does not: Excel splits there even inside quotes. */
const hiddenFormula = new RegExp(String.raw`([;|\t\r\n])(?=${formula})`, "gu");

const needsQuotes = /[",;|\t\r\n]|^\s|\s$/;

/** The start of a CSV file, by which Excel reads it as UTF-8. */
export const csvStart = "\ufeff";

/**
 * A record of a CSV file (RFC 4180), with its line break. A formula gets a leading apostrophe, at the beginning of a cell
 * and after each character inside it that may separate cells.
 *
 * @param cells null leaves the cell empty
 * @example csvLine(["order-1", "=1+1", null]) // "order-1,'=1+1,\r\n"
 */
export function csvLine(cells: readonly (string | null)[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

function csvCell(value: string | null): string {
  if (value === null) return "";
  const text = (beginsFormula.test(value) ? `'${value}` : value).replace(hiddenFormula, "$1'");
  return needsQuotes.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
