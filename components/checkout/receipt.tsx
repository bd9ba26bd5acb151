import { shownAmount } from "./amounts";
import type { ScreenProps } from "./screen-props";
import { dateAndTime, fiatPrice } from "./server-formats";
import { TransactionLink } from "./transaction-link";

/** What was paid, to whom, how; prints on one page. */
export function Receipt({ view, t }: ScreenProps) {
  const price =
    view.fiatAmount !== null && view.fiatCurrency !== null
      ? fiatPrice(view.fiatAmount, view.fiatCurrency, t)
      : null;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [t.receiptPaidTo, <bdi key="merchant">{view.merchantName}</bdi>],
    [t.receiptItem, view.itemName !== null && <bdi key="item">{view.itemName}</bdi>],
    [t.receiptPrice, price],
    [t.receiptAmount, `${shownAmount(view.totalPaid, view.token, t)} ${view.token?.symbol ?? ""}`],
    [t.receiptNetwork, view.network?.name ?? null],
    [t.receiptDate, dateAndTime(view.createdAt, t)],
    [
      t.transaction,
      view.paymentTxHash !== null && (
        <TransactionLink
          hash={view.paymentTxHash}
          blockExplorerUrl={view.network?.blockExplorerUrl ?? ""}
          t={t}
        />
      ),
    ],
    [
      t.receiptCheckout,
      <span key="id" dir="ltr" className="break-all font-mono text-sm">
        {view.id}
      </span>,
    ],
  ];
  return (
    <dl className="mt-6 divide-y divide-line border-line border-y">
      {rows
        .filter(([, value]) => value !== null && value !== false)
        .map(([label, value]) => (
          <div key={label} className="flex items-baseline justify-between gap-6 py-2.5">
            <dt className="caption shrink-0">{label}</dt>
            <dd className="grid min-w-0 justify-items-end text-end">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
