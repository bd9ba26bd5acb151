import type { ReactNode } from "react";
import { shownAmount } from "@/components/checkout/text/amounts";
import { dateAndTime, fiatPrice } from "@/components/checkout/text/server-formats";
import type { ScreenProps } from "./screen-props";
import { TransactionLink } from "./transaction-link";

/** Amount, recipient and method; prints on one page. */
export function Receipt({ view, t }: ScreenProps) {
  const { merchantName, itemName, fiatAmount, fiatCurrency, token, network, paymentTxHash, paidAt } = view;
  return (
    <dl className="mt-6 divide-y divide-line border-line border-y text-ink">
      <Row label={t.receiptPaidTo}>
        <bdi>{merchantName}</bdi>
      </Row>
      {itemName !== null && (
        <Row label={t.receiptItem}>
          <bdi>{itemName}</bdi>
        </Row>
      )}
      {fiatAmount !== null && fiatCurrency !== null && (
        <Row label={t.receiptPrice}>{fiatPrice(fiatAmount, fiatCurrency, t)}</Row>
      )}
      <Row label={t.receiptAmount}>
        <strong className="font-semibold">
          {shownAmount(view.totalPaid, token, t)} {token?.symbol}
        </strong>
      </Row>
      {network !== null && <Row label={t.receiptNetwork}>{network.name}</Row>}
      {paidAt !== null && <Row label={t.receiptDate}>{dateAndTime(paidAt, t)}</Row>}
      {paymentTxHash !== null && (
        <LongRow label={t.transaction}>
          <TransactionLink hash={paymentTxHash} blockExplorerUrl={network?.blockExplorerUrl ?? ""} t={t} />
        </LongRow>
      )}
      <LongRow label={t.receiptCheckout}>
        <span dir="ltr" className="select-all break-all font-mono text-sm">
          {view.id}
        </span>
      </LongRow>
    </dl>
  );
}

type RowProps = { label: string; children: ReactNode };

function Row({ label, children }: RowProps) {
  return (
    <div className="flex items-baseline justify-between gap-6 py-3">
      <dt className="caption shrink-0">{label}</dt>
      <dd className="wrap-anywhere min-w-0 text-end">{children}</dd>
    </div>
  );
}

/** A value to copy or compare gets a line of its own. */
function LongRow({ label, children }: RowProps) {
  return (
    <div className="py-3">
      <dt className="caption">{label}</dt>
      <dd className="mt-1">{children}</dd>
    </div>
  );
}
