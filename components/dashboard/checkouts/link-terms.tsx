import { linkWords as words } from "@/components/dashboard/messages/links";
import type { PaymentLink } from "@/lib/checkouts/checkout-input.schema";
import { isOpenAmount, isSoldOut, type StockCount } from "@/lib/checkouts/links/payment-link.rules";
import { CheckoutPrice } from "./checkout-price";

/** A link's price, or that the customer chooses it. */
export function LinkPrice({ link }: { link: PaymentLink }) {
  if (isOpenAmount(link))
    return <span className="whitespace-nowrap font-medium">{words.anyAmount(link.fiatCurrency)}</span>;
  return <CheckoutPrice checkout={{ ...link, chainId: null, tokenAddress: null }} chains={[]} />;
}

/** @example stockText({ stock: 20, count: { sold: 3, taken: 4 } }) // "3 of 20 sold"; null without a stock */
export function stockText(link: { stock: number | null; count: StockCount | null }): string | null {
  if (link.stock === null || link.count === null) return null;
  return isSoldOut(link) ? words.soldOut : words.sold(link.count.sold, link.stock);
}
