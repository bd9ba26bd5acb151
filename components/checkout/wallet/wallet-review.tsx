"use client";

import { Feather } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ReactNode, startTransition } from "react";
import { shownAmount } from "@/components/checkout/text/amounts";
import { fill } from "@/components/checkout/text/fill";
import { roughCoins, usePaymentCheck } from "@/lib/browser/payment-check";
import { nativeCoin } from "@/lib/browser/payment-uri";
import { useGaslessPayment } from "@/lib/browser/wallet/gasless-payment";
import type { WalletOrder } from "@/lib/browser/wallet/wallet-config";
import { usePayOrder } from "@/lib/browser/wallet/wallet-payment";
import { walletProblem } from "@/lib/browser/wallet/wallet-problem";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { useMessages } from "../messages-provider";
import { Working } from "./connect-wallet";
import { gaslessProblem, problemText, stopsTransfers } from "./problem-text";

type Props = {
  order: WalletOrder;
  payer: `0x${string}`;
  walletName: string;
  onSent: () => void;
  onLeave: () => void;
};

/** The amount, the wallet, and whether its balance suffices; then it asks the wallet. */
export function WalletReview({ order, payer, walletName, onSent, onLeave }: Props) {
  const t = useMessages();
  const pay = usePayOrder(order, payer);
  const gasless = useGaslessPayment(order, payer);
  const check = usePaymentCheck(order, payer, pay.isIdle && gasless.isIdle);
  const router = useRouter();
  const token = { decimals: order.tokenDecimals };
  const values = {
    wallet: walletName,
    amount: shownAmount(order.remainingAmount, token, t),
    token: order.tokenSymbol,
    network: order.networkName,
    balance: check.data === undefined ? "" : shownAmount(check.data.balanceUnits.toString(), token, t),
  };
  // Wallets on other devices do not answer chain queries.
  const isUnasked = check.isError && walletProblem(check.error) === "unsupported";
  const failed = pay.isError || gasless.isError;
  const { tooLittle = false, refused = false, lacksFeeWei = null } = check.data ?? {};
  const isStopped = stopsTransfers(gasless.error);
  const unpayable = check.isPending || tooLittle || refused;
  const coin = nativeCoin(order.chainId).symbol;
  const lacksFee =
    lacksFeeWei === null
      ? null
      : fill(t.walletLacksFee, { coin, fee: writeDecimal(roughCoins(lacksFeeWei), t.locale.numbers) });

  const paysGasless = order.signingDomain !== null;
  const accepted = () => {
    onSent();
    // The page shows it as being processed, on every device.
    startTransition(() => router.refresh());
  };

  // Also while waiting for the wallet: some never answer.
  const other = (
    <button
      type="button"
      onClick={onLeave}
      className={isStopped ? "button button-secondary mt-4" : "text-link mt-4 text-sm"}
    >
      {t.walletOther}
    </button>
  );
  const task =
    gasless.isPending || gasless.isSuccess
      ? t.gaslessSign
      : pay.isPending || pay.isSuccess
        ? t.walletConfirm
        : null;

  if (task !== null)
    return (
      <>
        <Working text={fill(task, values)} />
        {other}
      </>
    );
  return (
    <>
      <dl className="divide-y divide-line border-line border-y">
        <Row label={t.walletFrom} value={<Address value={payer} />} />
        <Row label={t.walletTo} value={<Address value={order.depositAddress} />} />
        {paysGasless && <Row label={t.amountLabel} value={`${values.amount} ${order.tokenSymbol}`} />}
        {!isUnasked && (
          <Row
            label={t.walletBalance}
            value={
              check.isPending
                ? t.walletBalanceChecking
                : check.isError
                  ? "–"
                  : `${values.balance} ${order.tokenSymbol}`
            }
          />
        )}
      </dl>
      <p role="alert" className={`mt-3 empty:hidden ${check.isError && !failed ? "text-warn" : "text-bad"}`}>
        {gasless.isError && !pay.isError && gaslessProblem(gasless.error, values, t)}
        {pay.isError && problemText(walletProblem(pay.error), walletName, t)}
        {tooLittle && fill(t.walletTooLittle, values)}
        {refused && t.walletRefused}
        {check.isError && !isUnasked && !failed && t.walletReadFailed}
      </p>
      {isUnasked && <p className="caption mt-3">{fill(t.walletReadNowhere, values)}</p>}
      {!isStopped && (
        <>
          {paysGasless && (
            <GaslessOffer
              disabled={unpayable}
              onChoose={() => gasless.mutate(undefined, { onSuccess: accepted })}
            />
          )}
          <button
            type="button"
            disabled={unpayable}
            onClick={() => pay.mutate(undefined, { onSuccess: onSent })}
            className={`button mt-4 ${paysGasless ? "button-secondary" : "button-primary"}`}
          >
            {fill(t.walletPay, values)}
          </button>
          {paysGasless && <p className="caption mt-2">{t.gaslessOrdinary}</p>}
          {lacksFee !== null && <p className="mt-2 text-sm text-warn">{lacksFee}</p>}
        </>
      )}
      {other}
    </>
  );
}

function Row({ label, value }: { label: string; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4 py-2.5">
      <dt className="caption">{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Address({ value }: { value: string }) {
  return (
    <span title={value} dir="ltr" className="font-mono text-sm">
      {value.slice(0, 8)}…{value.slice(-6)}
    </span>
  );
}

/** The way to pay that asks for a signature alone. */
function GaslessOffer({ disabled, onChoose }: { disabled: boolean; onChoose: () => void }) {
  const t = useMessages();
  return (
    <>
      <button type="button" disabled={disabled} onClick={onChoose} className="button button-primary mt-4">
        <Feather className="size-5" aria-hidden="true" />
        {t.gaslessPay}
      </button>
      <p className="caption mt-2">{t.gaslessHint}</p>
    </>
  );
}
