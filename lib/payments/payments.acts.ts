import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { acceptPaymentBody } from "@/lib/checkouts/checkout-input.schema";
import { checkoutResource, redeemedCheckout, redemptionView } from "@/lib/checkouts/views/checkout.schema";
import { type CheckoutAnswerParts, resourceOf } from "@/lib/checkouts/views/checkout-answers";
import { type AcceptPaymentDeps, acceptPayment } from "@/lib/payments/accept-payment";
import { act } from "@/lib/platform/acts";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { inputId, nothing } from "@/lib/platform/primitives.schema";
import type { By, ByKey, KeyAccess } from "@/lib/projects/project-access";
import { type Redemption, redeemCheckout } from "./redeem-checkout";

/** What a merchant decides about payments. */
export const paymentActs = {
  redeem: act(
    {
      scope: "create",
      idempotent: true,
      ids: { checkoutId: inputId("chk", "checkout") },
      errors: ["CHECKOUT_NOT_FOUND", "CONFLICT"],
    },
    (
      parts: Parameters<typeof redeemCheckout>[0],
      { access }: ByKey,
      { checkoutId },
      keep: Keep<Redemption>,
    ) => redeemCheckout(parts, access.projectId, checkoutId, keep),
    {
      http: {
        operationId: "redeemCheckout",
        tag: "Checkouts",
        summary: "Use a payment once",
        description:
          "For an API that charges per request: marks the checkout's payment as used. Of all requests with different idempotency keys, one gets `first: true`; let only that one through. This moves no money. Do it after the payment's answer, which may come before we see the payment on the chain: so PENDING is no obstacle. A payment that came too late and isn't accepted, that is being refunded or was refunded, or whose checkout is EXPIRED or CANCELLED, gets CONFLICT. `charge` of the client package does both.",
        method: "POST",
        path: "/v1/checkouts/{checkoutId}/redeem",
        data: redeemedCheckout,
        show: (redemption) => redemptionView(redemption),
      },
    },
  ),
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
