import { CircleCheck, Printer } from "lucide-react";
import type { PaymentLookupProps } from "@/components/checkout/live/lookup-form";
import { PaymentLookup } from "@/components/checkout/live/payment-lookup";
import { PrintButton } from "@/components/checkout/live/print-button";
import { ReturnToShop } from "@/components/checkout/live/return-to-shop";
import { Overpaid, type Wallets } from "@/components/checkout/overpaid";
import { ProgressSteps } from "@/components/checkout/progress-steps";
import { Receipt } from "@/components/checkout/receipt";
import { BackToShop, Banner, NetworkLine, ScreenTitle } from "@/components/checkout/screen-parts";
import type { ScreenProps } from "@/components/checkout/screen-props";
import { StrayPayments } from "@/components/checkout/stray-payments";
import { shownAmount } from "@/components/checkout/text/amounts";
import { fill } from "@/components/checkout/text/fill";
import { TransactionLink } from "@/components/checkout/transaction-link";

/** @param props.isLate it completed the amount after the deadline, or after the shop cancelled */
export function ConfirmingScreen({ view, t, isLate = false }: ScreenProps & { isLate?: boolean }) {
  const { confirmations, paymentTxHash, network, chainId, token } = view;
  const required = confirmations?.required ?? null;
  const values = {
    amount: shownAmount(view.totalPaid, token, t),
    token: token?.symbol ?? "",
    network: network?.name ?? "",
  };
  const lateHint = fill(view.status === "CANCELLED" ? t.lateConfirmingCancelled : t.lateConfirming, {
    received: values.amount,
    token: values.token,
    merchant: view.merchantName,
  });
  return (
    <>
      {!isLate && <ProgressSteps current="seen" t={t} />}
      <ScreenTitle>{isLate ? t.lateTitle : t.confirmingTitle}</ScreenTitle>
      {chainId !== null && <NetworkLine chainId={chainId}>{fill(t.approximately, values)}</NetworkLine>}
      <div className="mt-6 rounded-2xl bg-well p-5">
        {confirmations !== null && required !== null && (
          <Confirmations seen={confirmations.seen} required={required} />
        )}
        <p role="status" className="font-semibold">
          {confirmations !== null && required !== null
            ? fill(t.confirmingCount, { seen: confirmations.seen, required })
            : fill(t.confirmingFinality, values)}
        </p>
        <p className="mt-1 text-pretty text-muted">{isLate ? lateHint : t.confirmingHint}</p>
      </div>
      {paymentTxHash !== null && (
        <div className="mt-6">
          <p className="caption">{t.transaction}</p>
          <TransactionLink hash={paymentTxHash} blockExplorerUrl={network?.blockExplorerUrl ?? ""} t={t} />
        </div>
      )}
    </>
  );
}

/** The count as a bar; the words are below. */
function Confirmations({ seen, required }: { seen: number; required: number }) {
  return (
    <svg
      viewBox={`0 0 ${required} 1`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="mb-3 h-1 w-full rounded-full bg-line-strong/40"
    >
      <rect width={Math.min(seen, required)} height="1" className="fill-accent" />
    </svg>
  );
}

/** Two disclosures: not paid, and already paid. */
export function ExpiredScreen({ view, networks, t }: ScreenProps & Pick<PaymentLookupProps, "networks">) {
  const partly = view.totalPaid !== "0";
  return (
    <>
      <ScreenTitle>{t.expiredTitle}</ScreenTitle>
      {partly && (
        <Banner tone="warn">
          {fill(t.expiredPart, {
            received: shownAmount(view.totalPaid, view.token, t),
            amount: shownAmount(view.amount, view.token, t),
            token: view.token?.symbol ?? "",
            merchant: view.merchantName,
          })}
        </Banner>
      )}
      <StrayPayments view={view} isPayable={false} t={t} />
      <div className="mt-6 grid gap-4">
        <section aria-labelledby="not-paid" className="rounded-2xl border border-line p-5">
          <h2 id="not-paid" className="font-semibold">
            {t.notPaidTitle}
          </h2>
          <p className="mt-1 mb-4 text-pretty text-muted">{t.notPaidHint}</p>
          <BackToShop view={view} t={t} />
        </section>
        <section aria-labelledby="already-paid" className="rounded-2xl border border-line p-5">
          <h2 id="already-paid" className="font-semibold">
            {t.alreadyPaidTitle}
          </h2>
          <p className="mt-1 text-pretty text-muted">{t.alreadyPaidHint}</p>
          <PaymentLookup checkoutId={view.id} chainId={view.chainId} networks={networks} />
        </section>
      </div>
    </>
  );
}

/** The receipt. The only screen that leads to `successUrl`. */
export function PaidScreen({ view, t, ...wallets }: ScreenProps & Wallets) {
  const isExcessOpen = view.overpayment !== null && view.overpayment.refundable !== "0";
  return (
    <>
      <ProgressSteps current="paid" t={t} />
      <div className="flex items-center gap-3">
        <CircleCheck className="size-8 shrink-0 text-ok" aria-hidden="true" />
        <ScreenTitle>{t.paidTitle}</ScreenTitle>
      </div>
      <p className="wrap-anywhere mt-1 text-muted">{fill(t.paidHint, { merchant: view.merchantName })}</p>
      {/* Above the receipt: an automatic redirect must be visible to be stopped. */}
      {view.isPaid && view.successUrl !== null && (
        <div className="mt-6 grid gap-3 print:hidden">
          <ReturnToShop
            checkoutId={view.id}
            merchantName={view.merchantName}
            successUrl={view.successUrl}
            goesByItself={!isExcessOpen}
          />
        </div>
      )}
      <Overpaid view={view} t={t} {...wallets} />
      <Receipt view={view} t={t} />
      <div className="mt-8 print:hidden">
        <PrintButton>
          <Printer className="size-5" aria-hidden="true" />
          {t.print}
        </PrintButton>
      </div>
    </>
  );
}
