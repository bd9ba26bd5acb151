import type { PreparedTransaction, Refund } from "@/lib/checkouts/refund-facts.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Actor } from "@/lib/projects/project-access";
import type { RefundableCheckout } from "@/lib/refunds/refund-facts.store";
import { lockRefund, ownRefund } from "@/lib/refunds/refund-steps";
import type { RefundCallParts } from "@/lib/refunds/refunds.parts";
import { prepareSignature, replaceSignLink } from "./refund-links";

/** `token`: of this tab's previous request, whose wallet refused. */
type Wanted = { refundId: string; token?: string | undefined };

type PreparedRefund = { refund: Refund; token: string; transaction: PreparedTransaction };

/**
 * Prepares several refunds for one wallet to sign together, all or none. Each gets a new link to sign, so pages that
 * were opened before can't send it any more.
 *
 * @param wanted each refund once
 * @returns in the order of `wanted`; all on one network, from one wallet
 * @throws CheckoutError REFUND_NOT_FOUND, REFUND_NOT_SIGNABLE, VALIDATION_ERROR (several networks or wallets)
 */
export async function prepareRefunds(
  deps: RefundCallParts,
  by: Actor,
  wanted: readonly Wanted[],
): Promise<PreparedRefund[]> {
  const found = await Promise.all(wanted.map(({ refundId }) => ownRefund(deps, by, refundId)));
  // In the order in which the scanner locks several checkouts.
  const inOrder = found.toSorted((a, b) => (a.checkoutId < b.checkoutId ? -1 : 1));
  return deps.refunds.transaction(async (tx) => {
    const now = deps.clock.now();
    const prepared = new Map<string, PreparedRefund>();
    for (const each of inOrder) {
      const { refund, locked, sign } = await lockRefund(tx, each);
      const last = wanted.find(({ refundId }) => refundId === refund.id)?.token;
      const token = await replaceSignLink(tx, by, { refund, sign, last }, now);
      const transaction = prepareSignature(deps, afterOthers(locked, refund, [...prepared.values()]), refund);
      if (transaction === null) throw new Error(`${refund.id} has no address`);
      prepared.set(refund.id, { refund, token, transaction });
    }
    const inWantedOrder = wanted.flatMap(({ refundId }) => prepared.get(refundId) ?? []);
    requireOneWallet(inWantedOrder);
    return inWantedOrder;
  });
}

/** The deposit address can't pay for two refunds of the batch with the same money. */
function afterOthers(
  locked: RefundableCheckout,
  { checkoutId, chainId, tokenAddress }: Refund,
  others: readonly PreparedRefund[],
): RefundableCheckout {
  const promised = others
    .filter(({ transaction }) => transaction.method === "refund")
    .filter(({ refund }) => refund.checkoutId === checkoutId && refund.tokenAddress === tokenAddress)
    .filter(({ refund }) => refund.chainId === chainId)
    .reduce((sum, { refund }) => sum + refund.amountUnits, 0n);
  return { ...locked, promisedUnits: locked.promisedUnits + promised };
}

function requireOneWallet(prepared: readonly PreparedRefund[]): void {
  const senders = new Set(prepared.map(({ transaction: { chainId, from } }) => `${chainId} ${from}`));
  if (senders.size > 1)
    throw new CheckoutError("VALIDATION_ERROR", fault("refunds.apart"), { param: "refunds" });
}
