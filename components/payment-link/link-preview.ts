import "server-only";
import type { Metadata } from "next";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { pageIcon } from "@/components/checkout/page-icon";
import { isOpenAmount } from "@/lib/checkouts/links/payment-link.rules";
import type { OpenPaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import { logoUrlOf } from "@/lib/checkouts/views/checkout-fields.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { oneLine } from "@/lib/platform/values/text.rules";
import { linkPrice } from "./link-price";
import type { LinkWords } from "./messages/catalogue";

/** How messengers show the link: item, price and logo. */
export function linkPreview(
  open: OpenPaymentLink,
  checkoutPageUrl: string,
  words: LinkWords,
  t: Messages,
): Metadata {
  const { link, symbols } = open;
  const merchant = oneLine(open.merchantName);
  const item = oneLine(link.itemName);
  const title = isOpenAmount(link) ? item : `${item} · ${linkPrice(link, symbols, t)}`;
  const description =
    link.itemDescription === null ? fill(words.pageTitle, { merchant }) : oneLine(link.itemDescription);
  const logoUrl = logoUrlOf(open.logoDigest, checkoutPageUrl);
  const images = logoUrl === null ? {} : { images: [{ url: logoUrl, alt: merchant }] };
  return {
    description,
    openGraph: {
      type: "website",
      url: `${checkoutPageUrl}/l/${link.slug}`,
      siteName: merchant,
      title,
      description,
      ...images,
    },
    twitter: { card: "summary", title, description, ...images },
    ...pageIcon(logoUrl),
  };
}
