"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";

const everyMs = 2_000;
/** Whoever looks longer can ask for the page again. */
const mostLooks = 150;

/** Draws the page anew every other second until what it waits for is done, while somebody looks at it. */
export function RefreshUntil({ done }: { done: boolean }) {
  const router = useRouter();
  useEffect(() => {
    if (done) return;
    let looks = 0;
    const timer = setInterval(() => {
      if (document.visibilityState !== "visible") return;
      looks += 1;
      if (looks > mostLooks) clearInterval(timer);
      else router.refresh();
    }, everyMs);
    return () => clearInterval(timer);
  }, [done, router]);
  return null;
}
