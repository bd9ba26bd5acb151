import type { Chain } from "@/lib/core/chains";
import type { Checkout, TokenRef } from "@/lib/core/checkout";
import type { HistoryLedgerEntry } from "@/lib/core/dashboard/checkout-history";
import { isRefundable } from "@/lib/core/refund-rules";
import { RequestRefundButton } from "../refunds/request-refund-button";
import { networkName, tokenOf } from "./token-text";

type Props = {
  projectId: string;
  checkout: Checkout;
  /** Newest first; all of them, or the newest hundred. */
  ledger: readonly HistoryLedgerEntry[];
  chains: readonly Chain[];
};

/** So many entries are read. */
const whole = 100;

/** Asks for a refund of the checkout. It stays where it is once all went back: it shows its customer's link once. */
export function CheckoutRefund({ projectId, checkout, ledger, chains }: Props) {
  const { chainId, tokenAddress, paidUnits, refundedUnits, refundingUnits, status } = checkout;
  const ref: TokenRef | null = chainId === null || tokenAddress === null ? null : { chainId, tokenAddress };
  const token = ref === null ? null : tokenOf(ref, chains);
  if (ref === null || token === null) return null;
  const left = paidUnits - refundedUnits - refundingUnits;
  const available = isRefundable(status) && left > 0n ? left : 0n;
  return (
    <RequestRefundButton
      projectId={projectId}
      checkoutId={checkout.id}
      token={{
        symbol: token.symbol,
        decimals: token.decimals,
        networkName: networkName(ref.chainId, chains),
      }}
      available={available.toString()}
      refundType={refundType(checkout)}
      from={ledger.length >= whole ? null : payer(checkout, ref, ledger, available)}
    />
  );
}

function refundType({ status, amountUnits, paidUnits }: Checkout) {
  if (status === "LATE_PAID") return "LATE_PAYMENT" as const;
  if (status === "CANCELLED") return "CANCELLATION" as const;
  return amountUnits !== null && paidUnits > amountUnits ? ("OVERPAYMENT" as const) : undefined;
}

/** Who can pay it: whatever still lies at the deposit address comes first. */
function payer(
  { refundAuthority, merchantAddress }: Checkout,
  token: TokenRef,
  ledger: readonly HistoryLedgerEntry[],
  available: bigint,
): "deposit" | "signature" | "wallet" {
  const own = ledger.filter(
    ({ chainId, tokenAddress }) => chainId === token.chainId && tokenAddress === token.tokenAddress,
  );
  const held = own.reduce(
    (sum, { from, to, amountUnits }) =>
      sum + (to === "DEPOSIT" ? amountUnits : 0n) - (from === "DEPOSIT" ? amountUnits : 0n),
    0n,
  );
  if (held < available) return "wallet";
  return refundAuthority === merchantAddress ? "signature" : "deposit";
}
