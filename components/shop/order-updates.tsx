"use client";

import { useRouter } from "next/navigation";
import { startTransition } from "react";
import { type PollResult, usePolling } from "@/lib/browser/use-polling";

type Props = { orderId: string; status: string; eventCount: number };

/** Polls an order until it is settled, and refreshes the page on changes. */
export function OrderUpdates({ orderId, status, eventCount }: Props) {
  const router = useRouter();
  const over = status === "settled" || status === "refunded" || status === "expired";
  usePolling(over ? "stopped" : "waiting", async (signal): Promise<PollResult> => {
    try {
      const response = await fetch(`/api/shop/orders/${orderId}`, { cache: "no-store", signal });
      if (!response.ok) return { failed: true, retryAfterMs: 0 };
      const news = (await response.json()) as { status: string; eventCount: number };
      const changed = news.status !== status || news.eventCount !== eventCount;
      if (changed) startTransition(() => router.refresh());
      return { changed };
    } catch {
      return { failed: true, retryAfterMs: 0 };
    }
  });
  return null;
}
