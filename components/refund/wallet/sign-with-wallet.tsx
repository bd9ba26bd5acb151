"use client";

import { Wallet } from "lucide-react";
import { lazy, Suspense, useState } from "react";
import { useRefundMessages } from "../refund-messages-provider";
import type { SignWithWalletProps } from "./sign-panel";

// Wallet code is several times the page's size: it is loaded on demand.
const SignPanel = lazy(() => import("./sign-panel"));

export function SignWithWallet(props: SignWithWalletProps) {
  const t = useRefundMessages();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button type="button" onClick={() => setOpen(true)} className="button button-primary scripted mt-6">
        <Wallet className="size-5" aria-hidden="true" />
        {t.signConnect}
      </button>
    );
  const loading = (
    <p role="status" className="caption mt-6">
      {t.walletLoading}
    </p>
  );
  return (
    <Suspense fallback={loading}>
      <SignPanel {...props} />
    </Suspense>
  );
}
