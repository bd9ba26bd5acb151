"use client";

import { useRouter } from "next/navigation";
import { type FormEvent, useState, useTransition } from "react";
import { claimRefund } from "@/lib/browser/refund-api";
import { Problem } from "../problem";
import { claimProblem } from "../problem-text";
import { useRefundMessages } from "../refund-messages-provider";

/** Submits the confirmed address. A plain form without scripts. */
export function ConfirmForm({ token, address }: { token: string; address: string }) {
  const t = useRefundMessages();
  const router = useRouter();
  const [sending, setSending] = useState(false);
  const [redrawing, startRedraw] = useTransition();
  const [problem, setProblem] = useState("");
  const busy = sending || redrawing;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setSending(true);
    setProblem("");
    const answer = await claimRefund(token, { destinationAddress: address });
    setSending(false);
    if (!answer.ok) {
      setProblem(claimProblem(answer.error.code, t));
      return;
    }
    startRedraw(() => {
      router.replace(`/r/${token}`, { scroll: false });
      router.refresh();
    });
  };

  return (
    <form
      action={`/api/r/${token}`}
      method="post"
      onSubmit={(event) => void send(event)}
      className="mt-6 grid gap-3"
    >
      <input type="hidden" name="destinationAddress" value={address} />
      <Problem text={problem} />
      <button type="submit" disabled={busy} className="button button-primary">
        {busy ? t.confirmSending : t.confirmSend}
      </button>
      <a href={`/r/${token}`} className="button button-secondary">
        {t.confirmChange}
      </a>
    </form>
  );
}
