import type { Messages } from "@/components/checkout/messages/catalogue";
import type { PaymentOption } from "@/lib/checkouts/views/public-checkout.schema";
import { minuteMs } from "@/lib/platform/values/time.rules";
import { fill, fillCount } from "./fill";
import { fiatPrice } from "./server-formats";

/** A choice with what its network takes, in words. */
export type TokenOffer = { option: PaymentOption; terms: string; lowestFee: string | null };

/** Smaller fees are all alike to a customer. */
const leastFeeUsd = 0.01;

/** The choices in their own order; the lowest fee is marked if another choice has a higher one. */
export function tokenOffers(options: readonly PaymentOption[], t: Messages): TokenOffer[] {
  const fees = options.map(({ typicalFeeUsd }) => Number(typicalFeeUsd ?? Number.NaN));
  const [lowest, highest] = [Math.min(...fees), Math.max(...fees)];
  return options.map((option) => ({
    option,
    terms: [feeWords(option, t), timeWords(option, t)].filter((words) => words !== null).join(" · "),
    lowestFee: lowest < highest && Number(option.typicalFeeUsd) === lowest ? t.lowestFee : null,
  }));
}

function feeWords({ typicalFeeUsd }: PaymentOption, t: Messages): string | null {
  if (typicalFeeUsd === null) return null;
  return Number(typicalFeeUsd) < leastFeeUsd
    ? fill(t.feeUnder, { fee: fiatPrice(String(leastFeeUsd), "USD", t) })
    : fill(t.feeAbout, { fee: fiatPrice(typicalFeeUsd, "USD", t) });
}

/** Rounded up to ten seconds or to a minute. */
function timeWords({ typicalSeconds }: PaymentOption, t: Messages): string | null {
  if (typicalSeconds === null) return null;
  const tens = Math.ceil(Math.max(typicalSeconds, 1) / 10) * 10;
  const minute = minuteMs / 1_000;
  return tens < minute
    ? fillCount(t.timeSeconds, tens, t)
    : fillCount(t.timeMinutes, Math.ceil(typicalSeconds / minute), t);
}
