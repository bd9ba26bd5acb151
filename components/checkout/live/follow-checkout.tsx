"use client";

import { type ReactNode, useEffect, useRef } from "react";
import type { Held } from "@/lib/browser/api";
import { checkoutEventsPath, fetchCheckout } from "@/lib/browser/checkout-api";
import { rememberWaiting } from "@/lib/browser/checkout-memory";
import type { PollPace } from "@/lib/browser/poll-schedule";
import { type CheckoutScreen, checkoutFingerprint } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { Follow } from "./follow";

type Props = {
  checkoutId: string;
  screen: CheckoutScreen;
  /** `paceOf(screen)`: the table stays on the server. */
  pace: PollPace;
  fingerprint: string;
  offlineSign: ReactNode;
};

/** Follows the checkout, notes that this tab saw it unpaid, and remembers the kind of QR code. */
export default function FollowCheckout({ checkoutId, screen, pace, fingerprint, offlineSign }: Props) {
  const held = useRef<Held<PublicCheckoutView> | null>(null);

  useEffect(() => {
    if (pace === "waiting") rememberWaiting(checkoutId);
  }, [checkoutId, pace]);

  useRememberedQr(screen);

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

const key = "checkout:qr";

/** Keeps on this device which of the two QR codes its customer uses, and shows that one the next time. */
function useRememberedQr(screen: string): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: another screen may have codes.
  useEffect(() => {
    const codes = [...document.querySelectorAll<HTMLInputElement>("[name=qr]")];
    // The customer chose before this code was loaded.
    const chosen = codes.find(({ checked, defaultChecked }) => checked && !defaultChecked);
    if (chosen !== undefined) keep(chosen.value);
    const kept = readKept();
    for (const code of codes) {
      code.checked ||= code.value === kept;
      code.onchange = () => keep(code.value);
    }
  }, [screen]);
}

// Storage may be forbidden (private modes, blocked cookies): then nothing is kept.
function readKept(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

function keep(value: string): void {
  try {
    localStorage.setItem(key, value);
  } catch {
    // Not kept.
  }
}
