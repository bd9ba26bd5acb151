import "server-only";
import type { LiveStream } from "@/lib/checkouts/live/live-stream";

/** No proxy may buffer the messages, to compress them or otherwise. */
export const eventStreamHeaders = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no",
} as const;

/**
 * Ends the stream when no one will read it: an answer to HEAD has no body, and a client may have left while the stream
 * was opening.
 */
export function endWithReader(
  stream: LiveStream,
  { method, signal }: Pick<Request, "method" | "signal">,
): void {
  if (method === "HEAD" || signal.aborted) stream.end();
  else signal.addEventListener("abort", () => stream.end(), { once: true });
}

/**
 * The messages as server-sent events (HTML, section 9.2). The next one is read only after the last was sent, so nothing
 * is kept for a slow client.
 *
 * @param stream its messages are one line each
 */
export function eventStream(stream: LiveStream): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const message = await stream.next();
        if (message === null) controller.close();
        else controller.enqueue(encoder.encode(`data: ${message}\n\n`));
      },
      cancel: () => stream.end(),
    },
    { highWaterMark: 0 },
  );
}
