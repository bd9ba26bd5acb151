import { fill } from "@/lib/platform/i18n/message.rules";
import { type Localised, writeDecimal } from "@/lib/platform/i18n/translation.rules";
import type { LinkWords } from "./messages/catalogue";

type LinkContext = {
  merchant: string;
  /** Of the customer's amount; null where the price is fixed. */
  decimalPlaces: number | null;
  /** The limit in words, when the customer's amount is above it. */
  exceeded: string | null;
  words: LinkWords;
  t: Localised;
};

/** Why no checkout was created, by the error's code. */
export function linkProblem(
  code: string,
  { merchant, decimalPlaces, exceeded, words, t }: LinkContext,
): string {
  if (code === "RATE_LIMIT_EXCEEDED") return words.busy;
  if (decimalPlaces !== null && code === "AMOUNT_TOO_SMALL") return words.amountSmall;
  if (exceeded !== null && code === "VALIDATION_ERROR") return exceeded;
  if (decimalPlaces !== null && code === "VALIDATION_ERROR")
    return fill(words.amountShape, {
      example: writeDecimal(decimalPlaces === 0 ? "4500" : "4.50", t.locale.numbers),
    });
  return fill(words.notNow, { merchant });
}
