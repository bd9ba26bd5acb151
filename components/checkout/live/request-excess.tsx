"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { requestExcess } from "@/lib/browser/checkout-api";

type Props = { checkoutId: string; words: { request: string; requesting: string; failed: string } };

/** Requests an overpayment back; a form, so that it works without scripts too. */
export function RequestExcess({ checkoutId, words }: Props) {
  const router = useRouter();
  const [problem, setProblem] = useState("");
  const [asking, setAsking] = useState(false);
  const [redrawing, startRedraw] = useTransition();
  const busy = asking || redrawing;

  const request = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setProblem("");
    setAsking(true);
    const answer = await requestExcess(checkoutId, null);
    setAsking(false);
    // The merchant may have been faster: then the page shows the refund.
    if (answer.ok || answer.error.code === "CHECKOUT_NOT_REFUNDABLE") startRedraw(() => router.refresh());
    else setProblem(words.failed);
  };

  return (
    <form
      action={`/api/c/${checkoutId}/request-excess`}
      method="post"
      onSubmit={(event) => void request(event)}
      className="mt-4"
    >
      <button type="submit" disabled={busy} className="button button-secondary">
        {busy ? words.requesting : words.request}
      </button>
      <p role="alert" className="mt-2 text-bad empty:hidden">
        {problem}
      </p>
    </form>
  );
}
