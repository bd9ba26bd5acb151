import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { detailWords as words } from "@/components/dashboard/messages/checkout-detail";
import { known } from "@/components/dashboard/messages/text";
import { chainName } from "@/components/dashboard/money/display-units";
import { Card } from "@/components/dashboard/ui/card";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import type { Chain } from "@/lib/chain/chains.rules";
import type { HistoryLedgerEntry } from "@/lib/checkouts/dashboard/checkout-views.rules";

type Entry = HistoryLedgerEntry & { key: string };

type Props = { ledger: readonly HistoryLedgerEntry[]; chains: readonly Chain[] };

/** The books of a checkout, newest first. */
export function LedgerTable({ ledger, chains }: Props) {
  const columns: Column<Entry>[] = [
    {
      key: "kind",
      header: words.ledgerColumns.kind,
      cell: ({ kind }) => <span className="font-medium">{known(words.ledgerKinds, kind) ?? kind}</span>,
    },
    { key: "from", header: words.ledgerColumns.from, cell: ({ from }) => words.accounts[from] },
    { key: "to", header: words.ledgerColumns.to, cell: ({ to }) => words.accounts[to] },
    {
      key: "amount",
      header: words.ledgerColumns.amount,
      align: "end",
      cell: (entry) => (
        <span className="wrap-anywhere">
          {tokenAmount(entry.amountUnits, entry, chains)}
          <span className="caption block">{chainName(chains, entry.chainId)}</span>
        </span>
      ),
    },
    { key: "time", header: words.ledgerColumns.time, cell: ({ at }) => <Moment at={at} exact /> },
  ];
  const rows = ledger.map((entry, index) => ({ ...entry, key: `${ledger.length - index}` }));
  return (
    <Card title={words.ledger} description={words.ledgerHint} flush>
      {rows.length === 0 ? (
        <p className="border-line border-t px-5 py-4 text-muted text-sm">{words.noLedger}</p>
      ) : (
        <DataTable caption={words.ledger} columns={columns} rows={rows} rowKey={({ key }) => key} />
      )}
    </Card>
  );
}
