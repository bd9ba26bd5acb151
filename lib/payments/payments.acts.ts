import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { acceptPaymentBody } from "@/lib/checkouts/checkout-input.schema";
import { checkoutResource } from "@/lib/checkouts/views/checkout.schema";
import { type CheckoutAnswerParts, resourceOf } from "@/lib/checkouts/views/checkout-answers";
import { type AcceptPaymentDeps, acceptPayment } from "@/lib/payments/accept-payment";
import { act } from "@/lib/platform/acts";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { inputId, nothing } from "@/lib/platform/primitives.schema";
import type { By, KeyAccess } from "@/lib/projects/project-access";

/** What a merchant decides about payments. */
export const paymentActs = {
  /** Releases the goods for the amount that the member saw, at a price that may be stale. */
  accept: act(
    {
      permission: "payments.accept",
      scope: "all",
      fresh: true,
      idempotent: true,
      ids: { checkoutId: inputId("chk", "checkout") },
      input: acceptPaymentBody,
      errors: ["CHECKOUT_NOT_FOUND", "CHECKOUT_NOT_ACCEPTABLE", "ACCEPT_AMOUNT_MISMATCH"],
    },
    (parts: AcceptPaymentDeps, { actor }: By, { checkoutId, amount }, keep: Keep<Checkout>) =>
      acceptPayment(parts, actor, checkoutId, amount, keep),
    {
      http: {
        operationId: "acceptPayment",
        tag: "Checkouts",
        summary: "Accept a partial or late payment",
        description:
          "Accepts the received amount as the price: of a PENDING checkout with a partial payment, of an EXPIRED one that received money, or of a LATE_PAID one. A PENDING checkout becomes DETECTED, and PAID as soon as the payment is final; the others become LATE_PAID with `isPaid` true. Later money is an overpayment. A payment can be accepted once. The body can be left out.",
        method: "POST",
        path: "/v1/checkouts/{checkoutId}/accept",
        bodyOptional: true,
        data: checkoutResource,
        showFor: (parts: CheckoutAnswerParts, { access }: { access: KeyAccess }) =>
          resourceOf(parts, access.project),
      },
      dashboard: { name: "acceptPayment", input: acceptPaymentBody.required(), output: nothing },
      command: {
        name: "accept-payment",
        says: "accepts a partial or late payment, so that it counts as paid",
        word: "CHECKOUT",
        anywhere: true,
        options: { amount: "--amount UNITS" },
        show: ({ id, acceptedUnits, status }) => [
          `${id}: payment of ${acceptedUnits} accepted, now ${status}.`,
        ],
      },
    },
  ),
};
