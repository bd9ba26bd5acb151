import type { Checkout, Token } from "../../../../packages/client/src/generated/types";

/**
 * Smallest units as a decimal string.
 *
 * @param minPlaces how many decimals are kept although they are zeros
 * @example formatUnits("4500000", 6) // "4.50"
 */
export function formatUnits(units: string | bigint, decimals: number, minPlaces = 2): string {
  const digits = units.toString().padStart(decimals + 1, "0");
  const split = digits.length - decimals;
  const fraction = digits.slice(split).replace(/0+$/, "").padEnd(minPlaces, "0");
  return fraction === "" ? digits.slice(0, split) : `${digits.slice(0, split)}.${fraction}`;
}

/** @throws Error unless it is a positive decimal that the token can express */
export function parseUnits(amount: string, decimals: number): string {
  const [, whole = "", fraction = ""] = /^(\d{1,30})(?:\.(\d{1,18}))?$/.exec(amount) ?? [];
  const units =
    whole === "" || fraction.length > decimals ? 0n : BigInt(whole + fraction.padEnd(decimals, "0"));
  if (units === 0n)
    throw new Error(`the amount must be above 0, such as 4.50, with at most ${decimals} decimals`);
  return units.toString();
}

/** The exact sum of decimal strings, with the most decimals that one of them has. */
export function addDecimals(amounts: readonly string[]): string {
  const places = Math.max(0, ...amounts.map((amount) => amount.split(".")[1]?.length ?? 0));
  const sum = amounts.reduce((total, amount) => {
    const [whole = "0", fraction = ""] = amount.split(".");
    return total + BigInt(whole + fraction.padEnd(places, "0"));
  }, 0n);
  return formatUnits(sum, places, places);
}

/** A checkout's own token. Null until the customer chooses one. */
type Chosen = Pick<Checkout, "token" | "network">;

/** "4.50 USDC", or smallest units where the token isn't known. */
export function inToken(units: string | bigint, token: Pick<Token, "symbol" | "decimals"> | null): string {
  return token === null ? `${units} smallest units` : `${formatUnits(units, token.decimals)} ${token.symbol}`;
}

/** "4.50 USDC on Base" */
export function onNetwork(units: string | bigint, { token, network }: Chosen): string {
  return `${inToken(units, token)}${network === null ? "" : ` on ${network.name}`}`;
}

/** "12.5" USD → "12.50 USD" */
function inFiat(amount: string, currency: string): string {
  const format = new Intl.NumberFormat("en", { style: "currency", currency });
  const [whole = "", fraction = ""] = amount.split(".");
  const decimals = fraction.padEnd(format.resolvedOptions().minimumFractionDigits ?? 0, "0");
  return `${decimals === "" ? whole : `${whole}.${decimals}`} ${currency}`;
}

/** The price as the merchant set it. */
export function priceOf({
  fiatAmount,
  fiatCurrency,
  amount,
  token,
  network,
}: Pick<Checkout, "fiatAmount" | "fiatCurrency" | "amount"> & Chosen): string {
  const inTokens = amount === null ? null : onNetwork(amount, { token, network });
  if (fiatAmount === null || fiatCurrency === null) return inTokens ?? "unknown";
  const fiat = inFiat(fiatAmount, fiatCurrency);
  return inTokens === null ? fiat : `${fiat}, which is ${inTokens}`;
}

/** What was received and not refunded. */
export function keptUnits({
  totalPaid,
  refundedAmount,
}: Pick<Checkout, "totalPaid" | "refundedAmount">): bigint {
  return BigInt(totalPaid) - BigInt(refundedAmount);
}
