"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { verifyPayment } from "@/lib/browser/checkout-api";
import { findPayment, transactionHashIn } from "@/lib/browser/find-payment";
import { useMessages } from "../messages-provider";
import { lookupText } from "./lookup-text";

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

  const lookUp = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const txHash = transactionHashIn(String(new FormData(event.currentTarget).get("txHash") ?? ""));
    if (txHash === null) {
      setOutcome({ isGood: false, text: t.hashShape });
      return;
    }
    setOutcome({ isGood: true, text: "" });
    setLooking(true);
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
      onSubmit={(event) => void lookUp(event)}
      noValidate
      className="scripted mt-4 grid gap-4"
    >
      <div>
        <label htmlFor={`${id}-hash`} className="caption">
          {t.hashLabel}
        </label>
        <input
          id={`${id}-hash`}
          name="txHash"
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
        {looking ? t.lookingUp : t.lookUp}
      </button>
    </form>
  );
}
