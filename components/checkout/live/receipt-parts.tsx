"use client";

import type { ReactNode } from "react";
import { onDemand } from "@/lib/browser/on-demand";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";

// Receipts alone have them, and only with scripts: the screens that take a payment load neither.
export const CopyHash = onDemand(() => import("./copy-hash"), PlaceOfCopy);
export const LocalTime = onDemand(() => import("./local-time"));
/** The ways to request an overpayment back; few receipts show it. A long page may bring its content after its substitute. */
export const Excess = onDemand(
  () => import("./excess-forms"),
  ({ plain }) => plain,
);
export const SlowHint = onDemand(
  () => import("./slow-hint"),
  ({ text }) => <span>{text}</span>,
);
export const ReturnToShop = onDemand(() => import("./return-to-shop"), ShopLink);

/** As large as the button, so that the hash stays where it is. */
function PlaceOfCopy() {
  return <span className="scripted inline-block size-8 shrink-0 print:hidden" />;
}

/** The link alone, with the place of the countdown. */
function ShopLink(props: { successUrl: string; merchantName: string }) {
  const t = useMessages();
  return (
    <>
      <a href={props.successUrl} target="_top" className="button button-primary">
        {fill(t.returnToShop, { merchant: props.merchantName })}
      </a>
      <p className="scripted min-h-6" />
    </>
  );
}

/** Its content comes from the server, so that the icon adds nothing to the first scripts. */
export function PrintButton({ children }: { children: ReactNode }) {
  return (
    <button type="button" onClick={() => window.print()} className="button button-secondary scripted">
      {children}
    </button>
  );
}
