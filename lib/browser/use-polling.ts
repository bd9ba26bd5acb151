"use client";

import { useEffect, useEffectEvent, useRef } from "react";
import {
  nextPollDelayMs,
  nextStreamDelayMs,
  type PollPace,
  streamHiddenMs,
  streamSilentMs,
} from "./poll-schedule";

export type PollResult = { changed: boolean } | { failed: true; retryAfterMs: number };

/** Server-sent events about changes; while they arrive, we do not poll. */
export type Stream = {
  url: string;
  /** @returns whether it was new */
  onMessage(data: string): boolean;
};

const timeoutMs = 10_000;
const betweenWakeUpsMs = 500;

/**
 * Polls at the given pace: slower while hidden, with backoff on failures, at once when the page becomes visible,
 * focused or online (also after sleep). Never two polls at a time. While a stream delivers, polling pauses.
 *
 * @param poll one poll; must not throw, and stops when its signal aborts
 */
export function usePolling(
  pace: PollPace,
  poll: (signal: AbortSignal) => Promise<PollResult>,
  stream?: Stream,
): void {
  const pollNow = useEffectEvent(poll);
  const onMessage = useEffectEvent((data: string) => stream?.onMessage(data) === true);
  const failures = useRef(0);
  const url = stream?.url;

  useEffect(() => {
    if (pace === "stopped") return;
    const stopped = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    let request: AbortController | null = null;
    let lastPollAt = Date.now();
    let changedAt = Date.now();
    let source: EventSource | null = null;
    /** Of the open stream; it delivered when `unheard` is 0. */
    let messageAt = 0;
    let unheard = 0;
    let streamFrom = 0;

    const isHidden = () => document.visibilityState === "hidden";

    const schedule = (retryAfterMs: number) => {
      const delay =
        source !== null && unheard === 0
          ? messageAt + streamSilentMs - Date.now()
          : nextPollDelayMs({
              pace,
              hidden: isHidden(),
              failures: failures.current,
              unchangedForMs: Date.now() - changedAt,
              retryAfterMs,
              jitter: Math.random(),
            });
      clearTimeout(timer);
      if (delay !== null) timer = setTimeout(run, delay);
    };

    const close = () => {
      source?.close();
      source = null;
    };

    const open = () => {
      if (url === undefined || source !== null || isHidden() || Date.now() < streamFrom) return;
      source = new EventSource(url);
      messageAt = Date.now();
      // Until its first message it may be refused or blocked on the way: keep polling.
      unheard += 1;
      source.onmessage = ({ data }) => {
        unheard = 0;
        failures.current = 0;
        messageAt = Date.now();
        if (onMessage(data)) changedAt = messageAt;
        schedule(0);
      };
      // The browser's own retries would be endless and silent.
      source.onerror = lose;
    };

    const lose = () => {
      close();
      const delay = nextStreamDelayMs(unheard, Math.random());
      streamFrom = Date.now() + delay;
      // After a cut, a service may be restarting: spread the pages.
      schedule(unheard === 0 ? delay : 0);
    };

    const run = async () => {
      if (request !== null || stopped.signal.aborted) return;
      if (source !== null && Date.now() - messageAt >= streamSilentMs) lose();
      const own = new AbortController();
      request = own;
      const limit = setTimeout(() => own.abort(), timeoutMs);
      lastPollAt = Date.now();
      let result: PollResult = { failed: true, retryAfterMs: 0 };
      try {
        result = await pollNow(own.signal);
      } finally {
        // Also after a fault of the page's own: it never stops following a payment.
        clearTimeout(limit);
        request = null;
        scheduleNext(result);
      }
    };

    const scheduleNext = (result: PollResult) => {
      if (stopped.signal.aborted) return;
      const failed = "failed" in result;
      failures.current = failed ? failures.current + 1 : 0;
      if (!failed) {
        if (result.changed) changedAt = Date.now();
        open();
      }
      schedule(failed ? result.retryAfterMs : 0);
    };

    const wake = () => {
      if (isHidden() || Date.now() - lastPollAt < betweenWakeUpsMs) return;
      clearTimeout(timer);
      void run();
    };

    open();
    schedule(0);
    const options = { signal: stopped.signal };
    const rest = () => {
      close();
      schedule(0);
    };
    document.addEventListener(
      "visibilitychange",
      () => {
        clearTimeout(hiding);
        if (isHidden()) hiding = setTimeout(rest, streamHiddenMs);
        else wake();
      },
      options,
    );
    for (const event of ["focus", "pageshow"]) window.addEventListener(event, wake, options);
    const renew = () => {
      // Failures while offline are no reason to wait longer once online.
      if (navigator.onLine) failures.current = 0;
      rest();
      wake();
    };
    for (const event of ["online", "offline"]) window.addEventListener(event, renew, options);
    window.addEventListener("pagehide", rest, options);
    return () => {
      stopped.abort();
      request?.abort();
      close();
      clearTimeout(timer);
      clearTimeout(hiding);
    };
  }, [pace, url]);
}
