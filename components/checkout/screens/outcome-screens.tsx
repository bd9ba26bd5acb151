import type { PaymentLookupProps } from "@/components/checkout/live/lookup-form";
import { Excess, PrintButton, ReturnToShop, SlowHint } from "@/components/checkout/live/receipt-parts";
import { MailReceipt, type ReceiptMail } from "@/components/checkout/mail-receipt";
import { PaymentLookup } from "@/components/checkout/pay/already-paid";
import { ProgressSteps, Receipt, StrayPayments } from "@/components/checkout/receipt";
import {
  BackToShop,
  Banner,
  ContactMerchant,
  NetworkLine,
  ScreenTitle,
} from "@/components/checkout/screen-parts";
import type { ScreenProps } from "@/components/checkout/screen-props";
import { acceptedPart } from "@/components/checkout/text/accepted-part";
import { displayAmount, tokenAmount } from "@/components/checkout/text/amounts";
import { TransactionLink } from "@/components/checkout/transaction-link";
import { CircleCheck, Printer } from "@/components/ui/icons";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import type { Requirement } from "@/lib/chain/confirmation-policy.rules";
import { typicalSeconds } from "@/lib/chain/transfer-terms.rules";
import { fill } from "@/lib/platform/i18n/message.rules";

/** @param props.isLate it completed the amount after the deadline, or after the shop cancelled */
export function ConfirmingScreen(props: ScreenProps & Wallets & { isLate?: boolean }) {
  const { view, t, isLate = false, ...wallets } = props;
  const { confirmations, paymentTxHash, network, chainId, token } = view;
  const required = confirmations?.required ?? null;
  const values = {
    amount: displayAmount(view.totalPaid, token, t),
    token: token?.symbol ?? "",
    network: network?.name ?? "",
  };
  const accepted = acceptedPart(view, t);
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
        <p className="mt-1 text-pretty text-muted">
          {isLate ? (
            lateHint
          ) : (
            <SlowHint
              text={t.confirmingHint}
              network={values.network}
              wait={`${view.id}:${paymentTxHash}`}
              usualMs={usualMsOf(view)}
            />
          )}
        </p>
        {accepted !== null && (
          <p className="mt-3 text-pretty">
            {fill(t.acceptedHint, { ...accepted, merchant: view.merchantName })}
          </p>
        )}
      </div>
      {paymentTxHash !== null && (
        <div className="mt-6">
          <p className="caption">{t.transaction}</p>
          <TransactionLink hash={paymentTxHash} blockExplorerUrl={network?.blockExplorerUrl ?? ""} t={t} />
        </div>
      )}
      <Overpaid view={view} t={t} {...wallets} />
    </>
  );
}

/** No shorter than "a few seconds"; without a figure for the chain, ten minutes. */
function usualMsOf({ chainId, confirmations }: ScreenProps["view"]): number {
  const blocks = confirmations?.required ?? null;
  const requirement: Requirement =
    blocks === null ? { kind: "tag", tag: "finalized" } : { kind: "blocks", blocks };
  return Math.max(10, typicalSeconds(chainId ?? 0, requirement) ?? 600) * 1_000;
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

type ExpiredProps = ScreenProps & Pick<PaymentLookupProps, "networks"> & { problem: string | null };

/** Two ways on: not paid, and already paid. */
export function ExpiredScreen({ view, networks, problem, t }: ExpiredProps) {
  const partly = view.totalPaid !== "0";
  return (
    <>
      <ScreenTitle>{t.expiredTitle}</ScreenTitle>
      {partly && (
        <Banner tone="warn">
          {fill(t.expiredPart, {
            received: displayAmount(view.totalPaid, view.token, t),
            amount: displayAmount(view.amount, view.token, t),
            token: view.token?.symbol ?? "",
            merchant: view.merchantName,
          })}
        </Banner>
      )}
      <StrayPayments view={view} isPayable={false} t={t} />
      {problem !== null && (
        <Banner tone="bad" alert>
          {problem === "EXCHANGE_RATE_UNAVAILABLE"
            ? t.problemRate
            : problem === "RATE_LIMIT_EXCEEDED"
              ? t.problemBusy
              : t.requoteFailed}
        </Banner>
      )}
      <div className="mt-6 grid gap-4">
        <section aria-labelledby="not-paid" className="rounded-2xl border border-line p-5">
          <h2 id="not-paid" className="font-semibold">
            {t.notPaidTitle}
          </h2>
          <NotPaid view={view} t={t} />
        </section>
        <section aria-labelledby="already-paid" className="rounded-2xl border border-line p-5">
          <h2 id="already-paid" className="font-semibold">
            {t.alreadyPaidTitle}
          </h2>
          <p className="mt-1 text-pretty text-muted">{t.alreadyPaidHint}</p>
          <PaymentLookup checkoutId={view.id} chainId={view.chainId} networks={networks} />
        </section>
        {partly && view.strayPayments.length === 0 && <ContactMerchant view={view} t={t} />}
      </div>
    </>
  );
}

/** Continue at the current price, where that is possible; else start again at the shop. Works without scripts. */
function NotPaid({ view, t }: ScreenProps) {
  const { requote, replacedBy } = view;
  if (replacedBy !== null)
    return (
      <>
        <p className="mt-1 mb-4 text-pretty text-muted">{t.replacedHint}</p>
        <a href={`/c/${replacedBy}`} className="button button-primary">
          {t.replacedOpen}
        </a>
      </>
    );
  if (requote !== null)
    return (
      <form method="post" action={`/c/${view.id}/requote`}>
        <p className="mt-1 mb-4 text-pretty text-muted">{t.requoteHint}</p>
        <button type="submit" className="button button-primary px-2">
          {requote.amount === null
            ? t.requoteOpen
            : fill(t.requoteNow, {
                amount: displayAmount(requote.amount, view.token, t),
                token: view.token?.symbol ?? "",
              })}
        </button>
      </form>
    );
  return (
    <>
      <p className="mt-1 mb-4 text-pretty text-muted">{t.notPaidHint}</p>
      <BackToShop view={view} t={t} />
    </>
  );
}

/** The receipt. The only screen that leads to `successUrl`. */
type Mailing = { receiptMail: ReceiptMail; problem: string | null };

export function PaidScreen({ view, receiptMail, problem, t, ...wallets }: ScreenProps & Wallets & Mailing) {
  const isExcessOpen = view.overpayment !== null && view.overpayment.refundable !== "0";
  return (
    <>
      <ProgressSteps current="paid" t={t} />
      <div className="flex items-center gap-3">
        <CircleCheck className="size-8 shrink-0 text-ok" />
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
      <StrayPayments view={view} isPayable={false} isPaid t={t} />
      <Receipt view={view} t={t} />
      <MailReceipt view={view} state={receiptMail} problem={problem} t={t} />
      <PrintReceipt t={t} />
    </>
  );
}

export function PrintReceipt({ t }: Pick<ScreenProps, "t">) {
  return (
    <div className="mt-8 print:hidden">
      <PrintButton>
        <Printer className="size-5" />
        {t.print}
      </PrintButton>
    </div>
  );
}

export type Wallets = { demoWallet: boolean; walletConnect: WalletConnectSettings | null };

/** The amount paid above the price, and how to request it back. Works without scripts, except for the signature. */
function Overpaid({ view, demoWallet, walletConnect, t }: ScreenProps & Wallets) {
  const { overpayment, token, network, chainId, merchantName: merchant } = view;
  if (overpayment === null || token === null || network === null || chainId === null) return null;
  const { amount, refundable, requestedAt, signed, isFinal } = overpayment;
  const valuesOf = (units: string) => ({
    amount: displayAmount(units, token, t),
    token: token.symbol,
    merchant,
  });
  const values = valuesOf(refundable);
  const isOpen = refundable !== "0";
  const hint = !isOpen
    ? t.overpaidRefunding
    : requestedAt === null
      ? t.overpaidHint
      : signed
        ? t.overpaidSigned
        : t.overpaidRequested;
  return (
    <section aria-label={fill(t.overpaidTitle, valuesOf(amount))} className="print:hidden">
      {/* Once requested, there is nothing left to do. */}
      <Banner tone={isOpen && requestedAt === null ? "warn" : "info"}>
        <h2 className="font-semibold">{fill(t.overpaidTitle, valuesOf(amount))}</h2>
        <p role="status">{fill(hint, values)}</p>
      </Banner>
      {isOpen && !signed && (requestedAt === null || isFinal) && (
        <Excess
          request={
            requestedAt === null
              ? {
                  checkoutId: view.id,
                  words: {
                    request: fill(t.overpaidRequest, values),
                    requesting: t.overpaidRequesting,
                    failed: t.overpaidFailed,
                  },
                }
              : null
          }
          sign={
            isFinal
              ? {
                  checkoutId: view.id,
                  merchantName: merchant,
                  // Without thousands separators, like the service.
                  amount: `${tokenAmount(refundable, token)} ${token.symbol}`,
                  network: {
                    chainId,
                    networkName: network.name,
                    blockExplorerUrl: network.blockExplorerUrl,
                    nativeCurrency: network.nativeCurrency,
                  },
                  demoWallet,
                  walletConnect,
                  words: {
                    open: t.overpaidSign,
                    hint: fill(t.overpaidSignHint, values),
                    sign: t.overpaidSignButton,
                    signing: t.overpaidRequesting,
                    refused: fill(t.overpaidSignRefused, values),
                    failed: t.overpaidFailed,
                  },
                }
              : null
          }
        />
      )}
    </section>
  );
}
