import { conversionOf, type OverviewFigures } from "@/lib/insights/overview-figures.rules";
import { BarChart } from "../charts/bar-chart";
import { ChartTable } from "../charts/chart-table";
import { overviewWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { countText, shareText, stepText } from "./figure-text";

type Props = { steps: OverviewFigures["steps"]; days: string };

/** Which share of what was made is paid by now, step by step. */
export function ConversionChart({ steps, days }: Props) {
  return (
    <Card title={words.conversion} description={words.conversionNote}>
      <BarChart
        label={words.chartOf(words.conversion, days)}
        series={[{ name: words.conversion, look: "strong" }]}
        reach={1}
        steps={steps.map((step) => ({
          label: stepText(step).short,
          title: `${stepText(step).full}: ${shareText(conversionOf(step))}`,
          values: [conversionOf(step) ?? 0],
        }))}
        writeTick={shareText}
        empty={steps.some(({ createdCount }) => createdCount > 0) ? null : words.nothing}
      />
      <ChartTable
        summary={words.table}
        caption={words.chartOf(words.conversion, days)}
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
          {
            key: "converted",
            header: words.converted,
            align: "end",
            cell: (step) => countText(step.convertedCount),
          },
          {
            key: "conversion",
            header: words.conversion,
            align: "end",
            cell: (step) => shareText(conversionOf(step)),
          },
        ]}
      />
    </Card>
  );
}
