"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import { nextPollDelayMs, type PollPace } from "./poll-schedule";

export type PollResult = { changed: boolean } | { failed: true; retryAfterMs: number };

const timeoutMs = 10_000;
const betweenWakeUpsMs = 500;

/**
 * Polls at the pace given: slower while hidden, backing off on failures, at once when the page comes back
 * to sight, to focus or to the network (also after sleep). Never two polls at a time.
 *
 * @param poll one look; must not throw, and gives up when its signal aborts
 */
export function usePolling(pace: PollPace, poll: (signal: AbortSignal) => Promise<PollResult>): void {
  const look = useEffectEvent(poll);
  const failures = useRef(0);

  useEffect(() => {
    if (pace === "stopped") return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let polling = false;
    let lastPollAt = Date.now();
    let changedAt = Date.now();

    const schedule = (retryAfterMs: number) => {
      const delay = nextPollDelayMs({
        pace,
        hidden: document.visibilityState === "hidden",
        failures: failures.current,
        unchangedForMs: Date.now() - changedAt,
        retryAfterMs,
        jitter: Math.random(),
      });
      clearTimeout(timer);
      if (delay !== null) timer = setTimeout(run, delay);
    };

    const run = async () => {
      if (polling || stopped.signal.aborted) return;
      polling = true;
      lastPollAt = Date.now();
      const result = await look(AbortSignal.any([stopped.signal, AbortSignal.timeout(timeoutMs)]));
      polling = false;
      if (stopped.signal.aborted) return;
      const failed = "failed" in result;
      failures.current = failed ? failures.current + 1 : 0;
      if (!failed && result.changed) changedAt = Date.now();
      schedule(failed ? result.retryAfterMs : 0);
    };

    const wake = () => {
      if (document.visibilityState === "hidden" || Date.now() - lastPollAt < betweenWakeUpsMs) return;
      clearTimeout(timer);
      void run();
    };

    schedule(0);
    const options = { signal: stopped.signal };
    document.addEventListener("visibilitychange", wake, options);
    for (const event of ["focus", "online", "pageshow"]) window.addEventListener(event, wake, options);
    return () => {
      stopped.abort();
      clearTimeout(timer);
    };
  }, [pace]);
}
