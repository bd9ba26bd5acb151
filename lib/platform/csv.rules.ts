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
