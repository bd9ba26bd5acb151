import { expect, test } from "vitest";
import { groupByCoin } from "@/components/checkout/pay/token-offers";

const option = (
  symbol: string,
  network: string,
  typicalFeeUsd: string | null,
  amount: string | null = "10",
) => ({
  token: { symbol },
  network,
  typicalFeeUsd,
  amount,
});

test("lists each coin once, in the options' order, its cheapest network first", () => {
  const options = [
    option("USDC", "Ethereum", "1.00"),
    option("USDT", "Ethereum", "1.00"),
    option("USDC", "Base", "0.01"),
    option("USDC", "Unknown", null),
    option("USDT", "Polygon", "0.001"),
    option("USDC", "Arbitrum", "0.01"),
    option("EURC", "Base", "0.01"),
  ];
  const networks = groupByCoin(options).map((coin) => [
    coin[0].token.symbol,
    ...coin.map(({ network }) => network),
  ]);
  expect(networks).toEqual([
    ["USDC", "Base", "Arbitrum", "Ethereum", "Unknown"],
    ["USDT", "Polygon", "Ethereum"],
    ["EURC", "Base"],
  ]);
});

test("sorts networks without a rate after the others", () => {
  const options = [option("USDC", "Base", "0.01", null), option("USDC", "Ethereum", null)];
  expect(groupByCoin(options)[0]?.map(({ network }) => network)).toEqual(["Ethereum", "Base"]);
});

test("returns no coins without options", () => {
  expect(groupByCoin([])).toEqual([]);
});
