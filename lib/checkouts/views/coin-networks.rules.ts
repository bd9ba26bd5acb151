type Option = { amount: string | null; typicalFeeUsd: string | null; token: { symbol: string } };

/**
 * The options of each coin, coins in the options' order. First the cheapest network that has a rate; equal ones stay in
 * the options' order, and one with an unknown fee counts as dearest.
 */
export function groupByCoin<Each extends Option>(options: readonly Each[]): [Each, ...Each[]][] {
  const coins = new Map<string, [Each, ...Each[]]>();
  for (const option of options) {
    const coin = coins.get(option.token.symbol);
    if (coin === undefined) coins.set(option.token.symbol, [option]);
    else coin.push(option);
  }
  for (const coin of coins.values()) coin.sort((a, b) => rank(a) - rank(b));
  return [...coins.values()];
}

function rank({ amount, typicalFeeUsd }: Option): number {
  if (amount === null) return Number.MAX_VALUE;
  return typicalFeeUsd === null ? Number.MAX_SAFE_INTEGER : Number(typicalFeeUsd);
}
