import type { ReactNode } from "react";
import { LocalTime } from "@/components/checkout/live/receipt-parts";
import { displayAmount } from "@/components/checkout/text/amounts";
import { acceptedPart, dateAndTime, fiatPrice } from "@/components/checkout/text/server-formats";
import { Filled } from "@/components/ui/filled";
import { Steps } from "@/components/ui/steps";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Messages } from "./messages/catalogue";
import { Banner, MerchantMark } from "./screen-parts";
import type { ScreenProps } from "./screen-props";
import { TransactionLink } from "./transaction-link";

/** Amount, recipient and method; prints on one page. */
export function Receipt({ view, t }: ScreenProps) {
  const { merchantName, merchantDetails, merchantLogoUrl, itemName, referenceId } = view;
  const { fiatAmount, fiatCurrency, token, network, paymentTxHash, paidAt } = view;
  const explorer = network?.blockExplorerUrl ?? "";
  const accepted = acceptedPart(view, t);
  return (
    <section aria-label={t.receiptTitle} className="mt-6 text-ink">
      <header className="mb-4 hidden items-center justify-between gap-4 print:flex">
        <span className="flex items-center gap-3">
          <MerchantMark name={merchantName} logoUrl={merchantLogoUrl} />
        </span>
        <span className="font-semibold">{t.receiptTitle}</span>
      </header>
      <dl className="divide-y divide-line border-line border-y">
        <Row label={t.receiptPaidTo}>
          <bdi>{merchantName}</bdi>
          {merchantDetails !== null && (
            <bdi className="caption block whitespace-pre-line">{merchantDetails}</bdi>
          )}
        </Row>
        {itemName !== null && (
          <Row label={t.receiptItem}>
            <bdi>{itemName}</bdi>
          </Row>
        )}
        {referenceId !== null && (
          <Row label={t.receiptReference}>
            <bdi>{referenceId}</bdi>
          </Row>
        )}
        {fiatAmount !== null && fiatCurrency !== null && (
          <Row label={t.receiptPrice}>
            <span translate="no">{fiatPrice(fiatAmount, fiatCurrency, t)}</span>
          </Row>
        )}
        <Row label={t.receiptAmount}>
          <strong translate="no" className="font-semibold">
            {`${displayAmount(view.totalPaid, token, t)} ${token?.symbol ?? ""}`}
          </strong>
        </Row>
        {accepted !== null && (
          <Row label={t.receiptAccepted}>
            <Filled text={t.acceptedOf} values={accepted} />
          </Row>
        )}
        {network !== null && (
          <Row label={t.receiptNetwork}>
            <span translate="no">{network.name}</span>
          </Row>
        )}
        {paidAt !== null && (
          <Row label={t.receiptDate}>
            <Moment iso={paidAt} t={t} />
          </Row>
        )}
        {paymentTxHash !== null && (
          <LongRow label={t.transaction}>
            <TransactionLink hash={paymentTxHash} blockExplorerUrl={explorer} t={t} />
          </LongRow>
        )}
        {view.refunds.map(({ amount, completedAt, txHash }) => (
          <LongRow key={`${completedAt} ${txHash}`} label={t.receiptRefund}>
            <span className="flex flex-wrap items-baseline justify-between gap-x-6">
              <strong translate="no" className="font-semibold">
                {`${displayAmount(amount, token, t)} ${token?.symbol ?? ""}`}
              </strong>
              <Moment iso={completedAt} t={t} />
            </span>
            {txHash !== null && <TransactionLink hash={txHash} blockExplorerUrl={explorer} t={t} />}
          </LongRow>
        ))}
        <LongRow label={t.receiptCheckout}>
          <span dir="ltr" translate="no" className="select-all break-all font-mono text-sm">
            {view.id}
          </span>
        </LongRow>
      </dl>
    </section>
  );
}

/** In UTC, and beside it in the reader's own time zone. */
function Moment({ iso, t }: { iso: string; t: Messages }) {
  return (
    <time dateTime={iso} className="ms-auto text-end">
      <LocalTime iso={iso} locale={t.locale.locale} />
      <span>{dateAndTime(iso, t)}</span>
    </time>
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

/** `sent`: a wallet sent the payment, and no block has it yet. */
export type ProgressStep = "waiting" | "sent" | "seen" | "paid";

const doneBefore: Record<ProgressStep, number> = { waiting: 0, sent: 1, seen: 1, paid: 3 };

/** Waiting → Payment seen → Paid, in the past tense once done. */
export function ProgressSteps({ current, t }: { current: ProgressStep; t: Messages }) {
  const now = doneBefore[current];
  const words = [
    now > 0 ? t.stepSent : t.stepWaiting,
    now > 1 ? t.stepReceived : current === "sent" ? t.stepWaiting : t.stepSeen,
    t.stepPaid,
  ];
  return (
    <Steps
      label={t.stepsLabel}
      words={words}
      done={now}
      doneWord={t.stepDone}
      className="grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,1fr)]"
    />
  );
}

/** Payments on another network or in another token: that they do not count, are not lost, and what to do now. */
export function StrayPayments({
  view,
  isPayable,
  isPaid = false,
  t,
}: ScreenProps & { isPayable: boolean; isPaid?: boolean }) {
  const { token, network, merchantName } = view;
  const strayPayments = view.strayPayments.filter(({ isGoingBack }) => !isGoingBack);
  if (strayPayments.length === 0) return null;
  const wanted = { wanted: token?.symbol ?? "", wantedNetwork: network?.name ?? "" };
  return (
    <Banner tone="warn" alert>
      {strayPayments.map((stray) => (
        <p key={`${stray.txHash} ${stray.tokenAddress} ${stray.amount}`} className="font-semibold">
          <Filled
            text={t.strayTitle}
            values={{
              amount: displayAmount(stray.amount, stray.token, t),
              token: stray.token.symbol,
              network: stray.network.name,
            }}
          />
          <span className="block font-normal">
            <TransactionLink hash={stray.txHash} blockExplorerUrl={stray.network.blockExplorerUrl} t={t} />
          </span>
        </p>
      ))}
      {token !== null && !isPaid && (
        <p className="mt-2">
          <Filled text={t.strayUncounted} values={wanted} />
        </p>
      )}
      <p className="mt-2">{fill(t.strayReturn, { merchant: merchantName })}</p>
      {isPayable && (
        <p className="mt-2">
          <Filled text={t.strayNext} values={wanted} />
        </p>
      )}
    </Banner>
  );
}
