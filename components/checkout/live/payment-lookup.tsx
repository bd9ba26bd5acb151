"use client";

import { lazy, Suspense } from "react";
import { useMessages } from "../messages-provider";
import type { PaymentLookupProps } from "./lookup-form";

// Few customers need it: its code is loaded with the screens that show it.
const LookupForm = lazy(() => import("./lookup-form"));

/** Looks up a payment by its transaction hash on every network, and shows the result. */
export function PaymentLookup(props: PaymentLookupProps) {
  const t = useMessages();
  return (
    <>
      <p className="unscripted mt-3">{t.verifyNoScript}</p>
      <Suspense fallback={<p className="caption scripted mt-4">{t.walletLoading}</p>}>
        <LookupForm {...props} />
      </Suspense>
    </>
  );
}
