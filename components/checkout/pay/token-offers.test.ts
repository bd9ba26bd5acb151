import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { coinOffers, groupByCoin } from "@/components/checkout/pay/token-offers";
import { views } from "@/lib/api/openapi/examples/views";

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

test.each([
  ["the cheapest coin once, not its other networks", ["1.00", "0.001", "0.02"], [2]],
  ["none where the fees differ by what we don't show", ["1.00", "0.001", "0.01"], []],
  ["none where a fee is unknown", ["1.00", "0.001", null], []],
])("marks as the lowest fee %s", (_, [dear, cheap, other], marked) => {
  const [base] = views.choosing.options;
  if (base === undefined) throw new Error("the example has options");
  const of = (symbol: string, chainId: number, typicalFeeUsd: string | null = null) => ({
    ...base,
    chainId,
    token: { ...base.token, symbol },
    typicalFeeUsd,
  });
  const options = [of("USDC", 1, dear), of("USDC", 2, cheap), of("USDT", 3, other)];
  const { page: t } = checkoutMessages({ language: "en", locale: "en" });
  const offers = coinOffers(options, t).flatMap(({ cheapest, others }) => [cheapest, ...others]);
  const lowest = offers.filter(({ terms }) => renderToStaticMarkup(terms).includes("Lowest fee"));
  expect(lowest.map(({ chainId }) => chainId)).toEqual(marked);
});
