import { expect, test } from "vitest";
import { buildChain, usdc, usdt } from "@/lib/testing/builders";
import { type Counted, conversionOf, growthOf, overviewFigures, toNumber } from "./overview-figures.rules";

const local = buildChain();
const eighteen = buildChain({
  chainId: 56,
  name: "Wide",
  tokens: [{ symbol: "USDC", name: "USD Coin", address: usdc, decimals: 18 }],
});
const chains = [local, eighteen];
const range = {
  from: new Date("2026-01-01T00:00:00Z"),
  to: new Date("2026-01-04T00:00:00Z"),
  stepMs: 86_400_000,
};

const row = (overrides: Partial<Counted & { step: number }>): Counted & { step: number } => ({
  step: 0,
  chainId: 31337,
  tokenAddress: usdc,
  createdCount: 0,
  convertedCount: 0,
  paidCount: 0,
  paidUnits: 0n,
  paidMs: 0n,
  ...overrides,
});
const figures = (rows: readonly (Counted & { step: number })[], previous: readonly Counted[] = []) =>
  overviewFigures(chains, range, rows, previous);

test("default: sums of all, of each step, token and network", () => {
  const told = figures(
    [
      row({ createdCount: 4, convertedCount: 2, paidCount: 2, paidUnits: 9_000_000n, paidMs: 60_000n }),
      row({ step: 2, tokenAddress: usdt, paidCount: 1, paidUnits: 1_500_000n, paidMs: 90_000n }),
      row({ step: 2, chainId: 0, tokenAddress: "", createdCount: 3 }),
    ],
    [row({ paidCount: 1, paidUnits: 1n, paidMs: 5n })],
  );
  expect(told.now).toEqual({
    volumes: [
      { symbol: "USDC", amount: { digits: 9_000_000n, scale: 6 } },
      { symbol: "USDT", amount: { digits: 1_500_000n, scale: 6 } },
    ],
    createdCount: 7,
    convertedCount: 2,
    paidCount: 3,
    meanPaidMs: 50_000,
  });
  expect(told.previous).toMatchObject({ paidCount: 1, meanPaidMs: 5 });
  expect(told.steps.map(({ from, paidCount }) => [from.toISOString().slice(0, 10), paidCount])).toEqual([
    ["2026-01-01", 2],
    ["2026-01-02", 0],
    ["2026-01-03", 1],
  ]);
  expect(told.byToken.map(({ symbol, paidCount }) => [symbol, paidCount])).toEqual([
    ["USDC", 2],
    ["USDT", 1],
  ]);
  expect(told.byNetwork.map(({ name, createdCount }) => [name, createdCount])).toEqual([
    ["Local", 4],
    [null, 3],
  ]);
});

test("behavior: one symbol with other decimals elsewhere is summed exactly", () => {
  const { now } = figures([
    row({ paidCount: 1, paidUnits: 1_000_001n }),
    row({ chainId: 56, paidCount: 1, paidUnits: 2_000_000_000_000_000_001n }),
  ]);
  expect(now.volumes).toEqual([
    { symbol: "USDC", amount: { digits: 3_000_001_000_000_000_001n, scale: 18 } },
  ]);
});

test("behavior: what is of unknown decimals is counted, and in no sum of money", () => {
  const told = figures([
    row({ tokenAddress: `0x${"9".repeat(40)}`, paidCount: 2, paidUnits: 10n ** 30n, createdCount: 2 }),
    row({ chainId: 7, paidCount: 1, paidUnits: 5n }),
  ]);
  expect(told.now).toMatchObject({ volumes: [], paidCount: 3 });
  expect(told.unlistedPaidCount).toBe(3);
  expect(told.byToken).toEqual([]);
  expect(told.byNetwork.map(({ name }) => name)).toEqual(["Local", "Chain 7"]);
});

test("behavior: nothing happened", () => {
  const { now, steps } = figures([]);
  expect(now).toEqual({ volumes: [], createdCount: 0, convertedCount: 0, paidCount: 0, meanPaidMs: null });
  expect(steps).toHaveLength(3);
  expect(conversionOf(now)).toBeNull();
});

test("behavior: a last step that the range cuts off ends with it", () => {
  const week = { ...range, stepMs: 2 * 86_400_000 };
  expect(overviewFigures(chains, week, [], []).steps.map(({ to }) => to.getTime())).toEqual([
    new Date("2026-01-03T00:00:00Z").getTime(),
    range.to.getTime(),
  ]);
});

test("behavior: growth is told where there was something to grow", () => {
  expect(growthOf(3, 2)).toBe(0.5);
  expect(growthOf(0, 2)).toBe(-1);
  expect([growthOf(3, 0), growthOf(null, 2), growthOf(3, null)]).toEqual([null, null, null]);
  expect(toNumber({ digits: 4_500_000n, scale: 6 })).toBe(4.5);
});
