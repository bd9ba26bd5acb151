import type { ReactNode } from "react";
import { CheckoutFrame, LanguageSwitch, type PageQuery } from "@/components/checkout/checkout-frame";
import type { LiveMessages } from "@/components/checkout/messages/catalogue";
import { MessagesProvider } from "@/components/checkout/messages-provider";
import { MerchantMark, offlineSign, ScreenTitle } from "@/components/checkout/screen-parts";
import { displayAmount } from "@/components/checkout/text/amounts";
import { fiatPrice, longDate } from "@/components/checkout/text/server-formats";
import type { RefundLiveMessages, RefundMessages } from "@/components/refund/messages/catalogue";
import { AddressForm, ConfirmForm, RefundUpdates } from "@/components/refund/refund-forms";
import { RefundNotice, SignScreen } from "@/components/refund/refund-screens";
import { ClaimBySignature } from "@/components/refund/wallet/open-wallet";
import { Filled } from "@/components/ui/filled";
import { FullAddress } from "@/components/ui/full-address";
import { NetworkMark, TokenMark } from "@/components/ui/marks";
import { Steps } from "@/components/ui/steps";
import { isGoingBack, refundProgress, refundSteps } from "@/lib/checkouts/refund-progress.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import type { RefundLinkView } from "@/lib/refunds/refund.schema";
import { type RefundScreen, refundFingerprint, refundScreen } from "@/lib/refunds/refund-screen.rules";
import { claimProblem } from "./problem";
import { RefundMessagesProvider } from "./refund-messages-provider";
import type { RefundScreenProps } from "./screen-props";
import { type RefundValues, refundValues } from "./screen-props";

type Props = { view: RefundLinkView; values: RefundValues; isOpen: boolean; t: RefundMessages };

/** Merchant, amount, network, and the link's expiry. */
function RefundSummary({ view, values, isOpen, t }: Props) {
  return (
    <div className="flex flex-col gap-5 md:h-full md:gap-8">
      <div className="flex items-center gap-3">
        <MerchantMark name={values.merchant} logoUrl={view.merchantLogoUrl} />
      </div>
      <div>
        <p className="text-base text-muted">{t.refundLabel}</p>
        <p className="mt-1 break-words font-semibold text-display tracking-tight">
          <bdi translate="no">{values.amount}</bdi>
        </p>
        <p className="mt-2 flex items-center gap-3 text-base">
          {view.token !== null && (
            <span aria-hidden="true" className="relative">
              <TokenMark iconUrl={view.token.iconUrl} className="size-7" />
              <NetworkMark
                chainId={view.chainId}
                className="-end-1.5 -bottom-1 absolute size-4 rounded-md ring-2 ring-well"
              />
            </span>
          )}
          <span>{fill(t.onNetwork, values)}</span>
        </p>
      </div>
      <PurchaseLine view={view} t={t} />
      {isOpen && (
        <p className="caption mt-auto md:border-line md:border-t md:pt-5">
          {fill(t.linkHolds, { date: longDate(view.expiresAt, t) })}
        </p>
      )}
    </div>
  );
}

/** What was bought, so that the customer knows which purchase is refunded. */
function PurchaseLine({ view: { purchase, token }, t }: Pick<Props, "view" | "t">) {
  const { itemName, fiatAmount, fiatCurrency, amount } = purchase;
  const price =
    fiatAmount !== null && fiatCurrency !== null
      ? fiatPrice(fiatAmount, fiatCurrency, t)
      : token === null || amount === null
        ? ""
        : `${displayAmount(amount, token, t)} ${token.symbol}`;
  if (itemName === null && price === "") return null;
  return (
    <div>
      <p className="caption">{t.purchase}</p>
      <p className="wrap-anywhere mt-0.5 flex flex-wrap items-baseline gap-x-3">
        {itemName !== null && <bdi>{oneLine(itemName)}</bdi>}
        <bdi translate="no" className="text-muted tabular-nums">
          {price}
        </bdi>
      </p>
    </div>
  );
}

/** Two ways: an address, or the wallet that paid. */
function AskScreen(props: RefundScreenProps) {
  const { view, token, named, problem, demoWallet, walletConnect, values, t } = props;
  const typed = named.kind === "none" ? "" : named.typed;
  const reason = named.kind === "bad" ? t[named.problem] : problem === "" ? "" : claimProblem(problem, t);
  // The signed text names token and network.
  const canSign = view.token !== null && view.network !== null;
  return (
    <>
      <ScreenTitle>{t.askTitle}</ScreenTitle>
      <p className="wrap-anywhere mt-2 text-muted">
        <Filled text={t.askHint} values={values} />
      </p>
      <div className="group/ways mt-6 grid gap-4">
        <section aria-labelledby="to-address" className="rounded-2xl border border-line p-5">
          <h2 id="to-address" className="font-semibold">
            {t.pasteTitle}
          </h2>
          <p className="mt-1 text-muted">
            <Filled text={t.pasteHint} values={values} />
          </p>
          <AddressForm token={token} values={values} typed={typed} problem={reason} />
        </section>
        {canSign && (
          <section aria-labelledby="to-wallet" className="scripted rounded-2xl border border-line p-5">
            <h2 id="to-wallet" className="font-semibold">
              {t.walletTitle}
            </h2>
            <p className="mt-1 text-muted">{t.walletHint}</p>
            <ClaimBySignature
              view={view}
              token={token}
              values={values}
              demoWallet={demoWallet}
              walletConnect={walletConnect}
            />
          </section>
        )}
      </div>
    </>
  );
}

type ConfirmScreenProps = Pick<RefundScreenProps, "view" | "token" | "values" | "t"> & { address: string };

/** The full address with the network's name, before it is final. */
function ConfirmScreen({ view, token, address, values, t }: ConfirmScreenProps) {
  return (
    <>
      <ScreenTitle>{t.confirmTitle}</ScreenTitle>
      <p className="mt-2 text-muted">{t.confirmHint}</p>
      <dl className="mt-6 divide-y divide-line rounded-2xl border border-line px-5">
        <div className="py-4">
          <dt className="caption">{t.confirmAddress}</dt>
          <dd className="mt-1">
            <FullAddress value={address} />
          </dd>
        </div>
        <div className="flex items-center justify-between gap-6 py-4">
          <dt className="caption">{t.confirmNetwork}</dt>
          <dd className="flex items-center gap-2 font-semibold">
            <NetworkMark chainId={view.chainId} />
            <span>{values.network}</span>
          </dd>
        </div>
        <div className="flex items-center justify-between gap-6 py-4">
          <dt className="caption">{t.confirmAmount}</dt>
          <dd className="font-semibold">{values.amount}</dd>
        </div>
      </dl>
      <ConfirmForm token={token} address={address} />
    </>
  );
}

export type RefundPageProps = Omit<RefundScreenProps, "values"> & {
  /** All URL parameters: the language switch keeps them. */
  query: PageQuery;
  liveMessages: RefundLiveMessages;
  /** Texts shared with the payment page. */
  checkoutMessages: LiveMessages;
};

const openScreens: ReadonlySet<RefundScreen> = new Set<RefundScreen>(["ask", "confirm", "sign", "not_ready"]);

/** The page behind a refund's link: the refund on one side, the one thing to do now on the other. */
export function RefundPage(props: RefundPageProps) {
  const { view, token, named, query, steps, t } = props;
  const screen = refundScreen(view, named.kind === "good");
  const values = refundValues(view, t);
  const { step } = refundProgress(view);
  return (
    <MessagesProvider messages={props.checkoutMessages}>
      <RefundMessagesProvider messages={props.liveMessages}>
        <CheckoutFrame
          summary={<RefundSummary view={view} values={values} isOpen={openScreens.has(screen)} t={t} />}
          footer={<LanguageSwitch t={t} query={query} />}
        >
          {isGoingBack(step) && (
            <Steps
              label={steps.label}
              words={refundSteps.map((each) => steps[each])}
              done={refundSteps.indexOf(step) + 1}
              doneWord={steps.done}
              isNextActive={false}
              className="grid-cols-4"
            />
          )}
          <div className="contents text-pretty">{screenOf(screen, { ...props, values })}</div>
        </CheckoutFrame>
        <RefundUpdates
          token={token}
          refundId={view.id}
          screen={screen}
          fingerprint={refundFingerprint(view)}
          offlineSign={offlineSign}
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
