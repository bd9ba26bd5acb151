import type { LiveCheckouts } from "@/lib/checkouts/live/live-checkouts";
import type { LiveStream } from "@/lib/checkouts/live/live-stream";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { AuthorizationOutcome } from "@/lib/signed/authorization.rules";

export type AwaitParts = {
  /** Tells when a checkout changed, and limits how many wait at once in this process and for one client. */
  liveCheckouts: LiveCheckouts;
  /** How long an answer may wait for the block. */
  x402WaitMs: number;
};

/**
 * Waits until an outcome is no longer pending, the time is over or the client has left. While it waits it holds no
 * connection to the database. It waits not at all when too many wait already.
 *
 * @param read the outcome as stored now
 */
export async function awaitOutcome(
  { liveCheckouts, x402WaitMs }: AwaitParts,
  { checkoutId, client, signal }: { checkoutId: string; client: string; signal: AbortSignal },
  read: () => Promise<AuthorizationOutcome>,
): Promise<AuthorizationOutcome> {
  const outcome = await read();
  if (outcome.kind !== "pending" || signal.aborted) return outcome;
  const stream = await follow(liveCheckouts, checkoutId, client);
  if (stream === null) return outcome;
  const end = () => stream.end();
  const timer = setTimeout(end, x402WaitMs);
  signal.addEventListener("abort", end, { once: true });
  try {
    while ((await stream.next()) !== null) {
      const now = await read();
      if (now.kind !== "pending") return now;
    }
    return await read();
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", end);
    stream.end();
  }
}

async function follow(
  liveCheckouts: AwaitParts["liveCheckouts"],
  checkoutId: string,
  client: string,
): Promise<LiveStream | null> {
  try {
    return await liveCheckouts.follow(checkoutId, client);
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "RATE_LIMIT_EXCEEDED") return null;
    throw error;
  }
}
