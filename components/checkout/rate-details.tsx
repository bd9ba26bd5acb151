import { ChevronRight } from "lucide-react";
import type { PublicCheckoutView } from "@/lib/checkouts/public-checkout.schema";
import { writeDecimal } from "@/lib/platform/i18n/number-style.rules";
import { rateProviderName } from "@/lib/rates/rate-providers.rules";
import { clockTime, shownAmount } from "./amounts";
import { fill } from "./fill";
import type { Messages } from "./messages/catalogue";
import { listOf } from "./server-formats";

/** How the token amount came about, opened on demand: the customer can compute it again. */
export function RateDetails({ view, t }: { view: PublicCheckoutView; t: Messages }) {
  const values = {
    token: view.token?.symbol ?? "",
    rate: writeDecimal(view.exchangeRateUsed ?? "", t.locale.numbers),
    currency: view.fiatCurrency ?? "",
    fiat: writeDecimal(view.fiatAmount ?? "", t.locale.numbers),
    amount: shownAmount(view.amount, view.token, t),
    decimals: String(view.token?.decimals ?? 0),
    time: clockTime(view.exchangeRateAt ?? ""),
  };
  const providers = providersOf(view, t);
  return (
    <details className="group/rate caption mt-2">
      <summary className="-ms-0.5 flex min-h-6 w-fit cursor-pointer items-center gap-1 rounded underline-offset-4 hover:underline">
        <ChevronRight
          className="size-4 transition-transform duration-150 group-open/rate:rotate-90 rtl:-scale-x-100"
          aria-hidden="true"
        />
        {t.howComputed}
      </summary>
      <div className="mt-2 space-y-1">
        <p>{fill(t.rateLine, values)}</p>
        {providers !== null && <p>{fill(t.rateSource, { providers })}</p>}
        <p>{fill(t.computation, values)}</p>
        <p>{t.rateHeld}</p>
      </div>
    </details>
  );
}

/** Who told the rate, by name; null where it was not kept. */
function providersOf({ exchangeRateProviders }: PublicCheckoutView, t: Messages): string | null {
  const names = exchangeRateProviders.map((provider) => rateProviderName(provider) ?? t.rateFixed);
  if (names.length < 2) return names[0] ?? null;
  return fill(t.rateMedian, { providers: listOf(names, t) });
}
