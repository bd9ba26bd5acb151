"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import { endSent, noHash, type SentEnd, sentPatienceMs, useSentPayment } from "@/lib/browser/checkout-memory";
import { onDemand } from "@/lib/browser/on-demand";
import { onceSettled } from "@/lib/browser/settled";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { LiveMessages } from "../messages/catalogue";
import { useMessages } from "../messages-provider";
import type { PayableAddress } from "./address-verdict";

/** Its words are rendered by the server. */
export type PaymentOnItsWay = {
  head: ReactNode;
  hint: string;
  /** Below the button that shows the ways to pay again. */
  againHint: string;
  /** Empty before it is sent. */
  txHash: string;
  blockExplorerUrl: string;
};

type Props = {
  /** Rendered by the server, so that they add nothing to the first scripts. */
  signs: { waiting: ReactNode; ended: ReactNode };
  /** Steps and heading, rendered by the server: while it can be paid, and after this tab's wallet sent. */
  heads: { open: ReactNode; sent: ReactNode };
  checkoutId: string;
  totalPaid: string;
  network: string;
  blockExplorerUrl: string;
  /** A payment that the service knows to be on its way, signed or reported in any tab or device; null for none. */
  onItsWay: PaymentOnItsWay | null;
  children: ReactNode;
};

/** Between sending and the first block, another heading replaces the ways to pay, so that no one pays twice. */
export function SentGuard(props: Props) {
  const { signs, heads, checkoutId, totalPaid, network, blockExplorerUrl, onItsWay, children } = props;
  const t = useMessages();
  const sent = useSentPayment(checkoutId, totalPaid);
  const [impatient, setImpatient] = useState(false);
  const end = sent?.end ?? null;
  const awaited = sent !== null && end === null ? sent.txHash : null;
  // This tab knows more about its own payment.
  const isOwn = sent !== null && sent.txHash !== noHash && sent.txHash === onItsWay?.txHash;
  const other = awaited === null && !isOwn && !impatient ? onItsWay : null;
  const isSent = awaited !== null || other !== null;
  const txHash = awaited ?? other?.txHash;
  useEffect(() => {
    if (!isSent) return;
    // The wallet's dialog, which had the focus, has closed.
    document.getElementById("screen-title")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [isSent]);
  const sentAt = sent?.sentAt;
  useEffect(() => {
    if (awaited === null) return;
    const leftMs = (sentAt ?? Date.now()) + sentPatienceMs - Date.now();
    const timer = setTimeout(() => endSent(checkoutId, awaited, "doubtful"), leftMs);
    return () => clearTimeout(timer);
  }, [checkoutId, awaited, sentAt]);

  if (!isSent)
    return (
      <>
        {heads.open}
        {sent !== null && end !== null && (
          <SentNotice
            sign={signs.ended}
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
    <>
      {other?.head ?? heads.sent}
      <div data-sent className="mt-6 rounded-2xl bg-accent-soft p-5">
        <p className="flex gap-3">
          {signs.waiting}
          <SlowHint
            text={other?.hint ?? fill(t.sentHint, { network })}
            network={network}
            wait={`${checkoutId}:${totalPaid}`}
            usualMs={usualMs}
          />
        </p>
        {txHash && (
          <p className="mt-2">
            <Transaction hash={txHash} blockExplorerUrl={other?.blockExplorerUrl ?? blockExplorerUrl} t={t} />
          </p>
        )}
        <button type="button" onClick={showAgain} className="text-link mt-6 text-sm">
          {t.sentAgain}
        </button>
        <p className="caption">{other?.againHint ?? t.sentAgainHint}</p>
      </div>
    </>
  );
}

/** "A few seconds" until the first block. */
const usualMs = 10_000;

// Its code is loaded with the first payment that is on its way.
const SlowHint = onDemand(
  () => import("../live/slow-hint"),
  ({ text }) => <span>{text}</span>,
);

const Transaction = onDemand(
  async () => ({ default: (await import("../transaction-link")).TransactionLink }),
  ({ hash }) => (
    <span translate="no" className="wrap-anywhere block py-1.5 font-mono text-sm">
      {hash}
    </span>
  ),
);

type NoticeProps = {
  sign: ReactNode;
  end: SentEnd;
  txHash: string;
  network: string;
  blockExplorerUrl: string;
  t: LiveMessages;
};

/** The previous payment's state, above the ways to pay, so that the customer doesn't pay twice. */
function SentNotice({ sign, end, txHash, network, blockExplorerUrl, t }: NoticeProps) {
  const texts: Record<SentEnd, string> = {
    cancelled: t.sentCancelled,
    reverted: fill(t.sentReverted, { network }),
    doubtful: t.sentDoubtful,
    asked: t.sentUnanswered,
  };
  return (
    <div role="alert" className="mt-6 rounded-xl bg-warn-soft px-4 py-3 text-warn">
      <p className="flex gap-3">
        {sign}
        <span>{texts[end]}</span>
      </p>
      {txHash !== noHash && (
        <p className="mt-1">
          <Transaction hash={txHash} blockExplorerUrl={blockExplorerUrl} t={t} />
        </p>
      )}
    </div>
  );
}

const Verdict = createContext<ReactNode>(null);

/** Time for the page to settle before the check, without any input. */
const quietMs = 4_000;

/**
 * Computes the deposit address again on the customer's device, and removes every way to pay if it differs. Its code
 * loads on the first input or after a quiet moment. Until then, and without scripts, the page claims nothing.
 */
export function AddressGuard({ address, children }: { address: PayableAddress; children: ReactNode }) {
  const t = useMessages();
  const [verdict, setVerdict] = useState<{ agrees: boolean; words: ReactNode } | null>(null);
  useEffect(
    () =>
      onceSettled(async () => {
        try {
          const { addressVerdict } = await import("./address-verdict");
          setVerdict(addressVerdict(address, t));
        } catch {
          // The code did not load: the page claims nothing.
        }
      }, quietMs),
    [address, t],
  );
  if (verdict?.agrees === false) return verdict.words;
  return <Verdict value={verdict?.words}>{children}</Verdict>;
}

/** The result of the check, shown beside the address. */
export function AddressVerdict() {
  return use(Verdict);
}
