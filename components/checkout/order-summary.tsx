import type { CheckoutScreen } from "@/lib/core/checkout-screen";
import type { PublicCheckoutView } from "@/lib/schemas/public-checkout";
import { clockTime, shownAmount } from "./amounts";
import { fill } from "./fill";
import { Countdown } from "./live/countdown";
import { MerchantMark } from "./merchant-mark";
import type { Messages } from "./messages/catalogue";
import { RateDetails } from "./rate-details";
import { fiatPrice } from "./server-formats";

/** Screens on which the customer still has something to do in time, or may leave unpaid. */
export function isTimed(screen: CheckoutScreen): boolean {
  return screen === "choose" || screen === "pay" || screen === "partial";
}

/** Who is paid, for what, how much, and how long there is. */
export function OrderSummary(props: {
  view: PublicCheckoutView;
  screen: CheckoutScreen;
  canChange: boolean;
  t: Messages;
}) {
  const { view, screen, canChange, t } = props;
  return (
    <div className="flex flex-col gap-5 md:h-full md:gap-8">
      <div className="flex items-center gap-3">
        <MerchantMark name={view.merchantName} logoUrl={view.merchantLogoUrl} />
        {isTimed(screen) && (
          <div className="ms-auto text-end md:hidden">
            <TimeLeft view={view} t={t} />
          </div>
        )}
      </div>
      <div>
        <p className="text-base text-muted">
          <bdi>{view.itemName ?? t.checkoutFor}</bdi>
        </p>
        <Price view={view} t={t} />
        {view.token !== null && view.network !== null && (
          <TokenLine view={view} t={t} changeable={canChange && screen === "pay"} />
        )}
        {view.itemDescription !== null && (
          <p dir="auto" className="caption mt-3 hidden whitespace-pre-line md:block">
            {view.itemDescription}
          </p>
        )}
        {view.exchangeRateUsed !== null && <RateDetails view={view} t={t} />}
      </div>
      {isTimed(screen) && (
        <div className="mt-auto hidden border-line border-t pt-5 md:block">
          <TimeLeft view={view} t={t} />
          {view.cancelUrl !== null && (
            <a href={view.cancelUrl} className="text-link mt-3 text-sm group-has-data-sent/page:hidden">
              {t.cancelAndReturn}
            </a>
          )}
        </div>
      )}
    </div>
  );
}

function Price({ view, t }: { view: PublicCheckoutView; t: Messages }) {
  const amount = shownAmount(view.amount, view.token ?? view.options[0]?.token ?? null, t);
  const price =
    view.fiatAmount !== null && view.fiatCurrency !== null
      ? fiatPrice(view.fiatAmount, view.fiatCurrency, t)
      : `${amount} ${view.token?.symbol ?? ""}`.trim();
  return (
    <p className="mt-1 break-words font-semibold text-display tracking-tight">
      <bdi>{price}</bdi>
    </p>
  );
}

function TokenLine({ view, t, changeable }: { view: PublicCheckoutView; t: Messages; changeable: boolean }) {
  return (
    <p className="mt-1 flex flex-wrap items-center gap-x-3 text-base">
      {fill(t.approximately, {
        amount: shownAmount(view.amount, view.token, t),
        token: view.token?.symbol ?? "",
        network: view.network?.name ?? "",
      })}
      {changeable && (
        <a href={`/c/${view.id}?change=1`} className="text-link group-has-data-sent/page:hidden">
          {t.changeToken}
        </a>
      )}
    </p>
  );
}

function TimeLeft({ view, t }: { view: PublicCheckoutView; t: Messages }) {
  return (
    <>
      <Countdown createdAt={view.createdAt} expiresAt={view.expiresAt} serverTime={view.serverTime} />
      <p className="caption unscripted">{fill(t.payBefore, { time: clockTime(view.expiresAt) })}</p>
    </>
  );
}
