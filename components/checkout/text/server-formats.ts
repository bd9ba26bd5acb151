import "server-only";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { directionOf } from "@/lib/platform/i18n/language.rules";
import { utc, zoneName } from "@/lib/platform/i18n/time-zone.rules";
import type { Localised } from "@/lib/platform/i18n/translation.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { decimalPlacesOf } from "@/lib/rates/currency-decimals.rules";
import { displayAmount } from "./amounts";

// Only on the server: a browser's Intl may differ by a space, which would break hydration.

/**
 * A formatted fiat price ("$4.50", "4,50 $"). Passed as decimal text, never as a float. From right to left it has the
 * currency's code ("4.50 EGP") and so the order of every other amount.
 */
export function fiatPrice(fiatAmount: string, fiatCurrency: string, { locale }: Localised): string {
  const digits = decimalPlacesOf(fiatCurrency);
  const format = new Intl.NumberFormat(locale.locale, {
    style: "currency",
    currencyDisplay: directionOf(locale.language) === "rtl" ? "code" : "symbol",
    currency: fiatCurrency,
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    numberingSystem: "latn",
  });
  return cleanText(format.format(fiatAmount as `${number}`));
}

/** "January 1, 2026", in UTC. */
export function longDate(iso: string, { locale }: Localised): string {
  return new Intl.DateTimeFormat(locale.locale, { dateStyle: "long", ...fixed }).format(new Date(iso));
}

/** "Jan 1, 2026, 2:02 PM UTC" */
export function dateAndTime(iso: string, { locale }: Localised, timeZone: string = utc): string {
  const at = new Date(iso);
  const format = new Intl.DateTimeFormat(locale.locale, {
    // Arabic's medium date is figures and slashes, which change places beside other figures.
    dateStyle: directionOf(locale.language) === "rtl" ? "long" : "medium",
    timeStyle: "short",
    ...fixed,
    timeZone,
  });
  return `${format.format(at)} ${zoneName(at, timeZone)}`;
}

/** "2:02 PM UTC" */
export function clockTime(iso: string, { locale }: Localised): string {
  const format = new Intl.DateTimeFormat(locale.locale, { timeStyle: "short", ...fixed });
  return `${format.format(new Date(iso))} UTC`;
}

/** "Coinbase, CoinGecko and Kraken" */
export function listOf(items: readonly string[], { locale }: Localised): string {
  return new Intl.ListFormat(locale.locale, { type: "conjunction" }).format(items);
}

const fixed = { timeZone: utc, calendar: "gregory", numberingSystem: "latn" } as const;

type Accepted = Pick<PublicCheckoutView, "acceptedAmount" | "amount" | "token">;

/** The values of a message about a part of the price that the merchant accepted; null for none. */
export function acceptedPart(
  { acceptedAmount, amount, token }: Accepted,
  t: Localised,
): { received: string; amount: string; token: string } | null {
  if (acceptedAmount === null || amount === null || BigInt(acceptedAmount) >= BigInt(amount)) return null;
  return {
    received: displayAmount(acceptedAmount, token, t),
    amount: displayAmount(amount, token, t),
    token: token?.symbol ?? "",
  };
}
