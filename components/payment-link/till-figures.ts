import "server-only";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { displayAmount } from "@/components/checkout/text/amounts";
import type { LinkSales } from "@/lib/checkouts/links/payment-link.rules";
import type { OpenPaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { linkPrice } from "./link-price";
import type { TillWords } from "./messages/catalogue";

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
