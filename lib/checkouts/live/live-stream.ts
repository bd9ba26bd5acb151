import {
  checkoutFingerprint,
  checkoutScreen,
  isLastScreen,
} from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { type CheckoutPageParts, getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import { freePerClient, limitsOfClient } from "@/lib/platform/limits/client-limits.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** The messages for one open page. It holds a single message, so a slow reader costs no more memory. */
export type LiveStream = {
  /** Resolves to the newest unread message once there is one; null after the stream has ended. */
  next(): Promise<string | null>;
  /** Ends the stream; a waiting message is still delivered. Safe to call twice. */
  end(): void;
};

/** The writing side of a stream. */
export type Mailbox = LiveStream & {
  /** Replaces an unread message. */
  offer(message: string): void;
};

/** @param onEnd called once */
export function createMailbox(onEnd: () => void): Mailbox {
  let waiting: string | null = null;
  let hasEnded = false;
  let wake: (() => void) | null = null;

  const ring = () => {
    wake?.();
    wake = null;
  };

  return {
    async next() {
      while (waiting === null && !hasEnded)
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      const message = waiting;
      waiting = null;
      return message;
    },
    offer(message) {
      if (hasEnded) return;
      waiting = message;
      ring();
    },
    end() {
      if (hasEnded) return;
      hasEnded = true;
      onEnd();
      ring();
    },
  };
}

/** How many streams may be open at a time in one process. */
export type StreamLimits = {
  most: number;
  /** Several customers may share an IP address. */
  perClient: number;
};

/** The rest stays for requests, nodes and the database. */
const shareOfFiles = 1 / 2;

/**
 * How many streams may be open where each takes one of the files that the process may have open.
 * @param files null without a limit
 */
export function streamsWithin(files: number | null, most: number): number {
  return files === null ? most : Math.min(most, Math.floor((files * shareOfFiles) / boundTimes));
}

/** Tabs of one customer with the same checkout. */
const perClientAndCheckout = 10;

/** How many times the limit may be open in all. */
const boundTimes = 2;

const retryAfterSeconds = 30;

/** Counts and limits open streams. */
export type StreamPlaces = {
  /**
   * Takes a place and returns the function that releases it.
   * @throws CheckoutError RATE_LIMIT_EXCEEDED
   */
  take(client: string, checkoutId: string): () => void;
};

export function createStreamPlaces({ most, perClient }: StreamLimits): StreamPlaces {
  const taken = new Map<string, number>();
  const count = (key: string) => taken.get(key) ?? 0;
  const add = (key: string, change: 1 | -1) => {
    const now = count(key) + change;
    if (now === 0) taken.delete(key);
    else taken.set(key, now);
  };

  return {
    take(client, checkoutId) {
      const ofClient = limitsOfClient({ bucket: "client", most: perClient }, client);
      // Strangers can't take the last places: a client with few streams opens one more, up to a bound.
      const hasFew = count(`client:${client}`) < freePerClient;
      const limits: [key: string, most: number][] = [
        ["all", hasFew ? boundTimes * most : most],
        ...ofClient.map(({ bucket, most }): [string, number] => [bucket, most]),
        [`${client} ${checkoutId}`, perClientAndCheckout],
      ];
      if (limits.some(([key, limit]) => count(key) >= limit))
        throw new CheckoutError(
          "RATE_LIMIT_EXCEEDED",
          fault("checkouts.mostStreams", { path: "GET /c/{checkoutId}" }),
          { retryAfterSeconds },
        );
      for (const [key] of limits) add(key, 1);
      let isTaken = true;
      return () => {
        if (isTaken) for (const [key] of limits) add(key, -1);
        isTaken = false;
      };
    },
  };
}

/** What the payment page shows of a checkout. */
export type LiveCheckout = {
  fingerprint: string;
  /** No later screen follows. */
  isLast: boolean;
  /** How long it stays valid while the checkout's mark does not change; may be infinite. */
  goodForMs: number;
};

/** Options use the current rate, which no mark covers. */
const optionsGoodForMs = 10_000;

/** Nor does a mark cover whether the token supports signatures, and until when. */
const openGoodForMs = 30_000;

/** @throws CheckoutError CHECKOUT_NOT_FOUND */
export async function readLiveCheckout(deps: CheckoutPageParts, checkoutId: string): Promise<LiveCheckout> {
  const view = await getPublicCheckout(deps, checkoutId);
  return {
    fingerprint: checkoutFingerprint(view),
    isLast: isLastScreen(checkoutScreen(view)),
    goodForMs: view.status === "PENDING" ? openFor(view) : Number.POSITIVE_INFINITY,
  };
}

type OpenView = Pick<PublicCheckoutView, "tokenAddress" | "reportedPayment" | "expiresAt" | "serverTime">;

/** Until the deadline, or until a reported payment that no node knows stops counting. */
function openFor({ tokenAddress, reportedPayment, expiresAt, serverTime }: OpenView): number {
  const goodForMs = tokenAddress === null ? optionsGoodForMs : openGoodForMs;
  const leftMs = [expiresAt, reportedPayment?.until ?? expiresAt]
    .map((end) => Date.parse(end) - Date.parse(serverTime))
    .filter((left) => left > 0);
  return Math.min(goodForMs, ...leftMs);
}
