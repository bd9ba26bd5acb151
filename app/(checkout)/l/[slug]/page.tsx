import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { cache } from "react";
import { AccentStyle, LanguageSwitch } from "@/components/checkout/checkout-frame";
import { checkoutMessages, type Messages } from "@/components/checkout/messages/catalogue";
import { MerchantMark, Notice, ScreenTitle } from "@/components/checkout/screen-parts";
import { fiatPrice, listOf, longDate } from "@/components/checkout/text/server-formats";
import { LinkCheckout } from "@/components/payment-link/link-checkout";
import { LinkAlert, LinkOver, linkProblem } from "@/components/payment-link/link-over";
import { linkPreview } from "@/components/payment-link/link-preview";
import { figuresOf, linkPrice, salesText } from "@/components/payment-link/link-price";
import { type LinkWords, linkMessages } from "@/components/payment-link/messages/catalogue";
import { TillFrame, TillSale, TillTitle } from "@/components/payment-link/till";
import { TillForm } from "@/components/payment-link/till-form";
import { Unlink } from "@/components/ui/icons";
import { SingleCard } from "@/components/ui/single-card";
import { pageNonce, readPageLanguage } from "@/lib/api/http/request-language";
import { visitorsTillSales } from "@/lib/api/pages/till-sales";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import {
  hasMoney,
  isAboveLimit,
  isOpenAmount,
  readTypedAmount,
} from "@/lib/checkouts/links/payment-link.rules";
import { hasCreated, linkOptions, readOpenLink } from "@/lib/checkouts/links/payment-links";
import { checkoutScreen } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { fill } from "@/lib/platform/i18n/message.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { oneLine } from "@/lib/platform/values/one-line.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { logoUrlOf } from "@/lib/projects/looks/looks.rules";
import { decimalPlacesOf } from "@/lib/rates/currency-decimals.rules";
import { env } from "@/lib/settings/env";

export const dynamic = "force-dynamic";

type Query = Record<string, string | string[] | undefined>;

type Props = {
  params: Promise<{ slug: string }>;
  searchParams: Promise<Query>;
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

export async function generateMetadata({ params, searchParams }: Props): Promise<Metadata> {
  const open = await loadLink((await params).slug);
  const pageLanguage = await readPageLanguage();
  const words = linkMessages[pageLanguage.language].link;
  const always = { robots: { index: false, follow: false }, referrer: "no-referrer" } as const;
  if (open === null) return { ...always, title: words.goneTitle };
  const { page: t } = checkoutMessages(pageLanguage);
  const { link, state } = open;
  const merchant = oneLine(open.merchantName);
  const { till, checkout } = await searchParams;
  const sale = till === "1" ? await loadSale(link.id, checkout) : null;
  const isPaid = state.kind === "paid" || (sale !== null && checkoutScreen(sale) === "paid");
  return {
    ...always,
    title: fill(isPaid ? t.paidTab : words.pageTitle, { merchant }),
    ...linkPreview(open, getCheckouts().checkoutPageUrl, words, t),
  };
}

/**
 * A fixed price is the payment page at once, an open one a field and a button. The forms work without JavaScript, and only
 * sending one creates a checkout. An unknown or disabled link, or a deleted shop, shows one message without saying which.
 */
export default async function Page({ params, searchParams }: Props) {
  const open = await loadLink((await params).slug);
  const pageLanguage = await readPageLanguage();
  const words = linkMessages[pageLanguage.language].link;
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
  const isTill = query.till === "1" && !link.singlePayment;
  const nonce = await pageNonce();
  const accent = <AccentStyle color={open.accentColor} nonce={nonce} />;
  if (isTill)
    return (
      <>
        {accent}
        <Till open={open} query={query} pageLanguage={pageLanguage} />
      </>
    );
  const merchant = cleanText(open.merchantName);
  const { isOpen, label, limit, typed, problem } = amountOf(open, query, words, t);
  const alert = problem === null ? null : <LinkAlert id="problem" text={problem} />;
  const mark = (
    <div className="flex min-h-10 items-center gap-3">
      <MerchantMark name={merchant} logoUrl={logoUrlOf(open.logoDigest, getCheckouts().checkoutPageUrl)} />
    </div>
  );
  const item = (
    <p dir="auto" className="wrap-anywhere text-muted">
      {cleanText(link.itemName)}
    </p>
  );
  const description = link.itemDescription !== null && (
    <p dir="auto" className="caption wrap-anywhere mt-2 whitespace-pre-line">
      {cleanText(link.itemDescription)}
    </p>
  );
  const until = link.closesAt === null ? "" : fill(words.until, { date: lastDayOf(link.closesAt, t) });
  if (!isOpen && state.kind === "open") {
    const { APP_MODE, CHAINS, CHECKOUT_PAGE_URL, DEMO_PAYER_ADDRESS, walletConnect } = env();
    const options = await linkOptions(getCheckouts(), link);
    const isLocal = CHAINS.some(
      (chain) => chain.local && options.some(({ chainId }) => chainId === chain.chainId),
    );
    return (
      <>
        {accent}
        <LinkCheckout
          slug={link.slug}
          pageUrl={`${CHECKOUT_PAGE_URL}/l/${link.slug}`}
          options={options}
          hasDemoWallet={isLocal && APP_MODE !== "production" && DEMO_PAYER_ADDRESS !== undefined}
          hasRelay={walletConnect !== null}
          problem={alert}
          summary={
            <div className="flex flex-col gap-3 md:gap-8">
              {mark}
              <div>
                {item}
                <p className="wrap-anywhere font-semibold text-long tracking-tight md:mt-1 md:text-display">
                  <bdi translate="no">{linkPrice(link, symbols, t)}</bdi>
                </p>
                {description}
                {until !== "" && <p className="caption mt-2">{until}</p>}
              </div>
            </div>
          }
          footer={<LanguageSwitch t={t} query={query} />}
          nonce={nonce}
          t={t}
        />
      </>
    );
  }
  return (
    <>
      {accent}
      <SingleCard footer={<LanguageSwitch t={t} query={query} />}>
        <div className="flex flex-col gap-5 py-2">
          {mark}
          <div>
            {item}
            <ScreenTitle>{isOpen ? words.openPrice : linkPrice(link, symbols, t)}</ScreenTitle>
            {link.fiatCurrency !== null && symbols.length > 0 && (
              <p className="caption mt-1">{listOf(symbols, t)}</p>
            )}
            {description}
          </div>
          {state.kind !== "open" ? (
            <LinkOver state={state} merchant={merchant} words={words} />
          ) : (
            <>
              {alert}
              <form method="post" action={`/l/${link.slug}`} noValidate className="grid gap-4">
                <label className="grid gap-1">
                  <span className="caption">{label}</span>
                  <input
                    name="amount"
                    defaultValue={typed}
                    inputMode="decimal"
                    required
                    maxLength={40}
                    autoComplete="off"
                    dir="ltr"
                    aria-invalid={problem === null ? undefined : true}
                    aria-describedby={describedBy(limit, problem)}
                    // biome-ignore lint/a11y/noAutofocus: what was typed has to be corrected.
                    autoFocus={problem !== null}
                    className="field text-long"
                  />
                  {limit !== null && (
                    <span id="limit" className="caption">
                      {limit.text}
                    </span>
                  )}
                </label>
                <button type="submit" className="button button-primary w-full">
                  {words.go}
                </button>
              </form>
              <p className="caption text-pretty">
                {words.hint} {until}
              </p>
            </>
          )}
        </div>
      </SingleCard>
    </>
  );
}

type Open = NonNullable<Awaited<ReturnType<typeof loadLink>>>;
type TillProps = { open: Open; query: Query; pageLanguage: Parameters<typeof checkoutMessages>[0] };

/** The same link on a tablet at the counter: it starts a sale, or shows one. */
async function Till({ open, query, pageLanguage }: TillProps) {
  const { link, symbols, state } = open;
  const { link: words, till } = linkMessages[pageLanguage.language];
  const { page: t, live } = checkoutMessages(pageLanguage);
  const { checkoutPageUrl } = getCheckouts();
  const merchant = cleanText(open.merchantName);
  const view = await loadSale(link.id, query.checkout);
  const sales = await visitorsTillSales(link);
  // The customer continued it at a new price.
  if (view?.replacedBy) redirect(`/l/${link.slug}?till=1&checkout=${view.replacedBy}`);
  if (view !== null && query.cancel !== undefined)
    redirect(`/l/${link.slug}?till=1${hasMoney(view) ? `&checkout=${view.id}&kept=1` : ""}`);
  const { isOpen, label, limit, typed, problem, decimalPlaces } = amountOf(open, query, words, t);
  const title = <TillTitle>{isOpen ? label : linkPrice(link, symbols, t)}</TillTitle>;
  return (
    <TillFrame
      merchant={merchant}
      logoUrl={logoUrlOf(open.logoDigest, checkoutPageUrl)}
      item={cleanText(link.itemName)}
      sales={sales === null ? null : salesText(sales, open, till, t)}
      footer={<LanguageSwitch t={t} query={query} />}
    >
      {view !== null ? (
        <TillSale
          key={view.id}
          view={view}
          price={priceOf(view, symbols, t)}
          pageUrl={`${checkoutPageUrl}/c/${view.id}`}
          slug={link.slug}
          figures={figuresOf(view, till, t)}
          isKept={query.kept !== undefined && hasMoney(view)}
          words={till}
          liveMessages={live}
        />
      ) : (
        <>
          {state.kind !== "open" && title}
          {state.kind !== "open" && <LinkOver state={state} merchant={merchant} words={words} />}
          {state.kind === "open" && problem !== null && <LinkAlert id="problem" text={problem} />}
          {state.kind === "open" && (
            <TillForm
              slug={link.slug}
              submit={isOpen ? till.charge : till.start}
              title={title}
              amount={
                decimalPlaces === null
                  ? null
                  : {
                      decimalPlaces,
                      separator: t.locale.numbers.decimal,
                      typed,
                      back: till.back,
                      problemId: problem === null ? undefined : "problem",
                      limit,
                    }
              }
            />
          )}
        </>
      )}
    </TillFrame>
  );
}

/** A checkout that this very link created; null for any other, so that no address shows a foreign payment as this one's. */
const loadSale = cache(
  async (linkId: string, checkoutId: Query[string]): Promise<PublicCheckoutView | null> => {
    const deps = getCheckouts();
    if (typeof checkoutId !== "string" || !(await hasCreated(deps, linkId, checkoutId))) return null;
    return getPublicCheckout(deps, checkoutId);
  },
);

/** A checkout keeps the price it was created with, whatever the link's is now. */
function priceOf(view: PublicCheckoutView, symbols: readonly string[], t: Messages): string {
  const { fiatAmount, fiatCurrency, amount, token } = view;
  const amountUnits = amount === null ? null : BigInt(amount);
  return linkPrice({ fiatAmount, fiatCurrency, amountUnits }, token === null ? symbols : [token.symbol], t);
}

/** The customer's amount, where they choose it, and why the last press created no checkout. */
function amountOf({ link, merchantName }: Open, { amount, problem }: Query, words: LinkWords, t: Messages) {
  const isOpen = isOpenAmount(link);
  const decimalPlaces = isOpen ? decimalPlacesOf(link.fiatCurrency) : null;
  const merchant = cleanText(merchantName);
  const typed = typeof amount === "string" ? cleanText(amount) : "";
  const { fiatCurrency, maxFiatAmount } = link;
  const limit =
    fiatCurrency === null || maxFiatAmount === null
      ? null
      : {
          most: maxFiatAmount,
          text: fill(words.amountMost, { amount: fiatPrice(maxFiatAmount, fiatCurrency, t) }),
        };
  const exceeded = limit !== null && isAboveLimit(readTypedAmount(typed), limit.most) ? limit.text : null;
  const context = { merchant, decimalPlaces, exceeded, words, t };
  return {
    isOpen,
    decimalPlaces,
    label: fill(words.amount, { currency: fiatCurrency ?? "" }),
    limit,
    typed,
    problem: typeof problem === "string" ? linkProblem(problem, context) : null,
  };
}

/** The ids of what is said about the field of the amount. */
function describedBy(limit: object | null, problem: string | null): string | undefined {
  const ids = [...(limit === null ? [] : ["limit"]), ...(problem === null ? [] : ["problem"])];
  return ids.length === 0 ? undefined : ids.join(" ");
}

function lastDayOf(closesAt: Date, t: Messages): string {
  return longDate(new Date(closesAt.getTime() - 1).toISOString(), t);
}
