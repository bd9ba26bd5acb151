import type { OverviewFigures } from "@/lib/insights/overview-figures.rules";
import { dayMs, hourMs, minuteMs } from "@/lib/platform/durations.rules";
import { BarChart } from "../charts/bar-chart";
import { ChartTable } from "../charts/chart-table";
import { overviewWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { countText, durationText, stepText } from "./figure-text";

const units = [
  { name: "d", ms: dayMs },
  { name: "h", ms: hourMs },
  { name: "min", ms: minuteMs },
] as const;
const seconds = { name: "s", ms: 1_000 } as const;

type Props = { steps: OverviewFigures["steps"]; days: string };

/** How long customers took, step by step. */
export function TimeChart({ steps, days }: Props) {
  const longest = Math.max(0, ...steps.map(({ meanPaidMs }) => meanPaidMs ?? 0));
  // Marks at round numbers of the largest unit of which there are two.
  const unit = units.find(({ ms }) => longest >= 2 * ms) ?? seconds;
  return (
    <Card title={words.timeToPaid} description={words.timeNote}>
      <BarChart
        label={words.chartOf(words.timeToPaid, days)}
        series={[{ name: words.timeToPaid, look: "strong" }]}
        steps={steps.map((step) => ({
          label: stepText(step).short,
          title: `${stepText(step).full}: ${durationText(step.meanPaidMs)}`,
          values: [(step.meanPaidMs ?? 0) / unit.ms],
        }))}
        writeTick={(value) => `${value} ${unit.name}`}
        empty={longest === 0 ? words.nothing : null}
      />
      <ChartTable
        summary={words.table}
        caption={words.chartOf(words.timeToPaid, days)}
        rows={steps}
        rowKey={({ from }) => from.toISOString()}
        columns={[
          { key: "time", header: words.time, cell: (step) => stepText(step).full },
          {
            key: "mean",
            header: words.timeToPaid,
            align: "end",
            cell: (step) => durationText(step.meanPaidMs),
          },
          { key: "paid", header: words.paid, align: "end", cell: (step) => countText(step.paidCount) },
        ]}
      />
    </Card>
  );
}
