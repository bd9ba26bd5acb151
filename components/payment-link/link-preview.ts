import "server-only";
import type { Metadata } from "next";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { pageIcon } from "@/components/checkout/page-icon";
import { type LinkPreview, previewSize } from "@/lib/checkouts/drawing/drawing.rules";
import { isOpenAmount } from "@/lib/checkouts/links/payment-link.rules";
import type { OpenPaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import { accentFor, logoUrlOf } from "@/lib/projects/looks/looks.rules";
import { linkPrice } from "./link-price";
import type { LinkWords } from "./messages/catalogue";

/** The service's own accent, as in `app/globals.css`. */
const ownAccent = "#2f4bdb";

/** What the link's picture shows. */
export function previewPicture(open: OpenPaymentLink, t: Messages): LinkPreview {
  const { link, symbols, accentColor, logoDigest } = open;
  return {
    kind: "preview",
    texts: {
      language: t.locale.language,
      merchant: oneLine(open.merchantName),
      title: oneLine(link.itemName),
      price: isOpenAmount(link) ? null : linkPrice(link, symbols, t),
    },
    accent: accentFor(accentColor ?? ownAccent, "light").accent,
    logoDigest,
  };
}

/** How messengers show the link: item, price and a picture of both with the shop's name and logo. */
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
  const picture = `${checkoutPageUrl}/api/l/${link.slug}/preview.png?language=${t.locale.language}`;
  const images = [{ url: picture, ...previewSize, type: "image/png", alt: `${merchant}: ${title}` }];
  return {
    description,
    openGraph: {
      type: "website",
      url: `${checkoutPageUrl}/l/${link.slug}`,
      siteName: merchant,
      title,
      description,
      images,
    },
    twitter: { card: "summary_large_image", title, description, images },
    ...pageIcon(logoUrl),
  };
}
