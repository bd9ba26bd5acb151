import type { Checkout, Token } from "../../../../packages/client/src/generated/types";
import { formatUnits } from "../amounts";

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
