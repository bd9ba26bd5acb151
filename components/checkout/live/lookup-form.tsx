"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { displayAmount, shortHash } from "@/components/checkout/text/amounts";
import { findPayments, verifyPayment } from "@/lib/browser/checkout-api";
import {
  addressIn,
  type FoundPayment,
  findPayment,
  isWalletHash,
  transactionHashIn,
} from "@/lib/browser/find-payment";
import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { LiveMessages } from "../messages/catalogue";
import { useMessages } from "../messages-provider";

export type PaymentLookupProps = {
  checkoutId: string;
  /** The selected network, which is searched first; null without one. */
  chainId: number | null;
  networks: readonly { chainId: number; name: string }[];
};

export default function LookupForm({ checkoutId, chainId, networks }: PaymentLookupProps) {
  const t = useMessages();
  const router = useRouter();
  const id = useId();
  const [looking, setLooking] = useState(false);
  const [outcome, setOutcome] = useState({ isGood: true, text: "" });

  const searchPayment = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get("payment") ?? "");
    const ofWallet = isWalletHash(typed);
    const [txHash, sender] = [ofWallet ? null : transactionHashIn(typed), addressIn(typed)];
    if (txHash === null && sender === null) {
      setOutcome({ isGood: false, text: ofWallet ? t.lookupWalletHash : t.hashShape });
      return;
    }
    setOutcome({ isGood: true, text: "" });
    setLooking(true);
    if (txHash === null) {
      const answer = await findPayments(checkoutId, sender ?? "");
      setLooking(false);
      setOutcome(searchText(answer, t));
      router.refresh();
      return;
    }
    const all = networks.map((network) => network.chainId);
    const likeliestFirst = all
      .filter((each) => each === chainId)
      .concat(all.filter((each) => each !== chainId));
    const found = await findPayment(likeliestFirst, (each) =>
      verifyPayment(checkoutId, { txHash, chainId: each }),
    );
    setLooking(false);
    setOutcome(lookupText(found, networks, t));
    router.refresh();
  };

  return (
    // Submitted before hydration, this form goes nowhere, and the typed text stays.
    <form
      method="dialog"
      onSubmit={(event) => void searchPayment(event)}
      noValidate
      className="scripted mt-4 grid gap-4"
    >
      <div>
        <label htmlFor={`${id}-hash`} className="caption">
          {t.hashLabel}
        </label>
        <input
          id={`${id}-hash`}
          name="payment"
          placeholder={t.hashPlaceholder}
          dir="ltr"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck={false}
          aria-invalid={!outcome.isGood}
          aria-describedby={`${id}-hint ${id}-problem`}
          className="field mt-1 font-mono"
        />
        <p id={`${id}-hint`} className="caption mt-1">
          {t.hashHint}
        </p>
      </div>
      <p id={`${id}-problem`} role="alert" className="wrap-anywhere text-bad empty:hidden">
        {outcome.isGood ? "" : outcome.text}
      </p>
      <p role="status" className="text-ok empty:hidden">
        {outcome.isGood ? outcome.text : ""}
      </p>
      <button type="submit" disabled={looking} className="button button-secondary">
        {looking ? t.lookingUp : t.findPayment}
      </button>
    </form>
  );
}

/** The result of a search by sender in words. */
function searchText(
  answer: Awaited<ReturnType<typeof findPayments>>,
  t: LiveMessages,
): { isGood: boolean; text: string } {
  if (!answer.ok) {
    const { code } = answer.error;
    const isShape = code === "VALIDATION_ERROR";
    const text = code === "RATE_LIMIT_EXCEEDED" ? t.problemBusy : isShape ? t.hashShape : t.lookupUnanswered;
    return { isGood: false, text };
  }
  const { transfers, isComplete } = answer.data;
  if (transfers.length === 0)
    return { isGood: false, text: isComplete ? t.lookupSenderNone : t.lookupUnanswered };
  const list = transfers.map(({ amount, token, network, txHash }) => {
    const what = token === null ? "" : `${displayAmount(amount, token, t)} ${token.symbol}, `;
    return `${what}${network.name}, ${shortHash(txHash)}`;
  });
  return { isGood: true, text: fill(t.lookupSender, { list: list.join("; ") }) };
}

/** The result of a lookup in words: success, or why it does not pay. */
function lookupText(
  found: FoundPayment,
  networks: readonly { chainId: number; name: string }[],
  t: LiveMessages,
): { isGood: boolean; text: string } {
  const on = (chainId: number) => ({
    network: networks.find((network) => network.chainId === chainId)?.name ?? "",
  });
  switch (found.kind) {
    case "recorded":
      return { isGood: true, text: recorded(found.status, t) };
    case "expected":
      return { isGood: true, text: `${t.lookupNoted} ${t.lookupOwnHash}` };
    case "other_network":
      return { isGood: false, text: fill(t.lookupOtherNetwork, on(found.chainId)) };
    case "other_token":
      return { isGood: false, text: fill(t.lookupOtherToken, on(found.chainId)) };
    case "reverted":
      return { isGood: false, text: fill(t.lookupReverted, on(found.chainId)) };
    case "not_here":
      return { isGood: false, text: fill(t.lookupNotThis, on(found.chainId)) };
    case "nowhere":
      return { isGood: false, text: `${t.lookupUnknown} ${t.lookupOwnHash}` };
    case "limited":
      return { isGood: false, text: t.problemBusy };
    case "unanswered":
      return { isGood: false, text: t.lookupUnanswered };
    default:
      return found satisfies never;
  }
}

/** By the checkout's status after the lookup. */
function recorded(status: CheckoutStatus, t: LiveMessages): string {
  switch (status) {
    case "PENDING":
      return t.lookupPart;
    case "DETECTED":
      return t.lookupSeen;
    case "PAID":
    case "SETTLED":
      return t.lookupPaid;
    case "EXPIRED":
      return t.lookupLate;
    default:
      return t.lookupRecorded;
  }
}
