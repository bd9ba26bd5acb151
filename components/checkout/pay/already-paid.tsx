"use client";

import { type ReactNode, useState } from "react";
import type { PaymentLookupProps } from "@/components/checkout/live/lookup-form";
import { onDemand } from "@/lib/browser/on-demand";
import { useMessages } from "../messages-provider";

type Props = PaymentLookupProps & {
  /** Rendered by the server, so that its icon adds nothing to the first scripts. */
  summary: ReactNode;
  hint: string;
};

/** A disclosure beside the ways to pay, for customers who paid and do not see it. */
export function AlreadyPaid({ summary, hint, ...lookup }: Props) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details
      // Also counts when it was opened before this script ran.
      ref={(door) => {
        if (door?.open) setOpen(true);
      }}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="scripted"
    >
      <summary className="caption flex min-h-11 cursor-pointer items-center gap-1">{summary}</summary>
      {isOpen && (
        <>
          <p className="mt-1 text-muted">{hint}</p>
          <PaymentLookup {...lookup} />
        </>
      )}
    </details>
  );
}

// Few customers need it: its code is loaded with the screens that show it.
const LookupForm = onDemand(
  () => import("../live/lookup-form"),
  () => <p className="caption scripted mt-4">{useMessages().walletLoading}</p>,
);

/** Looks up a payment by its transaction hash on every network, and shows the result. */
export function PaymentLookup(props: PaymentLookupProps) {
  const t = useMessages();
  return (
    <>
      <p className="unscripted mt-3">{t.verifyNoScript}</p>
      <LookupForm {...props} />
    </>
  );
}
