"use client";

import { PenLine } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import type { RefundValues } from "@/components/refund/screen-props";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/session-client";
import type { RefundLinkView } from "@/lib/checkouts/refunds/refund.schema";
import { useRefundMessages } from "../refund-messages-provider";

// Wallet code is several times the page's size: it is loaded on demand.
const ClaimPanel = lazy(() => import("./claim-panel"));

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
        <PenLine className="size-5" aria-hidden="true" />
        {t.walletButton}
      </button>
    );
  const loading = (
    <p role="status" className="caption mt-4">
      {t.walletLoading}
    </p>
  );
  return (
    <Suspense fallback={loading}>
      <ClaimPanel {...props} />
    </Suspense>
  );
}
