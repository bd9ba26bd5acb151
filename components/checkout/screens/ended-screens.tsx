import type { PaymentLookupProps } from "@/components/checkout/live/lookup-form";
import { SlowHint } from "@/components/checkout/live/receipt-parts";
import { PaymentLookup } from "@/components/checkout/pay/already-paid";
import { SendYourself } from "@/components/checkout/pay/send-yourself";
import { AddressGuard } from "@/components/checkout/pay/sent-guard";
import { displayAmount } from "@/components/checkout/text/amounts";
import { dateAndTime } from "@/components/checkout/text/server-formats";
import { Filled } from "@/components/ui/filled";
import { CircleSlash, Clock, Hourglass, Undo2 } from "@/components/ui/icons";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { MoneyBack, Overpaid, type Wallets } from "../money-back";
import { Receipt, StrayPayments } from "../receipt";
import { BackToShop, Banner, ContactMerchant, Notice, ScreenTitle } from "../screen-parts";
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

export function RefundedScreen(props: ScreenProps & Wallets & { receipt: ReceiptDocument | null }) {
  const { view, receipt, t, ...wallets } = props;
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
      <Receipt receipt={receipt} view={view} t={t} />
      <KeepReceipt view={view} t={t} />
    </Notice>
  );
}

type Props = ScreenProps & Wallets & Pick<PaymentLookupProps, "networks"> & { problem: string | null };

/** The money that arrived comes first, if any; else the two ways on: not paid, and already paid. */
export function ExpiredScreen({ view, networks, problem, t, ...wallets }: Props) {
  const hasMoney = view.moneyBack !== null;
  return (
    <>
      {view.totalPaid === "0" ? <ScreenTitle>{t.expiredTitle}</ScreenTitle> : <Received view={view} t={t} />}
      <StrayPayments view={view} isPayable={false} t={t} />
      {problem !== null && (
        <Banner tone="bad" alert>
          <span>
            {problem === "EXCHANGE_RATE_UNAVAILABLE"
              ? t.problemRate
              : problem === "RATE_LIMIT_EXCEEDED"
                ? t.problemBusy
                : hasMoney
                  ? t.overpaidFailed
                  : t.requoteFailed}
          </span>
        </Banner>
      )}
      <div className="mt-6 grid grid-cols-1 gap-4">
        <Rest view={view} t={t} />
        <MoneyBack view={view} t={t} {...wallets} />
        {(!hasMoney || view.replacedBy !== null || view.requote !== null) && (
          <section aria-labelledby="not-paid" className="rounded-2xl border border-line p-5">
            <h2 id="not-paid" className="font-semibold">
              {t.notPaidTitle}
            </h2>
            <NotPaid view={view} t={t} />
          </section>
        )}
        <section aria-labelledby="already-paid" className="rounded-2xl border border-line p-5">
          <h2 id="already-paid" className="font-semibold">
            {hasMoney ? t.paidMoreTitle : t.alreadyPaidTitle}
          </h2>
          <p className="mt-1 text-pretty text-muted">{t.alreadyPaidHint}</p>
          <PaymentLookup checkoutId={view.id} chainId={view.chainId} networks={networks} />
        </section>
        {hasMoney && view.cancelUrl !== null && (
          <a href={view.cancelUrl} target="_top" className="button button-secondary">
            {t.backToShop}
          </a>
        )}
      </div>
    </>
  );
}

/** Leads with the part that arrived. */
function Received({ view, t }: ScreenProps) {
  const values = {
    received: displayAmount(view.totalPaid, view.token, t),
    amount: displayAmount(view.amount, view.token, t),
    token: view.token?.symbol ?? "",
  };
  return (
    <>
      <ScreenTitle values={values}>{t.expiredReceived}</ScreenTitle>
      <p className="wrap-anywhere mt-1 text-pretty text-muted">
        <Filled text={t.expiredPart} values={values} />
      </p>
    </>
  );
}

/** Sending the rest, where the merchant accepts it late. */
function Rest({ view, t }: ScreenProps) {
  const { token, network, chainId, tokenAddress, depositAddress, remainingAmount, addressTerms } = view;
  if (
    view.acceptsRestUntil === null ||
    token === null ||
    network === null ||
    chainId === null ||
    tokenAddress === null
  )
    return null;
  if (depositAddress === null || remainingAmount === null || addressTerms === null) return null;
  const address = checksummed(depositAddress as `0x${string}`);
  const amountText = displayAmount(remainingAmount, token, t);
  const time = dateAndTime(view.acceptsRestUntil, t);
  const values = { remaining: amountText, token: token.symbol, merchant: view.merchantName, time };
  return (
    <section aria-labelledby="rest" className="rounded-2xl border border-line p-5">
      <h2 id="rest" className="font-semibold">
        <Filled text={t.restTitle} values={values} />
      </h2>
      <p className="mt-1 text-pretty text-muted">
        <Filled text={t.restHint} values={values} />
      </p>
      <details className="group/rest mt-4">
        <summary className="button button-primary cursor-pointer list-none group-open/rest:hidden">
          <Filled text={t.partialTitle} values={values} />
        </summary>
        <AddressGuard
          address={{
            id: view.id,
            merchantAddress: view.merchantAddress,
            merchantAddressIsListed: view.merchantAddressIsListed,
            depositAddress: address,
            addressTerms,
          }}
        >
          <SendYourself
            address={address}
            amountUnits={remainingAmount}
            chainId={chainId}
            network={network.name}
            token={{ ...token, address: tokenAddress }}
            t={t}
          />
        </AddressGuard>
      </details>
    </section>
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
      <form method="post" noValidate action={`/c/${view.id}/requote`}>
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

/** Between the deadline and the certainty that nothing was sent in time. */
export function TimeUpScreen({ view, networks, t }: ScreenProps & Pick<PaymentLookupProps, "networks">) {
  return (
    <>
      <ScreenTitle>{t.timeUpTitle}</ScreenTitle>
      <p role="status" className="mt-1 flex items-center gap-2">
        <Hourglass className="size-5 shrink-0 text-accent" />
        <SlowHint
          text={t.timeUpLooking}
          network={view.network?.name ?? ""}
          wait={`${view.id}:${view.status}`}
          usualMs={10_000}
        />
      </p>
      <p className="mt-4 text-pretty text-muted">{t.timeUpHint}</p>
      <StrayPayments view={view} isPayable={false} t={t} />
      <section aria-labelledby="already-paid" className="mt-8 rounded-2xl border border-line p-5">
        <h2 id="already-paid" className="font-semibold">
          {t.alreadyPaidTitle}
        </h2>
        <p className="mt-1 text-pretty text-muted">{t.alreadyPaidHint}</p>
        <PaymentLookup checkoutId={view.id} chainId={view.chainId} networks={networks} />
      </section>
    </>
  );
}
