import { expect, it } from "vitest";
import type { Incident, IncidentStore } from "@/lib/platform/incidents/incident-store.port";
import { buildChain, noon } from "@/lib/testing/builders";
import { partsOf } from "@/lib/testing/parts";
import { checkCoinPrices, createCoinPrices, ratedCoins } from "./coin-prices";
import type { RateService } from "./get-rates";

const ether = { name: "Ether", symbol: "ETH", decimals: 18 };
const base = { ...buildChain({ chainId: 8453, nativeCoinUsd: 3_500 }), local: false, nativeCurrency: ether };

/** Providers with this price of ETH; null for none, undefined when they are away. */
function ratesWith(usd: string | null | undefined): RateService {
  return partsOf<RateService>({
    current: async () => {
      if (usd === undefined) throw new Error("away");
      const rate = usd === null ? null : { rate: usd, at: noon, provider: "test" };
      return { source: "live", get: (symbol) => (symbol === "ETH" ? rate : null) };
    },
  });
}

it("prices a coin by the providers, and by the written price without them", async () => {
  expect(await createCoinPrices(ratesWith("1750.5"))(base)).toBe(1_750.5);
  expect(await createCoinPrices(ratesWith(null))(base)).toBe(3_500);
  expect(await createCoinPrices(ratesWith(undefined))(base)).toBe(3_500);
});

it("takes no provider's price where gas is free or the coin only has the same name", async () => {
  const prices = createCoinPrices(ratesWith("1750"));
  expect(await prices({ ...base, nativeCoinUsd: null })).toBeNull();
  expect(await prices({ ...base, local: true })).toBe(3_500);
  expect(await prices({ ...base, nativeCurrency: { ...ether, symbol: "TOY" } })).toBe(3_500);
  expect(ratedCoins([base, base, { ...base, local: true }, { ...base, nativeCoinUsd: null }])).toEqual([
    "ETH",
  ]);
});

it("opens an incident while the written price is more than three times off, and resolves it", async () => {
  const open = new Map<string, Incident>();
  const incidents = partsOf<IncidentStore>({
    raise: async (incident: Incident) => !!open.set(incident.subject, incident),
    resolve: async (_: string, subject: string) => void open.delete(subject),
  });
  const check = (usd: string | null) =>
    checkCoinPrices({ chains: [base], rates: ratesWith(usd), incidents, clock: { now: () => noon } });
  await check("1166.67");
  expect([...open]).toEqual([]);
  await check("1166");
  expect(open.get("8453/coin")).toMatchObject({
    kind: "COIN_PRICE_OFF",
    chainId: 8453,
    details: {
      coin: "ETH",
      writtenUsd: 3_500,
      providersUsd: 1_166,
      fix: expect.stringContaining("about 1170"),
    },
  });
  await check(null);
  expect(open.size).toBe(1);
  await check("10500");
  expect(open.size).toBe(0);
  await check("10501");
  expect(open.size).toBe(1);
});
