import type { RefundCalls } from "@/lib/chain/sender/contract-calls.chain";
import type { PreparedTransaction, Refund } from "@/lib/checkouts/refunds/refund.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { payingFacts } from "@/lib/refunds/open-refund";
import type { RefundableCheckout } from "@/lib/refunds/refund-store.port";

export type PrepareSignatureDeps = {
  refundCalls: RefundCalls;
  /** The wallet from which the service refunds by itself; null without a refund key. */
  refundWallet: Hex | null;
};

/**
 * The call to sign for a refund that waits for a signature: by the refund authority, out of the deposit address, when
 * enough is there; otherwise by the merchant's wallet, out of that wallet. In strict mode both are the same wallet. The
 * service's own wallet needs no one else's signature. Null for a refund that does not wait for one.
 */
export function prepareSignature(
  { refundCalls, refundWallet }: PrepareSignatureDeps,
  locked: RefundableCheckout,
  { status, chainId, tokenAddress, destinationAddress, amountUnits }: Refund,
): PreparedTransaction | null {
  if (status !== "AWAITING_SIGNATURE" || destinationAddress === null) return null;
  const { id, depositAddress, merchantAddress, refundAuthority, openSweep } = locked.checkout;
  const { strict, unsweptUnits } = payingFacts(locked);
  const byAuthority = (strict || refundAuthority !== refundWallet) && amountUnits <= unsweptUnits;
  const transfer = { tokenAddress, to: destinationAddress, amountUnits };
  const call = byAuthority
    ? refundCalls.fromDeposit({
        checkoutId: id,
        depositAddress,
        merchantAddress,
        refundAuthority,
        openSweep,
        ...transfer,
      })
    : refundCalls.fromWallet(transfer);
  const by = byAuthority
    ? ({ from: refundAuthority, method: "refund" } as const)
    : ({ from: merchantAddress, method: "transfer" } as const);
  return { chainId, ...by, ...call, value: "0" };
}
