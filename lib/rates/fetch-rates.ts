import type { Clock } from "@/lib/platform/clock.port";
import { dayMs } from "@/lib/platform/durations.rules";
import type { Log } from "@/lib/platform/log.port";
import { normalizeRate } from "@/lib/platform/money.rules";
import { fiatCurrencies, fiatTokenSymbols } from "./fiat-currency.rules";
import { agreeOnRate, type Consensus, type RateExpectation, type ToldRate } from "./rate-consensus.rules";
import type { RateProvider, RateTable, StoredRate } from "./rates.port";

const expectationMs = dayMs;

export type FetchRatesDeps = { clock: Clock; log: Log; providers: readonly RateProvider[] };

type Answer = { provider: string; table: RateTable };

/**
 * Asks all providers at once and answers, for each token and currency, what those that answered agree on
 * (`agreeOnRate`). Who does not answer, or is far off, is dropped and logged by name. A pair without agreement
 * is left out. One provider that was set alone is taken at its word: there is nothing to hold against it.
 *
 * @param previous the rates stored last, of whatever age
 */
export async function fetchRates(
  deps: FetchRatesDeps,
  previous: readonly StoredRate[],
): Promise<StoredRate[]> {
  // What a provider says is as old as the question, however long it takes to answer.
  const fetchedAt = deps.clock.now();
  const answers = (await Promise.all(deps.providers.map((provider) => ask(deps.log, provider)))).flat();

  return fiatTokenSymbols.flatMap((tokenSymbol) =>
    fiatCurrencies.flatMap(({ code, roughPerDollar }): StoredRate[] => {
      const told = answers.flatMap(({ provider, table }): ToldRate[] => {
        const rate = normalizeRate(table[tokenSymbol]?.[code] ?? "");
        return rate === null ? [] : [{ provider, rate }];
      });
      const last = previous.find((rate) => rate.tokenSymbol === tokenSymbol && rate.fiatCurrency === code);
      const isRecent = last !== undefined && fetchedAt.getTime() - last.fetchedAt.getTime() <= expectationMs;
      const expected = { lastRate: isRecent ? last.rate : null, roughRate: roughPerDollar };
      const { rate, kept, dropped } = judge(deps, told, expected);
      if (dropped.length > 0) {
        const pair = { tokenSymbol, fiatCurrency: code, rate, lastRate: expected.lastRate };
        deps.log.warn({ ...pair, kept, dropped }, "a provider's exchange rate is not trusted");
      }
      if (rate === null) return [];
      const provider = kept.map((one) => one.provider).join("+");
      return [{ tokenSymbol, fiatCurrency: code, rate, provider, fetchedAt }];
    }),
  );
}

async function ask(log: Log, provider: RateProvider): Promise<Answer[]> {
  try {
    return [{ provider: provider.name, table: await provider.fetch() }];
  } catch (error) {
    log.warn({ provider: provider.name, error }, "a provider gave no exchange rates");
    return [];
  }
}

function judge(
  { providers }: FetchRatesDeps,
  told: readonly ToldRate[],
  expected: RateExpectation,
): Consensus {
  if (providers.length > 1) return agreeOnRate(told, expected);
  return { rate: told[0]?.rate ?? null, kept: told, dropped: [] };
}
