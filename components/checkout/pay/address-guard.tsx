"use client";

import { createContext, type ReactNode, use, useEffect, useState } from "react";
import type { CheckedAddress } from "@/lib/browser/address-check";
import { useMessages } from "../messages-provider";

const Verdict = createContext<ReactNode>(null);

/** Time for the page to settle before the check, without any input. */
const quietMs = 4_000;
const touches = ["pointermove", "pointerdown", "keydown", "scroll", "focusin"] as const;

/**
 * Computes the deposit address again on the customer's device, and removes every way to pay if it differs. Its code
 * loads on the first input or after a quiet moment. Until then, and without scripts, the page claims nothing.
 */
export function AddressGuard({ told, children }: { told: CheckedAddress; children: ReactNode }) {
  const t = useMessages();
  const [verdict, setVerdict] = useState<{ agrees: boolean; words: ReactNode } | null>(null);
  useEffect(() => {
    const waiting = new AbortController();
    const check = async () => {
      waiting.abort();
      try {
        const { addressVerdict } = await import("./address-verdict");
        setVerdict(addressVerdict(told, t));
      } catch {
        // The code did not load: the page claims nothing.
      }
    };
    const timer = setTimeout(check, quietMs);
    const options = { signal: waiting.signal, passive: true };
    for (const touch of touches) addEventListener(touch, check, options);
    return () => {
      clearTimeout(timer);
      waiting.abort();
    };
  }, [told, t]);
  if (verdict?.agrees === false) return verdict.words;
  return <Verdict value={verdict?.words}>{children}</Verdict>;
}

/** The result of the check, shown beside the address. */
export function AddressVerdict() {
  return use(Verdict);
}
