import { Excess } from "@/components/checkout/live/receipt-parts";
import { RequestForm } from "@/components/checkout/live/request-form";
import { Filled } from "@/components/ui/filled";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { fill, type Template } from "@/lib/platform/i18n/message.rules";
import { Banner, ContactMerchant } from "./screen-parts";
import type { ScreenProps } from "./screen-props";
import { displayAmount, tokenAmount } from "./text/amounts";
import { TransactionLink } from "./transaction-link";

export type Wallets = {
  demoWallet: boolean;
  walletConnect: WalletConnectSettings | null;
  /** The address of a request without scripts was refused. */
  isContactRefused: boolean;
};

type Request = {
  requestedAt: string | null;
  requested: string;
  hasMore: boolean;
  signed: boolean;
  isFinal: boolean;
  isMailed: boolean;
  hasContact: boolean;
};

/** The amount paid above the price, or after the refund, and how to request it back. */
export function Overpaid({ view, t, ...wallets }: ScreenProps & Wallets) {
  const { overpayment, token, merchantName: merchant } = view;
  if (overpayment === null || token === null) return null;
  const valuesOf = (units: string) => ({
    amount: displayAmount(units, token, t),
    token: token.symbol,
    merchant,
  });
  const { amount, refundable, hasMore } = overpayment;
  const title = view.status === "REFUNDED" ? t.afterRefundTitle : t.overpaidTitle;
  return (
    <section aria-label={fill(title, valuesOf(amount))} className="print:hidden">
      {/* Once requested, there is nothing left to do. */}
      <Banner tone={hasMore ? "warn" : "info"}>
        <h2 className="font-semibold">
          <Filled text={title} values={valuesOf(amount)} />
        </h2>
        <RefundLines view={view} t={t} />
        <RequestState view={view} request={overpayment} units={refundable} open={t.overpaidHint} t={t} />
      </Banner>
      <RequestForms view={view} request={overpayment} units={refundable} t={t} {...wallets} />
    </section>
  );
}

/** Money that paid nothing: how to request it back, and by when to expect an answer. Works without scripts. */
export function MoneyBack({ view, t, ...wallets }: ScreenProps & Wallets) {
  const { moneyBack } = view;
  if (moneyBack === null) return null;
  const { amount } = moneyBack;
  return (
    <section aria-labelledby="money-back" className="rounded-2xl border border-line p-5 print:hidden">
      <h2 id="money-back" className="font-semibold">
        {t.backTitle}
      </h2>
      <div className="mt-1 text-pretty text-muted">
        <RefundLines view={view} t={t} />
        <RequestState view={view} request={moneyBack} units={amount} open={t.backHint} t={t} />
      </div>
      <RequestForms view={view} request={moneyBack} units={amount} t={t} {...wallets} />
      <ContactMerchant view={view} t={t} />
    </section>
  );
}

type PartProps = ScreenProps & {
  request: Request;
  /** What can still be requested, in the checkout's token; "0" where only other tokens or networks have some. */
  units: string;
};

/** What was requested, what comes next, and when. */
function RequestState({ view, request, units, open, t }: PartProps & { open: Template<"merchant"> }) {
  const { merchantName: merchant, token } = view;
  const { requestedAt, requested, signed, isMailed, hasContact } = request;
  const values = { amount: displayAmount(requested, token, t), token: token?.symbol ?? "", merchant };
  if (!isOpen(view, units)) return null;
  if (requestedAt === null)
    return (
      <p role="status">
        <Filled text={open} values={values} />
      </p>
    );
  const sentences = [
    fill(isMailed ? t.moneyMailed : t.moneyListed, values),
    ...(hasContact ? [t.moneyAnswer] : []),
    ...(signed && requested !== "0" ? [t.overpaidSigned] : []),
  ];
  return (
    <>
      <p role="status">
        <strong className="font-semibold text-ink">{t.moneyAsked}</strong>
        {". "}
        <Filled text={requested === "0" ? t.backRequested : t.overpaidRequested} values={values} />{" "}
        {sentences.join(" ")}
      </p>
      {view.supportContact !== null && (
        <p className="wrap-anywhere mt-2">
          {fill(t.backWhen, { reference: view.referenceId ?? view.id, merchant })}
        </p>
      )}
    </>
  );
}

/** Whether anything is left that no refund returns. */
function isOpen({ strayPayments }: ScreenProps["view"], units: string): boolean {
  return units !== "0" || strayPayments.some(({ isGoingBack }) => !isGoingBack);
}

/** Refunds of a page without a request; an arrived one is on the receipt. */
export function GoingBack({ view, t }: ScreenProps) {
  if (view.moneyGoingBack.every(({ step }) => step === "arrived")) return null;
  return (
    <Banner tone="info">
      <RefundLines view={view} t={t} />
    </Banner>
  );
}

/** How far each refund is, in a word, and what comes next. */
function RefundLines({ view, t }: ScreenProps) {
  const { moneyGoingBack, merchantName: merchant } = view;
  return moneyGoingBack.map(
    ({ amount, token, tokenAddress, network, step, customerChooses, txHash }, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: refunds keep their order.
      <div key={index} role="status">
        <p>
          <strong className="font-semibold text-ink">
            {t[stepWords[step]]}
            {": "}
            <bdi translate="no">{`${displayAmount(amount, token, t)} ${token?.symbol ?? tokenAddress}`}</bdi>
          </strong>{" "}
          {fill(customerChooses ? t.moneyChoose : t[stepHints[step]], {
            merchant,
            network: network?.name ?? "",
          })}
        </p>
        {txHash !== null && (
          <TransactionLink hash={txHash} blockExplorerUrl={network?.blockExplorerUrl ?? ""} t={t} />
        )}
      </div>
    ),
  );
}

const stepWords = {
  requested: "moneyAsked",
  agreed: "moneyAgreed",
  sent: "moneySent",
  arrived: "moneyArrived",
} as const;

const stepHints = {
  requested: "moneyAskedHint",
  agreed: "moneyAgreedHint",
  sent: "moneySentHint",
  arrived: "moneyArrivedHint",
} as const;

function RequestForms({ view, request, units, t, ...wallets }: PartProps & Wallets) {
  const { demoWallet, walletConnect, isContactRefused } = wallets;
  const { token, network, chainId, merchantName: merchant } = view;
  const { requested, hasMore, hasContact, signed, isFinal } = request;
  const amount = displayAmount(units, token, t);
  const values = { amount, token: token?.symbol ?? "", merchant };
  if (!isOpen(view, units)) return null;
  const isSignable = isFinal && !signed && units !== "0";
  // Without a contact of the shop's, only an answer leads on. Once all is requested, the form takes another address.
  const isContactNeeded = !hasMore || (view.supportContact === null && !hasContact);
  const form = {
    checkoutId: view.id,
    isRefused: isContactRefused,
    isContactNeeded,
    isFolded: !hasMore && hasContact,
    words: {
      email: isContactNeeded ? t.backEmailNeeded : t.backEmail,
      emailHint: fill(t.backEmailHint, values),
      emailShape: t.emailShape,
      request: !hasMore
        ? t.backEmailAdd
        : units === requested
          ? t.backRequest
          : fill(t.overpaidRequest, values),
      requesting: t.overpaidRequesting,
      failed: t.overpaidFailed,
      added: t.moneyAnswer,
    },
  };
  return (
    <Excess
      request={form}
      plain={<RequestForm {...form} fault={isContactRefused ? t.emailShape : ""} />}
      sign={
        !isSignable || token === null || network === null || chainId === null
          ? null
          : {
              checkoutId: view.id,
              merchantName: merchant,
              // Without thousands separators, like the service.
              amount: `${tokenAmount(units, token)} ${token.symbol}`,
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
      }
    />
  );
}
