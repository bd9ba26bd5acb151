import { formatUnits } from "@/lib/platform/values/money.rules";
import { type Chain, ether, type NativeCurrency, unnamedCoin } from "./chains.rules";

const coin = (name: string, symbol = name): NativeCurrency => ({ name, symbol, decimals: 18 });

const etherChains = [
  1, 10, 130, 324, 480, 1868, 8453, 34443, 42161, 57073, 59144, 81457, 84532, 421614, 534352, 7777777,
  11155111, 11155420,
];

/** Of chains that operators add; other ones have to name theirs. Wallets show these names. */
const known: ReadonlyMap<number, NativeCurrency> = new Map([
  ...etherChains.map((chainId) => [chainId, ether] as const),
  [14, coin("Flare", "FLR")],
  [25, coin("Cronos", "CRO")],
  [30, coin("Rootstock Bitcoin", "RBTC")],
  [50, coin("XDC")],
  [56, coin("BNB")],
  [97, coin("BNB", "tBNB")],
  [100, coin("xDAI")],
  [137, coin("POL")],
  [146, coin("Sonic", "S")],
  [204, coin("BNB")],
  [250, coin("Fantom", "FTM")],
  [1284, coin("Moonbeam", "GLMR")],
  [1329, coin("Sei", "SEI")],
  [5000, coin("Mantle", "MNT")],
  [8217, coin("Kaia", "KAIA")],
  [42220, coin("Celo", "CELO")],
  [43113, coin("Avalanche", "AVAX")],
  [43114, coin("Avalanche", "AVAX")],
  [80002, coin("POL")],
  [80094, coin("Berachain", "BERA")],
  // Development nodes call theirs so.
  [31337, ether],
  [31338, ether],
]);

/** Null for a chain that we don't know. */
export function knownNativeCurrency(chainId: number): NativeCurrency | null {
  return known.get(chainId) ?? null;
}

/** A chain's own coin, also when the chain is no longer enabled. */
export function nativeCurrencyOf(chains: readonly Chain[], chainId: number): NativeCurrency {
  const enabled = chains.find((chain) => chain.chainId === chainId)?.nativeCurrency;
  return enabled ?? knownNativeCurrency(chainId) ?? unnamedCoin;
}

/** @example formatCoins(5n * 10n ** 16n, ether) // "0.05 ETH" */
export function formatCoins(wei: bigint, { decimals, symbol }: NativeCurrency): string {
  return `${formatUnits(wei, decimals, 0)} ${symbol}`;
}
