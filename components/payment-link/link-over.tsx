import { CalendarX2, CircleCheck, PackageX, TriangleAlert } from "@/components/ui/icons";
import type { OpenPaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
import { type Localised, writeDecimal } from "@/lib/platform/i18n/translation.rules";
import type { LinkWords } from "./messages/catalogue";

type Props = {
  state: Exclude<OpenPaymentLink["state"], { kind: "open" }>;
  merchant: string;
  words: LinkWords;
};

/** An invoice that is paid, or a link whose last day has passed or of which nothing is left. */
export function LinkOver({ state, merchant, words }: Props) {
  if (state.kind !== "paid") {
    const [Sign, title, hint] =
      state.kind === "ended"
        ? ([CalendarX2, words.endedTitle, words.endedHint] as const)
        : ([PackageX, words.soldOutTitle, words.soldOutHint] as const);
    return (
      <div className="rounded-xl bg-well px-4 py-3">
        <p className="flex items-center gap-2 font-semibold">
          <Sign className="size-5 shrink-0" />
          <span>{title}</span>
        </p>
        <p className="mt-1 text-muted">{fill(hint, { merchant })}</p>
      </div>
    );
  }
  return (
    <>
      <div className="rounded-xl bg-ok-soft px-4 py-3">
        <p className="flex items-center gap-2 font-semibold text-ok">
          <CircleCheck className="size-5 shrink-0" />
          <span>{words.paidTitle}</span>
        </p>
        <p className="mt-1">{words.paidHint}</p>
      </div>
      {/* Safe: an invoice's address can't be guessed. */}
      <a href={`/c/${state.checkoutId}`} className="button button-primary w-full">
        {words.receipt}
      </a>
    </>
  );
}

/** Why the last press created no checkout; a field names it by its id. */
export function LinkAlert({ id, text }: { id: string; text: string }) {
  return (
    <p
      id={id}
      role="alert"
      className="flex items-start gap-2 rounded-xl bg-warn-soft px-4 py-3 text-start text-sm text-warn"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  );
}

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
