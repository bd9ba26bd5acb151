import { readFileSync } from "node:fs";
import * as viemChains from "viem/chains";
import { describe, expect, it, test } from "vitest";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { knownChains } from "./chain-defaults.rules";
import { localChainIds } from "./chains.rules";
import { chainRows } from "./known-chains.rules";

/**
 * Written a second time, with checksum, from the issuers' own lists: Circle's package `@circle-fin/bridge-kit` (USDC,
 * EURC, and Tether's USDT on three chains), and for tokens that no issuer lists, DefiLlama's stablecoin adapters.
 */
const contracts: Readonly<Record<string, string>> = {
  "8453 USDC": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913 6 Circle",
  "8453 USDT": "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2 6 bridged by Base Bridge",
  "8453 EURC": "0x60a3E35Cc302bFA44Cb288Bc5a4F316Fdb1adb42 6 Circle",
  "137 USDC": "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359 6 Circle",
  "137 USDT": "0xc2132D05D31c914a87C6611C10748AEb04B58e8F 6 USDT0",
  "42161 USDC": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831 6 Circle",
  "42161 USDT": "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9 6 USDT0",
  "1 USDC": "0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48 6 Circle",
  "1 USDT": "0xdAC17F958D2ee523a2206206994597C13D831ec7 6 Tether",
  "1 EURC": "0x1aBaEA1f7C830bD89Acc67eC4af516284b1bC33c 6 Circle",
  "10 USDC": "0x0b2C639c533813f4Aa9D7837CAf62653d097Ff85 6 Circle",
  "10 USDT": "0x94b008aA00579c1307B0EF2c499aD98a8ce58e58 6 bridged by Optimism Bridge",
  "56 USDC": "0x8AC76a51cc950d9822D68b83fE1Ad97B32Cd580d 18 bridged by Binance",
  "56 USDT": "0x55d398326f99059fF775485246999027B3197955 18 bridged by Binance",
  "43114 USDC": "0xB97EF9Ef8734C71904D8002F8b6Bc66Dd9c48a6E 6 Circle",
  "43114 USDT": "0x9702230A8Ea53601f5cD2dc00fDBc13d4dF4A8c7 6 Tether",
  "43114 EURC": "0xC891EB4cbdEFf6e073e859e987815Ed1505c2ACD 6 Circle",
  "42220 USDC": "0xcebA9300f2b948710d2653dD7B07f33A8B32118C 6 Circle",
  "42220 USDT": "0x48065fbBE25f71C9282ddf5e1cD6D6A887483D5e 6 Tether",
  "100 USDC.e": "0x2a22f9c3b484c3629090FeED35F17Ff8F88f76F0 6 bridged by Gnosis Bridge",
  "100 USDT": "0x4ECaBa5870353805a9F068101A40E0f32ed605C6 6 bridged by Gnosis Bridge",
  "59144 USDC": "0x176211869cA2b568f2A7D4EE941E073a821EE1ff 6 Circle",
  "59144 USDT": "0xA219439258ca9da29E9Cc4cE5596924745e12B93 6 bridged by Linea Bridge",
  "534352 USDC": "0x06eFdBFf2a14a7c8E15944D1F4A48F9F95F663A4 6 bridged by Scroll Bridge",
  "534352 USDT": "0xf55BEC9cafDbE8730f096Aa55dad6D22d44099Df 6 bridged by Scroll Bridge",
};

describe("the known chains", () => {
  test("have these contracts, with their decimals and issuers", () => {
    const listed = knownChains.flatMap(({ chainId, tokens }) =>
      tokens.map(({ symbol, address, decimals, issuer, bridged }) => {
        expect(address).toBe(address.toLowerCase());
        const by = bridged === true ? `bridged by ${issuer}` : issuer;
        return [`${chainId} ${symbol}`, `${checksummed(address)} ${decimals} ${by}`];
      }),
    );
    expect(Object.fromEntries(listed)).toEqual(contracts);
    expect(listed).toHaveLength(Object.keys(contracts).length);
  });

  test("price only EURC in euros", () => {
    for (const { symbol, currency } of knownChains.flatMap(({ tokens }) => tokens))
      expect(currency).toBe(symbol === "EURC" ? "EUR" : undefined);
  });

  test("stand in the operators' documentation with these contracts", () => {
    const page = readFileSync("docs/operators/chains-and-nodes.md", "utf8");
    const documented = [...page.matchAll(/^\| ([^|]+?) +\| ([\w.]+) +\| (0x\w{40}) \| (\d+) +\|$/gm)];
    expect(documented.map((row) => row.slice(1))).toEqual(
      knownChains.flatMap(({ name, tokens }) =>
        tokens.map(({ symbol, address, decimals }) => [name, symbol, checksummed(address), `${decimals}`]),
      ),
    );
  });

  test("are public, each once", () => {
    expect(knownChains.every(({ chainId, local }) => !local && !localChainIds.has(chainId))).toBe(true);
    expect(new Set(knownChains.map(({ chainId }) => chainId)).size).toBe(knownChains.length);
  });

  test.each(chainRows.map((row) => [row.name, row] as const))(
    "%s has viem's explorer and block time, and Multicall3",
    (_, { chainId, blockExplorerUrl, terms }) => {
      const known = Object.values(viemChains).find((chain) => "id" in chain && chain.id === chainId);
      expect(known).toMatchObject({
        blockExplorers: { default: { url: blockExplorerUrl } },
        blockTime: terms.blockSeconds * 1_000,
        contracts: {
          multicall3: { address: expect.stringMatching(/^0xca11bde05977b3631167028862be2a173976ca11$/i) },
        },
      });
    },
  );

  it.each(chainRows.map((row) => [row.name, row] as const))(
    "%s limits a day of gas, and its lowest tip leaves room below the highest price",
    (_, { nativeCoinUsd, sending }) => {
      const dailyUsd = (Number(sending.dailyCapWei ?? 0n) / 1e18) * (nativeCoinUsd ?? 0);
      expect(dailyUsd).toBeGreaterThanOrEqual(80);
      expect(dailyUsd).toBeLessThanOrEqual(2_000);
      expect((sending.minPriorityFeePerGasWei ?? 0n) * 10n).toBeLessThan(sending.maxFeePerGasWei ?? 0n);
    },
  );
});
