import "server-only";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { displayAmount } from "@/components/checkout/text/amounts";
import { fiatPrice } from "@/components/checkout/text/server-formats";
import type { TillWords } from "@/components/payment-link/messages/catalogue";
import type { LinkSales } from "@/lib/checkouts/links/payment-link.rules";
import type { OpenPaymentLink, PaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
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

/** How much of a sale's price arrived; null unless a part did. */
export function figuresOf(
  { totalPaid, amount, remainingAmount, token }: PublicCheckoutView,
  words: TillWords,
  t: Messages,
): string | null {
  if (token === null || totalPaid === "0" || remainingAmount === null || remainingAmount === "0") return null;
  const inToken = (units: string | null) => `${displayAmount(units, token, t)} ${token.symbol}`;
  return fill(words.figures, {
    received: inToken(totalPaid),
    amount: inToken(amount),
    left: inToken(remainingAmount),
  });
}

/** What the link sold, in words. */
export function salesText(
  { fiatAmount, units, count }: LinkSales,
  { link: { fiatCurrency }, symbols }: OpenPaymentLink,
  words: TillWords,
  t: Messages,
): string {
  const price = { fiatAmount: fiatCurrency === null ? null : fiatAmount, fiatCurrency, amountUnits: units };
  return fill(words.sales, { count: `${count}`, amount: linkPrice(price, symbols, t) });
}
