import type { ReactNode } from "react";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/wallet-connect-settings";
import {
  type CheckoutScreen,
  checkoutFingerprint,
  checkoutScreen,
} from "@/lib/checkouts/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/public-checkout.schema";
import { CheckoutFrame } from "./checkout-frame";
import { FramedNote } from "./embed/framed-note";
import { WhenFramed } from "./embed/when-framed";
import { LanguageSwitch, type PageQuery } from "./language-switch";
import { LiveUpdates } from "./live/live-updates";
import type { LiveMessages, Messages } from "./messages/catalogue";
import { MessagesProvider } from "./messages-provider";
import { isTimed, OrderSummary } from "./order-summary";
import { CancelledScreen } from "./screens/cancelled-screen";
import { ChooseScreen } from "./screens/choose-screen";
import { ConfirmingScreen } from "./screens/confirming-screen";
import { ExpiredScreen } from "./screens/expired-screen";
import { LateScreen } from "./screens/late-screen";
import { PaidScreen } from "./screens/paid-screen";
import { PayScreen } from "./screens/pay-screen";
import { RefundedScreen } from "./screens/refunded-screen";
import { TimeUpScreen } from "./screens/time-up-screen";
import { shownView } from "./shown-view";

export type CheckoutPageProps = {
  view: PublicCheckoutView;
  /** The customer asked to choose another token. */
  wantsChange: boolean;
  /** Code of the error that a selection without scripts met. */
  problem: string | null;
  /** The demo wallet is offered: play money on this machine only. */
  demoWallet: boolean;
  /** Null where wallets on other devices are not offered. */
  walletConnect: WalletConnectSettings | null;
  /** Networks on which a payment can be looked up. */
  networks: readonly { chainId: number; name: string }[];
  /** All that the address carries: the switch of languages keeps it. */
  query: PageQuery;
  t: Messages;
  liveMessages: LiveMessages;
};

/** The payment page: what is bought on one side, the one thing to do now on the other. */
export function CheckoutPage(given: CheckoutPageProps) {
  const props = { ...given, view: shownView(given.view) };
  const { view, wantsChange, query, t } = props;
  const screen = checkoutScreen(view, wantsChange);
  return (
    <MessagesProvider messages={props.liveMessages}>
      <CheckoutFrame
        summary={<OrderSummary view={view} screen={screen} t={t} />}
        footer={<LanguageSwitch t={t} query={query} />}
      >
        {screenOf(screen, props)}
        {isTimed(screen) && view.cancelUrl !== null && (
          <a
            href={view.cancelUrl}
            target="_top"
            className="text-link mt-8 self-start text-sm group-has-data-sent/page:hidden md:hidden"
          >
            {t.cancelAndReturn}
          </a>
        )}
        <WhenFramed
          news={{
            checkoutId: view.id,
            status: view.status,
            isPaid: view.isPaid,
            successUrl: view.isPaid ? view.successUrl : null,
          }}
        >
          {isTimed(screen) && <FramedNote view={view} t={t} />}
        </WhenFramed>
      </CheckoutFrame>
      <LiveUpdates checkoutId={view.id} screen={screen} fingerprint={checkoutFingerprint(given.view)} />
    </MessagesProvider>
  );
}

function screenOf(
  screen: CheckoutScreen,
  { view, problem, demoWallet, walletConnect, networks, t }: CheckoutPageProps,
): ReactNode {
  switch (screen) {
    case "choose":
      return <ChooseScreen view={view} problem={problem} t={t} />;
    case "pay":
    case "partial":
      return (
        <PayScreen
          view={view}
          demoWallet={demoWallet}
          walletConnect={walletConnect}
          networks={networks}
          t={t}
        />
      );
    case "confirming":
      return <ConfirmingScreen view={view} t={t} />;
    case "late_confirming":
      return <ConfirmingScreen view={view} t={t} isLate />;
    case "paid":
      return <PaidScreen view={view} demoWallet={demoWallet} walletConnect={walletConnect} t={t} />;
    case "time_up":
      return <TimeUpScreen view={view} networks={networks} t={t} />;
    case "expired":
      return <ExpiredScreen view={view} networks={networks} t={t} />;
    case "late":
      return <LateScreen view={view} t={t} />;
    case "cancelled":
      return <CancelledScreen view={view} t={t} />;
    case "refunded":
      return <RefundedScreen view={view} t={t} />;
    default:
      return screen satisfies never;
  }
}
