import type { ReactNode } from "react";
import { OpenRows } from "./rows";

// Made here: lists are sorted, filtered and paged by the database, so a table library would add scripts and no work.

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** The header is for screen readers only. */
  hiddenHeader?: boolean;
  /** Right-aligned, for numbers. */
  align?: "end";
  /** Hidden on narrow screens. */
  wideOnly?: boolean;
  /** Share of the width in a table of single lines; 0 is as wide as a checkbox. */
  share?: keyof typeof shares;
  /** Place in a phone's short card, without its heading; once a column has one, those without are hidden there. */
  phone?: keyof typeof phonePlaces;
};

/** Three lines, the first two with an end, or the first alone. */
const phonePlaces = {
  "1": "max-md:col-span-full max-md:row-start-1",
  "1 start": "max-md:col-start-1 max-md:row-start-1",
  "1 end": "max-md:col-start-2 max-md:row-start-1 max-md:justify-self-end",
  "2 start": "max-md:col-start-1 max-md:row-start-2",
  "2 end": "max-md:col-start-2 max-md:row-start-2 max-md:justify-self-end",
  "3": "max-md:col-span-full max-md:row-start-3",
} as const;

/** Whole class names: Tailwind finds no others. */
const shares = {
  0: "md:w-12 md:flex-none md:pe-0!",
  5: "md:min-w-0 md:flex-[5]",
  6: "md:min-w-38 md:flex-[6]",
  7: "md:min-w-0 md:flex-[7]",
  11: "md:min-w-0 md:flex-[11]",
} as const;

type Props<Row> = {
  /** The table's accessible name. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The first link of a row leads to the row's own page: a press anywhere in the row follows it. */
  opens?: boolean;
  /** Every row is one line: columns share the width, and longer texts are cut. */
  lines?: boolean;
};

/**
 * A table of many rows; on a narrow screen each row becomes a small card with its headings. The first column names the
 * row. Roles are explicit, because a table with another layout loses its own in browsers.
 */
export function DataTable<Row>({ opens = false, ...table }: Props<Row>) {
  return opens ? (
    <OpenRows>
      <Rows {...table} />
    </OpenRows>
  ) : (
    <Rows {...table} />
  );
}

function Rows<Row>({ caption, columns, rows, rowKey, lines = false }: Omit<Props<Row>, "opens">) {
  const [first] = columns;
  const isShort = columns.some(({ phone }) => phone !== undefined);
  return (
    // biome-ignore lint/a11y/noRedundantRoles: see above.
    <table role="table" className={`w-full text-sm ${lines ? "block" : "max-md:block"}`}>
      <caption className="sr-only">{caption}</caption>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
      <thead role="rowgroup" className={`max-md:sr-only ${lines ? "md:block" : ""}`}>
        {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
        <tr role="row" className={`border-line border-y bg-well ${lines ? "md:flex" : ""}`}>
          {columns.map(({ key, header, align, wideOnly, share = 7, hiddenHeader = false }) => (
            <th
              key={key}
              scope="col"
              // biome-ignore lint/a11y/noRedundantRoles: see above.
              role="columnheader"
              className={`font-medium text-muted first:ps-5 last:pe-5 ${lines ? `truncate px-2 py-1.5 ${shares[share]}` : "px-3 py-2"} ${align === "end" ? "text-end" : "text-start"} ${wideOnly ? "max-xl:hidden" : ""}`}
            >
              {hiddenHeader ? <span className="sr-only">{header}</span> : header}
            </th>
          ))}
        </tr>
      </thead>
      {/* biome-ignore lint/a11y/noRedundantRoles: see above. */}
      <tbody role="rowgroup" className={lines ? "block" : "max-md:block"}>
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            // biome-ignore lint/a11y/noRedundantRoles: see above.
            role="row"
            className={`border-line border-b last:border-b-0 max-md:grid max-md:gap-x-4 max-md:gap-y-1 max-md:px-5 max-md:py-3 md:hover:bg-well ${lines ? "md:flex md:min-h-8 md:items-center" : ""} ${isShort ? "max-md:grid-cols-[minmax(0,1fr)_auto]" : "max-md:grid-cols-1"}`}
          >
            {columns.map((column) => (
              <td
                key={column.key}
                // biome-ignore lint/a11y/noRedundantRoles: see above.
                role="cell"
                className={`${isShort ? placeOf(column) : "max-md:flex max-md:items-center max-md:justify-between max-md:gap-4"} max-md:min-w-0 ${lines ? `md:truncate md:px-2 ${shares[column.share ?? 7]}` : "md:px-3 md:py-2.5 md:align-middle"} md:first:ps-5 md:last:pe-5 ${column.align === "end" ? "md:text-end" : ""} ${column.wideOnly ? "md:max-xl:hidden" : ""}`}
              >
                {!isShort && column !== first && column.header !== "" && (
                  <span className="caption shrink-0 md:hidden" aria-hidden="true">
                    {column.header}
                  </span>
                )}
                <div
                  className={`min-w-0 ${column === first || isShort ? "" : "max-md:text-end"} ${lines ? "md:truncate" : ""}`}
                >
                  {column.cell(row)}
                </div>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function placeOf<Row>({ phone }: Column<Row>): string {
  return phone === undefined ? "max-md:hidden" : phonePlaces[phone];
}
