"use client";

import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { endSent, useSentPayment } from "@/lib/client/checkout-memory";
import { fill } from "../fill";
import { useMessages } from "../messages-provider";
import { TransactionLink } from "../transaction-link";
import { SentNotice } from "./sent-notice";

type Props = {
  checkoutId: string;
  totalPaid: string;
  network: string;
  blockExplorerUrl: string;
  /** Hash of the transaction that hands in a signed payment, empty before it is sent; null when there is none. */
  relayed: string | null;
  children: ReactNode;
};

/** Between sending and the first block, puts the ways to pay aside: nobody pays twice by impatience. */
export function SentGuard({ checkoutId, totalPaid, network, blockExplorerUrl, relayed, children }: Props) {
  const t = useMessages();
  const sent = useSentPayment(checkoutId, totalPaid);
  const card = useRef<HTMLDivElement>(null);
  const [impatient, setImpatient] = useState(false);
  const end = sent?.end ?? null;
  const awaited = sent !== null && end === null ? sent.txHash : null;
  const isRelayed = awaited === null && relayed !== null && !impatient;
  const isSent = awaited !== null || isRelayed;
  const txHash = awaited ?? relayed;
  // The wallet's dialog, which had the focus, is gone: whoever cannot see goes on here.
  useEffect(() => {
    if (isSent) card.current?.focus();
  }, [isSent]);

  if (!isSent)
    return (
      <>
        {sent !== null && end !== null && (
          <SentNotice
            end={end}
            txHash={sent.txHash}
            network={network}
            blockExplorerUrl={blockExplorerUrl}
            t={t}
          />
        )}
        {children}
      </>
    );
  const showAgain = () => (awaited === null ? setImpatient(true) : endSent(checkoutId, awaited, "doubtful"));
  return (
    <div ref={card} tabIndex={-1} data-sent className="mt-6 rounded-2xl bg-accent-soft p-5 outline-none">
      <p className="flex items-center gap-3 font-semibold">
        <LoaderCircle className="size-5 animate-spin text-accent" aria-hidden="true" />
        {isRelayed ? t.relayTitle : t.sentTitle}
      </p>
      <p className="mt-2">{fill(isRelayed ? t.relayHint : t.sentHint, { network })}</p>
      {txHash && (
        <p className="mt-2">
          <TransactionLink hash={txHash} blockExplorerUrl={blockExplorerUrl} t={t} />
        </p>
      )}
      <button type="button" onClick={showAgain} className="text-link mt-6 text-sm">
        {t.sentAgain}
      </button>
      <p className="caption">{isRelayed ? t.relayAgainHint : t.sentAgainHint}</p>
    </div>
  );
}
