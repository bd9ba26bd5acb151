import { LocalTime } from "@/components/checkout/live/receipt-parts";
import { displayAmount } from "@/components/checkout/text/amounts";
import { Filled } from "@/components/ui/filled";
import { Steps } from "@/components/ui/steps";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Messages } from "./messages/catalogue";
import { QrCode } from "./pay/qr-code";
import { Banner, MerchantMark } from "./screen-parts";
import type { ScreenProps } from "./screen-props";
import { TransactionLink } from "./transaction-link";

/** On paper as in the PDF: the order above the page's own names the shop and the price already. */
export function Receipt({ receipt, view, t }: ScreenProps & { receipt: ReceiptDocument | null }) {
  if (receipt === null) return null;
  const { title, merchantName, merchantDetails, headline, groups, code } = receipt;
  const explorer = view.network?.blockExplorerUrl ?? "";
  return (
    <section aria-label={title} className="mt-6 text-ink print:mt-0 print:text-sm">
      <header className="hidden print:block">
        <span className="flex items-center gap-3">
          <MerchantMark name={merchantName} logoUrl={view.merchantLogoUrl} />
        </span>
        <p className="mt-4 font-semibold">{title}</p>
        <p className="caption mt-2">{headline.label}</p>
        <p className="font-semibold text-display">
          <bdi translate="no">{headline.value}</bdi>
        </p>
      </header>
      {merchantDetails !== null && (
        <p className="caption mb-4 whitespace-pre-line print:my-2">
          <bdi>{merchantDetails}</bdi>
        </p>
      )}
      {groups.map((rows) => (
        <dl key={rows[0]?.label} className="border-line border-t py-2 print:py-1">
          {rows.map((row) => (
            <Row key={`${row.label} ${row.value}`} {...row} explorer={explorer} t={t} />
          ))}
        </dl>
      ))}
      <div className="hidden items-center gap-6 border-line border-t pt-4 print:flex">
        <div className="size-24 shrink-0">
          <QrCode content={code.url} label={code.url} />
        </div>
        <p className="min-w-0 break-all">
          <span className="caption block">{code.label}</span>
          {code.url}
        </p>
      </div>
    </section>
  );
}

type RowProps = ReceiptDocument["groups"][number][number] & { explorer: string; t: Messages };

/** Values to copy or compare get lines of their own. */
function Row({ label, value, iso, explorer, t }: RowProps) {
  const lines = value.split("\n");
  const isLong = lines.some(isCode);
  return (
    <div
      className={`py-1.5 print:py-0.5 ${isLong ? "print:flex" : "flex"} items-baseline justify-between gap-6`}
    >
      <dt className="caption shrink-0">
        <bdi>{label}</bdi>
      </dt>
      <dd className={`wrap-anywhere min-w-0 ${isLong ? "print:text-end" : "text-end"}`}>
        {lines.map((line) =>
          isTransaction(line) ? (
            <TransactionLink key={line} hash={line} blockExplorerUrl={explorer} t={t} />
          ) : isCode(line) ? (
            <span key={line} className="block">
              <span dir="ltr" translate="no" className="select-all break-all font-mono text-sm">
                {line}
              </span>
            </span>
          ) : (
            <span key={line} className="block">
              <bdi>{line}</bdi>
            </span>
          ),
        )}
        {iso !== undefined && (
          <time dateTime={iso}>
            <LocalTime iso={iso} locale={t.locale.locale} />
          </time>
        )}
      </dd>
    </div>
  );
}

const isTransaction = (line: string) => /^0x[0-9a-f]{64}$/.test(line);
const isCode = (line: string) => /^(?:0x|chk_)[0-9a-zA-Z]{26,64}$/.test(line);

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
