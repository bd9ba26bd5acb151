import type { Metadata } from "next";
import { cache } from "react";
import { AccentStyle } from "@/components/checkout/checkout-frame";
import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { fill } from "@/components/checkout/text/fill";
import { GoneLink } from "@/components/payment-link/gone-link";
import { linkWords } from "@/components/payment-link/messages";
import { PaymentLinkPage } from "@/components/payment-link/payment-link-page";
import { getDeps } from "@/lib/api/deps";
import { pageNonce, readPageLanguage } from "@/lib/api/http/page-request";
import { readOpenLink } from "@/lib/checkouts/links/payment-links";
import { logoUrlOf } from "@/lib/checkouts/views/checkout-fields.schema";
import { oneLine } from "@/lib/platform/refund-claim-text.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Once per request, for the page and its title; null for one that is gone. Reading it makes no checkout: only the form does. */
const loadLink = cache(async (slug: string) => {
  try {
    return await readOpenLink(getDeps(), slug);
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "NOT_FOUND") return null;
    throw error;
  }
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const open = await loadLink((await params).slug);
  const { language } = await readPageLanguage();
  const words = linkWords[language];
  return {
    title: open === null ? words.goneTitle : fill(words.pageTitle, { merchant: oneLine(open.merchantName) }),
    robots: { index: false, follow: false },
    referrer: "no-referrer",
  };
}

export default async function Page({ params, searchParams }: Props) {
  const open = await loadLink((await params).slug);
  if (open === null) return <GoneLink pageLanguage={await readPageLanguage()} />;
  const query = await searchParams;
  const { problem } = query;
  const { checkoutPageUrl } = getDeps();
  return (
    <>
      <AccentStyle color={open.accentColor} nonce={await pageNonce()} />
      <PaymentLinkPage
        open={open}
        logoUrl={logoUrlOf(open.logoDigest, checkoutPageUrl)}
        symbols={open.symbols}
        problem={typeof problem === "string" ? problem : null}
        query={query}
        t={checkoutMessages(await readPageLanguage()).page}
      />
    </>
  );
}
