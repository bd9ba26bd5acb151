import type { ComponentProps } from "react";
import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { BarChart, ChartTable, type SeriesStyle } from "@/components/dashboard/overview/bar-chart";
import { Moment } from "@/components/dashboard/ui/moment";
import { conversionOf, type Figures, type Overview, toNumber } from "@/lib/insights/overview-figures.rules";
import type { Measure } from "@/lib/insights/overview-range.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";
import { dayMs, hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import {
  compact,
  countText,
  durationText,
  exactAmount,
  shareText,
  stepText,
  volumesText,
} from "./figure-text";

type Step = Overview["steps"][number];

/** How a measure is drawn. */
type Drawing = Pick<ComponentProps<typeof BarChart>, "series" | "reach" | "wholeOnly" | "writeTick"> & {
  /** One value per series, and the same in words. */
  read: (step: Step) => { values: readonly number[]; text: string };
  /** Whether there is anything to draw. */
  hasBars: boolean;
};

type Props = {
  figures: Overview;
  days: string;
  measure: Measure;
  /** Chooses other days and another measure. */
  chooser: React.ReactNode;
};

/** One measure of the range by step, with its total; the table behind it has all of them. */
export function FigureChart({ figures, days, measure, chooser }: Props) {
  const { steps, now, countedAt } = figures;
  const symbols = now.volumes.map(({ symbol }) => symbol);
  const { read, hasBars, ...chart } = drawings[measure](steps, symbols);
  const label = fill(words.chartOf, { what: words.measures[measure], days });
  return (
    <>
      <div className="mt-5 mb-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm">
          {hasBars && (
            <>
              <span className="font-semibold">{totals[measure](now)}</span>{" "}
              <span className="text-muted">
                {fill(words.measureNotes[measure], {
                  paid: countText(now.convertedCount),
                  created: countText(now.createdCount),
                })}
              </span>
            </>
          )}
        </p>
        <div className="flex flex-wrap items-center gap-1">{chooser}</div>
      </div>
      <BarChart
        {...chart}
        label={label}
        steps={steps.map((step) => {
          const { values, text } = read(step);
          const { short, full } = stepText(step);
          return { label: short, title: `${full}: ${text}`, values };
        })}
        empty={hasBars ? null : countedAt === null ? words.notCounted : words.nothing}
      />
      <ChartTable
        summary={words.table}
        caption={fill(words.chartOf, { what: words.figures, days })}
        rows={steps}
        rowKey={({ from }) => from.toISOString()}
        columns={[
          {
            key: "from",
            header: fill(words.time, { zone: pageTimeZone() }),
            cell: (step: Step) => stepText(step).full,
          },
          ...[
            ...symbols.map((symbol) => ({
              key: symbol,
              header: symbol,
              cell: (step: Step) => {
                const volume = volumeOf(step, symbol);
                return volume === undefined ? "–" : exactAmount(volume);
              },
            })),
            { key: "paid", header: words.paid, cell: (step: Step) => countText(step.paidCount) },
            { key: "created", header: words.created, cell: (step: Step) => countText(step.createdCount) },
            {
              key: "conversion",
              header: words.conversion,
              cell: (step: Step) => shareText(conversionOf(step)),
            },
            { key: "time", header: words.timeToPaid, cell: (step: Step) => durationText(step.meanPaidMs) },
          ].map((column) => ({ ...column, align: "end" as const })),
        ]}
      >
        {countedAt !== null && (
          <p className="caption mt-2">
            {words.countedAt} <Moment at={countedAt} />
          </p>
        )}
      </ChartTable>
    </>
  );
}

const totals: Readonly<Record<Measure, (now: Figures) => string>> = {
  volume: ({ volumes }) => volumesText(volumes),
  payments: ({ paidCount }) => countText(paidCount),
  conversion: (now) => shareText(conversionOf(now)),
  time: ({ meanPaidMs }) => durationText(meanPaidMs),
};

const styles: readonly SeriesStyle[] = ["strong", "soft", "faint", "outline"];

const drawings: Readonly<Record<Measure, (steps: readonly Step[], symbols: readonly string[]) => Drawing>> = {
  volume: (_, symbols) => ({
    series: symbols.map((symbol, index) => ({ name: symbol, style: styles[index] ?? "outline" })),
    read: (step) => ({
      values: symbols.map((symbol) => {
        const volume = volumeOf(step, symbol);
        return volume === undefined ? 0 : toNumber(volume.amount);
      }),
      text: volumesText(step.volumes),
    }),
    writeTick: compact,
    hasBars: symbols.length > 0,
  }),
  payments: (steps) => ({
    ...oneSeries("payments"),
    wholeOnly: true,
    read: ({ paidCount }) => ({ values: [paidCount], text: countText(paidCount) }),
    writeTick: compact,
    hasBars: steps.some(({ paidCount }) => paidCount > 0),
  }),
  conversion: (steps) => ({
    ...oneSeries("conversion"),
    reach: 1,
    read: (step) => ({ values: [conversionOf(step) ?? 0], text: shareText(conversionOf(step)) }),
    writeTick: shareText,
    hasBars: steps.some(({ createdCount }) => createdCount > 0),
  }),
  time: (steps) => {
    const longest = Math.max(0, ...steps.map(({ meanPaidMs }) => meanPaidMs ?? 0));
    // Ticks at round numbers of the largest unit that occurs twice.
    const unit = units.find(({ ms }) => longest >= 2 * ms) ?? seconds;
    return {
      ...oneSeries("time"),
      read: ({ meanPaidMs }) => ({ values: [(meanPaidMs ?? 0) / unit.ms], text: durationText(meanPaidMs) }),
      writeTick: (value) => fill(words.durations[unit.name], { count: value }),
      hasBars: longest > 0,
    };
  },
};

function oneSeries(measure: Measure): Pick<Drawing, "series"> {
  return { series: [{ name: words.measures[measure], style: "strong" }] };
}

const units = [
  { name: "days", ms: dayMs },
  { name: "hours", ms: hourMs },
  { name: "minutes", ms: minuteMs },
] as const;

const seconds = { name: "seconds", ms: 1_000 } as const;

function volumeOf({ volumes }: Figures, symbol: string) {
  return volumes.find((each) => each.symbol === symbol);
}
