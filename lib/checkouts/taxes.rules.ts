import { parseDecimal } from "@/lib/platform/values/money.rules";

/**
 * What remains of a price without the taxes that it includes, exactly: in the currency's smallest coin.
 *
 * @param places the currency's decimals
 * @returns null when one of them isn't an amount of the currency; below 0 when the taxes are more than the price
 * @example withoutTaxes("4.5", { "VAT 19%": "0.72" }, 2) // 378n
 */
export function withoutTaxes(
  fiatAmount: string,
  taxes: Readonly<Record<string, string>>,
  places: number,
): bigint | null {
  let rest = coinsOf(fiatAmount, places);
  for (const tax of Object.values(taxes)) {
    const coins = coinsOf(tax, places);
    if (rest === null || coins === null) return null;
    rest -= coins;
  }
  return rest;
}

function coinsOf(text: string, places: number): bigint | null {
  const amount = parseDecimal(text);
  return amount === null || amount.scale > places
    ? null
    : amount.digits * 10n ** BigInt(places - amount.scale);
}
