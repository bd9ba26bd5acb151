"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const firstMs = 2_000;
const slower = 1.4;

type Props = {
  open: boolean;
  /** What the page shows: when it changes, more may follow soon. */
  changed: string;
  /** Where someone waits for what they just did. */
  slowestMs?: number;
};

/** Draws the page anew while something may still happen to it, ever more slowly, and not while no one looks. */
export function RefreshWhileOpen({ open, changed, slowestMs = 30_000 }: Props) {
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
      waitMs = Math.min(slowestMs, waitMs * slower);
      plan();
    };
    // Anyone who comes back sees what is.
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
  }, [open, changed, slowestMs, router]);
  return null;
}
