import { authorizePaymentBody } from "@/lib/checkouts/checkout-input.schema";
import { publicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { type CheckoutPageParts, getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { type Anyone, act, actOfOwnForm } from "@/lib/platform/acts";
import { inputId } from "@/lib/platform/primitives.schema";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import { acceptAuthorization } from "./accept-authorization";
import { type Payer, payByX402, type X402Parts } from "./x402/pay-by-x402";
import type { X402Payment } from "./x402/x402.schema";

const ofCheckout = { checkoutId: inputId("chk", "checkout") };

const x402Errors = [
  "PROJECT_NOT_FOUND",
  "ORIGIN_NOT_ALLOWED",
  "VALIDATION_ERROR",
  "CHECKOUT_NOT_FOUND",
  "CHECKOUT_EXPIRED",
  "CHECKOUT_NOT_PAYABLE",
  "CHECKOUT_NOT_SELECTABLE",
  "NETWORK_LIMIT_REACHED",
  "GASLESS_UNAVAILABLE",
  "TRANSFERS_STOPPED",
  "AUTHORIZATION_IN_FLIGHT",
  "EXCHANGE_RATE_UNAVAILABLE",
] as const satisfies readonly ErrorCode[];

/** Software with what it signed. */
export type PayingSoftware = Payer & { payment: X402Payment };

/** One of the two: GET and POST are one, since clients of x402 repeat the request that they began with. */
const byX402 = <const OperationId extends string>(
  operationId: OperationId,
  method: "GET" | "POST",
  summary: string,
) =>
  actOfOwnForm(
    { ids: ofCheckout, errors: x402Errors },
    (parts: X402Parts, { payment, ...payer }: PayingSoftware, { checkoutId }) =>
      payByX402(parts, checkoutId, payment, payer),
    {
      operationId,
      tag: "Payment page",
      summary,
      description:
        "For software that speaks x402 (version 2 or 1), at the checkout's `x402Url`. Without a payment the answer is 402 with the ways to pay by signature, the cheapest network first. With a payment in `PAYMENT-SIGNATURE` we check it, send it, pay the gas and wait up to 45 seconds for the block. The same payment always has the same outcome, so repeat it after a 202 or a lost connection. Clients of MPP find the same offer in `WWW-Authenticate`, and pay in `Authorization: Payment`, or in `Payment-Authorization` if their request has another `Authorization`. A checkout without a token gets the signed one. A shop's server that presents its customers' payments may send its server key in `x-api-key`: for checkouts of its project, the request then counts for the project instead of the address.",
      method,
      path: "/c/{checkoutId}/x402",
      x402: true,
      limitedApart: true,
      data: publicCheckoutView,
    },
  );

/** What customers and their software pay by signature. For anyone with a checkout's id. */
export const signedActs = {
  authorize: act(
    {
      ids: ofCheckout,
      input: authorizePaymentBody,
      errors: [
        "CHECKOUT_NOT_FOUND",
        "CHECKOUT_NOT_PAYABLE",
        "GASLESS_UNAVAILABLE",
        "PERMIT2_ALLOWANCE_REQUIRED",
        "WALLET_BLOCKED",
        "TRANSFERS_STOPPED",
        "AUTHORIZATION_IN_FLIGHT",
        "AUTHORIZATION_USED",
        "INVALID_AUTHORIZATION",
        "INSUFFICIENT_BALANCE",
      ],
    },
    async (
      parts: CheckoutPageParts & Parameters<typeof acceptAuthorization>[0],
      { client }: Anyone,
      { checkoutId, ...body },
    ) => {
      await acceptAuthorization(parts, checkoutId, body, client);
      return getPublicCheckout(parts, checkoutId);
    },
    {
      http: {
        operationId: "authorizePayment",
        tag: "Payment page",
        summary: "Pay by signature, without a network fee",
        description:
          "Submits the customer's signed payment of the whole remaining amount, in a kind that the view's `signing` allows. We check it, send it and pay the gas; we then find the payment like any other. The view's `gaslessPayment` shows its progress. Sending the same body again changes nothing and returns the same response. Until the chain is scanned past `validBefore`, we accept no other one, even if this one fails: anyone who holds it can submit it.",
        method: "POST",
        path: "/c/{checkoutId}/authorize",
        data: publicCheckoutView,
        show: (view) => view,
      },
    },
  ),
  offer: byX402("getPaymentOffer", "GET", "Get what software has to sign (x402)"),
  pay: byX402("payCheckout", "POST", "Pay as software (x402)"),
};
