"use client";

import { lazy, Suspense, useState } from "react";
import type { WalletNetwork } from "@/lib/browser/wallet/wallet-config";
import type { WalletConnectSettings } from "@/lib/browser/wallet-connect/wallet-connect-settings";
import { useMessages } from "../messages-provider";

// Wallet code is several times the page's size: it is loaded on click.
const SignExcessPanel = lazy(() => import("../wallet/sign-excess-panel"));

export type SignExcessProps = {
  checkoutId: string;
  merchantName: string;
  /** As the service writes it: "4.50 USDC". */
  amount: string;
  network: WalletNetwork;
  demoWallet: boolean;
  walletConnect: WalletConnectSettings | null;
  words: { open: string; hint: string; sign: string; signing: string; refused: string; failed: string };
};

/** Lets the wallet that paid sign the request, so that the merchant needs no claim link. */
export function SignExcess(props: SignExcessProps) {
  const t = useMessages();
  const [isOpen, setOpen] = useState(false);
  if (!isOpen)
    return (
      <button
        type="button"
        onClick={() => setOpen(true)}
        className="text-link scripted mt-2 min-h-11 text-sm"
      >
        {props.words.open}
      </button>
    );
  const loading = (
    <p role="status" className="caption mt-4">
      {t.walletLoading}
    </p>
  );
  return (
    <Suspense fallback={loading}>
      <SignExcessPanel {...props} />
    </Suspense>
  );
}
