import {
  checkoutFingerprint,
  checkoutScreen,
  isLastScreen,
} from "@/lib/checkouts/views/checkout-screen.rules";
import { getPublicCheckout, type PublicCheckoutDeps } from "@/lib/checkouts/views/read-checkout";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

/** What one open page is told. It holds a single message, so that a page that reads slowly costs no more memory. */
export type LiveStream = {
  /** The newest message that was not taken yet, as soon as there is one; null once the stream has ended. */
  next(): Promise<string | null>;
  /** Tells nothing more; a message that waits is still handed out. Safe to call twice. */
  end(): void;
};

/** The side of a stream that is written to. */
export type Mailbox = LiveStream & {
  /** Takes the place of a message that no one has taken. */
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

/** How many streams may be open at a time, in one process. */
export type StreamLimits = {
  most: number;
  /** Customers may share an address. */
  perClient: number;
};

/** Tabs of one customer with the same checkout. */
const perClientAndCheckout = 10;

const retryAfterSeconds = 30;

/** Counts open streams. */
export type StreamPlaces = {
  /**
   * Takes a place and answers how it is given back.
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
      const limits: [key: string, most: number][] = [
        ["all", most],
        [client, perClient],
        [`${client} ${checkoutId}`, perClientAndCheckout],
      ];
      if (limits.some(([key, limit]) => count(key) >= limit))
        throw new CheckoutError(
          "RATE_LIMIT_EXCEEDED",
          "Too many streams are open. Poll GET /c/{checkoutId} instead.",
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
export type ShownCheckout = {
  fingerprint: string;
  /** Nothing that the page follows comes after it. */
  isLast: boolean;
  /** For how long it can be taken for true while the checkout's mark stays the same; may be infinite. */
  goodForMs: number;
};

/** Options before a choice are at the current rate, of which no mark tells. */
const optionsGoodForMs = 10_000;

/** Nor does one tell whether the chain lets us see that a token takes signatures, and for how long they are taken. */
const openGoodForMs = 30_000;

/** @throws CheckoutError CHECKOUT_NOT_FOUND */
export async function shownCheckout(deps: PublicCheckoutDeps, checkoutId: string): Promise<ShownCheckout> {
  const view = await getPublicCheckout(deps, checkoutId);
  return {
    fingerprint: checkoutFingerprint(view),
    isLast: isLastScreen(checkoutScreen(view)),
    goodForMs: view.status === "PENDING" ? openFor(view) : Number.POSITIVE_INFINITY,
  };
}

function openFor(view: { tokenAddress: string | null; expiresAt: string; serverTime: string }): number {
  const goodForMs = view.tokenAddress === null ? optionsGoodForMs : openGoodForMs;
  const leftMs = Date.parse(view.expiresAt) - Date.parse(view.serverTime);
  return leftMs > 0 ? Math.min(goodForMs, leftMs) : goodForMs;
}
