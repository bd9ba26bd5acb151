"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, startTransition, useEffect, useRef, useState } from "react";
import type { ApiAnswer } from "@/lib/browser/api";
import type { PollPace } from "@/lib/browser/poll-schedule";
import { type PollResult, usePolling } from "@/lib/browser/use-polling";
import { useMessages } from "../messages-provider";

type Props = {
  pace: PollPace;
  /** Beside the message; rendered by the server, so that it adds nothing to the first scripts. */
  offlineSign: ReactNode;
  /** The present screen: when it changes, the focus moves to its heading. */
  screen: string;
  /** The fingerprint of the present view. */
  fingerprint: string;
  /** Reads the current fingerprint. */
  readFingerprint: (signal: AbortSignal) => Promise<ApiAnswer<string>>;
  /** The stream with the same messages, if there is one. */
  streamUrl?: string;
};

/**
 * Follows what a page shows, by a stream or by polling a small JSON view, and refreshes the page only when it would
 * change. Shows a message when nothing answers.
 */
export function Follow({ pace, offlineSign, screen, fingerprint, readFingerprint, streamUrl }: Props) {
  const t = useMessages();
  const router = useRouter();
  const [trouble, setTrouble] = useState<"offline" | "service" | null>(null);
  const failuresInARow = useRef(0);

  const learn = (now: string): boolean => {
    failuresInARow.current = 0;
    setTrouble(null);
    const changed = now !== fingerprint;
    if (changed) startTransition(() => router.refresh());
    return changed;
  };

  const poll = async (signal: AbortSignal): Promise<PollResult> => {
    const answer = await readFingerprint(signal);
    if (signal.aborted && !answer.ok) return { failed: true, retryAfterMs: 0 };
    if (!answer.ok) {
      failuresInARow.current += 1;
      // One lost request is normal; two are worth a message.
      if (failuresInARow.current > 1) setTrouble(navigator.onLine ? "service" : "offline");
      return { failed: true, retryAfterMs: answer.error.retryAfterMs };
    }
    return { changed: learn(answer.data) };
  };

  usePolling(pace, poll, streamUrl === undefined ? undefined : { url: streamUrl, onMessage: learn });

  const drawnScreen = useRef(screen);
  useEffect(() => {
    if (drawnScreen.current === screen) return;
    drawnScreen.current = screen;
    document.documentElement.dataset.changed = screen;
    document.getElementById("screen-title")?.focus({ preventScroll: true });
    window.scrollTo({ top: 0 });
  }, [screen]);

  return (
    <div
      role="status"
      className="pointer-events-none fixed inset-x-0 bottom-0 flex justify-center p-4 print:hidden"
    >
      {trouble !== null && (
        <p
          data-trouble=""
          className="flex max-w-md items-start gap-3 rounded-2xl border border-line-strong bg-card px-4 py-3 text-sm shadow-lg"
        >
          {offlineSign}
          <span>{trouble === "offline" ? t.connectionLost : t.serviceTrouble}</span>
        </p>
      )}
    </div>
  );
}
