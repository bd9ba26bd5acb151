import { BarChart, type SeriesLook } from "@/components/dashboard/charts/bar-chart";
import { ChartTable } from "@/components/dashboard/charts/chart-table";
import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { Card } from "@/components/dashboard/ui/card";
import { conversionOf, type OverviewFigures, toNumber } from "@/lib/insights/overview-figures.rules";
import { compact, countText, exactAmount, shareText, stepName, stepText, volumesText } from "./figure-text";

type Props = { steps: OverviewFigures["steps"]; days: string };

/** The share of created checkouts that are paid now, by step. */
export function ConversionChart({ steps, days }: Props) {
  return (
    <Card title={words.conversion} description={words.conversionNote(stepName(steps))}>
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

const looks: readonly SeriesLook[] = ["strong", "soft", "faint", "outline"];

type VolumeChartProps = { figures: Pick<OverviewFigures, "steps" | "now">; days: string };

/** The amount received by step, tokens stacked. */
export function VolumeChart({ figures: { steps, now }, days }: VolumeChartProps) {
  const symbols = now.volumes.map(({ symbol }) => symbol);
  return (
    <Card title={words.volume} description={words.volumeNote(stepName(steps))}>
      <BarChart
        label={words.chartOf(words.volume, days)}
        series={symbols.map((symbol, index) => ({
          name: symbol,
          look: looks[Math.min(index, 3)] ?? "outline",
        }))}
        steps={steps.map((step) => ({
          label: stepText(step).short,
          title: `${stepText(step).full}: ${volumesText(step.volumes)}`,
          values: symbols.map((symbol) => {
            const volume = step.volumes.find((each) => each.symbol === symbol);
            return volume === undefined ? 0 : toNumber(volume.amount);
          }),
        }))}
        writeTick={compact}
        empty={symbols.length === 0 ? words.nothing : null}
      />
      <ChartTable
        summary={words.table}
        caption={words.chartOf(words.volume, days)}
        rows={steps}
        rowKey={({ from }) => from.toISOString()}
        columns={[
          { key: "time", header: words.time, cell: (step) => stepText(step).full },
          ...symbols.map((symbol) => ({
            key: symbol,
            header: symbol,
            align: "end" as const,
            cell: (step: OverviewFigures["steps"][number]) => {
              const volume = step.volumes.find((each) => each.symbol === symbol);
              return volume === undefined ? "–" : exactAmount(volume);
            },
          })),
          { key: "paid", header: words.paid, align: "end", cell: (step) => countText(step.paidCount) },
        ]}
      />
    </Card>
  );
}
