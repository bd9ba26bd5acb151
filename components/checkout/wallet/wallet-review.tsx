"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, startTransition, useEffect, useState } from "react";
import { displayAmount } from "@/components/checkout/text/amounts";
import { useSentPayment } from "@/lib/browser/checkout-memory";
import { needsNoReview, usePaymentCheck } from "@/lib/browser/payment-check";
import { type PayStep, SwitchFailed, usePayment } from "@/lib/browser/wallet/pay-choice";
import { useHoldings } from "@/lib/browser/wallet/wallet-holdings";
import {
  choicesOf,
  holdsNothing,
  isSameChoice,
  type NamedPayment,
  payableChoices,
  suggestedChoice,
  type WalletChoice,
  type WalletOffer,
  type WalletSigning,
} from "@/lib/browser/wallet/wallet-order";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";
import { PaymentReview } from "./payment-review";
import { stopsTransfers } from "./problem-text";
import { AskingWallet, EmptyWallet, OtherWays, PayAtOnce, stepWords, Working } from "./review-parts";

type Props = {
  offer: WalletOffer;
  payer: `0x${string}`;
  walletChainId: number;
  walletName: string;
  /** At first, what the pressed button named, if any: the review opens only if something is left to decide. */
  named: NamedPayment | null;
  onSent: () => void;
  onLeave: () => void;
  /** Closes the dialog and leads to the other ways to pay. */
  onManual: () => void;
};

/**
 * What the dialog shows: the wallet is asked; a choice is being stored; balances are being read; no choice has a price;
 * somebody reported a payment; the wallet holds too little; the named payment can be made; the customer reviews it.
 */
type Screen = "asking" | "preparing" | "reading" | "unpriced" | "reported" | "empty" | "ready" | "review";

/** What the connected wallet can pay with, the best of it chosen, and one button that pays. */
export function WalletReview(props: Props) {
  const { offer, payer, walletChainId, walletName, onSent, onLeave, onManual } = props;
  const t = useMessages();
  const router = useRouter();
  const { order } = offer;
  const choices = choicesOf(offer);
  const [picked, setPicked] = useState<WalletChoice | null>(null);
  const [preferred] = useState(props.named);
  const [named, setNamed] = useState(preferred);
  const [step, setStep] = useState<PayStep>("confirming");
  // The page asked about the one that it showed before this dialog opened.
  const [accepted, setAccepted] = useState(offer.reported);
  const holdings = useHoldings(offer, payer, walletChainId);
  const pay = usePayment(offer, payer);
  // Another request is open, perhaps of another account or wallet.
  const sent = useSentPayment(offer.checkoutId, order?.totalPaid ?? "0");
  const hasOpenRequest = sent?.end === "asked";

  const holdingOf = (of: WalletChoice) =>
    holdings.data?.[choices.findIndex((choice) => isSameChoice(choice, of))];
  const suggested =
    holdings.data === undefined
      ? null
      : suggestedChoice(choices, holdings.data, { walletChainId, preferred: preferred ?? order });
  // The amount of one picked earlier may have changed.
  const choice = choices.find((each) => picked !== null && isSameChoice(each, picked)) ?? suggested;
  const isNear = choice?.chainId === walletChainId;
  const target = choice ?? { chainId: walletChainId, tokenAddress: payer, amount: null };
  const check = usePaymentCheck(
    { ...target, to: order?.depositAddress ?? payer },
    payer,
    choice !== null && isNear && pay.isIdle,
  );

  const hasRefusedNetwork = pay.error instanceof SwitchFailed;
  const isEmpty = holdings.data !== undefined && holdsNothing(choices, holdings.data);
  const isDeadEnd = isEmpty || hasRefusedNetwork || check.data?.refused === true || stopsTransfers(pay.error);
  const holding = choice === null ? undefined : holdingOf(choice);
  const signing = holding?.signing ?? null;
  const isReady =
    named !== null &&
    needsNoReview(offer, named, {
      payer,
      choice,
      walletChainId,
      hasRequested: sent !== null,
      isGasless: signing !== null,
      check: check.data,
    });

  const screenOf = (): Screen => {
    if (pay.isPending || pay.isSuccess) return step === "selecting" ? "preparing" : "asking";
    if (holdings.isPending || (named !== null && check.isLoading)) return "reading";
    if (choice === null) return "unpriced";
    if (offer.reported !== null && offer.reported !== accepted) return "reported";
    if (isEmpty && !pay.isError) return "empty";
    return isReady ? "ready" : "review";
  };
  const screen = screenOf();

  // Once: a review that the customer reads never pays by itself later.
  const hasBeenJudged = screen !== "preparing" && screen !== "asking" && screen !== "reading";
  useEffect(() => {
    if (hasBeenJudged && !isReady) setNamed(null);
  }, [hasBeenJudged, isReady]);

  const press = (signedAs: WalletSigning | null) => {
    if (choice === null) return;
    setNamed(null);
    pay.mutate(
      {
        choice,
        signing: signedAs,
        onStep: setStep,
        onSelected: () => {
          // `replace` also drops `?change=1`; the selected one stays chosen here.
          setPicked(choice);
          startTransition(() => {
            router.replace(`/c/${offer.checkoutId}`, { scroll: false });
            router.refresh();
          });
        },
      },
      {
        onSuccess: () => {
          onSent();
          // The page shows it as being processed, on every device.
          if (signedAs !== null) startTransition(() => router.refresh());
        },
      },
    );
  };

  const openRequestNote = hasOpenRequest && !pay.isError && (
    <p className="mb-3 text-warn">{t.sentUnanswered}</p>
  );
  const values = {
    wallet: walletName,
    amount: displayAmount(choice?.amount ?? null, choice && { decimals: choice.tokenDecimals }, t),
    token: choice?.tokenSymbol ?? "",
    network: choice?.networkName ?? "",
  };
  const ways = { onLeave, onManual };
  const screens: Readonly<Record<Screen, () => ReactNode>> = {
    asking: () =>
      step !== "selecting" && (
        <AskingWallet text={fill(stepWords(step, t), values)} wallet={walletName} ways={ways} />
      ),
    ready: () => <PayAtOnce onPay={() => press(signing)} />,
    preparing: () => <Working text={t.walletPreparing} />,
    reading: () => <Working text={t.walletBalanceChecking} />,
    unpriced: () => (
      <p role="alert" className="text-bad">
        {t.problemRate}
      </p>
    ),
    reported: () => (
      <>
        <p role="alert" className="text-warn">
          {t.walletReported}
        </p>
        <button
          type="button"
          onClick={() => setAccepted(offer.reported)}
          className="button button-secondary mt-4"
        >
          {t.walletPayAgain}
        </button>
      </>
    ),
    empty: () => (
      <>
        {openRequestNote}
        <EmptyWallet payer={payer} choices={choices} holdings={holdings.data} />
      </>
    ),
    review: () =>
      choice !== null && (
        <PaymentReview
          order={order}
          payer={payer}
          choice={choice}
          usable={payableChoices(choices, holdings.data ?? [], hasRefusedNetwork)}
          note={openRequestNote}
          values={values}
          heldUnits={holding?.units ?? null}
          signing={signing}
          isNear={isNear}
          check={check}
          failure={pay.error}
          failedAt={pay.isError ? step : null}
          onPick={(each) => {
            pay.reset();
            setPicked(each);
          }}
          onPay={press}
        />
      ),
  };

  const hasOwnWays = screen === "asking" || screen === "ready";
  return (
    <>
      {screens[screen]()}
      {/* Also while waiting: some wallets never answer. */}
      {!hasOwnWays && <OtherWays isDeadEnd={isDeadEnd} {...ways} />}
    </>
  );
}
