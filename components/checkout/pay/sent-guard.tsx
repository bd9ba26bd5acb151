"use client";

import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { forgetSent, useSentPayment } from "@/lib/client/checkout-memory";
import { fill } from "../fill";
import { useMessages } from "../messages-provider";
import { TransactionLink } from "../transaction-link";

type Props = {
  checkoutId: string;
  totalPaid: string;
  network: string;
  blockExplorerUrl: string;
  children: ReactNode;
};

/** Between sending and the first block, puts the ways to pay aside: nobody pays twice by impatience. */
export function SentGuard({ checkoutId, totalPaid, network, blockExplorerUrl, children }: Props) {
  const t = useMessages();
  const sent = useSentPayment(checkoutId, totalPaid);
  const card = useRef<HTMLDivElement>(null);
  const isSent = sent !== null;
  // The wallet's dialog, which had the focus, is gone: whoever cannot see goes on here.
  useEffect(() => {
    if (isSent) card.current?.focus();
  }, [isSent]);

  if (sent === null) return children;
  return (
    <div ref={card} tabIndex={-1} data-sent className="mt-6 rounded-2xl bg-accent-soft p-5 outline-none">
      <p className="flex items-center gap-3 font-semibold">
        <LoaderCircle className="size-5 animate-spin text-accent" aria-hidden="true" />
        {t.sentTitle}
      </p>
      <p className="mt-2">{fill(t.sentHint, { network })}</p>
      <p className="mt-2">
        <TransactionLink hash={sent.txHash} blockExplorerUrl={blockExplorerUrl} t={t} />
      </p>
      <button type="button" onClick={() => forgetSent(checkoutId)} className="text-link mt-6 text-sm">
        {t.sentAgain}
      </button>
      <p className="caption">{t.sentAgainHint}</p>
    </div>
  );
}
