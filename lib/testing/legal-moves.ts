/** Every change of status with its event, as "from to event"; written from the table of states, not from the code. */
export const legalMoves: ReadonlySet<string> = new Set([
  "PENDING DETECTED checkout.detected",
  "DETECTED PAID checkout.paid",
  "DETECTED PENDING checkout.reverted",
  "DETECTED EXPIRED checkout.reverted",
  "PENDING EXPIRED checkout.expired",
  "PENDING CANCELLED checkout.cancelled",
  "EXPIRED LATE_PAID checkout.late_paid",
  // Accepted.
  "LATE_PAID LATE_PAID checkout.late_paid",
  "LATE_PAID SETTLED checkout.settled",
  "CANCELLED LATE_PAID checkout.late_paid",
  "EXPIRED DETECTED checkout.detected",
  "PAID SETTLED checkout.settled",
  ...["PAID", "LATE_PAID", "SETTLED", "EXPIRED", "CANCELLED"].map(
    (from) => `${from} REFUNDED checkout.refunded`,
  ),
  // A reorganisation past the policy.
  ...["PAID", "LATE_PAID", "SETTLED", "REFUNDED"].flatMap((from) =>
    ["PENDING", "DETECTED", "PAID", "EXPIRED", "CANCELLED"]
      .filter((to) => to !== from)
      .map((to) => `${from} ${to} checkout.reverted`),
  ),
]);
