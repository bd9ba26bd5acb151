"use client";

import { useEffect, useState } from "react";
import { callApi, post } from "@/lib/browser/api";
import type { FoundCheckout } from "@/lib/checkouts/checkout-input.schema";

export type CheckoutSearch =
  | { kind: "none" }
  | { kind: "searching" }
  | { kind: "found"; checkouts: readonly FoundCheckout[] }
  | { kind: "failed" };

/** Waits until typing pauses. */
const typingMs = 250;
const shortest = 3;

/** The project's checkouts that match; late answers are dropped. */
export function useCheckoutSearch(projectId: string, typed: string): CheckoutSearch {
  const text = typed.trim();
  const [answered, setAnswered] = useState<{ text: string; search: CheckoutSearch } | null>(null);

  useEffect(() => {
    if (text.length < shortest) return;
    let isCurrent = true;
    const timer = setTimeout(async () => {
      const path = `/api/dashboard/projects/${projectId}/actions/searchCheckouts`;
      const answer = await callApi<{ checkouts: FoundCheckout[] }>(path, post({ text: text.slice(0, 200) }));
      if (!isCurrent) return;
      const search: CheckoutSearch = answer.ok
        ? { kind: "found", checkouts: answer.data.checkouts }
        : { kind: "failed" };
      setAnswered({ text, search });
    }, typingMs);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [projectId, text]);

  if (text.length < shortest) return { kind: "none" };
  return answered?.text === text ? answered.search : { kind: "searching" };
}
