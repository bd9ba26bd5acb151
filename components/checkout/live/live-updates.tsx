"use client";

import { lazy, type ReactNode, Suspense, useEffect, useRef, useState } from "react";
import type { Held } from "@/lib/browser/api";
import { checkoutEventsPath, fetchCheckout } from "@/lib/browser/checkout-api";
import { rememberWaiting } from "@/lib/browser/checkout-memory";
import type { EmbedNews } from "@/lib/browser/parent-link";
import type { PollPace } from "@/lib/browser/poll-schedule";
import { type CheckoutScreen, checkoutFingerprint } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { Follow } from "./follow";

/** Follows the checkout, and notes that this tab saw it unpaid. */
export function LiveUpdates(props: {
  checkoutId: string;
  screen: CheckoutScreen;
  /** `paceOf(screen)`: the table stays on the server. */
  pace: PollPace;
  fingerprint: string;
  offlineSign: ReactNode;
}) {
  const { checkoutId, screen, pace, fingerprint, offlineSign } = props;

  const held = useRef<Held<PublicCheckoutView> | null>(null);

  useEffect(() => {
    if (pace === "waiting") rememberWaiting(checkoutId);
  }, [checkoutId, pace]);

  return (
    <Follow
      pace={pace}
      offlineSign={offlineSign}
      screen={screen}
      fingerprint={fingerprint}
      streamUrl={checkoutEventsPath(checkoutId)}
      readFingerprint={async (signal) => {
        const answer = await fetchCheckout(checkoutId, signal, held);
        return answer.ok ? { ok: true, data: checkoutFingerprint(answer.data) } : answer;
      }}
    />
  );
}

const Framed = lazy(() => import("../embed/framed"));

/** Loads the code for frames only inside a frame of a shop's page. */
export function WhenFramed({ news, children }: { news: EmbedNews; children: ReactNode }) {
  const [isFramed, setFramed] = useState(false);
  useEffect(() => setFramed(window !== window.parent), []);
  if (!isFramed) return null;
  return (
    <>
      {children}
      <Suspense>
        <Framed {...news} />
      </Suspense>
    </>
  );
}
