import type { ReactNode } from "react";
import { choiceProblem } from "@/components/checkout/live/choice-problem";
import { LiveUpdates, WhenFramed } from "@/components/checkout/live/live-updates";
import type { PaymentLookupProps } from "@/components/checkout/live/lookup-form";
import { paceOf } from "@/components/checkout/live/poll-pace";
import { SlowHint } from "@/components/checkout/live/receipt-parts";
import { TokenChoice } from "@/components/checkout/live/token-choice";
import type { LiveMessages, Messages } from "@/components/checkout/messages/catalogue";
import { PaymentLookup } from "@/components/checkout/pay/already-paid";
import { FirstTime } from "@/components/checkout/pay/first-time";
import { PhoneWallets } from "@/components/checkout/pay/phone-wallets";
import { coinOffers } from "@/components/checkout/pay/token-offers";
import { WalletDoor } from "@/components/checkout/pay/wallet-door";
import { WalletPay } from "@/components/checkout/pay/wallet-pay";
import { ExpiredScreen } from "@/components/checkout/screens/expired-screen";
import { ConfirmingScreen, KeepReceipt, PaidScreen } from "@/components/checkout/screens/outcome-screens";
import { PayScreen } from "@/components/checkout/screens/pay-screen";
import { displayAmount } from "@/components/checkout/text/amounts";
import {
  ChevronRight,
  CircleSlash,
  Clock,
  ExternalLink,
  FlaskConical,
  Hourglass,
  LoaderCircle,
  Undo2,
  Wallet,
} from "@/components/ui/icons";
import { choicesOf, toWalletOffer, toWalletOrder } from "@/lib/browser/wallet/wallet-order";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import {
  type CheckoutScreen,
  canChangeToken,
  checkoutFingerprint,
  checkoutScreen,
} from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { CheckoutFrame, LanguageSwitch, type PageQuery } from "./checkout-frame";
import type { ReceiptMail } from "./mail-receipt";
import { MessagesProvider } from "./messages-provider";
import { MoneyBack, type Wallets } from "./money-back";
import { isTimed, OrderSummary } from "./order-summary";
import { Receipt, StrayPayments } from "./receipt";
import { BackToShop, Banner, ContactMerchant, Notice, offlineSign, ScreenTitle } from "./screen-parts";
import type { ScreenProps } from "./screen-props";
import { safeView } from "./screen-props";
import { TransactionLink } from "./transaction-link";

/** Some wallets do not work in frames: links to the same page in its own tab. */
function FramedNote({ view, t }: Pick<ScreenProps, "view" | "t">) {
  return (
    <p className="caption mt-8 print:hidden">
      {t.framedHint}{" "}
      <a href={`/c/${view.id}`} target="_blank" rel="noopener" className="text-link">
        {t.framedOpen}
        <ExternalLink className="size-4" />
      </a>
    </p>
  );
}

/** Money came to an address of this order that was replaced: nobody should pay twice. */
function EarlierPayment({ view, t }: Pick<ScreenProps, "view" | "t">) {
  if (view.receivedEarlier === null) return null;
  return (
    <div className="-mt-4 mb-6 print:hidden">
      <Banner tone="warn" alert>
        <p className="font-semibold">{t.earlierTitle}</p>
        <p>{t.earlierHint}</p>
        <a href={`/c/${view.receivedEarlier}`} className="text-link mt-1">
          {t.earlierOpen}
        </a>
      </Banner>
    </div>
  );
}

function CancelledScreen({ view, t, ...wallets }: ScreenProps & Wallets) {
  return (
    <Notice icon={<CircleSlash className="size-6" />} title={t.cancelledTitle}>
      <p>{t.cancelledHint}</p>
      {view.totalPaid !== "0" && (
        <p>
          {fill(t.cancelledPart, {
            received: displayAmount(view.totalPaid, view.token, t),
            token: view.token?.symbol ?? "",
            merchant: view.merchantName,
          })}
        </p>
      )}
      <StrayPayments view={view} isPayable={false} t={t} />
      <MoneyBack view={view} t={t} {...wallets} />
      <BackToShop view={view} t={t} />
    </Notice>
  );
}

/** Token and network, one tap each. Every card is a form of its own, so it works without scripts too. */
function ChooseScreen(props: ScreenProps & { problem: string | null; walletPay: ReactNode }) {
  const { view, problem, walletPay, t } = props;
  return (
    <>
      <ScreenTitle>{t.chooseTitle}</ScreenTitle>
      {problem !== null && (
        <Banner tone="bad" alert>
          {choiceProblem(problem, t)}
        </Banner>
      )}
      {view.options.length === 0 ? (
        <p className="mt-1 text-pretty text-muted">{t.chooseNone}</p>
      ) : (
        <>
          {walletPay}
          <h2 id="send-yourself" className="mt-8 font-semibold">
            {t.chooseYourself}
          </h2>
          <p className="caption mt-1 text-pretty">{t.chooseHint}</p>
        </>
      )}
      <TokenChoice
        checkoutId={view.id}
        coins={coinOffers(view.options, t)}
        signs={{
          next: <ChevronRight className="size-5 text-muted rtl:-scale-x-100 group-hover:text-accent" />,
          pending: <LoaderCircle className="size-5 animate-spin text-accent" />,
        }}
      />
      {view.token !== null && view.network !== null && (
        <a href={`/c/${view.id}`} className="text-link mt-5 self-start">
          {fill(t.keepCurrent, { token: view.token.symbol, network: view.network.name })}
        </a>
      )}
      <FirstTime order={null} t={t} />
    </>
  );
}

function LateScreen({ view, t, ...wallets }: ScreenProps & Wallets) {
  return (
    <Notice icon={<Clock className="size-6" />} title={t.lateTitle}>
      <p>
        {fill(t.lateHint, {
          received: displayAmount(view.totalPaid, view.token, t),
          token: view.token?.symbol ?? "",
          merchant: view.merchantName,
        })}
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

function RefundedScreen({ view, t }: ScreenProps) {
  return (
    <Notice icon={<Undo2 className="size-6" />} title={t.refundedTitle}>
      <p>{fill(t.refundedHint, { merchant: view.merchantName })}</p>
      <ContactMerchant view={view} t={t} />
      <Receipt view={view} t={t} />
      <KeepReceipt view={view} t={t} />
    </Notice>
  );
}

/** Between the deadline and the certainty that nothing was sent in time. */
function TimeUpScreen({ view, networks, t }: ScreenProps & Pick<PaymentLookupProps, "networks">) {
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

export type CheckoutPageProps = {
  view: PublicCheckoutView;
  /** The customer asked to choose another token. */
  wantsChange: boolean;
  /** Error code of a selection without scripts. */
  problem: string | null;
  /** Whether the receipt can be sent by e-mail. */
  receiptMail: ReceiptMail;
  /** The page's full URL. */
  pageUrl: string;
  /** Where the demo wallet, with play money on this machine, is at first; null when it isn't offered. */
  demoChainId: number | null;
  /** Null without wallets on other devices. */
  walletConnect: WalletConnectSettings | null;
  /** Networks on which we can look up a payment. */
  networks: readonly { chainId: number; name: string }[];
  /** All URL parameters: the language switch keeps them. */
  query: PageQuery;
  t: Messages;
  liveMessages: LiveMessages;
};

/** The payment page: the order on one side, the one thing to do now on the other. */
export function CheckoutPage(given: CheckoutPageProps) {
  const props = { ...given, view: safeView(given.view) };
  const { view, wantsChange, query, t } = props;
  const screen = checkoutScreen(view, wantsChange);
  const canChoose = view.tokenAddress === null || canChangeToken(view);
  const offer = isTimed(screen) ? toWalletOffer(view, canChoose) : null;
  return (
    <MessagesProvider messages={props.liveMessages}>
      <CheckoutFrame
        summary={<OrderSummary view={view} screen={screen} t={t} />}
        footer={<LanguageSwitch t={t} query={query} />}
      >
        <EarlierPayment view={view} t={t} />
        <WalletDoor
          offer={offer !== null && choicesOf(offer).length > 0 ? offer : null}
          demoChainId={props.demoChainId}
          walletConnect={props.walletConnect}
        >
          {screenOf(screen, props)}
        </WalletDoor>
        <WhenFramed
          news={{
            checkoutId: view.id,
            replaces: view.replaces,
            status: view.status,
            isPaid: view.isPaid,
            successUrl: view.isPaid ? view.successUrl : null,
          }}
        >
          {isTimed(screen) && <FramedNote view={view} t={t} />}
        </WhenFramed>
        {isTimed(screen) && view.cancelUrl !== null && (
          <a
            href={view.cancelUrl}
            target="_top"
            className="text-link mt-8 self-start text-sm group-has-data-sent/page:hidden"
          >
            {t.cancelAndReturn}
          </a>
        )}
      </CheckoutFrame>
      <LiveUpdates
        checkoutId={view.id}
        screen={screen}
        pace={paceOf(screen)}
        fingerprint={checkoutFingerprint(given.view)}
        offlineSign={offlineSign}
      />
    </MessagesProvider>
  );
}

function screenOf(screen: CheckoutScreen, props: CheckoutPageProps): ReactNode {
  const { view, problem, receiptMail, demoChainId, walletConnect, networks, t } = props;
  const demoWallet = demoChainId !== null;
  const wallets = { demoWallet, walletConnect };
  const walletPay = (
    <WalletPay
      demoWallet={demoWallet}
      hasRelay={walletConnect !== null}
      signs={{
        demo: <FlaskConical className="size-5" />,
        wallet: <Wallet className="size-5" />,
      }}
      phoneWallets={
        <PhoneWallets
          pageUrl={props.pageUrl}
          order={screen === "choose" ? null : toWalletOrder(view)}
          t={t}
        />
      }
    />
  );
  switch (screen) {
    case "choose":
      return <ChooseScreen view={view} problem={problem} walletPay={walletPay} t={t} />;
    case "pay":
    case "partial":
      return <PayScreen view={view} walletPay={walletPay} networks={networks} t={t} />;
    case "confirming":
      return <ConfirmingScreen view={view} t={t} {...wallets} />;
    case "late_confirming":
      return <ConfirmingScreen view={view} t={t} isLate {...wallets} />;
    case "paid":
      return <PaidScreen view={view} receiptMail={receiptMail} problem={problem} t={t} {...wallets} />;
    case "time_up":
      return <TimeUpScreen view={view} networks={networks} t={t} />;
    case "expired":
      return <ExpiredScreen view={view} networks={networks} problem={problem} t={t} {...wallets} />;
    case "late":
      return <LateScreen view={view} t={t} {...wallets} />;
    case "cancelled":
      return <CancelledScreen view={view} t={t} {...wallets} />;
    case "refunded":
      return <RefundedScreen view={view} t={t} />;
    default:
      return screen satisfies never;
  }
}
