import { type Chain, decimalsOf } from "@/lib/chain/chains.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { amountPricedDecimals, limitIn, sameValueUnits } from "@/lib/platform/values/money.rules";

/** A cent, where the price in tokens is not known. */
const centUnits = 10_000n;

type Measured = { decimals: number };

/** Of a network's own coin, which never pays a checkout. */
export const leastWei = 10n ** 15n;

/**
 * Received amounts below this change nothing for the customer: anyone can send them at no cost. It is the project's
 * minimum, or else 1 % of the price.
 *
 * @param priceUnits in the token; null before one was selected
 * @param minimumUnits the project's, in no token
 */
export function dustLimit(priceUnits: bigint | null, minimumUnits: bigint, token: Measured): bigint {
  if (minimumUnits > 0n) return limitIn(minimumUnits, token);
  return priceUnits === null ? limitIn(centUnits, token) : (priceUnits + 99n) / 100n;
}

/** The same for amounts in one token, which may have other decimals than the one in which the checkout is priced. */
export function dustIn(
  chains: readonly Chain[],
  token: TokenRef,
  {
    amountUnits,
    chainId,
    tokenAddress,
  }: { [Field in keyof TokenRef]: TokenRef[Field] | null } & { amountUnits: bigint | null },
  minimumUnits: bigint,
): bigint {
  const decimals = decimalsOf(chains, token);
  const pricedIn =
    chainId === null || tokenAddress === null
      ? amountPricedDecimals
      : decimalsOf(chains, { chainId, tokenAddress });
  const price = amountUnits === null ? null : sameValueUnits(amountUnits, pricedIn, decimals);
  return dustLimit(price, minimumUnits, { decimals });
}

/** The wallet that paid most, and the sum of all others. */
export type MainPayer = { address: Hex; units: bigint; othersUnits: bigint };

/** Whether all others together sent only dust: then the payer's signature proves whose money it is. */
export function isOnlyPayer({ units, othersUnits }: MainPayer, dustUnits: bigint): boolean {
  return othersUnits < dustUnits && othersUnits < units;
}
