import type { PreparedTransaction, Refund } from "@/lib/core/refund";
import type { RefundCalls } from "../ports/refund-calls";
import type { RefundableCheckout } from "../ports/refund-store";
import { payingFacts } from "./paying-facts";

/**
 * What the merchant's wallet is to sign for a refund that waits for it: out of the deposit address where that wallet
 * is the refund authority and enough lies there, else out of the wallet itself. Null for a refund that does not wait
 * for a signature.
 */
export function prepareSignature(
  { refundCalls }: { refundCalls: RefundCalls },
  locked: RefundableCheckout,
  { status, chainId, tokenAddress, destinationAddress, amountUnits }: Refund,
): PreparedTransaction | null {
  if (status !== "AWAITING_SIGNATURE" || destinationAddress === null) return null;
  const { id, depositAddress, merchantAddress, refundAuthority, openSweep } = locked.checkout;
  const { strict, unsweptUnits } = payingFacts(locked);
  const method = strict && amountUnits <= unsweptUnits ? "refund" : "transfer";
  const transfer = { tokenAddress, to: destinationAddress, amountUnits };
  const call =
    method === "refund"
      ? refundCalls.fromDeposit({
          checkoutId: id,
          depositAddress,
          merchantAddress,
          refundAuthority,
          openSweep,
          ...transfer,
        })
      : refundCalls.fromWallet(transfer);
  return { chainId, from: merchantAddress, ...call, value: "0", method };
}
