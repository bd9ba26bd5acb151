import { type Checkout, isPaid } from "@/lib/checkouts/checkout.rules";

/** A checkout of a link for one payment. */
export type InvoiceCheckout = Pick<
  Checkout,
  "id" | "status" | "lateAcceptedAt" | "paidAt" | "totalPaidUnits" | "amountUnits" | "replacedBy"
>;

export type InvoiceState =
  /** Nothing more is to be paid. */
  | { kind: "paid"; checkoutId: string }
  /** It waits for its payment, or money for the whole amount waits for a decision. */
  | { kind: "open"; checkoutId: string }
  /** The next checkout replaces this one; null for the first one. */
  | { kind: "fresh"; replaces: string | null };

/**
 * Where a customer who opens the link goes, so that no one is asked for a second payment.
 *
 * @param checkouts newest first; expired and cancelled ones that were replaced and received nothing may be missing
 */
export function invoiceState(checkouts: readonly InvoiceCheckout[]): InvoiceState {
  const paid = checkouts.find(isSettledFor);
  if (paid !== undefined) return { kind: "paid", checkoutId: paid.id };
  const open = checkouts.find(isUndecided);
  if (open !== undefined) return { kind: "open", checkoutId: open.id };
  // Clocks of instances differ, so the newest may not be the last.
  return { kind: "fresh", replaces: checkouts.find(({ replacedBy }) => replacedBy === null)?.id ?? null };
}

/** A refund after the payment asks for no new one; the refund of a part payment does. */
function isSettledFor({ status, lateAcceptedAt, paidAt }: InvoiceCheckout): boolean {
  return isPaid(status, lateAcceptedAt !== null) || (status === "REFUNDED" && paidAt !== null);
}

function isUndecided({ status, totalPaidUnits, amountUnits }: InvoiceCheckout): boolean {
  switch (status) {
    case "PENDING":
    case "DETECTED":
    case "LATE_PAID":
      return true;
    case "EXPIRED":
    case "CANCELLED":
      return totalPaidUnits > 0n && amountUnits !== null && totalPaidUnits >= amountUnits;
    case "PAID":
    case "SETTLED":
    case "REFUNDED":
      return false;
    default:
      return status satisfies never;
  }
}
