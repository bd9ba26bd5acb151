"use client";

import { type ReactNode, useEffect, useRef, useState } from "react";
import { useMessages } from "@/components/checkout/messages-provider";
import { TransactionLink } from "@/components/checkout/transaction-link";
import type { RefundValues } from "@/components/refund/screen-props";
import { LoaderCircle, PenLine, Wallet } from "@/components/ui/icons";
import { noHash } from "@/lib/browser/checkout-memory";
import { onDemand } from "@/lib/browser/on-demand";
import { forgetSentRefund, useSentRefund } from "@/lib/browser/sent-refund";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { RefundLinkView } from "@/lib/refunds/refund.schema";
import { useRefundMessages } from "../refund-messages-provider";
import type { SignWithWalletProps } from "./sign-panel";

// Wallet code is several times the page's size: it is loaded on demand.
const ClaimPanel = onDemand(() => import("./claim-panel"), Loading);
const SignPanel = onDemand(() => import("./sign-panel"), Loading);

function Loading() {
  return (
    <p role="status" className="caption mt-4">
      {useRefundMessages().walletLoading}
    </p>
  );
}

type Props = {
  view: RefundLinkView;
  token: string;
  values: RefundValues;
  demoWallet: `0x${string}` | null;
  walletConnect: WalletConnectSettings | null;
};

export function ClaimBySignature(props: Props) {
  const t = useRefundMessages();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)} className="button button-secondary mt-4">
        <PenLine className="size-5" />
        <span>{t.walletButton}</span>
      </button>
    );
  return <ClaimPanel {...props} />;
}

export function SignWithWallet(props: SignWithWalletProps) {
  const t = useRefundMessages();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)} className="button button-primary scripted mt-6">
        <Wallet className="size-5" />
        <span>{t.signConnect}</span>
      </button>
    );
  return <SignPanel {...props} />;
}

type GuardProps = {
  refundId: string;
  /** Of a transaction that a reorganisation took, and that can return by itself; null without one. */
  txHash: string | null;
  network: string;
  blockExplorerUrl: string;
  children: ReactNode;
};

/** While a transaction has no block, hides the signing, so that no one pays a refund twice. */
export function SignedGuard({ refundId, txHash, network, blockExplorerUrl, children }: GuardProps) {
  const t = useRefundMessages();
  const checkoutWords = useMessages();
  const sent = useSentRefund(refundId);
  const card = useRef<HTMLDivElement>(null);
  const [isAgain, setAgain] = useState(false);
  const isSentHere = sent !== null && sent.end === undefined;
  const sentHash = isSentHere ? sent.txHash : isAgain ? null : txHash;
  const isSent = sentHash !== null;
  useEffect(() => {
    if (isSent) card.current?.focus();
  }, [isSent]);

  if (!isSent)
    return (
      <>
        {sent !== null && (
          <p role="alert" className="mt-6 rounded-xl bg-warn-soft px-4 py-3 text-warn">
            {t.signatureRequested}
          </p>
        )}
        {children}
      </>
    );
  return (
    <div ref={card} tabIndex={-1} className="mt-6 rounded-2xl bg-accent-soft p-5 outline-none">
      <p className="flex items-center gap-3 font-semibold">
        <LoaderCircle className="size-5 animate-spin text-accent" />
        <span>{t.sentFromWallet}</span>
      </p>
      <p className="mt-2">{fill(t.sentFromWalletHint, { network })}</p>
      {sentHash !== noHash && (
        <p className="mt-2">
          <TransactionLink hash={sentHash} blockExplorerUrl={blockExplorerUrl} t={checkoutWords} />
        </p>
      )}
      <button
        type="button"
        onClick={() => {
          forgetSentRefund(refundId);
          setAgain(true);
        }}
        className="text-link mt-4 min-h-11 text-sm"
      >
        {t.sentAgain}
      </button>
      <p className="caption">{t.sentAgainHint}</p>
    </div>
  );
}
