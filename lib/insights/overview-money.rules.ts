import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Decimal } from "@/lib/platform/values/money.rules";
import { addDecimals, volumesOf } from "./overview-figures.rules";

/** An amount of one token on one chain, in its smallest units. */
export type TokenSum = TokenRef & { units: bigint };

/** Received, less what was refunded. Totals count each token as one dollar; unlisted tokens are in none. */
export type Revenue = {
  received: Decimal;
  refunded: Decimal;
  /** May be below 0: refunds of earlier payments. */
  net: Decimal;
};

export function revenueOf(
  chains: readonly Chain[],
  received: readonly TokenSum[],
  refunded: readonly TokenSum[],
): Revenue {
  const total = { received: totalOf(chains, received), refunded: totalOf(chains, refunded) };
  const { digits, scale } = total.refunded;
  return { ...total, net: addDecimals(total.received, { digits: -digits, scale }) };
}

/** One total over all listed tokens: a token is a dollar. */
export function totalOf(chains: readonly Chain[], sums: readonly TokenSum[]): Decimal {
  return volumesOf(chains, sums).reduce<Decimal>((total, { amount }) => addDecimals(total, amount), {
    digits: 0n,
    scale: 0,
  });
}

/** The listed tokens among them: anyone can send any other. */
export function listedSums<Sum extends TokenRef>(chains: readonly Chain[], sums: readonly Sum[]): Sum[] {
  return sums.filter((sum) => findToken(chains, sum) !== null);
}
