import type { ReactNode } from "react";
import { LiveUpdates, WhenFramed } from "@/components/checkout/live/live-updates";
import { paceOf } from "@/components/checkout/live/poll-pace";
import type { LiveMessages, Messages } from "@/components/checkout/messages/catalogue";
import { PhoneWallets } from "@/components/checkout/pay/phone-wallets";
import { WalletDoor } from "@/components/checkout/pay/wallet-door";
import { WalletPay } from "@/components/checkout/pay/wallet-pay";
import { FirstWay, PayWays } from "@/components/checkout/pay/way";
import { ChooseScreen } from "@/components/checkout/screens/choose-screen";
import {
  CancelledScreen,
  ExpiredScreen,
  LateScreen,
  RefundedScreen,
  TimeUpScreen,
} from "@/components/checkout/screens/ended-screens";
import {
  ConfirmingScreen,
  PaidScreen,
  type ReceiptMail,
} from "@/components/checkout/screens/outcome-screens";
import { PayScreen } from "@/components/checkout/screens/pay-screen";
import { ExternalLink, FlaskConical, Wallet } from "@/components/ui/icons";
import { choicesOf, toWalletOffer, toWalletOrder } from "@/lib/browser/wallet/wallet-order";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import type { ReceiptDocument } from "@/lib/checkouts/receipts/receipt-document.rules";
import {
  type CheckoutScreen,
  canChangeToken,
  checkoutFingerprint,
  checkoutScreen,
} from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { CheckoutFrame, LanguageSwitch, type PageQuery } from "./checkout-frame";
import { MessagesProvider } from "./messages-provider";
import { isTimed, OrderSummary } from "./order-summary";
import { Banner, offlineSign } from "./screen-parts";
import type { ScreenProps } from "./screen-props";
import { safeView } from "./screen-props";

/** Some wallets do not work in frames: links to the same page in its own tab. */
function FramedNote({ view, t }: ScreenProps) {
  return (
    <p className="caption mt-8 print:hidden">
      <span>{t.framedHint}</span>{" "}
      <a href={`/c/${view.id}`} target="_blank" rel="noopener" className="text-link">
        <span>{t.framedOpen}</span>
        <ExternalLink className="size-4" />
      </a>
    </p>
  );
}

/** Money came to an address of this order that was replaced: nobody should pay twice. */
function EarlierPayment({ view, t }: ScreenProps) {
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

export type CheckoutPageProps = {
  view: PublicCheckoutView;
  /** The customer asked to choose another token. */
  wantsChange: boolean;
  /** Error code of a form sent without scripts. */
  problem: string | null;
  /** The address to answer a request for money back was refused, not another form. */
  isContactRefused: boolean;
  /** Null while there is none. */
  receipt: ReceiptDocument | null;
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
  /** "demo" or "wallet", if one was pressed on a payment link's page. */
  pressedWallet: string | null;
  /** Allows a script of the page's own. */
  nonce: string | undefined;
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
        <FirstWay hasDemoWallet={props.demoChainId !== null} wantsChange={wantsChange} nonce={props.nonce} />
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
            className="quiet-link mt-8 self-start text-sm group-has-data-sent/page:hidden"
          >
            {t.cancelAndReturn}
          </a>
        )}
      </CheckoutFrame>
      <LiveUpdates
        checkoutId={view.id}
        screen={screen}
        pace={paceOf(screen, view.moneyGoingBack)}
        fingerprint={checkoutFingerprint(given.view)}
        offlineSign={offlineSign}
      />
    </MessagesProvider>
  );
}

export function screenOf(screen: CheckoutScreen, props: CheckoutPageProps): ReactNode {
  const { view, problem, isContactRefused, receipt, receiptMail, demoChainId, walletConnect, networks, t } =
    props;
  const demoWallet = demoChainId !== null;
  const wallets = { demoWallet, walletConnect, isContactRefused };
  const otherProblem = isContactRefused ? null : problem;
  const waysAround = (manual: ReactNode) => (
    <PayWays
      hasOtherWallet={demoWallet || walletConnect !== null}
      wallet={
        <WalletPay
          demoWallet={demoWallet}
          hasRelay={walletConnect !== null}
          pressed={props.pressedWallet}
          signs={{ demo: <FlaskConical className="size-5" />, wallet: <Wallet className="size-5" /> }}
        />
      }
      phone={
        <PhoneWallets
          pageUrl={props.pageUrl}
          order={screen === "choose" ? null : toWalletOrder(view)}
          t={t}
        />
      }
      manual={manual}
      nonce={props.nonce}
      t={t}
    />
  );
  switch (screen) {
    case "choose":
      return <ChooseScreen view={view} problem={problem} waysAround={waysAround} t={t} />;
    case "pay":
    case "partial":
      return (
        <PayScreen
          view={view}
          isContactRefused={isContactRefused}
          waysAround={waysAround}
          networks={networks}
          t={t}
        />
      );
    case "confirming":
      return <ConfirmingScreen view={view} t={t} {...wallets} />;
    case "late_confirming":
      return <ConfirmingScreen view={view} t={t} isLate {...wallets} />;
    case "paid":
      return (
        <PaidScreen
          view={view}
          receipt={receipt}
          receiptMail={receiptMail}
          problem={otherProblem}
          t={t}
          {...wallets}
        />
      );
    case "time_up":
      return <TimeUpScreen view={view} networks={networks} t={t} />;
    case "expired":
      return <ExpiredScreen view={view} networks={networks} problem={otherProblem} t={t} {...wallets} />;
    case "late":
      return <LateScreen view={view} t={t} {...wallets} />;
    case "cancelled":
      return <CancelledScreen view={view} t={t} {...wallets} />;
    case "refunded":
      return <RefundedScreen view={view} receipt={receipt} t={t} {...wallets} />;
    default:
      return screen satisfies never;
  }
}
