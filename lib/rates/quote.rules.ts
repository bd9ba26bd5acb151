import type { TokenRef } from "@/lib/chain/token.rules";

/** A selection of token and chain with the price at its moment. Completing any quote pays the checkout. */
export type Quote = TokenRef & {
  amountUnits: bigint;
  /** Units of fiat per token; null when the checkout is priced in token units. */
  exchangeRate: string | null;
  exchangeRateAt: Date | null;
  /** Who told the rate; several names are joined by "+". Null where it was not kept. */
  exchangeRateProvider: string | null;
  /** The merchant counted a stray payment by it: no one is asked to pay by it. */
  counted?: boolean;
};
