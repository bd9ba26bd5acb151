import type { ComponentProps } from "react";
import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { BarChart, ChartTable, type SeriesStyle } from "@/components/dashboard/overview/bar-chart";
import { Card } from "@/components/dashboard/ui/card";
import { conversionOf, type OverviewFigures, toNumber } from "@/lib/insights/overview-figures.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";
import { dayMs, hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import {
  compact,
  countText,
  durationText,
  exactAmount,
  shareText,
  stepName,
  stepText,
  volumesText,
} from "./figure-text";

type Step = OverviewFigures["steps"][number];
type ChartProps = { steps: readonly Step[]; days: string };

type StepChartProps = ChartProps &
  Pick<ComponentProps<typeof BarChart>, "series" | "arrangement" | "reach" | "wholeOnly" | "writeTick"> & {
    title: string;
    note: string;
    /** A step's values, one per series, and the same in words. */
    read: (step: Step) => { values: readonly number[]; text: string };
    /** Whether there is anything to draw. */
    hasBars: boolean;
    /** The table's columns after the time. */
    columns: readonly { key: string; header: string; cell: (step: Step) => string }[];
  };

/** A chart of the range by step, and its numbers as a table. */
function StepChart(props: StepChartProps) {
  const { title, note, steps, days, read, hasBars, columns, ...chart } = props;
  const label = fill(words.chartOf, { what: title, days });
  return (
    <Card title={title} description={note}>
      <BarChart
        {...chart}
        label={label}
        steps={steps.map((step) => {
          const { values, text } = read(step);
          const { short, full } = stepText(step);
          return { label: short, title: `${full}: ${text}`, values };
        })}
        empty={hasBars ? null : words.nothing}
      />
      <ChartTable
        summary={words.table}
        caption={label}
        rows={steps}
        rowKey={({ from }) => from.toISOString()}
        columns={[
          {
            key: "time",
            header: fill(words.time, { zone: pageTimeZone() }),
            cell: (step) => stepText(step).full,
          },
          ...columns.map((column) => ({ ...column, align: "end" as const })),
        ]}
      />
    </Card>
  );
}

const createdColumn = {
  key: "created",
  get header() {
    return words.created;
  },
  cell: ({ createdCount }: Step) => countText(createdCount),
};
const paidColumn = {
  key: "paid",
  get header() {
    return words.paid;
  },
  cell: ({ paidCount }: Step) => countText(paidCount),
};

/** The share of created checkouts that are paid now, by step. */
export function ConversionChart({ steps, days }: ChartProps) {
  return (
    <StepChart
      title={words.conversion}
      note={fill(words.conversionNote, { step: words.steps[stepName(steps)] })}
      steps={steps}
      days={days}
      series={[{ name: words.conversion, style: "strong" }]}
      reach={1}
      read={(step) => ({ values: [conversionOf(step) ?? 0], text: shareText(conversionOf(step)) })}
      writeTick={shareText}
      hasBars={steps.some(({ createdCount }) => createdCount > 0)}
      columns={[
        createdColumn,
        {
          key: "converted",
          header: words.converted,
          cell: ({ convertedCount }) => countText(convertedCount),
        },
        { key: "conversion", header: words.conversion, cell: (step) => shareText(conversionOf(step)) },
      ]}
    />
  );
}

const styles: readonly SeriesStyle[] = ["strong", "soft", "faint", "outline"];

type VolumeChartProps = { figures: Pick<OverviewFigures, "steps" | "now">; days: string };

/** The amount received by step, tokens stacked. */
export function VolumeChart({ figures: { steps, now }, days }: VolumeChartProps) {
  const symbols = now.volumes.map(({ symbol }) => symbol);
  const volumeOf = (step: Step, symbol: string) => step.volumes.find((each) => each.symbol === symbol);
  return (
    <StepChart
      title={words.volume}
      note={fill(words.volumeNote, { step: words.steps[stepName(steps)] })}
      steps={steps}
      days={days}
      series={symbols.map((symbol, index) => ({
        name: symbol,
        style: styles[Math.min(index, 3)] ?? "outline",
      }))}
      read={(step) => ({
        values: symbols.map((symbol) => {
          const volume = volumeOf(step, symbol);
          return volume === undefined ? 0 : toNumber(volume.amount);
        }),
        text: volumesText(step.volumes),
      })}
      writeTick={compact}
      hasBars={symbols.length > 0}
      columns={[
        ...symbols.map((symbol) => ({
          key: symbol,
          header: symbol,
          cell: (step: Step) => {
            const volume = volumeOf(step, symbol);
            return volume === undefined ? "–" : exactAmount(volume);
          },
        })),
        paidColumn,
      ]}
    />
  );
}

/** Checkouts created and paid, by step. */
export function CheckoutsChart({ steps, days }: ChartProps) {
  return (
    <StepChart
      title={words.checkouts}
      note={fill(words.checkoutsNote, { step: words.steps[stepName(steps)] })}
      steps={steps}
      days={days}
      arrangement="overlaid"
      wholeOnly
      series={[
        { name: words.paid, style: "strong" },
        { name: words.created, style: "outline" },
      ]}
      read={({ paidCount, createdCount }) => ({
        values: [paidCount, createdCount],
        text: fill(words.createdAndPaid, { created: countText(createdCount), paid: countText(paidCount) }),
      })}
      writeTick={compact}
      hasBars={steps.some(({ createdCount, paidCount }) => createdCount + paidCount > 0)}
      columns={[createdColumn, paidColumn]}
    />
  );
}

const units = [
  { name: "days", ms: dayMs },
  { name: "hours", ms: hourMs },
  { name: "minutes", ms: minuteMs },
] as const;

const seconds = { name: "seconds", ms: 1_000 } as const;

/** Time to payment, by step. */
export function TimeChart({ steps, days }: ChartProps) {
  const longest = Math.max(0, ...steps.map(({ meanPaidMs }) => meanPaidMs ?? 0));
  // Ticks at round numbers of the largest unit that occurs twice.
  const unit = units.find(({ ms }) => longest >= 2 * ms) ?? seconds;
  return (
    <StepChart
      title={words.timeToPaid}
      note={fill(words.timeNote, { step: words.steps[stepName(steps)] })}
      steps={steps}
      days={days}
      series={[{ name: words.timeToPaid, style: "strong" }]}
      read={({ meanPaidMs }) => ({ values: [(meanPaidMs ?? 0) / unit.ms], text: durationText(meanPaidMs) })}
      writeTick={(value) => fill(words.durations[unit.name], { count: value })}
      hasBars={longest > 0}
      columns={[
        { key: "mean", header: words.timeToPaid, cell: ({ meanPaidMs }) => durationText(meanPaidMs) },
        paidColumn,
      ]}
    />
  );
}
