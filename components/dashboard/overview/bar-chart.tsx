import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";
import { axisFor, labelledPlaces, middleOf, stackedBars } from "@/lib/insights/chart.rules";
import { type Column, DataTable } from "../ui/list/data-table";

/** How a series is drawn: distinct by lightness and form, not only by hue. */
const styles = {
  strong: "fill-accent",
  soft: "fill-line-strong",
  faint: "fill-line",
  outline: "fill-transparent stroke-line-strong",
} as const;
export type SeriesStyle = keyof typeof styles;

export type ChartStep = {
  /** Below the chart, if there is space. */
  label: string;
  /** Shown on hover. */
  title: string;
  /** One per series. */
  values: readonly number[];
};

type Props = {
  /** What the chart shows and for which days: its accessible name. */
  label: string;
  series: readonly { name: string; style: SeriesStyle }[];
  steps: readonly ChartStep[];
  /** The least value at the top of the axis. */
  reach?: number;
  /** For counts: only whole numbers get ticks. */
  wholeOnly?: boolean;
  writeTick: (value: number) => string;
  /** Shown instead of the bars when there are none; otherwise null. */
  empty: string | null;
};

/** Pixels; `h-40` is this with half a line of text above and below. */
const plotHeight = 140;
const halfLine = 10;
const labelHeight = 22;
const mostLabels = 6;
/** From this many steps on, a label starts at its step, since it is wider. */
const narrowFrom = 13;

/**
 * Bars as SVG, drawn on the server: across in percent, so that one drawing fits every screen. Made here, because chart
 * libraries draw in the browser, and a scale library would replace some forty lines of `chart.rules.ts`.
 */
export function BarChart({ label, series, steps, reach = 0, wholeOnly = false, writeTick, empty }: Props) {
  if (empty !== null) return <p className="caption grid h-40 place-items-center">{empty}</p>;
  const values = steps.map((step) => step.values);
  const heights = values.map((each) => each.reduce((sum, value) => sum + value, 0));
  const { ticks, top } = axisFor(Math.max(reach, ...heights), { wholeOnly });
  const bars = stackedBars({ values, top, height: plotHeight });
  const width = `${100 / Math.max(1, steps.length)}%`;
  return (
    <div>
      {series.length > 1 && (
        <ul className="mb-3 flex flex-wrap gap-x-4 gap-y-1 text-muted text-sm">
          {series.map(({ name, style }) => (
            <li key={name} className="flex items-center gap-1.5">
              {/* Drawn like the bars: the reader's own colours would remove a background. */}
              <svg viewBox="0 0 12 12" className="size-3" aria-hidden="true">
                <rect x="0.5" y="0.5" width="11" height="11" rx="2" className={styles[style]} />
              </svg>
              {name}
            </li>
          ))}
        </ul>
      )}
      <div className="flex gap-2">
        <div
          className="caption flex h-40 shrink-0 flex-col-reverse justify-between text-end"
          aria-hidden="true"
        >
          {ticks.map((tick) => (
            <span key={tick}>{writeTick(tick)}</span>
          ))}
        </div>
        <svg
          role="img"
          aria-label={label}
          width="100%"
          height={plotHeight + 2 * halfLine + labelHeight}
          className="min-w-0 overflow-visible"
        >
          <g transform={`translate(0, ${halfLine})`}>
            {ticks.map((tick) => {
              const y = plotHeight * (1 - tick / top);
              const stroke = tick === 0 ? "stroke-line-strong" : "stroke-line";
              return <line key={tick} x1="0" x2="100%" y1={y} y2={y} className={stroke} />;
            })}
            {bars.map(({ step, series: index, xPercent, widthPercent, y, height }) => (
              <rect
                key={`${step} ${index}`}
                x={`${xPercent}%`}
                width={`${widthPercent}%`}
                y={y}
                height={height}
                className={styles[series[index]?.style ?? "strong"]}
              />
            ))}
            {labelledPlaces(steps.length, mostLabels).map((place, index) => (
              <text
                key={place}
                x={
                  steps.length < narrowFrom
                    ? `${middleOf(place, steps.length)}%`
                    : `${(100 * place) / steps.length}%`
                }
                y={plotHeight + halfLine + labelHeight - 4}
                textAnchor={steps.length < narrowFrom ? "middle" : "start"}
                className={`fill-muted text-sm ${index % 2 === 1 ? "max-sm:hidden" : ""}`}
              >
                {steps[place]?.label}
              </text>
            ))}
            {steps.map(({ title }, step) => (
              <rect
                key={title}
                x={`${(100 * step) / steps.length}%`}
                width={width}
                y="0"
                height={plotHeight}
                className="fill-ink opacity-0 hover:opacity-8"
              >
                <title>{title}</title>
              </rect>
            ))}
          </g>
        </svg>
      </div>
    </div>
  );
}

type TableProps<Row> = {
  /** The text that opens it. */
  summary: string;
  /** What the table lists. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Under the table. */
  children?: ReactNode;
};

/** The numbers behind a chart, opened on demand. */
export function ChartTable<Row>({ summary, caption, columns, rows, rowKey, children }: TableProps<Row>) {
  return (
    <details className="mt-2">
      <summary className="inline-flex min-h-8 list-none items-center gap-1 rounded-md text-muted text-sm hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight className="chevron size-4" aria-hidden="true" />
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
      {children}
    </details>
  );
}
