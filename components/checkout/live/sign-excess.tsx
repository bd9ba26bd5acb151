"use client";

import { lazy, Suspense, useState } from "react";
import type { SignExcessProps } from "@/components/checkout/wallet/sign-excess-panel";
import { useMessages } from "../messages-provider";

// Wallet code is several times the page's size: it is loaded on click.
const SignExcessPanel = lazy(() => import("../wallet/sign-excess-panel"));

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
