import "server-only";
import { perProcess } from "@/lib/platform/process/per-process";
import { createCoinPrices, ratedCoins } from "@/lib/rates/coin-prices";
import { createRateService } from "@/lib/rates/get-rates";
import { createFixedProvider, createProviders } from "@/lib/rates/providers";
import { createRateStore } from "@/lib/rates/rate.store";
import { getProcess } from "./process";

/** Prices of tokens and coins. */
export const getRates = perProcess("rates", () => {
  const { settings, database, common } = getProcess();
  const { clock, log } = common;
  const rateStore = createRateStore(database);
  const providers =
    settings.DEMO_FIXED_RATES === undefined
      ? createProviders(settings, clock, ratedCoins(settings.CHAINS))
      : [createFixedProvider(settings.DEMO_FIXED_RATES)];
  const rates = createRateService({ clock, log, providers, rateStore });
  return { rateStore, rates, coinPrices: createCoinPrices(rates) };
});
