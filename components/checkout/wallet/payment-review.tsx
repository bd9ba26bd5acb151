"use client";

import type { ReactNode } from "react";
import { displayAmount } from "@/components/checkout/text/amounts";
import { Filled } from "@/components/ui/filled";
import { Feather } from "@/components/ui/icons";
import { roughCoins, type usePaymentCheck } from "@/lib/browser/payment-check";
import { AddressWrong, type PayStep } from "@/lib/browser/wallet/pay-choice";
import {
  isSameChoice,
  type WalletChoice,
  type WalletOrder,
  type WalletSigning,
} from "@/lib/browser/wallet/wallet-order";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import { fill } from "@/lib/platform/i18n/message.rules";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { useMessages } from "../messages-provider";
import { paymentProblem, stopsTransfers } from "./problem-text";
import { Address, ChoiceRow, Row } from "./review-parts";

type Props = {
  order: WalletOrder | null;
  payer: string;
  choice: WalletChoice;
  /** Those that the wallet can pay, this one among them. */
  usable: readonly WalletChoice[];
  note: ReactNode;
  values: { wallet: string; amount: string; token: string; network: string };
  /** As the service read it; null when it could not. */
  heldUnits: bigint | null;
  signing: WalletSigning | null;
  /** The wallet is on the network of the choice. */
  isNear: boolean;
  check: ReturnType<typeof usePaymentCheck>;
  /** Why the last press failed, and at which step. */
  failure: Error | null;
  failedAt: PayStep | null;
  onPick: (choice: WalletChoice) => void;
  /** @param signing null for a transfer */
  onPay: (signing: WalletSigning | null) => void;
};

/** The payment that a wallet is about to make, what stands in its way, and the button that makes it. */
export function PaymentReview(props: Props) {
  const { order, payer, choice, usable, note, values, heldUnits, signing, isNear, check, failure } = props;
  const t = useMessages();
  const units = check.data?.balanceUnits ?? heldUnits;
  const balance =
    units === null ? null : displayAmount(units.toString(), { decimals: choice.tokenDecimals }, t);
  const tooLittle = units !== null && units < BigInt(choice.amount ?? "0");
  const { refused = false, lacksFeeWei = null } = check.data ?? {};
  const isGasless = signing !== null;
  const signatureFailed = props.failedAt === "permitting" || props.failedAt === "signing";
  const isStopped = stopsTransfers(failure) || failure instanceof AddressWrong;
  const unpayable = (isNear && check.isLoading) || tooLittle || refused;
  // Wallets on other devices do not answer chain queries.
  const isUnasked = check.isError && walletProblem(check.error) === "unsupported";
  const hasFailed = failure !== null;

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
                onPick={() => props.onPick(each)}
              />
            ))}
          </div>
        </fieldset>
      )}
      {note}
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
        className={`mt-3 empty:hidden ${hasFailed || tooLittle || refused ? "text-bad" : "text-warn"}`}
      >
        {hasFailed && <span>{paymentProblem(failure, values, t)}</span>}
        {!hasFailed && tooLittle && (
          <Filled text={t.walletTooLittle} values={{ ...values, balance: balance ?? "" }} />
        )}
        {!hasFailed && refused && <span>{t.walletRefused}</span>}
        {!hasFailed && check.isError && !isUnasked && balance === null && <span>{t.walletReadFailed}</span>}
      </p>
      {balance === null && (isUnasked || !isNear) && (
        <p className="caption mt-3">{fill(t.walletReadNowhere, values)}</p>
      )}
      {!isStopped && (
        <>
          <button
            type="button"
            disabled={unpayable}
            onClick={() => props.onPay(signing)}
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
              onClick={() => props.onPay(null)}
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
    </>
  );
}
