import type { TokenRef } from "@/lib/chain/token.rules";

/** A selection of token and chain with its price at that moment. Completing any quote pays the checkout. */
export type Quote = TokenRef & {
  amountUnits: bigint;
  /** Units of fiat per token; null when the checkout is priced in token units. */
  exchangeRate: string | null;
  exchangeRateAt: Date | null;
  /** The rate's providers, joined by "+". Null when not recorded. */
  exchangeRateProvider: string | null;
  /** Created when the merchant counted a stray payment: no one is asked to pay it. */
  counted?: boolean;
};
