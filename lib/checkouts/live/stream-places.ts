import { CheckoutError } from "@/lib/platform/errors.rules";

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
          "Too many streams are open. Ask GET /c/{checkoutId} from time to time instead.",
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
