import { type OverviewFigures, toNumber } from "@/lib/insights/overview-figures.rules";
import { BarChart, type SeriesLook } from "../charts/bar-chart";
import { ChartTable } from "../charts/chart-table";
import { overviewWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { compact, countText, exactAmount, stepText, volumesText } from "./figure-text";

const looks: readonly SeriesLook[] = ["strong", "soft", "faint", "outline"];

type Props = { figures: Pick<OverviewFigures, "steps" | "now">; days: string };

/** What came in, step by step, its tokens on top of each other. */
export function VolumeChart({ figures: { steps, now }, days }: Props) {
  const symbols = now.volumes.map(({ symbol }) => symbol);
  return (
    <Card title={words.volume} description={words.volumeNote}>
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
