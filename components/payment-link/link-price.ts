import "server-only";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { fiatPrice } from "@/components/checkout/text/server-formats";
import type { PaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";

/**
 * The price of a link, or of a checkout that it created. Every token in which such an amount can be paid has 6 decimals.
 *
 * @param symbols of the tokens that can carry it
 */
export function linkPrice(
  { fiatAmount, fiatCurrency, amountUnits }: Pick<PaymentLink, "fiatAmount" | "fiatCurrency" | "amountUnits">,
  symbols: readonly string[],
  t: Messages,
): string {
  if (fiatAmount !== null && fiatCurrency !== null) return fiatPrice(fiatAmount, fiatCurrency, t);
  const amount = formatUnits(amountUnits ?? 0n, amountPricedDecimals);
  return `${writeDecimal(amount, t.locale.numbers)} ${symbols.join(" / ")}`;
}
