/** The list's columns that a person can hide; item, status and price stay. In the order of the table. */
export const optionalColumns = ["customer", "token", "reference", "via", "created"] as const;

export type OptionalColumn = (typeof optionalColumns)[number];

/** As many as fit beside each other at 1280 pixels. */
const usualColumns: readonly OptionalColumn[] = ["customer", "reference", "created"];

/** The cookie in which a browser remembers them: no visit has to ask the database. */
export const columnsCookie = "checkout_columns";

/** The chosen columns; the usual ones for anything unreadable. @example readColumns("token.created") */
export function readColumns(text: string | undefined): readonly OptionalColumn[] {
  if (text === undefined) return usualColumns;
  const names = text === "" ? [] : text.split(".");
  const known = optionalColumns.filter((column) => names.includes(column));
  return known.length === names.length ? known : usualColumns;
}

/** @see readColumns */
export function writeColumns(columns: Iterable<OptionalColumn>): string {
  const chosen = new Set(columns);
  return optionalColumns.filter((column) => chosen.has(column)).join(".");
}
