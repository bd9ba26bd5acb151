import { Printer } from "lucide-react";
import { fill } from "../fill";
import { PrintButton } from "../live/print-button";
import { ReturnToShop } from "../live/return-to-shop";
import { Overpaid, type Wallets } from "../overpaid";
import { ProgressSteps } from "../progress-steps";
import { Receipt } from "../receipt";
import type { ScreenProps } from "../screen-props";
import { ScreenTitle } from "../screen-title";

/** The receipt. The only screen that leads to `successUrl`. */
export function PaidScreen({ view, t, ...wallets }: ScreenProps & Wallets) {
  const isExcessOpen = view.overpayment !== null && view.overpayment.refundable !== "0";
  return (
    <>
      <ProgressSteps current="paid" t={t} />
      <ScreenTitle>{t.paidTitle}</ScreenTitle>
      <p className="wrap-anywhere mt-1 text-muted">{fill(t.paidHint, { merchant: view.merchantName })}</p>
      {/* Above the receipt: a way back that goes by itself must be in sight to be stopped. */}
      {view.isPaid && view.successUrl !== null && (
        <div className="mt-6 grid gap-3 print:hidden">
          <ReturnToShop
            checkoutId={view.id}
            merchantName={view.merchantName}
            successUrl={view.successUrl}
            goesByItself={!isExcessOpen}
          />
        </div>
      )}
      <Overpaid view={view} t={t} {...wallets} />
      <Receipt view={view} t={t} />
      <div className="mt-8 print:hidden">
        <PrintButton>
          <Printer className="size-5" aria-hidden="true" />
          {t.print}
        </PrintButton>
      </div>
    </>
  );
}
