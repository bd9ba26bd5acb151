import { type Connections, run, type Statement } from "@/lib/platform/database";
import { isCoinSymbol, isFiatTokenSymbol, type Pair, type RatedSymbol } from "./fiat-currency.rules";

/** Rates by token or coin, and currency: decimal text, units of fiat for one. */
export type RateTable = Partial<Record<RatedSymbol, Readonly<Record<string, string>>>>;

/** An outside source of rates. Answers within seconds, or throws. */
export type RateProvider = {
  readonly name: string;
  /** The pairs that it's asked for. */
  readonly pairs: readonly Pair[];
  /** A central bank's rates of a day (`RateQuote`). */
  readonly isReference?: boolean;
  fetch(): Promise<RateTable>;
};

export type StoredRate = {
  tokenSymbol: RatedSymbol;
  fiatCurrency: string;
  rate: string;
  /** The provider; several are joined by "+". */
  provider: string;
  fetchedAt: Date;
};

export type RateStore = {
  all(): Promise<StoredRate[]>;
  save(rates: readonly StoredRate[]): Promise<void>;
  /**
   * Claims the right to fetch, for `leaseMs` at most, by the database's clock. `busy`: another instance is fetching.
   * `resting`: a fetch failed a short while ago.
   */
  claimFetch(leaseMs: number): Promise<"claimed" | "busy" | "resting">;
  /** Ends the claim of `claimFetch`. After a failure no one may claim for `restMs`. */
  endFetch(outcome: { restMs: number } | "fetched"): Promise<void>;
};

/** The last rate of each token and currency, and the claim for the next fetch, in Postgres. */
export function createRateStore({ pool, prisma }: Connections): RateStore {
  return {
    all: async () => {
      const rows = await prisma.exchangeRate.findMany({
        orderBy: [{ tokenSymbol: "asc" }, { fiatCurrency: "asc" }],
      });
      // A row of a token that is no longer priced is history.
      return rows.flatMap(({ tokenSymbol, ...rate }) =>
        isFiatTokenSymbol(tokenSymbol) || isCoinSymbol(tokenSymbol) ? [{ tokenSymbol, ...rate }] : [],
      );
    },

    save: async (rates) => {
      if (rates.length === 0) return;
      await run(pool, upsertRates, [
        rates.map(({ tokenSymbol }) => tokenSymbol),
        rates.map(({ fiatCurrency }) => fiatCurrency),
        rates.map(({ rate }) => rate),
        rates.map(({ provider }) => provider),
        rates.map(({ fetchedAt }) => fetchedAt),
      ]);
    },

    claimFetch: async (leaseMs) => {
      const claimed = await run(pool, claimFetch, [leaseMs]);
      if (claimed.length > 0) return "claimed";
      // A separate statement: the one above does not see the row that won.
      const [held] = await run<{ failed: boolean }>(pool, findFetch);
      return held?.failed === true ? "resting" : "busy";
    },

    endFetch: async (outcome) => {
      if (outcome === "fetched") await prisma.rateFetch.deleteMany();
      else await run(pool, restFetch, [outcome.restMs]);
    },
  };
}

/** A slow fetch never overwrites a later one. SQL: Prisma's upsert takes no condition on the row that it meets. */
const upsertRates: Statement = {
  name: "rates_save",
  text: `
    INSERT INTO exchange_rates (token_symbol, fiat_currency, rate, provider, fetched_at)
    SELECT token_symbol, fiat_currency, rate, provider, fetched_at
    FROM unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[])
      AS fetched (token_symbol, fiat_currency, rate, provider, fetched_at)
    ORDER BY token_symbol, fiat_currency
    ON CONFLICT (token_symbol, fiat_currency) DO UPDATE SET
      rate = excluded.rate, provider = excluded.provider, fetched_at = excluded.fetched_at
    WHERE exchange_rates.fetched_at <= excluded.fetched_at`,
};

// A lease instead of a lock: no connection is held while a provider is slow, and a crash blocks no one longer than the
// lease. SQL: the database's clock alone decides, so that instances need not agree on the time; Prisma would send theirs.

const claimFetch: Statement = {
  name: "rates_claim_fetch",
  text: `
    INSERT INTO rate_fetches (id, held_until, failed)
    VALUES (1, clock_timestamp() + $1 * interval '1 millisecond', false)
    ON CONFLICT (id) DO UPDATE SET held_until = excluded.held_until, failed = false
    WHERE rate_fetches.held_until <= clock_timestamp()
    RETURNING id`,
};

const findFetch: Statement = {
  name: "rates_find_fetch",
  text: "SELECT failed FROM rate_fetches WHERE held_until > clock_timestamp()",
};

const restFetch: Statement = {
  name: "rates_rest_fetch",
  text: `
    UPDATE rate_fetches SET held_until = clock_timestamp() + $1 * interval '1 millisecond', failed = true`,
};
