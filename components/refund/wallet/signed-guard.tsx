"use client";

import { LoaderCircle } from "lucide-react";
import { type ReactNode, useEffect, useRef } from "react";
import { useMessages } from "@/components/checkout/messages-provider";
import { fill } from "@/components/checkout/text/fill";
import { TransactionLink } from "@/components/checkout/transaction-link";
import { forgetSentRefund, useSentRefund } from "@/lib/browser/wallet/refund-wallet";
import { useRefundMessages } from "../refund-messages-provider";

type Props = { refundId: string; network: string; blockExplorerUrl: string; children: ReactNode };

/** Between sending and the first block, hides the signing, so that no one pays a refund twice. */
export function SignedGuard({ refundId, network, blockExplorerUrl, children }: Props) {
  const t = useRefundMessages();
  const checkoutWords = useMessages();
  const txHash = useSentRefund(refundId);
  const card = useRef<HTMLDivElement>(null);
  const isSent = txHash !== null;
  useEffect(() => {
    if (isSent) card.current?.focus();
  }, [isSent]);

  if (txHash === null) return children;
  return (
    <div ref={card} tabIndex={-1} className="mt-6 rounded-2xl bg-accent-soft p-5 outline-none">
      <p className="flex items-center gap-3 font-semibold">
        <LoaderCircle className="size-5 animate-spin text-accent" aria-hidden="true" />
        {t.sentFromWallet}
      </p>
      <p className="mt-2">{fill(t.sentFromWalletHint, { network })}</p>
      <p className="mt-2">
        <TransactionLink hash={txHash} blockExplorerUrl={blockExplorerUrl} t={checkoutWords} />
      </p>
      <button
        type="button"
        onClick={() => forgetSentRefund(refundId)}
        className="text-link mt-4 min-h-11 text-sm"
      >
        {t.sentAgain}
      </button>
      <p className="caption">{t.sentAgainHint}</p>
    </div>
  );
}
