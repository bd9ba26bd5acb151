import type { Chain } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock";
import type { IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import { coinSubject } from "@/lib/platform/incidents/incident-store.port";
import { withTimeLimit } from "@/lib/platform/time-limit";
import { type CoinSymbol, isCoinSymbol } from "./fiat-currency.rules";
import type { RateService } from "./get-rates";

/** A chain with its coin. */
export type CoinChain = Pick<Chain, "chainId" | "local" | "nativeCurrency" | "nativeCoinUsd">;

/**
 * US dollars for one coin of the chain now: the providers' price, or the written one while they have none. Null when
 * none is written, since gas is then free or unpriced. Never throws.
 */
export type CoinPrices = (chain: CoinChain) => Promise<number | null>;

/** The chain's coin, if providers price it. A local chain's coin is play money, whatever its name. */
function ratedCoin({ local, nativeCurrency, nativeCoinUsd }: CoinChain): CoinSymbol | null {
  const { symbol } = nativeCurrency;
  return local || nativeCoinUsd === null || !isCoinSymbol(symbol) ? null : symbol;
}

/** The coins whose prices we ask providers for. */
export function ratedCoins(chains: readonly CoinChain[]): CoinSymbol[] {
  return [...new Set(chains.flatMap((chain) => ratedCoin(chain) ?? []))];
}

/** A page must not wait for slow providers: the written price is good enough. */
const patienceMs = 500;

export function createCoinPrices(rates: RateService): CoinPrices {
  return async (chain) => (await priceByProviders(rates, chain)) ?? chain.nativeCoinUsd;
}

async function priceByProviders(rates: RateService, chain: CoinChain): Promise<number | null> {
  const coin = ratedCoin(chain);
  if (coin === null) return null;
  const current = await withTimeLimit(patienceMs, "a coin's price", rates.current()).catch(() => null);
  const found = current?.get(coin, "USD") ?? null;
  return found === null ? null : Number(found.rate);
}

/** A written price beyond this factor misleads whenever the providers are away. */
const farFactor = 3;

/** Opens an incident for each chain whose written price is far from the providers', and resolves it otherwise. */
export async function checkCoinPrices({
  chains,
  rates,
  incidents,
  clock,
}: {
  chains: readonly CoinChain[];
  rates: RateService;
  incidents: IncidentStore;
  clock: Clock;
}): Promise<void> {
  const now = clock.now();
  for (const chain of chains) {
    const { chainId, nativeCoinUsd, nativeCurrency } = chain;
    const usd = await priceByProviders(rates, chain);
    if (usd === null || nativeCoinUsd === null) continue;
    const subject = coinSubject(chainId);
    if (usd <= nativeCoinUsd * farFactor && nativeCoinUsd <= usd * farFactor) {
      await incidents.resolve("COIN_PRICE_OFF", subject, now);
      continue;
    }
    const details = {
      coin: nativeCurrency.symbol,
      writtenUsd: nativeCoinUsd,
      providersUsd: usd,
      fix: `Set \`nativeCoinUsd\` of chain ${chainId} in \`CHAINS\` to about ${Number(usd.toPrecision(3))} and restart.`,
    };
    await incidents.raise({ kind: "COIN_PRICE_OFF", subject, chainId, checkoutId: null, details }, now);
  }
}
