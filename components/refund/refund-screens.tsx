import type { ReactNode } from "react";
import { CopyField } from "@/components/checkout/pay/copy-field";
import { copySigns } from "@/components/checkout/pay/copy-signs";
import { Contact, Notice, ScreenTitle } from "@/components/checkout/screen-parts";
import { TransactionLink } from "@/components/checkout/transaction-link";
import { Filled } from "@/components/ui/filled";
import { FullAddress } from "@/components/ui/full-address";
import { Ban, CircleAlert, CircleCheck, Clock, Hourglass, Send, Undo2 } from "@/components/ui/icons";
import { fill } from "@/lib/platform/i18n/message.rules";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import type { RefundCallView } from "@/lib/refunds/refund.schema";
import type { RefundScreen } from "@/lib/refunds/refund-screen.rules";
import type { RefundMessages } from "./messages/catalogue";
import { HashForm } from "./refund-forms";
import type { RefundScreenProps, RefundValues } from "./screen-props";
import { SignedGuard, SignWithWallet } from "./wallet/open-wallet";

export type NoticeScreen = Exclude<RefundScreen, "ask" | "confirm" | "sign">;

type Words = { icon: ReactNode; title: string; hint: ReactNode; tellsWhere: boolean };

/** Screens that another one follows; with scripts the page shows it automatically. */
const awaitsMore: ReadonlySet<NoticeScreen> = new Set<NoticeScreen>(["not_ready", "taken", "sending"]);

/** Screens without an action: what happened, and what comes next. */
export function RefundNotice(props: RefundScreenProps & { screen: NoticeScreen }) {
  const { screen, view, token, values, steps, t } = props;
  const { icon, title, hint, tellsWhere } = wordsOf(screen, view.link, values, t);
  const isUndecided = screen === "taken" && view.status === "AWAITING_APPROVAL";
  return (
    <Notice icon={icon} title={title}>
      <p className="wrap-anywhere">
        {isUndecided ? <Filled text={steps.requestedHint} values={values} /> : hint}
      </p>
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
      {view.link === "claim" && (screen === "failed" || screen === "cancelled") && (
        <Contact to={view.supportContact} about={view.checkoutId} label={fill(steps.contact, values)} />
      )}
      {awaitsMore.has(screen) && (
        <a href={`/r/${token}`} className="unscripted text-link min-h-11">
          {t.refresh}
        </a>
      )}
    </Notice>
  );
}

function wordsOf(
  screen: NoticeScreen,
  link: "claim" | "sign",
  values: RefundValues,
  t: RefundMessages,
): Words {
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
        hint: isClaim ? <Filled text={t.takenHint} values={values} /> : t.takenSignHint,
        tellsWhere: true,
      };
    case "sending":
      return {
        icon: <Send className="size-6" />,
        title: t.sendingTitle,
        hint: <Filled text={t.sendingHint} values={values} />,
        tellsWhere: true,
      };
    case "sent":
      return {
        icon: <Undo2 className="size-6 text-ok" />,
        title: t.sentTitle,
        hint: <Filled text={t.sentHint} values={values} />,
        tellsWhere: true,
      };
    case "failed":
      return {
        icon: <CircleAlert className="size-6 text-bad" />,
        title: t.failedTitle,
        hint: <Filled text={t.failedHint} values={values} />,
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

type Hex = `0x${string}`;

/** For the merchant: the amount, the wallet, and the exact call. */
export function SignScreen(props: RefundScreenProps & { call: RefundCallView }) {
  const { view, token, call, problem, demoWallet, walletConnect, values, t } = props;
  const isTransfer = call.method === "transfer";
  const contract = checksummed(call.to as Hex);
  return (
    <>
      <ScreenTitle>{t.signTitle}</ScreenTitle>
      <p className="mt-2 text-muted">{isTransfer ? t.signTransferHint : t.signRefundHint}</p>
      <dl className="mt-6 divide-y divide-line rounded-2xl border border-line px-5">
        <Row label={t.signSends}>
          <span className="font-semibold">
            <span translate="no">{values.amount}</span> <span>{fill(t.onNetwork, values)}</span>
          </span>
        </Row>
        <Row label={t.signTo}>
          <FullAddress value={checksummed((view.destinationAddress ?? "0x") as Hex)} />
        </Row>
        <Row label={t.signFrom}>
          <FullAddress value={checksummed(call.from as Hex)} />
        </Row>
        <Row label={t.signContract}>
          <FullAddress value={contract} />
        </Row>
        <Row label={t.signFunction}>
          <span>{isTransfer ? t.signFunctionTransfer : t.signFunctionRefund}</span>
        </Row>
      </dl>
      <SignedGuard
        refundId={view.id}
        txHash={view.txHash}
        network={values.network}
        blockExplorerUrl={view.network?.blockExplorerUrl ?? ""}
      >
        <SignWithWallet
          view={view}
          call={call}
          token={token}
          values={values}
          demoWallet={demoWallet}
          walletConnect={walletConnect}
          wanted={checksummed(call.from as Hex)}
        />
        <section aria-labelledby="signed-elsewhere" className="mt-8 border-line border-t pt-6">
          <h2 id="signed-elsewhere" className="font-semibold">
            {t.hashTitle}
          </h2>
          <p className="unscripted mt-2">{t.signNoScript}</p>
          <details className="mt-1">
            <summary className="w-fit rounded py-2.5 text-accent underline-offset-4 hover:underline">
              {t.signRaw}
            </summary>
            <p className="caption">{fill(t.signRawHint, values)}</p>
            <div className="mt-3 grid gap-3">
              <CopyField
                label={t.signContract}
                value={contract}
                kind="address"
                whole={<FullAddress value={contract} />}
                signs={copySigns}
                copyLabel={t.copyContract}
                copiedMessage={t.copiedContract}
              />
              <CopyField
                label={t.dataLabel}
                value={call.data}
                kind="code"
                signs={copySigns}
                copyLabel={t.copyData}
                copiedMessage={t.copiedData}
              />
            </div>
          </details>
          <p className="mt-2 text-muted">{t.hashHint}</p>
          <HashForm token={token} network={values.network} problemCode={problem} />
        </section>
      </SignedGuard>
    </>
  );
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="py-3">
      <dt className="caption">{label}</dt>
      <dd className="mt-0.5 text-sm">{children}</dd>
    </div>
  );
}
