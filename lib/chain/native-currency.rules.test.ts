import * as viemChains from "viem/chains";
import { describe, expect, it } from "vitest";
import { knownChains } from "@/lib/chain/chain-defaults.rules";
import { buildChain } from "@/lib/testing/builders";
import { ether } from "./chains.rules";
import { formatCoins, knownNativeCurrency, nativeCurrencyOf } from "./native-currency.rules";

describe("the native currency", () => {
  it.each([
    [56, "BNB"],
    [43114, "AVAX"],
    [100, "xDAI"],
    [42220, "CELO"],
    [5000, "MNT"],
    [146, "S"],
    [137, "POL"],
    [10, "ETH"],
    [31337, "ETH"],
    [31338, "ETH"],
  ])("of chain %i is %s", (chainId, symbol) => {
    expect(knownNativeCurrency(chainId)).toMatchObject({ symbol, decimals: 18 });
  });

  it("has the symbol and decimals in viem's list", () => {
    // Under its old name, one chain has its old coin.
    const { klaytn: _, ...renamed } = viemChains;
    const compared = Object.values(renamed).filter(
      (chain) => "id" in chain && knownNativeCurrency(chain.id) !== null && chain.id !== 31337,
    );
    expect(compared.length).toBeGreaterThan(30);
    for (const { id, nativeCurrency } of compared)
      expect([id, knownNativeCurrency(id)]).toEqual([
        id,
        expect.objectContaining({
          symbol: expect.stringMatching(new RegExp(`^${nativeCurrency.symbol}$`, "i")),
          decimals: nativeCurrency.decimals,
        }),
      ]);
  });

  it("of a built-in chain is the list's", () => {
    for (const { chainId, nativeCurrency } of knownChains)
      expect(nativeCurrency).toEqual(knownNativeCurrency(chainId));
  });

  it("comes from the settings, then from the list, and is never ETH by default", () => {
    const gold = { name: "Gold", symbol: "GLD", decimals: 9 };
    const chains = [buildChain({ chainId: 777, nativeCurrency: gold })];
    expect(nativeCurrencyOf(chains, 777)).toEqual(gold);
    expect(nativeCurrencyOf(chains, 56)).toMatchObject({ symbol: "BNB" });
    expect(nativeCurrencyOf(chains, 778)).toEqual({ name: "Coin", symbol: "coins", decimals: 18 });
  });

  it("formats amounts by its decimals", () => {
    expect(formatCoins(5n * 10n ** 16n, ether)).toBe("0.05 ETH");
    expect(formatCoins(1_500_000_000n, { name: "Gold", symbol: "GLD", decimals: 9 })).toBe("1.5 GLD");
  });
});
