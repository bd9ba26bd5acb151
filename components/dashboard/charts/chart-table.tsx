import { ChevronRight } from "lucide-react";
import { type Column, DataTable } from "../ui/list/data-table";

type Props<Row> = {
  /** The text that opens it. */
  summary: string;
  /** What the table lists. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
};

/** The numbers behind a chart, opened on demand. */
export function ChartTable<Row>({ summary, caption, columns, rows, rowKey }: Props<Row>) {
  return (
    <details className="group mt-2">
      <summary className="inline-flex min-h-8 list-none items-center gap-1 rounded-md text-muted text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 transition-transform duration-150 group-open:rotate-90"
          aria-hidden="true"
        />
        {summary}
        <span className="sr-only">: {caption}</span>
      </summary>
      <section
        aria-label={caption}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
        tabIndex={0}
        className="-mx-5 mt-2 max-h-96 overflow-y-auto"
      >
        <DataTable caption={caption} columns={columns} rows={rows} rowKey={rowKey} />
      </section>
    </details>
  );
}
