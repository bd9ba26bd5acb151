import type { FiatTokenSymbol } from "@/lib/core/fiat-currency";

/** Rates by token and currency: decimal text, units of fiat per token. */
export type RateTable = Partial<Record<FiatTokenSymbol, Readonly<Record<string, string>>>>;

/** An outside source of rates. Throws when it cannot answer. */
export type RateProvider = { readonly name: string; fetch(): Promise<RateTable> };

export type StoredRate = {
  tokenSymbol: FiatTokenSymbol;
  fiatCurrency: string;
  rate: string;
  provider: string;
  fetchedAt: Date;
};

export type RateStore = { all(): Promise<StoredRate[]>; save(rates: readonly StoredRate[]): Promise<void> };
