import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import type { Checkout } from "./checkout.rules";

/** What one transaction brought of a token, and is not being returned. */
export type UndecidedStray = {
  txHash: Hex;
  amountUnits: bigint;
  /** Every transfer of it is final. */
  final: boolean;
  /** A canonical sweep took it. */
  swept: boolean;
};

export type StrayFacts = {
  checkout: Pick<Checkout, "status" | "chainId" | "tokenAddress" | "tokenFixed" | "totalPaidUnits">;
  quotes: readonly Quote[];
  token: TokenRef;
  /** The customer could select the token if the choice were open. */
  selectable: boolean;
  /** A settlement of it is open. */
  beingSettled: boolean;
};

export type StrayHindrance = "not_stray" | "offered" | "being_swept";

/** Why nothing can be decided on what came in the token; null when it can. */
export function strayHindrance({
  checkout,
  quotes,
  token,
  selectable,
  beingSettled,
}: StrayFacts): StrayHindrance | null {
  const { status, chainId, tokenAddress, tokenFixed, totalPaidUnits } = checkout;
  // While the customer can still complete a payment in it, a return would be counted, too.
  const quoted = quotes.some((quote) => sameToken(quote, token));
  const choosable = selectable && !tokenFixed && totalPaidUnits === 0n;
  if (status === "PENDING" && (quoted || choosable)) return "offered";
  if (chainId !== null && tokenAddress !== null && sameToken({ chainId, tokenAddress }, token))
    return "not_stray";
  return beingSettled ? "being_swept" : null;
}

/** Whether a stray payment can still become the checkout's payment. */
export function isCountable(status: Checkout["status"]): boolean {
  return status === "PENDING" || status === "EXPIRED" || status === "CANCELLED";
}

/**
 * A price in one stablecoin as another one's smallest units, rounded up: one token counts as one dollar.
 *
 * @example sameValueUnits(4_500_000n, 6, 18) // 4500000000000000000n
 */
export function sameValueUnits(amountUnits: bigint, decimals: number, toDecimals: number): bigint {
  if (toDecimals >= decimals) return amountUnits * 10n ** BigInt(toDecimals - decimals);
  const divisor = 10n ** BigInt(decimals - toDecimals);
  return (amountUnits + divisor - 1n) / divisor;
}
