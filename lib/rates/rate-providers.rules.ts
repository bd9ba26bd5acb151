const names: Readonly<Record<string, string>> = {
  coinbase: "Coinbase",
  coingecko: "CoinGecko",
  kraken: "Kraken",
};

/**
 * What a provider calls itself; null for the fixed rates of a demo, which nobody tells.
 *
 * @param provider as a rate is stored with it
 */
export function rateProviderName(provider: string): string | null {
  return provider === "fixed" ? null : (names[provider] ?? provider);
}
