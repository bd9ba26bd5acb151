import { type AdvanceDeps, advanceCheckouts } from "@/lib/checkouts/advance-checkouts";
import type { PaymentTransaction } from "@/lib/checkouts/payment-store.port";
import type { RefundMove } from "@/lib/checkouts/refund-moves";
import { refundTransition } from "@/lib/checkouts/refund-transition.rules";
import type { Log } from "@/lib/platform/log.port";

/**
 * Completes the refunds whose payments are final now, within the caller's transaction, and moves their checkouts on.
 *
 * @param ids of refund payments
 * @returns events written
 */
export async function completeRefunds(
  deps: AdvanceDeps & { log: Log },
  tx: PaymentTransaction,
  ids: readonly string[],
): Promise<{ events: number }> {
  const at = deps.clock.now();
  const payments = await tx.markRefundPaymentsFinal(ids, at);
  const checkoutIds = [...new Set(payments.map(({ checkoutId }) => checkoutId))];
  if (checkoutIds.length === 0) return { events: 0 };
  await tx.lockCheckouts(checkoutIds);
  const watched = await tx.lockRefunds(
    [],
    payments.flatMap(({ refundId }) => refundId ?? []),
  );
  const moves = watched.flatMap(({ refund: before }): RefundMove[] => {
    const payment = payments.find(({ refundId }) => refundId === before.id);
    const moved = refundTransition(before.status, { kind: "payment_final" });
    if (payment === undefined || moved.kind === "refused") {
      deps.log.error({ refundId: before.id, status: before.status }, "a refund does not fit its payment");
      return [];
    }
    const { checkoutId, fromAccount, toAddress } = payment;
    return [
      {
        kind: "refund.completed",
        checkoutId,
        refund: { ...before, status: moved.status, txHash: payment.txHash, completedAt: at },
        payment: { ...payment, from: fromAccount, to: toAddress },
        lostUnits: 0n,
      },
    ];
  });
  await tx.saveRefunds(moves.flatMap(({ refund }) => refund ?? []));
  const { events, incidents } = await advanceCheckouts(deps, tx, checkoutIds, [], moves);
  for (const incident of incidents) deps.log.error({ incident }, "more went back than was received");
  return { events };
}
