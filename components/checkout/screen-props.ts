import type { Messages } from "@/components/checkout/messages/catalogue";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { cleanText } from "@/lib/platform/values/text.rules";

/** What every screen is given. */
export type ScreenProps = { view: PublicCheckoutView; t: Messages };

/** The view with the merchant's texts as they may be shown: none of them turns round what stands beside it. */
export function shownView(view: PublicCheckoutView): PublicCheckoutView {
  const { merchantName, itemName, itemDescription } = view;
  return {
    ...view,
    merchantName: cleanText(merchantName),
    itemName: itemName === null ? null : cleanText(itemName),
    itemDescription: itemDescription === null ? null : cleanText(itemDescription),
  };
}
