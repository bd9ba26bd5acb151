import { LoaderCircle } from "lucide-react";
import { PaymentLookup, type PaymentLookupProps } from "../live/payment-lookup";
import type { ScreenProps } from "../screen-props";
import { ScreenTitle } from "../screen-title";

/** Between the end of the time and the certainty that nothing was sent in time. */
export function TimeUpScreen({ view, networks, t }: ScreenProps & Pick<PaymentLookupProps, "networks">) {
  return (
    <>
      <ScreenTitle>{t.timeUpTitle}</ScreenTitle>
      <p role="status" className="mt-2 flex items-center gap-2">
        <LoaderCircle className="size-5 animate-spin text-accent" aria-hidden="true" />
        {t.timeUpLooking}
      </p>
      <p className="mt-4 text-muted">{t.timeUpHint}</p>
      <section aria-labelledby="already-paid" className="mt-8">
        <h2 id="already-paid" className="font-semibold">
          {t.alreadyPaidTitle}
        </h2>
        <p className="mt-1 text-muted">{t.alreadyPaidHint}</p>
        <PaymentLookup checkoutId={view.id} chainId={view.chainId} networks={networks} />
      </section>
    </>
  );
}
