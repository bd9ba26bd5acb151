import { fill } from "@/components/checkout/fill";
import { MerchantMark } from "@/components/checkout/merchant-mark";
import { longDate } from "@/components/checkout/server-formats";
import { NetworkMark } from "@/components/ui/network-mark";
import { TokenMark } from "@/components/ui/token-mark";
import type { RefundLinkView } from "@/lib/checkouts/refund-link.schema";
import type { RefundMessages } from "./messages/catalogue";
import type { RefundValues } from "./refund-values";

type Props = { view: RefundLinkView; values: RefundValues; isOpen: boolean; t: RefundMessages };

/** Who returns what, on which network, and until when the link can be used. */
export function RefundSummary({ view, values, isOpen, t }: Props) {
  return (
    <div className="flex flex-col gap-5 md:h-full md:gap-8">
      <div className="flex items-center gap-3">
        <MerchantMark name={values.merchant} logoUrl={view.merchantLogoUrl} />
      </div>
      <div>
        <p className="text-base text-muted">{t.refundLabel}</p>
        <p className="mt-1 break-words font-semibold text-display tracking-tight">{values.amount}</p>
        <p className="mt-2 flex items-center gap-3 text-base">
          {view.token !== null && (
            <span aria-hidden="true" className="relative">
              <TokenMark iconUrl={view.token.iconUrl} className="size-7" />
              <NetworkMark
                chainId={view.chainId}
                className="-end-1.5 -bottom-1 absolute size-4 rounded-md ring-2 ring-well"
              />
            </span>
          )}
          {fill(t.onNetwork, values)}
        </p>
      </div>
      {isOpen && (
        <p className="caption mt-auto md:border-line md:border-t md:pt-5">
          {fill(t.linkHolds, { date: longDate(view.expiresAt, t) })}
        </p>
      )}
    </div>
  );
}
