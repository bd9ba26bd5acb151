import type { ReactNode } from "react";
import type { TokenOffer } from "@/components/checkout/pay/token-offers";

/** The button of one coin on one network; sends the form around it. */
export function OptionCard(props: { offer: TokenOffer; sign: ReactNode; disabled: boolean }) {
  const { offer, sign, disabled } = props;
  return (
    <button
      type="submit"
      disabled={disabled}
      className="grid w-full grid-cols-[auto_1fr_auto_auto] items-center gap-x-4 rounded-2xl border border-line-strong bg-card p-4 text-start transition-colors duration-150 hover:bg-well disabled:opacity-60"
    >
      {offer.head}
      {sign}
      <span className="caption col-span-3 col-start-2 mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 empty:hidden">
        {offer.terms}
      </span>
    </button>
  );
}
