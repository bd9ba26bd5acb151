"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const firstMs = 2_000;
const mostMs = 30_000;
const slower = 1.4;

/**
 * Draws the page anew while something may still happen to it, ever more slowly, and not while nobody looks.
 *
 * @param changed what the page shows: when it changes, more may follow soon
 */
export function RefreshWhileOpen({ open, changed }: { open: boolean; changed: string }) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change begins anew.
  useEffect(() => {
    if (!open) return;
    let waitMs = firstMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(look, waitMs);
    };
    const look = () => {
      router.refresh();
      waitMs = Math.min(mostMs, waitMs * slower);
      plan();
    };
    // Whoever comes back sees what is.
    const comeBack = () => {
      if (document.visibilityState !== "visible") return clearTimeout(timer);
      waitMs = firstMs;
      look();
    };
    document.addEventListener("visibilitychange", comeBack);
    plan();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [open, changed, router]);
  return null;
}
