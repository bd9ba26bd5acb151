/** A network's own coin, in which its fee is paid. All of them have 18 decimals. */
export function nativeCoin(chainId: number): { name: string; symbol: string; decimals: 18 } {
  const symbol = chainId === 137 ? "POL" : "ETH";
  return { name: symbol, symbol, decimals: 18 };
}
