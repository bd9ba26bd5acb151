import { CheckoutError } from "@/lib/core/errors";
import { type FiatTokenSymbol, fiatCurrencies, fiatTokenSymbols } from "@/lib/core/fiat-currency";
import { normalizeRate } from "@/lib/core/money";
import type { Clock } from "./ports/clock";
import type { Log } from "./ports/log";
import type { RateProvider, RateStore, StoredRate } from "./ports/rates";

const freshMs = 10 * 60_000;
const staleMs = 60 * 60_000;
/** After a failed fetch the provider is left alone this long, so that an outage is not hammered. */
const retryAfterMs = 15_000;

export type RateSource = "live" | "cache" | "stale";
export type Rate = { rate: string; at: Date };
export type Rates = {
  source: RateSource;
  at: Date;
  get(tokenSymbol: FiatTokenSymbol, fiatCurrency: string): Rate | null;
};

export type RateService = {
  /**
   * The rates to price with: cached up to 10 minutes, else fetched, else cached up to one hour (spec §8).
   * @throws CheckoutError EXCHANGE_RATE_UNAVAILABLE
   */
  current(): Promise<Rates>;
};

export type RateDeps = { clock: Clock; log: Log; provider: RateProvider; rateStore: RateStore };

/**
 * Keeps the last rates of this process beside those in Postgres, so that pricing costs no query while they
 * are fresh, and lets one fetch at a time go out.
 */
export function createRateService(deps: RateDeps): RateService {
  let known: readonly StoredRate[] = [];
  let fetching: Promise<readonly StoredRate[]> | null = null;
  let failedAt = Number.NEGATIVE_INFINITY;

  const ageMs = (rates: readonly StoredRate[]) => deps.clock.now().getTime() - oldest(rates);

  async function load(): Promise<Rates> {
    // A pair that the provider stopped telling must not make the others look as old as itself.
    known = (await deps.rateStore.all()).filter((rate) => ageMs([rate]) < staleMs);
    if (ageMs(known) < freshMs) return toRates(known, "cache");
    if (deps.clock.now().getTime() - failedAt >= retryAfterMs) {
      try {
        fetching ??= fetchRates(deps).finally(() => {
          fetching = null;
        });
        known = await fetching;
        return toRates(known, "live");
      } catch (error) {
        failedAt = deps.clock.now().getTime();
        deps.log.warn({ provider: deps.provider.name, error }, "exchange rates could not be fetched");
      }
    }
    if (known.length > 0) return toRates(known, "stale");
    throw new CheckoutError(
      "EXCHANGE_RATE_UNAVAILABLE",
      "No exchange rate can be had at the moment. Try again shortly, or create the checkout with amount.",
      { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) },
    );
  }

  return {
    async current() {
      return ageMs(known) < freshMs ? toRates(known, "cache") : load();
    },
  };
}

async function fetchRates({ clock, provider, rateStore }: RateDeps): Promise<readonly StoredRate[]> {
  const table = await provider.fetch();
  const fetchedAt = clock.now();
  const rates = fiatTokenSymbols.flatMap((tokenSymbol) =>
    fiatCurrencies.flatMap(({ code }): StoredRate[] => {
      const rate = normalizeRate(table[tokenSymbol]?.[code] ?? "");
      return rate === null
        ? []
        : [{ tokenSymbol, fiatCurrency: code, rate, provider: provider.name, fetchedAt }];
    }),
  );
  if (rates.length === 0) throw new Error(`${provider.name} answered no usable rate`);
  await rateStore.save(rates);
  return rates;
}

function oldest(rates: readonly StoredRate[]): number {
  return rates.reduce(
    (min, { fetchedAt }) => Math.min(min, fetchedAt.getTime()),
    rates.length === 0 ? 0 : Number.POSITIVE_INFINITY,
  );
}

function toRates(rates: readonly StoredRate[], source: RateSource): Rates {
  return {
    source,
    at: new Date(oldest(rates)),
    get(tokenSymbol, fiatCurrency) {
      const found = rates.find(
        (rate) => rate.tokenSymbol === tokenSymbol && rate.fiatCurrency === fiatCurrency,
      );
      return found === undefined ? null : { rate: found.rate, at: found.fetchedAt };
    },
  };
}
