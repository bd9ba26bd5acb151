import { expect, test } from "vitest";
import { buildChain, usdc, usdt } from "@/lib/testing/builders";
import { listedSums, revenueOf, totalOf } from "./overview-figures.rules";

const local = buildChain();
/** The same dollars with other decimals. */
const other = {
  ...buildChain(),
  chainId: 56,
  tokens: [{ symbol: "USDC", name: "USD Coin", address: usdc, decimals: 18 }],
};
const chains = [local, other];
const of = (units: bigint, tokenAddress = usdc, chainId = local.chainId) => ({
  chainId,
  tokenAddress,
  units,
});
const unlisted = of(999n, `0x${"9".repeat(40)}`);

test("sums tokens and chains with different decimals, without unlisted tokens", () => {
  const sums = [of(4_500_000n), of(1_000_001n, usdt), of(5n * 10n ** 17n, usdc, other.chainId), unlisted];
  expect(totalOf(chains, sums)).toEqual({ digits: 6_000_001n * 10n ** 12n, scale: 18 });
  expect(totalOf(chains, [])).toEqual({ digits: 0n, scale: 0 });
  expect(listedSums(chains, sums)).toHaveLength(3);
});

test.each([
  ["some is refunded", [of(10_000_000n)], [of(2_500_000n), unlisted], 7_500_000n],
  ["in another token", [of(10_000_000n)], [of(2_500_000n, usdt)], 7_500_000n],
  ["more than came in, of earlier payments", [of(1_000_000n)], [of(4_000_000n)], -3_000_000n],
  ["nothing came in", [], [of(4_000_000n)], -4_000_000n],
])("revenue is net of refunds: %s", (_, received, refunded, net) => {
  expect(revenueOf(chains, received, refunded).net).toEqual({ digits: net, scale: 6 });
});
