import { PrintButton, ReturnToShop, SlowHint } from "@/components/checkout/live/receipt-parts";
import { GoingBack, MoneyBack, Overpaid, type Wallets } from "@/components/checkout/money-back";
import { ProgressSteps, Receipt, StrayPayments } from "@/components/checkout/receipt";
import { NetworkLine, ScreenTitle } from "@/components/checkout/screen-parts";
import type { ScreenProps } from "@/components/checkout/screen-props";
import { displayAmount } from "@/components/checkout/text/amounts";
import { acceptedPart } from "@/components/checkout/text/server-formats";
import { TransactionLink } from "@/components/checkout/transaction-link";
import { Filled } from "@/components/ui/filled";
import { CircleCheck, Printer } from "@/components/ui/icons";
import { typicalSeconds } from "@/lib/chain/chain-defaults.rules";
import type { Requirement } from "@/lib/chain/confirmation-policy.rules";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
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
  return (
    <>
      {!isLate && <ProgressSteps current="seen" t={t} />}
      <ScreenTitle>{isLate ? t.lateTitle : t.confirmingTitle}</ScreenTitle>
      {chainId !== null && (
        <NetworkLine chainId={chainId}>
          <Filled text={t.approximately} values={values} />
        </NetworkLine>
      )}
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
            <Filled
              text={view.status === "CANCELLED" ? t.lateConfirmingCancelled : t.lateConfirming}
              values={{ received: values.amount, token: values.token, merchant: view.merchantName }}
            />
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
            <Filled text={t.acceptedHint} values={{ ...accepted, merchant: view.merchantName }} />
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
      <rect width={Math.min(seen, required)} height="1" className="fill-ink" />
    </svg>
  );
}

/** The receipt. The only screen that leads to `successUrl`. */
type Keeping = { receipt: ReceiptDocument | null; receiptMail: ReceiptMail; problem: string | null };

export function PaidScreen(props: ScreenProps & Wallets & Keeping) {
  const { view, receipt, receiptMail, problem, t, ...wallets } = props;
  const isExcessOpen = view.overpayment !== null && view.overpayment.refundable !== "0";
  return (
    <>
      <ProgressSteps current="paid" t={t} />
      {/* On paper, the receipt says all of it. */}
      <div className="flex items-center gap-3 print:hidden">
        <CircleCheck className="paid-sign size-8 shrink-0 text-ok" />
        <ScreenTitle>{t.paidTitle}</ScreenTitle>
      </div>
      <p className="wrap-anywhere mt-1 text-muted print:hidden">
        {fill(t.paidHint, { merchant: view.merchantName })}
      </p>
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
      {view.overpayment === null && view.moneyBack !== null && (
        <div className="mt-6">
          <MoneyBack view={view} t={t} {...wallets} />
        </div>
      )}
      {view.overpayment === null && view.moneyBack === null && <GoingBack view={view} t={t} />}
      <Receipt receipt={receipt} view={view} t={t} />
      <MailReceipt view={view} state={receiptMail} problem={problem} t={t} />
      <KeepReceipt view={view} t={t} />
    </>
  );
}

/** On paper, or as a file, which needs no script. */
export function KeepReceipt({ view, t }: ScreenProps) {
  return (
    <div className="mt-8 flex flex-wrap gap-2 print:hidden">
      <PrintButton>
        <Printer className="size-5" />
        <span>{t.print}</span>
      </PrintButton>
      <a
        href={`/api/c/${view.id}/receipt.pdf?language=${t.locale.language}`}
        download
        className="button button-secondary"
      >
        {t.receiptPdf}
      </a>
    </div>
  );
}

/** `sent`: by this visitor, a moment ago. `over`: it was sent as often as it can be. */
export type ReceiptMail = "open" | "sent" | "over" | null;

type Props = ScreenProps & { state: ReceiptMail; problem: string | null };

/** Sends the receipt to an address. A plain form: it needs no script. The next visitor finds it empty. */
function MailReceipt({ view, state, problem, t }: Props) {
  if (state === "open") return <ReceiptForm view={view} problem={problem} t={t} />;
  const isRefused = problem === "RECEIPT_UNAVAILABLE";
  if (state === null || (state === "over" && !isRefused)) return null;
  return (
    <p role="status" className="caption mt-6 print:hidden">
      {isRefused ? t.mailReceiptAlready : t.mailReceiptSent}
    </p>
  );
}

function ReceiptForm({ view, problem, t }: Omit<Props, "state">) {
  return (
    <form method="post" action={`/c/${view.id}/receipt`} noValidate className="mt-6 print:hidden">
      <input type="hidden" name="language" value={t.locale.language} />
      <label htmlFor="receipt-email" className="caption">
        {t.mailReceiptLabel}
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        <input
          id="receipt-email"
          name="email"
          type="email"
          required
          maxLength={254}
          autoComplete="email"
          aria-invalid={problem === null ? undefined : true}
          aria-describedby={problem === null ? "receipt-hint" : "receipt-problem receipt-hint"}
          // biome-ignore lint/a11y/noAutofocus: the address has to be corrected.
          autoFocus={problem !== null}
          className="field min-w-0 flex-1 basis-48"
        />
        <button type="submit" className="button button-secondary flex-none">
          {t.mailReceiptSend}
        </button>
      </div>
      <p id="receipt-hint" className="caption mt-1">
        {t.mailReceiptHint}
      </p>
      {problem !== null && (
        <p id="receipt-problem" role="alert" className="mt-1 text-bad">
          {problem === "VALIDATION_ERROR"
            ? t.emailShape
            : problem === "RECEIPT_UNAVAILABLE"
              ? t.mailReceiptAlready
              : fill(t.mailReceiptFailed, { merchant: view.merchantName })}
        </p>
      )}
    </form>
  );
}
