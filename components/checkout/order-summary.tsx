import { Countdown } from "@/components/checkout/live/countdown";
import type { Messages } from "@/components/checkout/messages/catalogue";
import { displayAmount } from "@/components/checkout/text/amounts";
import { clockTime, fiatPrice, listOf } from "@/components/checkout/text/server-formats";
import { Filled } from "@/components/ui/filled";
import { ChevronRight, Clock } from "@/components/ui/icons";
import type { CheckoutScreen } from "@/lib/checkouts/views/checkout-screen.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { writeDecimal } from "@/lib/platform/i18n/translation.rules";
import { withCurrencyDecimals } from "@/lib/rates/currency-decimals.rules";
import { rateProviderName } from "@/lib/rates/rate-consensus.rules";
import { longestWord, MerchantMark } from "./screen-parts";

/** How we calculated the token amount, opened on demand, so that the customer can check it. */
function RateDetails({ view, t }: { view: PublicCheckoutView; t: Messages }) {
  const values = {
    token: view.token?.symbol ?? "",
    rate: writeDecimal(view.exchangeRateUsed ?? "", t.locale.numbers),
    currency: view.fiatCurrency ?? "",
    fiat: writeDecimal(
      withCurrencyDecimals(view.fiatAmount ?? "", view.fiatCurrency ?? ""),
      t.locale.numbers,
    ),
    amount: displayAmount(view.amount, view.token, t),
    decimals: String(view.token?.decimals ?? 0),
    time: view.exchangeRateAt === null ? "" : clockTime(view.exchangeRateAt, t),
  };
  const providers = providersOf(view, t);
  return (
    <details className="caption mt-2">
      <summary className="-ms-0.5 flex min-h-6 w-fit cursor-pointer items-center gap-1 rounded underline-offset-4 hover:underline">
        <ChevronRight className="chevron size-4" />
        <span>{t.howComputed}</span>
      </summary>
      <div className="mt-2 space-y-1">
        <p>
          <Filled text={t.rateLine} values={values} />
        </p>
        {providers !== null && <p>{fill(t.rateSource, { providers })}</p>}
        <p>
          <Filled text={t.computation} values={values} />
        </p>
        <p>{t.rateHeld}</p>
      </div>
    </details>
  );
}

/** Names of the rate's providers; null when not recorded. */
function providersOf({ exchangeRateProviders }: PublicCheckoutView, t: Messages): string | null {
  const names = exchangeRateProviders.map((provider) => rateProviderName(provider) ?? t.rateFixed);
  if (names.length < 2) return names[0] ?? null;
  return fill(t.rateMedian, { providers: listOf(names, t) });
}

/** Screens on which the customer has to act in time, or may leave without paying. */
export function isTimed(screen: CheckoutScreen): boolean {
  return screen === "choose" || screen === "pay" || screen === "partial";
}

/** Merchant, item, amount, and time left. */
export function OrderSummary(props: { view: PublicCheckoutView; screen: CheckoutScreen; t: Messages }) {
  const { view, screen, t } = props;
  return (
    <div className="flex flex-col gap-3 md:h-full md:gap-8">
      {isTimed(screen) && (
        <a
          href="#screen-title"
          className="button button-primary fixed start-2 top-2 z-30 w-auto not-focus-visible:sr-only"
        >
          {t.skipToPayment}
        </a>
      )}
      {/* The same height with or without a countdown, so that nothing moves when it ends. */}
      <div className="flex min-h-10 items-center gap-3 max-md:framed:ltr:pe-8 max-md:framed:rtl:ps-8">
        <MerchantMark name={view.merchantName} logoUrl={view.merchantLogoUrl} />
        {isTimed(screen) && (
          <div className="ms-auto shrink-0 text-end md:hidden">
            <TimeLeft view={view} t={t} />
          </div>
        )}
      </div>
      <div>
        {/* One line on a phone, where the task's title is the large text. */}
        <div className="flex flex-wrap items-baseline justify-between gap-x-4 md:block">
          <p className="wrap-anywhere line-clamp-3 min-w-0 flex-1 basis-28 text-muted md:line-clamp-none">
            <bdi>{view.itemName ?? t.checkoutFor}</bdi>
          </p>
          <Price view={view} t={t} />
        </div>
        {view.token !== null && view.network !== null && <TokenLine view={view} t={t} />}
        {view.itemDescription !== null && (
          <p
            dir="auto"
            className="caption wrap-anywhere mt-1 line-clamp-2 whitespace-pre-line md:mt-3 md:line-clamp-none"
          >
            {view.itemDescription}
          </p>
        )}
        {/* At a rate of one, nothing was calculated. */}
        {view.exchangeRateUsed !== null && Number(view.exchangeRateUsed) !== 1 && (
          <RateDetails view={view} t={t} />
        )}
      </div>
      {isTimed(screen) && (
        <div className="mt-auto hidden border-line border-t pt-5 md:block">
          <TimeLeft view={view} t={t} />
        </div>
      )}
    </div>
  );
}

/** Longer text does not fit into the column at the size of a title. */
const mostAtDisplaySize = 13;

function Price({ view, t }: { view: PublicCheckoutView; t: Messages }) {
  const amount = displayAmount(view.amount, view.token ?? view.options[0]?.token ?? null, t);
  const price = isInFiat(view) ? fiatPrice(view.fiatAmount, view.fiatCurrency, t) : amount;
  const size = longestWord(price) > mostAtDisplaySize ? "md:text-long" : "md:text-display";
  return (
    <p className={`wrap-anywhere font-semibold tracking-tight md:mt-1 ${size}`}>
      <bdi translate="no">{isInFiat(view) ? price : `${price} ${view.token?.symbol ?? ""}`.trim()}</bdi>
    </p>
  );
}

/** On a phone the task shows it, right below. */
function TokenLine({ view, t }: { view: PublicCheckoutView; t: Messages }) {
  const values = {
    amount: displayAmount(view.amount, view.token, t),
    token: view.token?.symbol ?? "",
    network: view.network?.name ?? "",
  };
  return (
    <p className="wrap-anywhere mt-1 hidden md:block">
      <Filled text={isInFiat(view) ? t.approximately : t.payOn} values={values} />
    </p>
  );
}

function isInFiat(
  view: PublicCheckoutView,
): view is PublicCheckoutView & { fiatAmount: string; fiatCurrency: string } {
  return view.fiatAmount !== null && view.fiatCurrency !== null;
}

function TimeLeft({ view, t }: { view: PublicCheckoutView; t: Messages }) {
  return (
    <>
      <Countdown
        createdAt={view.createdAt}
        expiresAt={view.expiresAt}
        serverTime={view.serverTime}
        icon={<Clock className="size-4" />}
      />
      <p className="caption unscripted">{fill(t.payBefore, { time: clockTime(view.expiresAt, t) })}</p>
    </>
  );
}
