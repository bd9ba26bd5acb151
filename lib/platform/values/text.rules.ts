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

/** Whether a text has letters that are written from right to left. */
export function isRightToLeft(text: string): boolean {
  return rightToLeft.test(text);
}

/** The same inside a sentence: where one of them has right-to-left letters, both keep their order. */
export function isolated(text: string, sentence = ""): string {
  return keptApart(cleanText(text), sentence);
}

/** @param text clean, or with isolated parts of its own */
export function keptApart(text: string, sentence: string): string {
  return isRightToLeft(sentence + text) ? `${opensIsolate}${text}${closesIsolate}` : text;
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

/** Rows of a terminal, with unsafe characters escaped: columns begin at the same place; those in `right` end there. */
export function alignColumns(cells: readonly (readonly string[])[], right: readonly number[] = []): string[] {
  const rows = cells.map((row) => row.map(escapeText));
  const widths = rows.reduce<number[]>(
    (most, row) =>
      row.map((cell, index) => Math.max(most[index] ?? 0, cell.length)).concat(most.slice(row.length)),
    [],
  );
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const width = widths[index] ?? 0;
        return right.includes(index) ? cell.padStart(width) : cell.padEnd(width);
      })
      .join("  ")
      .trimEnd(),
  );
}

/** What a person typed, read as JSON if it is. */
export function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
