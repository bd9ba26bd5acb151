import { overviewWords as words } from "@/components/dashboard/messages/overview";
import { BarChart, ChartTable, type SeriesLook } from "@/components/dashboard/overview/bar-chart";
import { Card } from "@/components/dashboard/ui/card";
import {
  conversionOf,
  type Figures,
  type OverviewFigures,
  toNumber,
} from "@/lib/insights/overview-figures.rules";
import { DataTable } from "../ui/list/data-table";
import {
  compact,
  countText,
  durationText,
  exactAmount,
  shareText,
  shownAmount,
  stepName,
  stepText,
  volumesText,
} from "./figure-text";

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

type Row = Figures & { key: string; name: string };

/** Payments by token. */
export function ByToken({ byToken }: Pick<OverviewFigures, "byToken">) {
  const rows = byToken.map((figures) => ({ ...figures, key: figures.symbol, name: figures.symbol }));
  return <Breakdown title={words.byToken} nameHeader={words.token} rows={rows} />;
}

/** Payments by network. */
export function ByNetwork({ byNetwork }: Pick<OverviewFigures, "byNetwork">) {
  const rows = byNetwork.map((figures) => ({
    ...figures,
    key: `${figures.chainId}`,
    name: figures.name ?? words.noNetwork,
  }));
  return <Breakdown title={words.byNetwork} nameHeader={words.network} rows={rows} />;
}

function Breakdown({ title, nameHeader, rows }: { title: string; nameHeader: string; rows: readonly Row[] }) {
  const paid = rows.reduce((sum, { paidCount }) => sum + paidCount, 0);
  const shareOf = (row: Row) => (paid === 0 ? null : row.paidCount / paid);
  return (
    <Card title={title} flush={rows.length > 0}>
      {rows.length === 0 ? (
        <p className="caption">{words.nothing}</p>
      ) : (
        <DataTable
          caption={title}
          rows={rows}
          rowKey={({ key }) => key}
          columns={[
            {
              key: "name",
              header: nameHeader,
              cell: ({ name }) => <span className="font-medium">{name}</span>,
            },
            {
              key: "share",
              header: words.share,
              cell: (row) => <Share share={shareOf(row)} count={row.paidCount} />,
            },
            {
              key: "volume",
              header: words.volume,
              align: "end",
              cell: ({ volumes }) => <Volumes volumes={volumes} />,
            },
            {
              key: "conversion",
              header: words.conversion,
              align: "end",
              wideOnly: true,
              cell: (row) => shareText(conversionOf(row)),
            },
            {
              key: "time",
              header: words.timeToPaid,
              align: "end",
              wideOnly: true,
              cell: ({ meanPaidMs }) => durationText(meanPaidMs),
            },
          ]}
        />
      )}
    </Card>
  );
}

/** Below each other: different tokens are not added. */
function Volumes({ volumes }: Pick<Figures, "volumes">) {
  if (volumes.length === 0) return "–";
  return volumes.map((volume) => (
    <span key={volume.symbol} title={exactAmount(volume)} className="block whitespace-nowrap">
      {shownAmount(volume)}
    </span>
  ));
}

/** A share as a bar, a count and a percentage. */
function Share({ share, count }: { share: number | null; count: number }) {
  return (
    <span className="flex items-center gap-2 whitespace-nowrap">
      <svg width="64" height="8" aria-hidden="true" className="shrink-0">
        <rect width="100%" height="100%" rx="4" className="fill-line" />
        <rect width={`${(share ?? 0) * 100}%`} height="100%" rx="4" className="fill-accent" />
      </svg>
      {countText(count)} · {shareText(share)}
    </span>
  );
}
