import { clockTime, fiatPrice, shownAmount } from "./amounts";
import type { ScreenProps } from "./screen-props";
import { TransactionLink } from "./transaction-link";

/** What was paid, to whom, how; prints on one page. */
export function Receipt({ view, t }: ScreenProps) {
  const price =
    view.fiatAmount !== null && view.fiatCurrency !== null
      ? fiatPrice(view.fiatAmount, view.fiatCurrency)
      : null;
  const rows: readonly (readonly [string, React.ReactNode])[] = [
    [t.receiptPaidTo, view.merchantName],
    [t.receiptItem, view.itemName],
    [t.receiptPrice, price],
    [t.receiptAmount, `${shownAmount(view.totalPaid, view.token)} ${view.token?.symbol ?? ""}`],
    [t.receiptNetwork, view.network?.name ?? null],
    [t.receiptDate, `${view.createdAt.slice(0, 10)} ${clockTime(view.createdAt)} UTC`],
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
      <span key="id" className="break-all font-mono text-sm">
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
            <dd className="grid min-w-0 justify-items-end text-right">{value}</dd>
          </div>
        ))}
    </dl>
  );
}
