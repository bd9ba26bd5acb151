import { shownAmount } from "../amounts";
import { BackToShop } from "../back-to-shop";
import { Banner } from "../banner";
import { fill } from "../fill";
import { PaymentLookup, type PaymentLookupProps } from "../live/payment-lookup";
import type { ScreenProps } from "../screen-props";
import { ScreenTitle } from "../screen-title";
import { StrayPayments } from "../stray-payments";

/** Two doors: not paid, and already paid. */
export function ExpiredScreen({ view, networks, t }: ScreenProps & Pick<PaymentLookupProps, "networks">) {
  const partly = view.totalPaid !== "0";
  return (
    <>
      <ScreenTitle>{t.expiredTitle}</ScreenTitle>
      {partly && (
        <Banner tone="warn">
          {fill(t.expiredPart, {
            received: shownAmount(view.totalPaid, view.token, t),
            amount: shownAmount(view.amount, view.token, t),
            token: view.token?.symbol ?? "",
            merchant: view.merchantName,
          })}
        </Banner>
      )}
      <StrayPayments view={view} isPayable={false} t={t} />
      <div className="mt-6 grid gap-4">
        <section aria-labelledby="not-paid" className="rounded-2xl border border-line p-5">
          <h2 id="not-paid" className="font-semibold">
            {t.notPaidTitle}
          </h2>
          <p className="mt-1 mb-4 text-pretty text-muted">{t.notPaidHint}</p>
          <BackToShop view={view} t={t} />
        </section>
        <section aria-labelledby="already-paid" className="rounded-2xl border border-line p-5">
          <h2 id="already-paid" className="font-semibold">
            {t.alreadyPaidTitle}
          </h2>
          <p className="mt-1 text-pretty text-muted">{t.alreadyPaidHint}</p>
          <PaymentLookup checkoutId={view.id} chainId={view.chainId} networks={networks} />
        </section>
      </div>
    </>
  );
}
