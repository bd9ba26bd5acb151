"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const slower = 1.4;

type Props = {
  open: boolean;
  /** The page's state: after a change, more may follow soon. */
  changed: string;
  /** The slowest pace, for a person waiting for their own action. */
  slowestMs?: number;
  /** The pace after a change. */
  firstMs?: number;
};

/** Refreshes the page while it may still change, at a slowing pace, and not while hidden. */
export function RefreshWhileOpen({ open, changed, slowestMs = 30_000, firstMs = 2_000 }: Props) {
  const router = useRouter();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change begins anew.
  useEffect(() => {
    if (!open) return;
    let waitMs = firstMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(refresh, waitMs);
    };
    const refresh = () => {
      router.refresh();
      waitMs = Math.min(slowestMs, waitMs * slower);
      plan();
    };
    // Refreshes when the page becomes visible.
    const comeBack = () => {
      if (document.visibilityState !== "visible") return clearTimeout(timer);
      waitMs = firstMs;
      refresh();
    };
    document.addEventListener("visibilitychange", comeBack);
    plan();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [open, changed, slowestMs, firstMs, router]);
  return null;
}
