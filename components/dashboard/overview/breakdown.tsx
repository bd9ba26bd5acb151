import { conversionOf, type Figures, type OverviewFigures } from "@/lib/insights/overview-figures.rules";
import { overviewWords as words } from "../messages/overview";
import { Card } from "../ui/card";
import { DataTable } from "../ui/list/data-table";
import { countText, durationText, exactAmount, shareText, shownAmount } from "./figure-text";

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
