import type { ReactNode } from "react";
import { CheckoutFrame } from "@/components/checkout/checkout-frame";
import { LanguageSwitch, type PageQuery } from "@/components/checkout/language-switch";
import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import { MessagesProvider } from "@/components/checkout/messages-provider";
import { type RefundScreen, refundFingerprint, refundScreen } from "@/lib/refunds/refund-screen.rules";
import type { RefundLiveMessages } from "./messages/catalogue";
import { RefundMessagesProvider } from "./refund-messages-provider";
import { RefundSummary } from "./refund-summary";
import { RefundUpdates } from "./refund-updates";
import { refundValues } from "./refund-values";
import type { RefundScreenProps } from "./screen-props";
import { AskScreen } from "./screens/ask-screen";
import { ConfirmScreen } from "./screens/confirm-screen";
import { RefundNotice } from "./screens/notice-screens";
import { SignScreen } from "./screens/sign-screen";

export type RefundPageProps = Omit<RefundScreenProps, "values"> & {
  /** All that the address carries: the switch of languages keeps it. */
  query: PageQuery;
  liveMessages: RefundLiveMessages;
  /** For what this page shares with the payment page. */
  checkoutMessages: LiveMessages;
};

const openScreens: ReadonlySet<RefundScreen> = new Set<RefundScreen>(["ask", "confirm", "sign", "not_ready"]);

/** The page behind a refund's link: what goes back on one side, the one thing to do now on the other. */
export function RefundPage(props: RefundPageProps) {
  const { view, token, named, query, t } = props;
  const screen = refundScreen(view, named.kind === "good");
  const values = refundValues(view, t);
  return (
    <MessagesProvider messages={props.checkoutMessages}>
      <RefundMessagesProvider messages={props.liveMessages}>
        <CheckoutFrame
          summary={<RefundSummary view={view} values={values} isOpen={openScreens.has(screen)} t={t} />}
          footer={<LanguageSwitch t={t} query={query} />}
        >
          <div className="contents text-pretty">{screenOf(screen, { ...props, values })}</div>
        </CheckoutFrame>
        <RefundUpdates
          token={token}
          refundId={view.id}
          screen={screen}
          fingerprint={refundFingerprint(view)}
        />
      </RefundMessagesProvider>
    </MessagesProvider>
  );
}

function screenOf(screen: RefundScreen, props: RefundScreenProps): ReactNode {
  const { view, named } = props;
  if (screen === "ask") return <AskScreen {...props} />;
  if (screen === "confirm" && named.kind === "good")
    return <ConfirmScreen {...props} address={named.checksummed} />;
  if (screen === "sign" && view.call !== null) return <SignScreen {...props} call={view.call} />;
  if (screen === "confirm" || screen === "sign") throw new Error(`the screen ${screen} lacks what it shows`);
  return <RefundNotice {...props} screen={screen} />;
}
