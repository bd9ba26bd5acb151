import { CalendarX2, CircleCheck, TriangleAlert, Unlink } from "lucide-react";
import type { Metadata } from "next";
import { cache } from "react";
import { AccentStyle, LanguageSwitch } from "@/components/checkout/checkout-frame";
import { checkoutMessages, type Messages } from "@/components/checkout/messages/catalogue";
import { MerchantMark, Notice, ScreenTitle } from "@/components/checkout/screen-parts";
import { fill } from "@/components/checkout/text/fill";
import { fiatPrice, listOf, longDate } from "@/components/checkout/text/server-formats";
import { linkWords } from "@/components/payment-link/messages";
import { SingleCard } from "@/components/ui/single-card";
import { pageNonce, readPageLanguage } from "@/lib/api/http/page-request";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import type { OpenPaymentLink } from "@/lib/checkouts/checkout-input.schema";
import { readOpenLink } from "@/lib/checkouts/links/payment-links";
import { logoUrlOf } from "@/lib/checkouts/views/checkout-fields.schema";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { cleanText, oneLine } from "@/lib/platform/values/text.rules";

export const dynamic = "force-dynamic";

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

/** Once per request, for the page and its title; null for one that is gone. Reading it makes no checkout: only the form does. */
const loadLink = cache(async (slug: string) => {
  try {
    return await readOpenLink(getCheckouts(), slug);
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

/**
 * A price and one button. The form works without JavaScript, and only submitting it creates a checkout. An unknown or
 * disabled link, or a deleted shop, shows one message without saying which.
 */
export default async function Page({ params, searchParams }: Props) {
  const open = await loadLink((await params).slug);
  const pageLanguage = await readPageLanguage();
  const words = linkWords[pageLanguage.language];
  const t = checkoutMessages(pageLanguage).page;
  if (open === null)
    return (
      <SingleCard footer={<LanguageSwitch t={t} />}>
        <Notice icon={<Unlink className="size-6" />} title={words.goneTitle}>
          <p>{words.goneHint}</p>
        </Notice>
      </SingleCard>
    );
  const query = await searchParams;
  const { link, symbols, state } = open;
  const merchant = cleanText(open.merchantName);
  const logoUrl = logoUrlOf(open.logoDigest, getCheckouts().checkoutPageUrl);
  return (
    <>
      <AccentStyle color={open.accentColor} nonce={await pageNonce()} />
      <SingleCard footer={<LanguageSwitch t={t} query={query} />}>
        <div className="flex flex-col gap-5 py-2">
          <div className="flex items-center gap-3">
            <MerchantMark name={merchant} logoUrl={logoUrl} />
          </div>
          <div>
            <p dir="auto" className="wrap-anywhere text-muted">
              {cleanText(link.itemName)}
            </p>
            <ScreenTitle>{priceOf(link, symbols, t)}</ScreenTitle>
            {link.fiatAmount !== null && symbols.length > 0 && (
              <p className="caption mt-1">{listOf(symbols, t)}</p>
            )}
            {link.itemDescription !== null && (
              <p dir="auto" className="caption wrap-anywhere mt-2 whitespace-pre-line">
                {cleanText(link.itemDescription)}
              </p>
            )}
          </div>
          {state.kind !== "open" && <Over state={state} merchant={merchant} words={words} />}
          {state.kind === "open" && typeof query.problem === "string" && (
            <p
              role="alert"
              className="flex items-start gap-2 rounded-xl bg-warn-soft px-4 py-3 text-sm text-warn"
            >
              <TriangleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
              {query.problem === "RATE_LIMIT_EXCEEDED" ? words.busy : fill(words.notNow, { merchant })}
            </p>
          )}
          {state.kind === "open" && (
            <>
              <form method="post" action={`/l/${link.slug}`}>
                <button type="submit" className="button button-primary w-full">
                  {words.go}
                </button>
              </form>
              <p className="caption text-pretty">
                {words.hint}
                {link.closesAt !== null && ` ${fill(words.until, { date: lastDayOf(link.closesAt, t) })}`}
              </p>
            </>
          )}
        </div>
      </SingleCard>
    </>
  );
}

type OverProps = {
  state: Exclude<OpenPaymentLink["state"], { kind: "open" }>;
  merchant: string;
  words: (typeof linkWords)[keyof typeof linkWords];
};

/** An invoice that is paid, or whose last day has passed. */
function Over({ state, merchant, words }: OverProps) {
  if (state.kind === "ended")
    return (
      <div className="rounded-xl bg-well px-4 py-3">
        <p className="flex items-center gap-2 font-semibold">
          <CalendarX2 className="size-5 shrink-0" aria-hidden="true" />
          {words.endedTitle}
        </p>
        <p className="mt-1 text-muted">{fill(words.endedHint, { merchant })}</p>
      </div>
    );
  return (
    <>
      <div className="rounded-xl bg-ok-soft px-4 py-3">
        <p className="flex items-center gap-2 font-semibold text-ok">
          <CircleCheck className="size-5 shrink-0" aria-hidden="true" />
          {words.paidTitle}
        </p>
        <p className="mt-1">{words.paidHint}</p>
      </div>
      {/* Safe: an invoice's address can't be guessed. */}
      <a href={`/c/${state.checkoutId}`} className="button button-primary w-full">
        {words.receipt}
      </a>
    </>
  );
}

function lastDayOf(closesAt: Date, t: Messages): string {
  return longDate(new Date(closesAt.getTime() - 1).toISOString(), t);
}

/** Decimals of every token in which an amount without a token can be paid. */
const decimals = 6;

function priceOf(
  { fiatAmount, fiatCurrency, amountUnits }: OpenPaymentLink["link"],
  symbols: readonly string[],
  t: Messages,
) {
  if (fiatAmount !== null && fiatCurrency !== null) return fiatPrice(fiatAmount, fiatCurrency, t);
  return `${writeDecimal(formatUnits(amountUnits ?? 0n, decimals), t.locale.numbers)} ${symbols.join(" / ")}`;
}
