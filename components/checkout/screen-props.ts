import type { ReactNode } from "react";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { mapOrderTexts } from "@/lib/checkouts/order-fields.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { cleanText } from "@/lib/platform/values/text.rules";

/** Props of every screen. */
export type ScreenProps = { view: PublicCheckoutView; t: Messages };

/** All ways to pay, around what a screen shows to those who send manually. */
export type WaysAround = (manual: ReactNode) => ReactNode;

/** The view with the merchant's texts made safe to show: none can reorder the text around it. */
export function safeView(view: PublicCheckoutView): PublicCheckoutView {
  const { merchantName, merchantDetails } = view;
  return {
    ...mapOrderTexts(view, cleanText),
    merchantName: cleanText(merchantName),
    merchantDetails: merchantDetails === null ? null : cleanText(merchantDetails),
  };
}
