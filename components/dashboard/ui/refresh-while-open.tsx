"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

/** Refreshes the page while it may still change, at a slowing pace, and not while hidden. */
export function RefreshWhileOpen(pace: Pace) {
  useWhileVisible(useRouter().refresh, pace);
  return null;
}

const slower = 1.4;

export type Pace = {
  open: boolean;
  /** The page's state: after a change, more may follow soon. */
  changed: string;
  /** The slowest pace, for a person waiting for their own action. */
  slowestMs?: number;
  /** The pace after a change. */
  firstMs?: number;
};

/** Calls `poll` at a slowing pace while the page is visible, and at once when it becomes visible again. */
export function useWhileVisible(
  poll: () => void,
  { open, changed, slowestMs = 30_000, firstMs = 2_000 }: Pace,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change begins anew.
  useEffect(() => {
    if (!open) return;
    let waitMs = firstMs;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const plan = () => {
      clearTimeout(timer);
      if (document.visibilityState === "visible") timer = setTimeout(run, waitMs);
    };
    const run = () => {
      poll();
      waitMs = Math.min(slowestMs, waitMs * slower);
      plan();
    };
    const comeBack = () => {
      if (document.visibilityState !== "visible") return clearTimeout(timer);
      waitMs = firstMs;
      run();
    };
    document.addEventListener("visibilitychange", comeBack);
    plan();
    return () => {
      clearTimeout(timer);
      document.removeEventListener("visibilitychange", comeBack);
    };
  }, [open, changed, slowestMs, firstMs, poll]);
}
