import { expect, it } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { startRateServers } from "@/lib/testing/rate-servers";
import { fiatCurrencies } from "./fiat-currency.rules";
import { createRateService, offeredCurrencies, type RateParts } from "./get-rates";
import { createProviders } from "./providers";
import type { StoredRate } from "./rate.store";

// The currencies that each lists, and the European Central Bank's rates for one euro of 2024-06-13.
const perEuro: Readonly<Record<string, string>> = {
  ...{
    USD: "1.0784",
    JPY: "169.58",
    CZK: "24.699",
    DKK: "7.4593",
    GBP: "0.84468",
    HUF: "396.48",
    PLN: "4.3473",
  },
  ...{ RON: "4.9773", SEK: "11.2210", CHF: "0.9668", ISK: "149.30", NOK: "11.4315", TRY: "34.8311" },
  ...{ AUD: "1.6232", BRL: "5.8261", CAD: "1.4823", CNY: "7.8211", HKD: "8.4224", IDR: "17527.83" },
  ...{ ILS: "4.0108", INR: "90.1120", KRW: "1482.31", MXN: "20.1654", MYR: "5.0766", NZD: "1.7477" },
  ...{ PHP: "63.173", SGD: "1.4557", THB: "39.593", ZAR: "19.8385", EUR: "1" },
};
const others: Readonly<Record<string, string>> = {
  ...{
    AED: "3.6725",
    ARS: "902.5",
    BDT: "117.5",
    BHD: "0.377",
    BMD: "1",
    CLP: "921.4",
    GEL: "2.86",
    KWD: "0.3066",
  },
  ...{ LKR: "303.4", MMK: "2098", NGN: "1487", PKR: "278.5", RUB: "89.1", SAR: "3.75", TWD: "32.35" },
  ...{ UAH: "40.6", VND: "25450" },
};
/** Coinbase alone has these, and twenty more. */
const coinbaseOnly: Readonly<Record<string, string>> = {
  KES: "129",
  EGP: "47.7",
  COP: "4100",
  PEN: "3.78",
  ZMW: "25.9",
};

const perDollar = Object.fromEntries(
  Object.entries(perEuro).map(([code, rate]) => [
    code,
    String(Number((Number(rate) / 1.0784).toPrecision(7))),
  ]),
);
const coinGecko = Object.fromEntries(
  Object.entries({ ...perDollar, ...others }).filter(([code]) => !["RON", "ISK"].includes(code)),
);
const coinbase = Object.fromEntries(
  Object.entries({ ...perDollar, ...others, ...coinbaseOnly })
    // A black market: they are far from each other.
    .map(([code, rate]) => [code, code === "MMK" ? "3300" : rate]),
);

it("those on which two providers agree: of 46 that CoinGecko lists all but one, and two by a central bank", async () => {
  const servers = await startRateServers({});
  servers.answers.coingecko = { USDC: coinGecko, USDT: coinGecko };
  servers.answers.coinbase = { USDC: coinbase, USDT: coinbase };
  servers.answers.kraken = { USDC: perDollar, USDT: perDollar };
  servers.answers.ecb = { USDC: perDollar };
  servers.day = "2026-01-01";
  let now = noon;
  let stored: readonly StoredRate[] = [];
  const { coingecko, coinbase: base, kraken, ecb } = servers.urls;
  const settings = { COINGECKO_URL: coingecko, COINBASE_URL: base, KRAKEN_URL: kraken, ECB_URL: ecb };
  const clock = { now: () => now };
  const rates = createRateService(
    partsOf<RateParts>({
      clock,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      providers: createProviders(settings, clock, []),
      rateStore: {
        all: async () => [...stored],
        save: async (saved) => {
          stored = saved;
        },
        claimFetch: async () => "claimed" as const,
        endFetch: async () => undefined,
      },
    }),
  );
  const offered = async () => (await offeredCurrencies({ rates, fiatCurrencies })).map(({ code }) => code);
  try {
    await rates.refresh();
    expect((await offered()).toSorted()).toEqual(
      [...Object.keys(perDollar), ...Object.keys(others)].filter((code) => code !== "MMK").toSorted(),
    );
    const rateOf = (code: string) => stored.find(({ fiatCurrency }) => fiatCurrency === code);
    expect(rateOf("PLN")).toMatchObject({ rate: "4.03125", provider: "coingecko+coinbase" });
    // A central bank's rate is of its day: Coinbase's, which it bears out, is charged.
    expect(rateOf("RON")).toMatchObject({ provider: "coinbase+ecb", rate: coinbase.RON, fetchedAt: now });

    servers.answers.coingecko = (response) => void response.writeHead(500).end();
    now = later(6 * 24 * 3_600_000, noon);
    await rates.refresh();
    expect(await offered()).toHaveLength(15);
  } finally {
    await servers.stop();
  }
});
