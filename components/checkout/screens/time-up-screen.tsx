import { Hourglass } from "lucide-react";
import { PaymentLookup, type PaymentLookupProps } from "../live/payment-lookup";
import type { ScreenProps } from "../screen-props";
import { ScreenTitle } from "../screen-title";
import { StrayPayments } from "../stray-payments";

/** Between the end of the time and the certainty that nothing was sent in time. */
export function TimeUpScreen({ view, networks, t }: ScreenProps & Pick<PaymentLookupProps, "networks">) {
  return (
    <>
      <ScreenTitle>{t.timeUpTitle}</ScreenTitle>
      <p role="status" className="mt-1 flex items-center gap-2">
        <Hourglass className="size-5 shrink-0 text-accent" aria-hidden="true" />
        {t.timeUpLooking}
      </p>
      <p className="mt-4 text-pretty text-muted">{t.timeUpHint}</p>
      <StrayPayments view={view} isPayable={false} t={t} />
      <section aria-labelledby="already-paid" className="mt-8 rounded-2xl border border-line p-5">
        <h2 id="already-paid" className="font-semibold">
          {t.alreadyPaidTitle}
        </h2>
        <p className="mt-1 text-pretty text-muted">{t.alreadyPaidHint}</p>
        <PaymentLookup checkoutId={view.id} chainId={view.chainId} networks={networks} />
      </section>
    </>
  );
}
