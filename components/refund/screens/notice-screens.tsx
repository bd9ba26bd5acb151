import { Ban, CircleAlert, CircleCheck, Clock, Hourglass, Send, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { Notice } from "@/components/checkout/screen-parts";
import { fill } from "@/components/checkout/text/fill";
import { TransactionLink } from "@/components/checkout/transaction-link";
import { FullAddress } from "@/components/ui/full-address";
import { checksummed } from "@/lib/platform/primitives.schema";
import type { RefundScreen } from "@/lib/refunds/refund-screen.rules";
import type { RefundMessages } from "../messages/catalogue";
import type { RefundScreenProps } from "../screen-props";

export type NoticeScreen = Exclude<RefundScreen, "ask" | "confirm" | "sign">;

type Words = { icon: ReactNode; title: string; hint: string; tellsWhere: boolean };

/** Screens that another one follows; with scripts the page shows it automatically. */
const awaitsMore: ReadonlySet<NoticeScreen> = new Set<NoticeScreen>(["not_ready", "taken", "sending"]);

/** Screens without an action: what happened, and what comes next. */
export function RefundNotice(props: RefundScreenProps & { screen: NoticeScreen }) {
  const { screen, view, token, values, t } = props;
  const { icon, title, hint, tellsWhere } = wordsOf(screen, view.link, t);
  return (
    <Notice icon={icon} title={title}>
      <p className="wrap-anywhere">{fill(hint, values)}</p>
      {tellsWhere && view.destinationAddress !== null && (
        <dl className="divide-y divide-line border-line border-y text-ink">
          <div className="py-3">
            <dt className="caption">{fill(t.destination, values)}</dt>
            <dd className="mt-1 text-sm">
              <FullAddress value={checksummed(view.destinationAddress as `0x${string}`)} />
            </dd>
          </div>
          {view.txHash !== null && (
            <div className="py-3">
              <dt className="caption">{t.transaction}</dt>
              <dd className="mt-1">
                <TransactionLink
                  hash={view.txHash}
                  blockExplorerUrl={view.network?.blockExplorerUrl ?? ""}
                  t={t}
                />
              </dd>
            </div>
          )}
        </dl>
      )}
      {awaitsMore.has(screen) && (
        <a href={`/r/${token}`} className="unscripted text-link min-h-11">
          {t.lookAgain}
        </a>
      )}
    </Notice>
  );
}

function wordsOf(screen: NoticeScreen, link: "claim" | "sign", t: RefundMessages): Words {
  const isClaim = link === "claim";
  switch (screen) {
    case "not_ready":
      return {
        icon: <Clock className="size-6" />,
        title: t.notReadyTitle,
        hint: t.notReadyHint,
        tellsWhere: false,
      };
    case "taken":
      return {
        icon: isClaim ? <CircleCheck className="size-6 text-ok" /> : <Hourglass className="size-6" />,
        title: isClaim ? t.takenTitle : t.takenSignTitle,
        hint: isClaim ? t.takenHint : t.takenSignHint,
        tellsWhere: true,
      };
    case "sending":
      return {
        icon: <Send className="size-6" />,
        title: t.sendingTitle,
        hint: t.sendingHint,
        tellsWhere: true,
      };
    case "sent":
      return {
        icon: <Undo2 className="size-6 text-ok" />,
        title: t.sentTitle,
        hint: t.sentHint,
        tellsWhere: true,
      };
    case "failed":
      return {
        icon: <CircleAlert className="size-6 text-bad" />,
        title: t.failedTitle,
        hint: t.failedHint,
        tellsWhere: true,
      };
    case "cancelled":
      return {
        icon: <Ban className="size-6" />,
        title: t.cancelledTitle,
        hint: t.cancelledHint,
        tellsWhere: false,
      };
    default:
      return screen satisfies never;
  }
}
