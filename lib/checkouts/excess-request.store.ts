/** A checkout whose customer requested an overpayment that is still there, and got no answer. */
export const waitsForExcess = `checkout.excess_requested_at IS NOT NULL AND checkout.excess_dismissed_at IS NULL
  AND (checkout.status IN ('PAID', 'SETTLED') OR checkout.status = 'LATE_PAID' AND checkout.late_accepted_at IS NOT NULL)
  AND checkout.paid_units - checkout.refunded_units - checkout.refunding_units > checkout.amount_units`;
