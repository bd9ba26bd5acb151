import { writeDecimal } from "@/lib/core/number-style";
import type { PublicCheckoutView } from "@/lib/schemas/public-checkout";
import { clockTime, shownAmount } from "./amounts";
import { fill } from "./fill";
import type { Messages } from "./messages/catalogue";

/** How the token amount came about, opened on demand: the customer can compute it again. */
export function RateDetails({ view, t }: { view: PublicCheckoutView; t: Messages }) {
  const values = {
    token: view.token?.symbol ?? "",
    rate: writeDecimal(view.exchangeRateUsed ?? "", t.locale.numbers),
    currency: view.fiatCurrency ?? "",
    fiat: writeDecimal(view.fiatAmount ?? "", t.locale.numbers),
    amount: shownAmount(view.amount, view.token, t),
    time: clockTime(view.exchangeRateAt ?? ""),
  };
  return (
    <details className="caption mt-2">
      <summary className="min-h-6 w-fit rounded underline-offset-4 hover:underline">{t.howComputed}</summary>
      <div className="mt-2 space-y-1">
        <p>{fill(t.rateLine, values)}</p>
        <p>{fill(t.computation, values)}</p>
        <p>{t.rateHeld}</p>
      </div>
    </details>
  );
}
