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

/** `semicolon`: as spreadsheets read it where decimals have a comma, such as in German, French or Portuguese. */
export const csvForms = ["comma", "semicolon"] as const;
export type CsvForm = (typeof csvForms)[number];

/** The choice that a browser keeps among its cookies. */
export function readCsvForm(cookies: string): CsvForm {
  const kept = /(?:^|;\s*)csv=(\w+)/.exec(cookies)?.[1];
  return csvForms.find((form) => form === kept) ?? "comma";
}

const cellPattern = /("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g;
const decimalColumn = /(^|_)(amount|accepted|received|overpaid|refunded|rate|value|coin)$/;

/**
 * Writes records of `csvLine` with semicolons, and with commas in the decimals of amounts and rates. What is called with
 * first begins with the columns' names; each call gets whole records.
 *
 * @example withSemicolons()("amount,item\r\n4.50,1.5\r\n") // "amount;item\r\n4,50;1.5\r\n"
 */
export function withSemicolons(): (records: string) => string {
  const columns: string[] = [];
  let isHead = true;
  let at = 0;
  const write = (_record: string, cell: string, end: string) => {
    if (isHead) columns.push(cell);
    const isDecimal = decimalColumn.test(columns[at] ?? "") && /^\d+\.\d+$/.test(cell);
    at = end === "," ? at + 1 : 0;
    if (end !== ",") isHead = false;
    return `${isDecimal ? cell.replace(".", ",") : cell}${end === "," ? ";" : end}`;
  };
  return (records) => records.replace(cellPattern, write);
}
