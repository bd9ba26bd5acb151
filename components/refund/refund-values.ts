import { shownAmount } from "@/components/checkout/amounts";
import { fill } from "@/components/checkout/fill";
import type { RefundLinkView } from "@/lib/checkouts/refunds/refund.schema";
import { oneLine } from "@/lib/platform/refund-claim-text.rules";
import type { RefundMessages } from "./messages/catalogue";

/** What the messages of the page speak of. */
export type RefundValues = { merchant: string; amount: string; token: string; network: string };

export function refundValues(view: RefundLinkView, t: RefundMessages): RefundValues {
  const { token, network, merchantName, chainId } = view;
  const amount =
    token === null
      ? fill(t.wholeUnits, { amount: view.amount, token: view.tokenAddress })
      : `${shownAmount(view.amount, token, t)} ${token.symbol}`;
  return {
    merchant: oneLine(merchantName),
    amount,
    token: token?.symbol ?? view.tokenAddress,
    network: network?.name ?? fill(t.networkUnnamed, { chainId }),
  };
}
