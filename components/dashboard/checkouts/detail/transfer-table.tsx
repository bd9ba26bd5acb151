import { CircleCheck, CircleX, Radar } from "lucide-react";
import { tokenAmount } from "@/components/dashboard/checkouts/checkout-price";
import { grouped, known } from "@/components/dashboard/messages/text";
import { chainName } from "@/components/dashboard/money/display-units";
import { OnChain } from "@/components/dashboard/money/token-amount";
import { Badge, Card } from "@/components/dashboard/ui/card";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { confirmationsSeen, paidRequirement, requiredBlocks } from "@/lib/chain/confirmation-policy.rules";
import { formatCoins, nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import type { CheckoutDetails, RecordedTransfer } from "@/lib/checkouts/checkout.rules";
import type { CheckoutHistory, HistoryLedgerEntry } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { detailWords as words } from "../../messages/checkout-detail";
import { type Column, DataTable } from "../../ui/list/data-table";
import { Moment } from "../../ui/moment";
import { Notice } from "../../ui/notice";

type Props = {
  details: CheckoutDetails;
  scannedBlocks: CheckoutHistory["scannedBlocks"];
  chains: readonly Chain[];
};

/** All transfers to the deposit address, including those that do not count. */
export function TransferTable({ details, scannedBlocks, chains }: Props) {
  const { transfers, transferCount, nativeBalances } = details;
  const columns: Column<RecordedTransfer>[] = [
    {
      key: "amount",
      header: words.transferColumns.amount,
      cell: (transfer) => (
        <span className="wrap-anywhere">
          <span className="font-medium">{tokenAmount(transfer.amountUnits, transfer, chains)}</span>
          <span className="caption block">{chainName(chains, transfer.chainId)}</span>
        </span>
      ),
    },
    {
      key: "state",
      header: words.transferColumns.state,
      cell: (transfer) => (
        <State transfer={transfer} details={details} scannedBlocks={scannedBlocks} chains={chains} />
      ),
    },
    {
      key: "from",
      header: words.transferColumns.from,
      cell: ({ chainId, fromAddress }) => (
        <OnChain chains={chains} chainId={chainId} address={fromAddress} what={words.sender} />
      ),
    },
    {
      key: "transaction",
      header: words.transferColumns.transaction,
      cell: ({ chainId, txHash }) => (
        <OnChain chains={chains} chainId={chainId} tx={txHash} what={words.transaction} />
      ),
    },
    {
      key: "block",
      header: words.transferColumns.block,
      align: "end",
      wideOnly: true,
      cell: ({ blockNumber }) => blockNumber.toLocaleString("en"),
    },
    {
      key: "time",
      header: words.transferColumns.time,
      cell: ({ blockTimestamp }) => <Moment at={blockTimestamp} exact />,
    },
  ];
  return (
    <Card title={words.transfers} description={words.transfersHint} flush>
      {transfers.length === 0 ? (
        <p className="border-line border-t px-5 py-4 text-muted text-sm">{words.noTransfers}</p>
      ) : (
        <DataTable caption={words.transfers} columns={columns} rows={transfers} rowKey={({ id }) => id} />
      )}
      {transferCount > transfers.length && (
        <p className="caption border-line border-t px-5 py-2">
          {fill(words.more, { count: grouped(transferCount) })}
        </p>
      )}
      {nativeBalances.map(({ chainId, amountWei }) => (
        <div key={chainId} className="border-line border-t px-5 py-3">
          <Notice>
            {`${words.native}: ${formatCoins(amountWei, nativeCurrencyOf(chains, chainId))} (${chainName(chains, chainId)}). ${words.nativeHint}`}
          </Notice>
        </div>
      ))}
    </Card>
  );
}

function State({ transfer, details, scannedBlocks, chains }: Props & { transfer: RecordedTransfer }) {
  const { status, counts } = transfer;
  const note = counts ? words.counts : words.stray;
  return (
    <span className="inline-flex flex-col items-start gap-1 max-md:items-end">
      {status === "final" && (
        <Badge tone={counts ? "ok" : "neutral"} icon={CircleCheck}>
          {words.transferStates.final}
        </Badge>
      )}
      {status === "reverted" && (
        <Badge tone="bad" icon={CircleX}>
          {words.transferStates.reverted}
        </Badge>
      )}
      {status === "pending" && (
        <Badge tone="accent" icon={Radar}>
          {progress(transfer, details, scannedBlocks, chains)}
        </Badge>
      )}
      {status !== "reverted" && <span className="caption">{note}</span>}
    </span>
  );
}

/** A transfer's progress, by the requirement of its whole payment. */
function progress(
  transfer: RecordedTransfer,
  { checkout }: CheckoutDetails,
  scannedBlocks: CheckoutHistory["scannedBlocks"],
  chains: readonly Chain[],
): string {
  const chain = chains.find(({ chainId }) => chainId === transfer.chainId);
  const scanned = scannedBlocks.get(transfer.chainId);
  const decimals = findToken(chains, transfer)?.token.decimals;
  if (chain === undefined || scanned === undefined || decimals === undefined)
    return words.transferStates.pending;
  const units = transfer.counts ? checkout.totalPaidUnits : transfer.amountUnits;
  const required = requiredBlocks(
    paidRequirement(chain.confirmations, checkout.confirmationSpeed, units, decimals),
  );
  if (required === null) return words.waitsForTag;
  return fill(words.confirming, {
    seen: Math.min(confirmationsSeen(transfer.blockNumber, scanned), required),
    required,
  });
}

type Entry = HistoryLedgerEntry & { key: string };

type LedgerTableProps = { ledger: readonly HistoryLedgerEntry[]; chains: readonly Chain[] };

/** The books of a checkout, newest first. */
export function LedgerTable({ ledger, chains }: LedgerTableProps) {
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
