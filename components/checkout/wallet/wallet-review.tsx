"use client";

import { useRouter } from "next/navigation";
import { startTransition, useState } from "react";
import { displayAmount } from "@/components/checkout/text/amounts";
import { Filled } from "@/components/ui/filled";
import { Feather } from "@/components/ui/icons";
import { useSentPayment } from "@/lib/browser/checkout-memory";
import { needsNoReview, roughCoins, usePaymentCheck } from "@/lib/browser/payment-check";
import { AddressWrong, type PayStep, SwitchFailed, usePayment } from "@/lib/browser/wallet/pay-choice";
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
} from "@/lib/browser/wallet/wallet-order";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import { fill } from "@/lib/platform/i18n/message.rules";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { useMessages } from "../messages-provider";
import { paymentProblem, stopsTransfers } from "./problem-text";
import {
  Address,
  AskingWallet,
  ChoiceRow,
  EmptyWallet,
  OtherWays,
  PayAtOnce,
  Row,
  stepWords,
  Working,
} from "./review-parts";

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
  const openRequestNote = hasOpenRequest && !pay.isError && (
    <p className="mb-3 text-warn">{t.sentUnanswered}</p>
  );
  // Also while waiting for the wallet: some never answer.
  const ways = { onLeave, onManual };
  const other = <OtherWays isDeadEnd={isDeadEnd} {...ways} />;
  const values = {
    wallet: walletName,
    amount: displayAmount(choice?.amount ?? null, choice && { decimals: choice.tokenDecimals }, t),
    token: choice?.tokenSymbol ?? "",
    network: choice?.networkName ?? "",
  };
  if ((pay.isPending || pay.isSuccess) && step !== "selecting")
    return <AskingWallet text={fill(stepWords(step, t), values)} wallet={walletName} ways={ways} />;
  if (pay.isPending || pay.isSuccess)
    return (
      <>
        <Working text={t.walletPreparing} />
        {other}
      </>
    );
  if (holdings.isPending || (named !== null && check.isLoading))
    return (
      <>
        <Working text={t.walletBalanceChecking} />
        {other}
      </>
    );
  const signing = choice === null ? null : (holdingOf(choice)?.signing ?? null);
  const isGasless = signing !== null;
  const readiness = {
    payer,
    choice,
    walletChainId,
    hasRequested: sent !== null,
    isGasless,
    check: check.data,
  };
  // Once: a review that the customer reads never pays by itself later.
  if (named !== null && !needsNoReview(offer, named, readiness)) setNamed(null);
  if (choice === null)
    return (
      <>
        <p role="alert" className="text-bad">
          {t.problemRate}
        </p>
        {other}
      </>
    );

  if (offer.reported !== null && offer.reported !== accepted)
    return (
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
        {other}
      </>
    );

  if (isEmpty && !pay.isError)
    return (
      <>
        {openRequestNote}
        <EmptyWallet payer={payer} choices={choices} holdings={holdings.data} />
        {other}
      </>
    );

  const holding = holdingOf(choice);
  const units = check.data?.balanceUnits ?? holding?.units ?? null;
  const balance =
    units === null ? null : displayAmount(units.toString(), { decimals: choice.tokenDecimals }, t);
  const tooLittle = units !== null && units < BigInt(choice.amount ?? "0");
  const { refused = false, lacksFeeWei = null } = check.data ?? {};
  const signatureFailed = pay.isError && (step === "permitting" || step === "signing");
  const isStopped = stopsTransfers(pay.error) || pay.error instanceof AddressWrong;
  const unpayable = (isNear && check.isLoading) || tooLittle || refused;
  // Wallets on other devices do not answer chain queries.
  const isUnasked = check.isError && walletProblem(check.error) === "unsupported";
  const usable = payableChoices(choices, holdings.data ?? [], hasRefusedNetwork);
  const press = (signedAs: typeof signing) => {
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

  if (named !== null) return <PayAtOnce onPay={() => press(signing)} />;

  return (
    <>
      {usable.length > 1 && (
        <fieldset className="mb-2 min-w-0">
          <legend className="caption">{t.walletCanPay}</legend>
          <div className="mt-2 grid gap-2">
            {usable.map((each) => (
              <ChoiceRow
                key={`${each.chainId}:${each.tokenAddress}`}
                choice={each}
                checked={isSameChoice(each, choice)}
                onPick={() => {
                  pay.reset();
                  setPicked(each);
                }}
              />
            ))}
          </div>
        </fieldset>
      )}
      {openRequestNote}
      <dl className="divide-y divide-line border-line border-y">
        <Row label={t.walletFrom} value={<Address value={payer} />} />
        {order !== null && isSameChoice(order, choice) && (
          <Row label={t.walletTo} value={<Address value={order.depositAddress} />} />
        )}
        {(!isUnasked || balance !== null) && (
          <Row
            label={t.walletBalance}
            value={
              balance === null
                ? isNear && check.isLoading
                  ? t.walletBalanceChecking
                  : "–"
                : `${balance} ${choice.tokenSymbol}`
            }
          />
        )}
      </dl>
      <p
        role="alert"
        className={`mt-3 empty:hidden ${pay.isError || tooLittle || refused ? "text-bad" : "text-warn"}`}
      >
        {pay.isError && <span>{paymentProblem(pay.error, values, t)}</span>}
        {!pay.isError && tooLittle && (
          <Filled text={t.walletTooLittle} values={{ ...values, balance: balance ?? "" }} />
        )}
        {!pay.isError && refused && <span>{t.walletRefused}</span>}
        {!pay.isError && check.isError && !isUnasked && balance === null && <span>{t.walletReadFailed}</span>}
      </p>
      {balance === null && (isUnasked || !isNear) && (
        <p className="caption mt-3">{fill(t.walletReadNowhere, values)}</p>
      )}
      {!isStopped && (
        <>
          <button
            type="button"
            disabled={unpayable}
            onClick={() => press(signing)}
            className="button button-primary mt-4"
          >
            <Filled text={t.walletPay} values={values} />
          </button>
          {isGasless && (
            <p className="mt-2 flex gap-2 text-sm">
              <Feather className="mt-0.5 size-4 shrink-0 text-accent" />
              <span>{signing.kind === "EIP2612" ? t.gaslessFreeTwice : t.gaslessFree}</span>
            </p>
          )}
          {signatureFailed && (
            <button
              type="button"
              disabled={unpayable}
              onClick={() => press(null)}
              className="button button-secondary mt-3"
            >
              {t.gaslessOrdinary}
            </button>
          )}
          {lacksFeeWei !== null && (!isGasless || signatureFailed) && (
            <p className="mt-2 text-sm text-warn">
              {fill(t.walletLacksFee, {
                coin: choice.nativeCurrency.symbol,
                fee: writeDecimal(roughCoins(lacksFeeWei, choice.nativeCurrency.decimals), t.locale.numbers),
              })}
            </p>
          )}
        </>
      )}
      {other}
    </>
  );
}
