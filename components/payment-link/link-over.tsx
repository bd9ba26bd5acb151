import { CalendarX2, CircleCheck, PackageX } from "@/components/ui/icons";
import type { OpenPaymentLink } from "@/lib/checkouts/links/payment-link.schema";
import { fill } from "@/lib/platform/i18n/message.rules";
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
