import { isFiatTokenSymbol } from "@/lib/core/fiat-currency";
import type { RateStore } from "@/lib/services/ports/rates";
import { type Database, run, type Statement } from "./database";

/** The last rate of each token and currency, in Postgres. */
export function createRateStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): RateStore {
  return {
    all: async () => {
      const rows = await prisma.exchangeRate.findMany({
        orderBy: [{ tokenSymbol: "asc" }, { fiatCurrency: "asc" }],
      });
      // A row of a token that is priced no more is history.
      return rows.flatMap(({ tokenSymbol, ...rate }) =>
        isFiatTokenSymbol(tokenSymbol) ? [{ tokenSymbol, ...rate }] : [],
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
  };
}

/** A slow fetch never overwrites what a later one has stored. */
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
