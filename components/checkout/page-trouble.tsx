"use client";

import { createContext, type ReactNode, use, useEffect } from "react";

const retryMs = 5_000;

type Area = "checkout" | "refund";
const ScreensContext = createContext<Record<Area, ReactNode> | null>(null);
const RetryContext = createContext<() => void>(() => undefined);

/** Passes the error screens, rendered by the server, from above everything that may fail. */
export function TroubleProvider(props: { screens: Record<Area, ReactNode>; children: ReactNode }) {
  return <ScreensContext value={props.screens}>{props.children}</ScreensContext>;
}

type Props = { error: Error; retry: () => void; area: Area };

/** The server failed to render the page: says that money is safe, and retries, also automatically. */
export function PageTrouble({ error, retry, area }: Props) {
  const screens = use(ScreensContext);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failed attempt is a new error, and waits anew.
  useEffect(() => {
    const timer = setTimeout(retry, retryMs);
    return () => clearTimeout(timer);
  }, [error, retry]);
  return <RetryContext value={retry}>{screens?.[area]}</RetryContext>;
}

/** The button of an error screen. */
export function RetryButton({ label }: { label: string }) {
  const retry = use(RetryContext);
  return (
    <button type="button" onClick={() => retry()} className="button button-primary">
      {label}
    </button>
  );
}
