import type { Clock } from "@/lib/platform/clock";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { Log } from "@/lib/platform/log";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { normalizeRate } from "@/lib/platform/values/money.rules";
import { dayMs, hourMs, minuteMs } from "@/lib/platform/values/time.rules";
import { missingPairs } from "./ask-for-pairs";
import { type ExchangeRates, type RateSource, supportedCurrencies } from "./exchange-rates.schema";
import {
  coinPairs,
  coinSymbols,
  type FiatCurrency,
  fiatPairs,
  fiatTokenSymbols,
  isAlwaysOffered,
  isFiatTokenSymbol,
  type Pair,
  type RatedSymbol,
} from "./fiat-currency.rules";
import type { RateProvider, RateStore, RateTable, StoredRate } from "./rate.store";
import { agreeOnRate, type Consensus, type RateExpectation, type RateQuote } from "./rate-consensus.rules";

const expectationMs = dayMs;

const ratedPairs = [...fiatPairs, ...coinPairs(coinSymbols)];

/** Beside a store it serves requests; without one it asks the providers. */
export type RateParts = {
  clock: Clock;
  log: Log;
  providers: readonly RateProvider[];
  rateStore: RateStore;
};

type Answer = { provider: string; isReference: boolean; table: RateTable };

/**
 * Asks all providers at once and returns, for each token or coin and currency, the rate on which they agree (`agreeOnRate`).
 * Providers that fail or are far off are dropped and logged by name. A pair without agreement is left out. A single
 * configured provider is trusted, since nothing can contradict it.
 *
 * @param previous the last stored rates, of any age
 */
export async function fetchRates(deps: RateParts, previous: readonly StoredRate[]): Promise<StoredRate[]> {
  // A rate is as old as its request, however long the answer takes.
  const fetchedAt = deps.clock.now();
  const answers = (await Promise.all(deps.providers.map((provider) => ask(deps.log, provider)))).flat();

  return ratedPairs.flatMap(({ symbol: tokenSymbol, currency: { code, roughPerDollar } }): StoredRate[] => {
    const quotes = answers.flatMap(({ provider, isReference, table }): RateQuote[] => {
      const rate = normalizeRate(table[tokenSymbol]?.[code] ?? "");
      return rate === null ? [] : [{ provider, rate, isReference }];
    });
    const last = previous.find((rate) => rate.tokenSymbol === tokenSymbol && rate.fiatCurrency === code);
    const isRecent = last !== undefined && fetchedAt.getTime() - last.fetchedAt.getTime() <= expectationMs;
    // A coin's price may change by any factor over the years.
    const roughRate = isFiatTokenSymbol(tokenSymbol) ? roughPerDollar : null;
    // Of a currency without one, two providers agree or there is no rate.
    const lastRate =
      isRecent && (roughPerDollar !== null || !isFiatTokenSymbol(tokenSymbol)) ? last.rate : null;
    const expected = { lastRate, roughRate };
    const { rate, kept, dropped } = judge(deps, quotes, expected);
    // Currencies that one provider alone knows are no news.
    if (dropped.length > 0 && (expected.roughRate !== null || isRecent || !isFiatTokenSymbol(tokenSymbol))) {
      const pair = { tokenSymbol, fiatCurrency: code, rate, lastRate: expected.lastRate };
      deps.log.warn({ ...pair, kept, dropped }, "rejected a provider's exchange rate");
    }
    if (rate === null) return [];
    const provider = kept.map((one) => one.provider).join("+");
    return [{ tokenSymbol, fiatCurrency: code, rate, provider, fetchedAt }];
  });
}

/** An outage is logged when it begins and when it ends, not with each question. */
const failing = new WeakSet<RateProvider>();

/** The pairs that a provider lacks are logged when they change. */
const lacking = new WeakMap<RateProvider, string>();

function logLacking(log: Log, provider: RateProvider, table: RateTable): void {
  const pairs = missingPairs(provider, table).join(", ");
  if (pairs === (lacking.get(provider) ?? "")) return;
  lacking.set(provider, pairs);
  if (pairs === "") log.info({ provider: provider.name }, "a provider returns all its exchange rates again");
  else log.warn({ provider: provider.name, pairs }, "a provider lacks exchange rates");
}

async function ask(log: Log, provider: RateProvider): Promise<Answer[]> {
  try {
    const table = await provider.fetch();
    if (failing.delete(provider))
      log.info({ provider: provider.name }, "a provider returns exchange rates again");
    logLacking(log, provider, table);
    return [{ provider: provider.name, isReference: provider.isReference === true, table }];
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    if (!failing.has(provider))
      log.warn({ provider: provider.name, reason }, "a provider returned no exchange rates");
    failing.add(provider);
    return [];
  }
}

function judge({ providers }: RateParts, quotes: readonly RateQuote[], expected: RateExpectation): Consensus {
  if (providers.length > 1) return agreeOnRate(quotes, expected);
  return { rate: quotes[0]?.rate ?? null, kept: quotes, dropped: [] };
}

/** Younger rates are fresh (spec §8). */
const freshMs = 10 * minuteMs;

/** Younger rates may be used while no provider has newer ones: 59 min 59 s is usable, 60 min 00 s is not. */
const usableMs = hourMs;

/** The background job refreshes this long before a customer would have to wait. */
const aheadMs = minuteMs;

/** Providers answer within 5 s or not at all. */
const leaseMs = 7_000;

/** After a failed fetch, no instance asks the providers for this long. */
const restMs = 15_000;

/** Without a fresh rate, only one request per this interval asks Postgres. */
const rereadMs = 1_000;

const pollMs = 200;

export type Rate = {
  rate: string;
  at: Date;
  /** The provider; several are joined by "+". */
  provider: string;
};

export type Rates = {
  source: RateSource;
  get(tokenSymbol: RatedSymbol, fiatCurrency: string): Rate | null;
};

export type RateService = {
  /**
   * The rates to price with: from the last 10 minutes, else fetched, else from the last hour (spec §8). Each pair ages
   * separately.
   * @throws CheckoutError EXCHANGE_RATE_UNAVAILABLE when no pair has any
   */
  current(): Promise<Rates>;
  /**
   * Fetches when rates are about to become stale, or one is missing. For the background job, every minute.
   * @throws CheckoutError EXCHANGE_RATE_UNAVAILABLE
   */
  refresh(): Promise<void>;
};

class NoRates extends Error {}

/**
 * Caches the latest rates beside Postgres, so that pricing needs no query while they are fresh. All instances together
 * run one fetch at a time; the others wait for it, or use the rates they have.
 */
export function createRateService(deps: RateParts): RateService {
  const { clock, log, rateStore } = deps;
  let known: readonly StoredRate[] = [];
  let loading: Promise<Rates> | null = null;
  let isOut = false;
  let lookedAt = Number.NEGATIVE_INFINITY;

  /** Whether a rate is younger than that. Every pricing asks, so the clock is read once for all rates. */
  const younger = (thanMs: number) => {
    const after = clock.now().getTime() - thanMs;
    return ({ fetchedAt }: StoredRate) => fetchedAt.getTime() > after;
  };
  /** Only these price checkouts: a coin's price must not hide that they are old. */
  const ofTokens = () => known.filter(({ tokenSymbol }) => isFiatTokenSymbol(tokenSymbol));
  const hasUsable = () => ofTokens().some(younger(usableMs));
  const isFresh = () => ofTokens().some(younger(freshMs));
  /** Rates of all currencies that are always offered, and newer ones of the others. */
  const isComplete = () => {
    const old = ofTokens().filter((rate) => younger(usableMs)(rate) && !younger(freshMs - aheadMs)(rate));
    const has = (pair: Pair) =>
      ofTokens().some(
        (rate) =>
          isSamePair(rate, { tokenSymbol: pair.symbol, fiatCurrency: pair.currency.code }) &&
          younger(usableMs)(rate),
      );
    return old.length === 0 && fiatPairs.filter(isAlwaysOffered).every(has);
  };

  /** The known rates that are usable now. */
  function serve(source: RateSource): Rates {
    const usable = ofTokens().filter(younger(usableMs));
    if (usable.length === 0) throw unavailable();
    return toRates(known.filter(younger(usableMs)), usable.every(younger(freshMs)) ? source : "stale");
  }

  /** @param isEnough whether the known rates make a fetch unnecessary */
  async function load(isEnough: () => boolean): Promise<Rates> {
    known = await rateStore.all();
    // The lease of a dead holder ends within this time; then we can claim it.
    for (let waitedMs = 0; waitedMs <= leaseMs + pollMs && !isEnough(); waitedMs += pollMs) {
      const claim = await rateStore.claimFetch(leaseMs);
      if (claim === "claimed") return fetchClaimed(isEnough);
      if (claim === "resting" || hasUsable()) break;
      await new Promise((resolve) => setTimeout(resolve, pollMs));
      known = await rateStore.all();
    }
    lookedAt = clock.now().getTime();
    return serve("cache");
  }

  async function fetchClaimed(isEnough: () => boolean): Promise<Rates> {
    try {
      // Another instance may have fetched between our read and our claim.
      known = await rateStore.all();
      if (isEnough()) {
        await rateStore.endFetch("fetched");
        return serve("cache");
      }
      const fetched = await fetchRates(deps, known);
      if (fetched.length === 0) throw new NoRates("no provider gave a rate that can be trusted");
      isOut = false;
      await rateStore.save(fetched);
      // A pair missing from this fetch keeps its known rate.
      known = [...fetched, ...known.filter((rate) => !fetched.some((newer) => isSamePair(rate, newer)))];
      await rateStore.endFetch("fetched");
      return serve("live");
    } catch (error) {
      const areSilent = error instanceof NoRates;
      // Once per outage; each provider's is logged with its reason.
      if (!areSilent || !isOut) log.warn({ error }, "could not fetch exchange rates");
      isOut = areSilent;
      lookedAt = clock.now().getTime();
      // If this fails too, the lease ends by itself.
      await rateStore.endFetch({ restMs }).catch(() => undefined);
      return serve("cache");
    }
  }

  function loadOnce(isEnough: () => boolean): Promise<Rates> {
    loading ??= load(isEnough).finally(() => {
      loading = null;
    });
    return loading;
  }

  return {
    async current() {
      if (isFresh()) return serve("cache");
      // A clock that was set back must not stop us from reading.
      const lookedJustNow = Math.abs(clock.now().getTime() - lookedAt) < rereadMs;
      // Only one request at a time waits for providers; the others need not, as long as they have rates.
      const cacheSuffices = loading === null ? lookedJustNow : hasUsable();
      return cacheSuffices ? serve("cache") : loadOnce(isFresh);
    },
    async refresh() {
      if (!isComplete()) await loadOnce(isComplete);
    },
  };
}

function toRates(usable: readonly StoredRate[], source: RateSource): Rates {
  return {
    source,
    get(tokenSymbol, fiatCurrency) {
      const found = usable.find((rate) => isSamePair(rate, { tokenSymbol, fiatCurrency }));
      return found === undefined ? null : { rate: found.rate, at: found.fetchedAt, provider: found.provider };
    },
  };
}

function isSamePair(a: StoredRate, b: { tokenSymbol: string; fiatCurrency: string }): boolean {
  return a.tokenSymbol === b.tokenSymbol && a.fiatCurrency === b.fiatCurrency;
}

function unavailable(): CheckoutError {
  return new CheckoutError("EXCHANGE_RATE_UNAVAILABLE", fault("rates.unavailable"), {
    retryAfterSeconds: Math.ceil(restMs / 1000),
  });
}

type CurrencyParts = { rates: Pick<RateService, "current">; fiatCurrencies: readonly FiatCurrency[] };

function isOffered({ code, roughPerDollar }: FiatCurrency, rates: Rates | null): boolean {
  return (
    roughPerDollar !== null || fiatTokenSymbols.some((symbol) => (rates?.get(symbol, code) ?? null) !== null)
  );
}

/** The operator's currencies in which checkouts can be priced now (spec D12). */
export async function offeredCurrencies({ rates, fiatCurrencies }: CurrencyParts): Promise<FiatCurrency[]> {
  const current = await rates.current().catch(() => null);
  return fiatCurrencies.filter((currency) => isOffered(currency, current));
}

/** @throws CheckoutError UNSUPPORTED_FIAT_CURRENCY; EXCHANGE_RATE_UNAVAILABLE while no one knows whether it is offered */
export async function requireOffered(deps: CurrencyParts, code: string): Promise<void> {
  const known = deps.fiatCurrencies.find((currency) => currency.code === code);
  if (known !== undefined && (isOffered(known, null) || isOffered(known, await deps.rates.current()))) return;
  throw new CheckoutError("UNSUPPORTED_FIAT_CURRENCY", supportedCurrencies(await offeredCurrencies(deps)), {
    param: "fiatCurrency",
  });
}

/**
 * The rates that price checkouts at this moment, for every token (spec §4.2).
 *
 * @param fiatCurrency one currency's code; undefined for all of them
 * @throws CheckoutError UNSUPPORTED_FIAT_CURRENCY, EXCHANGE_RATE_UNAVAILABLE
 */
export async function getExchangeRates(
  deps: CurrencyParts,
  fiatCurrency: string | undefined,
): Promise<ExchangeRates> {
  if (fiatCurrency !== undefined) await requireOffered(deps, fiatCurrency);
  const codes = deps.fiatCurrencies.map(({ code }) => code);
  const rates = await deps.rates.current();
  const pairs = fiatTokenSymbols.flatMap((tokenSymbol) =>
    (fiatCurrency === undefined ? codes : [fiatCurrency]).flatMap((code) => {
      const found = rates.get(tokenSymbol, code);
      return found === null ? [] : [{ tokenSymbol, fiatCurrency: code, ...found }];
    }),
  );
  if (pairs.length === 0) {
    throw new CheckoutError(
      "EXCHANGE_RATE_UNAVAILABLE",
      fiatCurrency === undefined
        ? fault("rates.noneInAny")
        : fault("rates.noneIn", { currency: fiatCurrency }),
      { retryAfterSeconds: 60 },
    );
  }
  return { fiatCurrency: fiatCurrency ?? null, source: rates.source, pairs };
}
