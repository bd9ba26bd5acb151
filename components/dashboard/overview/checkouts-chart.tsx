import type { OverviewFigures } from "@/lib/insights/overview-figures.rules";
import { BarChart } from "../charts/bar-chart";
import { ChartTable } from "../charts/chart-table";
import { overviewWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { compact, countText, stepText } from "./figure-text";

type Props = { steps: OverviewFigures["steps"]; days: string };

/** How many were made and how many were paid, step by step. */
export function CheckoutsChart({ steps, days }: Props) {
  return (
    <Card title={words.checkouts} description={words.checkoutsNote}>
      <BarChart
        label={words.chartOf(words.checkouts, days)}
        arrangement="overlaid"
        wholeOnly
        series={[
          { name: words.paid, look: "strong" },
          { name: words.created, look: "outline" },
        ]}
        steps={steps.map((step) => ({
          label: stepText(step).short,
          title: `${stepText(step).full}: ${countText(step.createdCount)} ${words.created.toLowerCase()}, ${countText(step.paidCount)} ${words.paid.toLowerCase()}`,
          values: [step.paidCount, step.createdCount],
        }))}
        writeTick={compact}
        empty={
          steps.some(({ createdCount, paidCount }) => createdCount + paidCount > 0) ? null : words.nothing
        }
      />
      <ChartTable
        summary={words.table}
        caption={words.chartOf(words.checkouts, days)}
        rows={steps}
        rowKey={({ from }) => from.toISOString()}
        columns={[
          { key: "time", header: words.time, cell: (step) => stepText(step).full },
          {
            key: "created",
            header: words.created,
            align: "end",
            cell: (step) => countText(step.createdCount),
          },
          { key: "paid", header: words.paid, align: "end", cell: (step) => countText(step.paidCount) },
        ]}
      />
    </Card>
  );
}
