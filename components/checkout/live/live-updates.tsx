"use client";

import { WifiOff } from "lucide-react";
import { useRouter } from "next/navigation";
import { startTransition, useEffect, useRef, useState } from "react";
import { fetchCheckout } from "@/lib/client/checkout-api";
import { rememberWaiting } from "@/lib/client/checkout-memory";
import type { PollPace } from "@/lib/client/poll-schedule";
import { type PollResult, usePolling } from "@/lib/client/use-polling";
import { type CheckoutScreen, checkoutFingerprint } from "@/lib/core/checkout-screen";
import { useMessages } from "../messages-provider";

const paces: Record<CheckoutScreen, PollPace> = {
  choose: "waiting",
  pay: "waiting",
  partial: "waiting",
  time_up: "waiting",
  confirming: "waiting",
  late: "slow",
  expired: "slow",
  cancelled: "slow",
  paid: "stopped",
  refunded: "stopped",
};

/**
 * Follows the checkout: looks at the small JSON view, and has the server draw the page again only when
 * that would show something else. Moves the focus to the new heading when the screen changes.
 */
export function LiveUpdates(props: { checkoutId: string; screen: CheckoutScreen; fingerprint: string }) {
  const { checkoutId, screen, fingerprint } = props;
  const t = useMessages();
  const router = useRouter();
  const [trouble, setTrouble] = useState<"offline" | "service" | null>(null);
  const failuresInARow = useRef(0);

  usePolling(paces[screen], async (signal): Promise<PollResult> => {
    const answer = await fetchCheckout(checkoutId, signal);
    if (signal.aborted && !answer.ok) return { failed: true, retryAfterMs: 0 };
    if (!answer.ok) {
      failuresInARow.current += 1;
      // One lost request is no news; two are.
      if (failuresInARow.current > 1) setTrouble(navigator.onLine ? "service" : "offline");
      return { failed: true, retryAfterMs: answer.error.retryAfterMs };
    }
    failuresInARow.current = 0;
    setTrouble(null);
    const changed = checkoutFingerprint(answer.data) !== fingerprint;
    if (changed) startTransition(() => router.refresh());
    return { changed };
  });

  useEffect(() => {
    if (paces[screen] === "waiting") rememberWaiting(checkoutId);
  }, [checkoutId, screen]);

  const shownScreen = useRef(screen);
  useEffect(() => {
    if (shownScreen.current === screen) return;
    shownScreen.current = screen;
    document.getElementById("screen-title")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [screen]);

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 flex justify-center p-4 print:hidden"
    >
      {trouble !== null && (
        <p className="flex max-w-md items-start gap-3 rounded-2xl border border-line-strong bg-card px-4 py-3 text-sm shadow-lg">
          <WifiOff className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden="true" />
          {trouble === "offline" ? t.connectionLost : t.serviceTrouble}
        </p>
      )}
    </div>
  );
}
