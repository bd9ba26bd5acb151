import { displayAmount } from "@/components/checkout/text/amounts";
import { Filled } from "@/components/ui/filled";
import { CircleSlash, Clock, Undo2 } from "@/components/ui/icons";
import { fill } from "@/lib/platform/i18n/message.rules";
import { MoneyBack, Overpaid, type Wallets } from "../money-back";
import { Receipt, StrayPayments } from "../receipt";
import { BackToShop, ContactMerchant, Notice } from "../screen-parts";
import type { ScreenProps } from "../screen-props";
import { TransactionLink } from "../transaction-link";
import { KeepReceipt } from "./outcome-screens";

export function CancelledScreen({ view, t, ...wallets }: ScreenProps & Wallets) {
  return (
    <Notice icon={<CircleSlash className="size-6" />} title={t.cancelledTitle}>
      <p>{t.cancelledHint}</p>
      {view.totalPaid !== "0" && (
        <p>
          <Filled
            text={t.cancelledPart}
            values={{
              received: displayAmount(view.totalPaid, view.token, t),
              token: view.token?.symbol ?? "",
              merchant: view.merchantName,
            }}
          />
        </p>
      )}
      <StrayPayments view={view} isPayable={false} t={t} />
      <MoneyBack view={view} t={t} {...wallets} />
      <BackToShop view={view} t={t} />
    </Notice>
  );
}

export function LateScreen({ view, t, ...wallets }: ScreenProps & Wallets) {
  return (
    <Notice icon={<Clock className="size-6" />} title={t.lateTitle}>
      <p>
        <Filled
          text={view.replacedBy === null ? t.lateHint : t.lateReplaced}
          values={{
            received: displayAmount(view.totalPaid, view.token, t),
            token: view.token?.symbol ?? "",
            merchant: view.merchantName,
          }}
        />
      </p>
      {view.paymentTxHash !== null && (
        <div>
          <p className="caption">{t.transaction}</p>
          <TransactionLink
            hash={view.paymentTxHash}
            blockExplorerUrl={view.network?.blockExplorerUrl ?? ""}
            t={t}
          />
        </div>
      )}
      <StrayPayments view={view} isPayable={false} t={t} />
      <MoneyBack view={view} t={t} {...wallets} />
    </Notice>
  );
}

export function RefundedScreen({ view, t, ...wallets }: ScreenProps & Wallets) {
  return (
    <Notice icon={<Undo2 className="size-6" />} title={t.refundedTitle}>
      <p>{fill(t.refundedHint, { merchant: view.merchantName })}</p>
      <Overpaid view={view} t={t} {...wallets} />
      <StrayPayments view={view} isPayable={false} t={t} />
      {view.overpayment === null && view.moneyBack !== null ? (
        <MoneyBack view={view} t={t} {...wallets} />
      ) : (
        <ContactMerchant view={view} t={t} />
      )}
      <Receipt view={view} t={t} />
      <KeepReceipt view={view} t={t} />
    </Notice>
  );
}
