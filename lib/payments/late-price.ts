import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { isFiatTokenSymbol } from "@/lib/rates/fiat-currency.rules";
import type { RateService, Rates } from "@/lib/rates/get-rates";
import { movedBps } from "./price-moved.rules";

/** The price of a late payment, on the terms of its token. */
export type LatePrice = Pick<
  Checkout,
  "fiatAmount" | "fiatCurrency" | "amountUnits" | "chainId" | "tokenAddress"
>;

/** The current rates, if one of these prices needs them; null without. */
export async function ratesFor(
  { rates }: { rates: { current: RateService["current"] } },
  prices: readonly LatePrice[],
): Promise<Rates | null> {
  if (prices.every(({ fiatAmount }) => fiatAmount === null)) return null;
  // Without rates, a person decides.
  return rates.current().catch(() => null);
}

/** By how much the price rose until now; null when it cannot be known. */
export function movedNow(chains: readonly Chain[], rates: Rates | null, price: LatePrice): number | null {
  const { fiatCurrency, chainId, tokenAddress } = price;
  if (chainId === null || tokenAddress === null) return null;
  const token = findToken(chains, { chainId, tokenAddress })?.token ?? null;
  const rate =
    token === null || fiatCurrency === null || !isFiatTokenSymbol(token.symbol)
      ? null
      : (rates?.get(token.symbol, fiatCurrency)?.rate ?? null);
  return movedBps(price, token, rate);
}
