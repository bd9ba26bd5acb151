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
    return startPolling(pace, failures, pollNow, url, onMessage);
  }, [pace, url]);
}

/**
 * Holds one timer and at most one request. A poll's answer, the stream and the page's events set the timer anew.
 *
 * @param failures in a row; a changed pace keeps the count
 * @returns stops all of it
 */
function startPolling(
  pace: Exclude<PollPace, "stopped">,
  failures: { current: number },
  poll: (signal: AbortSignal) => Promise<PollResult>,
  url: string | undefined,
  onMessage: (data: string) => boolean,
): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let request: AbortController | null = null;
  let lastPollAt = Date.now();
  let changedAt = lastPollAt;

  const schedule = (retryAfterMs = 0) => {
    const delay =
      stream.silentInMs() ??
      nextPollDelayMs({
        pace,
        hidden: document.hidden,
        failures: failures.current,
        unchangedForMs: Date.now() - changedAt,
        retryAfterMs,
        jitter: Math.random(),
      });
    clearTimeout(timer);
    timer = setTimeout(run, delay);
  };

  const stream = createStream(
    url,
    (data) => {
      failures.current = 0;
      if (onMessage(data)) changedAt = Date.now();
      schedule();
    },
    schedule,
  );

  const run = async () => {
    // Never two polls at a time: the one under way schedules the next.
    if (request) return;
    stream.loseSilent();
    const own = new AbortController();
    request = own;
    const limit = setTimeout(() => own.abort(), timeoutMs);
    lastPollAt = Date.now();
    let result: PollResult = { failed: true, retryAfterMs: 0 };
    try {
      result = await poll(own.signal);
    } finally {
      // Also after a fault of the page's own: it never stops following a payment.
      clearTimeout(limit);
      if (request === own) scheduleNext(result);
    }
  };

  const scheduleNext = (result: PollResult) => {
    request = null;
    if ("failed" in result) {
      failures.current += 1;
      return schedule(result.retryAfterMs);
    }
    failures.current = 0;
    if (result.changed) changedAt = Date.now();
    stream.open();
    schedule();
  };

  const wake = () => {
    if (!document.hidden && Date.now() - lastPollAt >= betweenWakeUpsMs) void run();
  };

  const rest = () => {
    stream.close();
    schedule();
  };

  const renew = () => {
    // Failures while offline are no reason to wait longer once online.
    if (navigator.onLine) failures.current = 0;
    rest();
    wake();
  };

  stream.open();
  schedule();
  const stopFollowing = followPage(wake, rest, renew);
  return () => {
    stopFollowing();
    request?.abort();
    request = null;
    stream.close();
    clearTimeout(timer);
  };
}

/**
 * Holds at most one connection. A lost one is opened again by the poll after its delay, while the page is visible.
 *
 * @param onLost receives the least delay of the next poll
 */
function createStream(
  url: string | undefined,
  onMessage: (data: string) => void,
  onLost: (delayMs: number) => void,
) {
  let source: EventSource | null = null;
  let silentAt = 0;
  /** Connections in a row without a message; the open one delivers when it is 0. */
  let unheard = 0;
  let closedUntil = 0;

  const close = () => {
    source?.close();
    source = null;
  };

  const lose = () => {
    close();
    const delay = nextStreamDelayMs(unheard, Math.random());
    closedUntil = Date.now() + delay;
    // After a cut, a service may be restarting: spread the pages.
    onLost(unheard === 0 ? delay : 0);
  };

  return {
    close,
    open() {
      if (url === undefined || source || document.hidden || Date.now() < closedUntil) return;
      source = new EventSource(url);
      silentAt = Date.now() + streamSilentMs;
      // Until its first message it may be refused or blocked on the way: keep polling.
      unheard += 1;
      source.onmessage = ({ data }) => {
        unheard = 0;
        silentAt = Date.now() + streamSilentMs;
        onMessage(data);
      };
      // The browser's own retries would be endless and silent.
      source.onerror = lose;
    },
    /** Milliseconds until it counts as silent; null unless it delivers. */
    silentInMs: () => (source && unheard === 0 ? silentAt - Date.now() : null),
    loseSilent() {
      if (source && Date.now() >= silentAt) lose();
    },
  };
}

/**
 * Calls `wake` when the page is seen, `rest` when it is left or stays hidden, `renew` when the network comes or goes.
 *
 * @returns stops it
 */
function followPage(wake: () => void, rest: () => void, renew: () => void): () => void {
  const stopped = new AbortController();
  let hiding: ReturnType<typeof setTimeout> | undefined;
  const listen = (event: string, act: () => void) => window.addEventListener(event, act, stopped);
  // The document's event, which bubbles to the window.
  listen("visibilitychange", () => {
    clearTimeout(hiding);
    if (document.hidden) hiding = setTimeout(rest, streamHiddenMs);
    else wake();
  });
  listen("focus", wake);
  listen("pageshow", wake);
  listen("online", renew);
  listen("offline", renew);
  listen("pagehide", rest);
  return () => {
    stopped.abort();
    clearTimeout(hiding);
  };
}
