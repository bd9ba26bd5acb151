"use client";

import { useEffect, useRef, useState } from "react";
import { takeWaiting } from "@/lib/browser/checkout-memory";
import { fill } from "@/lib/platform/i18n/message.rules";
import { useMessages } from "../messages-provider";

const delaySeconds = 10;

type Props = {
  checkoutId: string;
  merchantName: string;
  successUrl: string;
  /** False when the customer has to read something first. */
  goesByItself: boolean;
};

/**
 * Leads back to the shop: automatically after a visible delay that can be stopped, and only for a customer who saw the
 * payment arrive; a receipt opened later stays.
 */
export default function ReturnToShop({ checkoutId, merchantName, successUrl, goesByItself }: Props) {
  const t = useMessages();
  const link = useRef<HTMLAnchorElement>(null);
  const [secondsLeft, setSecondsLeft] = useState<number | null>(null);

  useEffect(() => {
    if (takeWaiting(checkoutId) && goesByItself) setSecondsLeft(delaySeconds);
  }, [checkoutId, goesByItself]);

  useEffect(() => {
    if (secondsLeft === null) return;
    if (secondsLeft === 0) {
      // In a frame of the shop's page the link leaves the frame, or the shop is notified (`embed/framed.tsx`).
      link.current?.click();
      return;
    }
    const timer = setTimeout(() => {
      // Whoever types an address for the receipt stays.
      const types = document.activeElement instanceof HTMLInputElement;
      setSecondsLeft(types ? null : secondsLeft - 1);
    }, 1_000);
    return () => clearTimeout(timer);
  }, [secondsLeft]);

  return (
    <>
      <a ref={link} href={successUrl} target="_top" className="button button-primary">
        {fill(t.returnToShop, { merchant: merchantName })}
      </a>
      {/* Reserves its place, so that nothing below moves when the countdown begins. */}
      <p className="scripted flex min-h-6 items-center justify-between gap-3 text-sm">
        {secondsLeft !== null && (
          <>
            <span className="text-muted">{fill(t.returningIn, { seconds: secondsLeft })}</span>
            <button type="button" onClick={() => setSecondsLeft(null)} className="text-link">
              {t.stayHere}
            </button>
          </>
        )}
      </p>
    </>
  );
}
