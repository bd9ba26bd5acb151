import {
  findPaymentsBody,
  foundPayments,
  verifyPaymentBody,
  verifyPaymentResult,
} from "@/lib/checkouts/checkout-input.schema";
import { type Anyone, act } from "@/lib/platform/acts";
import { inputId } from "@/lib/platform/primitives.schema";
import { findPayments } from "./find-payments";
import { verifyPayment } from "./verify-payment";

const ofCheckout = { checkoutId: inputId("chk", "checkout") };

/** What customers say of payments that they have sent. For anyone with a checkout's id. */
export const sentPaymentActs = {
  verify: act(
    {
      ids: ofCheckout,
      input: verifyPaymentBody,
      errors: [
        "CHECKOUT_NOT_FOUND",
        "UNSUPPORTED_CHAIN",
        "INVALID_TX_HASH",
        "CHAIN_MISMATCH",
        "TRANSACTION_NOT_FOUND",
        "TRANSACTION_REVERTED",
        "NO_MATCHING_TRANSFER",
      ],
    },
    (parts: Parameters<typeof verifyPayment>[0], { client }: Anyone, { checkoutId, ...body }) =>
      verifyPayment(parts, checkoutId, body, client),
    {
      http: {
        operationId: "verifyPayment",
        tag: "Payment page",
        summary: "Submit a transaction hash",
        description:
          "Optional, for faster confirmation: we find payments without it. We read the transaction from the chain. Repeating the request is harmless.",
        method: "POST",
        path: "/c/{checkoutId}/verify",
        form: { numbers: ["chainId"], page: ({ checkoutId }) => `/c/${checkoutId}` },
        data: verifyPaymentResult,
        show: (result) => result,
      },
    },
  ),
  find: act(
    { ids: ofCheckout, input: findPaymentsBody, errors: ["CHECKOUT_NOT_FOUND"] },
    (parts: Parameters<typeof findPayments>[0], _: Anyone, { checkoutId, sender }) =>
      findPayments(parts, checkoutId, sender),
    {
      http: {
        operationId: "findPayments",
        tag: "Payment page",
        summary: "Find payments by their sender",
        description:
          "What one wallet sent to this checkout's address: transfers on record, and on each network those in the newest blocks, which we record like a submitted hash. Other transfers of the wallet are not shown. Each client address has one limit for all checkouts.",
        method: "POST",
        path: "/c/{checkoutId}/find",
        searches: true,
        data: foundPayments,
        show: (found) => found,
      },
    },
  ),
};
