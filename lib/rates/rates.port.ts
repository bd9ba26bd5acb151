import type { FiatTokenSymbol } from "./fiat-currency.rules";

/** Rates by token and currency: decimal text, units of fiat per token. */
export type RateTable = Partial<Record<FiatTokenSymbol, Readonly<Record<string, string>>>>;

/** An outside source of rates. Answers within seconds, or throws. */
export type RateProvider = { readonly name: string; fetch(): Promise<RateTable> };

export type StoredRate = {
  tokenSymbol: FiatTokenSymbol;
  fiatCurrency: string;
  rate: string;
  /** Who told it; several are joined by "+". */
  provider: string;
  fetchedAt: Date;
};

export type RateStore = {
  all(): Promise<StoredRate[]>;
  save(rates: readonly StoredRate[]): Promise<void>;
  /**
   * Asks to be the one who fetches, for `leaseMs` at most, by the database's clock. `busy`: another instance
   * fetches at this moment. `resting`: a fetch failed a short while ago.
   */
  claimFetch(leaseMs: number): Promise<"claimed" | "busy" | "resting">;
  /** Ends what `claimFetch` claimed. After a failure nobody may claim for `restMs`. */
  endFetch(outcome: { restMs: number } | "fetched"): Promise<void>;
};
