import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { FiatCurrency } from "./fiat-currency.rules";

/** The message of UNSUPPORTED_FIAT_CURRENCY. */
export function supportedCurrencies(offered: readonly FiatCurrency[]): Fault {
  return fault("rates.currencies", { currencies: offered.map(({ code }) => code).join(", ") });
}
