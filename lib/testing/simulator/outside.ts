import type { RateProvider, RateTable } from "@/lib/rates/rate.store";
import type { WebhookResponse, WebhookSender } from "@/lib/webhooks/webhook-store.port";
import type { Random } from "./random";

type Post = Parameters<WebhookSender["post"]>[0];
type Letter = { recipient?: string };

/** How the receiver of a URL answers. */
export type Receiver = "well" | "fails" | "hangs" | "loses the answer" | "gone" | "sometimes";

/** The world around the service: receivers, prices and a mailbox. */
export type Outside = {
  receivers: Map<string, Receiver>;
  /** Each delivery that a receiver took, by URL. */
  received: { url: string; eventId: string; body: string; at: number }[];
  receive(post: Post): Promise<WebhookResponse>;
  /** Each provider's price of one USDC in dollars; null while it answers nothing. */
  prices: (number | null)[];
  providers: readonly RateProvider[];
  letters: Letter[];
  mailFails: boolean;
  // biome-ignore lint/suspicious/noExplicitAny: the sender's letters differ by release.
  mailbox(letter: any): Promise<any>;
};

const currencies = { USD: 1, EUR: 0.92, KRW: 1_400 };

export function createOutside(random: () => Random): Outside {
  const outside: Outside = {
    receivers: new Map(),
    received: [],
    async receive({ url, eventId, body }) {
      const how = outside.receivers.get(url) ?? "well";
      const takes = how === "sometimes" ? random().chance(0.5) : how === "well" || how === "loses the answer";
      if (takes) outside.received.push({ url, eventId, body, at: Date.now() });
      if (how === "gone") return answered(410);
      if (how === "hangs" || how === "loses the answer")
        return { kind: "failed", error: "no answer in time" };
      return answered(takes ? 200 : 500);
    },
    prices: [1, 1, 1],
    providers: [0, 1, 2].map((index) => ({
      name: ["CoinGecko", "Coinbase", "Kraken"][index] ?? "",
      pairs: [],
      fetch: async () => {
        const price = outside.prices[index];
        if (price === null || price === undefined) throw new Error("the provider is down");
        const rates = Object.fromEntries(
          Object.entries(currencies).map(([currency, units]) => [currency, (price * units).toFixed(6)]),
        );
        return { USDC: rates, USDT: rates, ETH: { USD: "2000" } } as RateTable;
      },
    })),
    letters: [],
    mailFails: false,
    async mailbox(letter) {
      if (outside.mailFails) return { kind: "failed", error: "the mail server is down", permanent: false };
      outside.letters.push(letter);
      return { kind: "accepted" };
    },
  };
  return outside;
}

const answered = (statusCode: number): WebhookResponse => ({
  kind: "answered",
  statusCode,
  retryAfterMs: null,
  body: "",
});
