import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { excessUnits, overpaidUnits } from "@/lib/checkouts/overpayment.rules";
import { detailWords as words } from "../../messages/checkout-detail";
import { checkoutWords } from "../../messages/checkouts";
import { Notice } from "../../ui/notice";
import { tokenAmount } from "../token-text";
import { DismissExcess } from "./checkout-actions";
import { type Refundable, RefundExcess } from "./checkout-refund";

type Props = {
  projectId: string;
  checkout: Checkout;
  refundable: Refundable | null;
  chains: readonly Chain[];
  mayRefund: boolean;
};

/** What was paid above the price, and what can be done about it. */
export function OverpaidNotice({ projectId, checkout, refundable, chains, mayRefund }: Props) {
  const { chainId, tokenAddress, excessRequestedAt, excessWallet, excessDismissedAt } = checkout;
  const token = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const excess = excessUnits(checkout);
  const isWaiting = excess > 0n && excessRequestedAt !== null && excessDismissedAt === null;
  const requestedWords = `${words.excessRequested} ${excessWallet === null ? words.excessUnsigned : words.excessSigned}`;
  const actions = mayRefund && (
    <span className="flex flex-wrap gap-2">
      <RefundExcess
        projectId={projectId}
        checkout={checkout}
        refundable={refundable}
        look={isWaiting ? "primary" : "secondary"}
      />
      {isWaiting && <DismissExcess projectId={projectId} checkoutId={checkout.id} />}
    </span>
  );
  const what = checkoutWords.overpaidBy(tokenAmount(overpaidUnits(checkout), token, chains));
  const next = excess === 0n ? words.excessGone : isWaiting ? requestedWords : "";
  return (
    // Also without anything left: the form behind the button shows the claim link once.
    <Notice kind={isWaiting ? "warn" : "info"} action={actions}>
      <strong className="font-semibold">{what}.</strong> {next}
    </Notice>
  );
}
