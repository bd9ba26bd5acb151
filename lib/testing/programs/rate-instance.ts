import { createSystemClock } from "@/lib/platform/clock";
import { createDatabase } from "@/lib/platform/database";
import { createLog } from "@/lib/platform/log";
import { createRateService, type Rates } from "@/lib/rates/get-rates";
import { createProviders } from "@/lib/rates/providers";
import { createRateStore } from "@/lib/rates/rate.store";

/** What came of one request for the rates. */
export type Outcome = { source: string; rate: string | null } | { code: string };

// One instance of the service, as far as it concerns rates: asked for them so many times at once.

const setting = (name: string) => process.env[name] ?? "";
const database = createDatabase(setting("DATABASE_URL"), { maxConnections: 4 });
const clock = createSystemClock();
const rates = createRateService({
  clock,
  log: createLog("silent"),
  providers: createProviders(
    {
      COINGECKO_URL: setting("COINGECKO_URL"),
      COINBASE_URL: setting("COINBASE_URL"),
      KRAKEN_URL: setting("KRAKEN_URL"),
    },
    clock,
  ),
  rateStore: createRateStore(database),
});

const outcome = (work: Promise<Rates>): Promise<Outcome> =>
  work.then(
    (current) => ({ source: current.source, rate: current.get("USDC", "USD")?.rate ?? null }),
    (error: { code?: string; message: string }) => ({ code: error.code ?? error.message }),
  );

process.on("message", ({ times }: { times: number }) => {
  void Promise.all(Array.from({ length: times }, () => outcome(rates.current()))).then((outcomes) =>
    process.send?.(outcomes),
  );
});
process.on("disconnect", () => process.exit());
process.send?.("ready");
