import type { TokenRef } from "@/lib/chain/token.rules";

/** The price in a token on a chain at the moment of a selection. Completing any quote pays the checkout. */
export type Quote = TokenRef & {
  amountUnits: bigint;
  /** Units of fiat per token; null when the checkout is priced in token units. */
  exchangeRate: string | null;
  exchangeRateAt: Date | null;
  /** The rate's providers, joined by "+". Null when not recorded. */
  exchangeRateProvider: string | null;
  /** Created when the merchant counted a stray payment: customers aren't asked to pay it. */
  counted?: boolean;
  /** Of a token that the customer could have selected instead: it pays in whole, and a part of it is stray. */
  offered?: boolean;
};
