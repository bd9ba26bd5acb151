import { formatUnits, parseDecimal } from "@/lib/platform/values/money.rules";

/** A provider's price of one token: decimal text > 0 with at most 18 decimals. */
export type RateQuote = {
  provider: string;
  rate: string;
  /** A central bank's, of a day: it bears another provider out, and no one is charged by it. */
  isReference?: boolean;
};

/** What we know about a rate before asking. */
export type RateExpectation = {
  /** The last rate of at most a day ago, or null. */
  lastRate: string | null;
  /** The order of magnitude, decimal text > 0; null when unknown. */
  roughRate: string | null;
};

export type Consensus = {
  /** Null when no rate can be trusted. */
  rate: string | null;
  kept: readonly RateQuote[];
  dropped: readonly RateQuote[];
};

const scale = 18;

const outlierPercent = 2n;

/** No listed currency moves this much against a dollar token within a day. */
const loneChangePercent = 10n;

type Quantity = RateQuote & { units: bigint };

/**
 * The rate on which several providers agree at one moment.
 *
 * A rate counts when it is within 2 % of the middle one (of both middle ones for an even number). The result is the
 * median of the counted rates; of two, the mean rounded down at 18 decimals.
 *
 * With two or more rates, at least two must agree: otherwise no one knows which is right, and a wrong price costs the
 * merchant more than none. A single rate is accepted within 10 % of the last rate, or without one between half and
 * twice the expected magnitude, if that is known; or when a reference rate is within 2 % of it. Otherwise reference
 * rates are not heard: they may be older than what the others agree on.
 *
 * @throws RangeError when a rate is not a positive decimal: callers validate them
 * @example agreeOnRate([{ provider: "a", rate: "1" }, { provider: "b", rate: "1.01" }], …).rate // "1.005"
 */
export function agreeOnRate(quotes: readonly RateQuote[], expected: RateExpectation): Consensus {
  const measured = quotes.map((one): Quantity => ({ ...one, units: toUnits(one.rate) }));
  const sorted = measured
    .filter(({ isReference }) => isReference !== true)
    .sort((a, b) => (a.units < b.units ? -1 : a.units > b.units ? 1 : 0));
  const [lone] = sorted;
  if (lone !== undefined && sorted.length === 1) {
    const witnesses = measured.filter(
      (one) => one.isReference === true && differsAtMost(outlierPercent, lone.units, one.units),
    );
    const isBelieved = witnesses.length > 0 || isCredible(lone.units, expected);
    return outcome(quotes, isBelieved ? [lone] : [], witnesses);
  }
  const middle = middleOf(sorted);
  const kept = sorted.filter(({ units }) =>
    middle.every((one) => differsAtMost(outlierPercent, units, one.units)),
  );
  return outcome(quotes, kept.length < 2 ? [] : kept, []);
}

/** @param charged the quotes that make the rate, sorted; @param witnesses the references that bear them out */
function outcome(
  quotes: readonly RateQuote[],
  charged: readonly Quantity[],
  witnesses: readonly RateQuote[],
): Consensus {
  const providers = new Set([...charged, ...witnesses].map(({ provider }) => provider));
  const live = quotes.filter(({ isReference }) => isReference !== true);
  return {
    rate: charged.length === 0 ? null : formatUnits(mean(middleOf(charged)), scale, 0),
    kept: charged.length === 0 ? [] : quotes.filter(({ provider }) => providers.has(provider)),
    dropped: live.filter(({ provider }) => charged.length === 0 || !providers.has(provider)),
  };
}

function isCredible(units: bigint, { lastRate, roughRate }: RateExpectation): boolean {
  if (lastRate !== null) return differsAtMost(loneChangePercent, units, toUnits(lastRate));
  if (roughRate === null) return false;
  const rough = toUnits(roughRate);
  return 2n * units >= rough && units <= 2n * rough;
}

/** Whether `units` is within this percentage of `reference`. */
function differsAtMost(percent: bigint, units: bigint, reference: bigint): boolean {
  const difference = units > reference ? units - reference : reference - units;
  return difference * 100n <= reference * percent;
}

/** The middle element of a sorted list, or both when their number is even. */
function middleOf(sorted: readonly Quantity[]): readonly Quantity[] {
  const upper = Math.floor(sorted.length / 2);
  return sorted.slice(sorted.length % 2 === 0 ? upper - 1 : upper, upper + 1);
}

function mean(all: readonly Quantity[]): bigint {
  return all.reduce((sum, { units }) => sum + units, 0n) / BigInt(all.length);
}

function toUnits(rate: string): bigint {
  const decimal = parseDecimal(rate);
  if (decimal === null || decimal.digits === 0n || decimal.scale > scale) {
    throw new RangeError(`not a rate: ${rate}`);
  }
  return decimal.digits * 10n ** BigInt(scale - decimal.scale);
}

const names: Readonly<Record<string, string>> = {
  coinbase: "Coinbase",
  coingecko: "CoinGecko",
  ecb: "European Central Bank",
  kraken: "Kraken",
};

/**
 * A provider's display name; null for the fixed rates of a demo.
 *
 * @param provider as stored with a rate
 */
export function rateProviderName(provider: string): string | null {
  return provider === "fixed" ? null : (names[provider] ?? provider);
}
