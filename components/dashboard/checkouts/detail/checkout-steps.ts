import { type Checkout, type CheckoutDetails, isPaid } from "@/lib/checkouts/checkout.rules";

/** A step of every sale; its time where that is known. */
export type CheckoutStep = {
  name: "created" | "seen" | "paid" | "settled";
  isDone: boolean;
  at: Date | null;
};

/** From the creation until the money is in the merchant's wallet. */
export function checkoutSteps({
  checkout,
  timeline,
}: Pick<CheckoutDetails, "checkout" | "timeline">): CheckoutStep[] {
  const { status, createdAt, totalPaidUnits, paidAt, lateAcceptedAt } = checkout;
  // Newest first.
  const seen = timeline.findLast(
    ({ kind, details }) => kind === "transfer.received" && details?.counts !== false,
  );
  const settled = timeline.find(({ kind }) => kind === "checkout.settled");
  const isRefunded = status === "REFUNDED";
  const steps = [
    { name: "created", isDone: true, at: createdAt },
    { name: "seen", isDone: totalPaidUnits > 0n, at: seen?.at },
    {
      name: "paid",
      isDone: isPaid(status, lateAcceptedAt !== null) || (isRefunded && paidAt !== null),
      at: lateAcceptedAt ?? paidAt,
    },
    {
      name: "settled",
      isDone: status === "SETTLED" || (isRefunded && settled !== undefined),
      at: settled?.at,
    },
  ] as const;
  return steps.map(({ name, isDone, at }) => ({ name, isDone, at: isDone ? (at ?? null) : null }));
}

/** The checkout's state; null if a notice describes it. */
export function checkoutState({
  status,
  totalPaidUnits,
  lateAcceptedAt,
}: Checkout): "waiting" | "confirming" | "held" | "settled" | "expired" | "cancelled" | "refunded" | null {
  switch (status) {
    case "PENDING":
      return totalPaidUnits > 0n ? null : "waiting";
    case "DETECTED":
      return "confirming";
    case "PAID":
      return "held";
    case "LATE_PAID":
      return lateAcceptedAt === null ? null : "held";
    case "SETTLED":
      return "settled";
    case "EXPIRED":
      return totalPaidUnits > 0n ? null : "expired";
    case "CANCELLED":
      return "cancelled";
    case "REFUNDED":
      return "refunded";
    default:
      return status satisfies never;
  }
}
