import type { ReactNode } from "react";
import { CheckoutFrame } from "@/components/checkout/checkout-frame";
import { english as checkoutEnglish } from "@/components/checkout/messages";
import { MessagesProvider } from "@/components/checkout/messages-provider";
import { type RefundScreen, refundFingerprint, refundScreen } from "@/lib/core/refund-screen";
import { RefundMessagesProvider } from "./refund-messages-provider";
import { RefundSummary } from "./refund-summary";
import { RefundUpdates } from "./refund-updates";
import { refundValues } from "./refund-values";
import type { RefundScreenProps } from "./screen-props";
import { AskScreen } from "./screens/ask-screen";
import { ConfirmScreen } from "./screens/confirm-screen";
import { RefundNotice } from "./screens/notice-screens";
import { SignScreen } from "./screens/sign-screen";

export type RefundPageProps = Omit<RefundScreenProps, "values">;

const openScreens: ReadonlySet<RefundScreen> = new Set<RefundScreen>(["ask", "confirm", "sign", "not_ready"]);

/** The page behind a refund's link: what goes back on one side, the one thing to do now on the other. */
export function RefundPage(props: RefundPageProps) {
  const { view, token, named, t } = props;
  const screen = refundScreen(view, named.kind === "good");
  const values = refundValues(view, t);
  return (
    <MessagesProvider messages={checkoutEnglish}>
      <RefundMessagesProvider messages={t}>
        <CheckoutFrame
          summary={<RefundSummary view={view} values={values} isOpen={openScreens.has(screen)} t={t} />}
        >
          <div className="contents text-pretty">{screenOf(screen, { ...props, values })}</div>
        </CheckoutFrame>
        <RefundUpdates token={token} screen={screen} fingerprint={refundFingerprint(view)} />
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
