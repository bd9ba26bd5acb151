import { linkWords as words } from "@/components/dashboard/messages/checkouts";
import { grouped } from "@/components/dashboard/messages/text";
import { displayFiat } from "@/components/dashboard/money/display-units";
import { isOpenAmount, isSoldOut, type StockCount } from "@/lib/checkouts/links/payment-link.rules";
import type { PaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { CheckoutPrice } from "./checkout-price";

/** A link's price, or that the customer chooses it. */
export function LinkPrice({ link }: { link: PaymentLink }) {
  if (isOpenAmount(link)) {
    const { fiatCurrency, maxFiatAmount } = link;
    return (
      <span className="whitespace-nowrap font-medium">
        {maxFiatAmount === null
          ? fill(words.anyAmount, { currency: fiatCurrency })
          : fill(words.upTo, { amount: displayFiat(maxFiatAmount, fiatCurrency) })}
      </span>
    );
  }
  return <CheckoutPrice checkout={{ ...link, chainId: null, tokenAddress: null }} chains={[]} />;
}

/** @example stockText({ stock: 20, count: { sold: 3, taken: 4 } }) // "3 of 20 sold"; null without a stock */
export function stockText(link: { stock: number | null; count: StockCount | null }): string | null {
  if (link.stock === null || link.count === null) return null;
  return isSoldOut(link)
    ? words.soldOut
    : fill(words.sold, { sold: grouped(link.count.sold), stock: grouped(link.stock) });
}
