import type { PaymentLookupProps } from "@/components/checkout/live/lookup-form";
import { SlowHint } from "@/components/checkout/live/receipt-parts";
import { PaymentLookup } from "@/components/checkout/pay/already-paid";
import { StrayPayments } from "@/components/checkout/receipt";
import { ScreenTitle } from "@/components/checkout/screen-parts";
import type { ScreenProps } from "@/components/checkout/screen-props";
import { Hourglass } from "@/components/ui/icons";

/** Between the deadline and the certainty that nothing was sent in time. */
export function TimeUpScreen({ view, networks, t }: ScreenProps & Pick<PaymentLookupProps, "networks">) {
  return (
    <>
      <ScreenTitle>{t.timeUpTitle}</ScreenTitle>
      <p role="status" className="mt-1 flex items-center gap-2">
        <Hourglass className="size-5 shrink-0 text-accent" />
        <SlowHint
          text={t.timeUpLooking}
          network={view.network?.name ?? ""}
          wait={`${view.id}:${view.status}`}
          usualMs={10_000}
        />
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
