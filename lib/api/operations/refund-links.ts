import {
  claimRefundBody,
  refundLinkView,
  submitRefundTransactionBody,
} from "@/lib/checkouts/refund-link.schema";
import { bodyErrors, type Operation } from "./operation";

/** For whoever has a refund's link: the link is the key. */
export const refundLinkOperations = {
  getRefundLink: {
    operationId: "getRefundLink",
    tag: "Refund page",
    summary: "What a refund's link shows",
    description:
      "Of the customer's link (`claimUrl`) and of the one at which the merchant's wallet signs. Reading it uses nothing up. A link that is unknown, expired or replaced by a newer one is not found, all alike.",
    method: "GET",
    path: "/r/{token}",
    keyKind: "none",
    query: null,
    body: null,
    idempotent: false,
    status: 200,
    data: refundLinkView,
    paginated: false,
    errors: ["RATE_LIMIT_EXCEEDED", "REFUND_LINK_NOT_FOUND"],
  },
  claimRefund: {
    operationId: "claimRefund",
    tag: "Refund page",
    summary: "Name the address that a refund goes to",
    description:
      "At the customer's link, and once: afterwards the link only shows how it goes on. What can be told to be no wallet is refused: a token, a deposit address, the zero address.",
    method: "POST",
    path: "/r/{token}",
    keyKind: "none",
    query: null,
    body: claimRefundBody,
    idempotent: false,
    status: 200,
    data: refundLinkView,
    paginated: false,
    errors: ["RATE_LIMIT_EXCEEDED", ...bodyErrors, "REFUND_LINK_NOT_FOUND", "INVALID_SIGNATURE"],
  },
  submitRefundTransaction: {
    operationId: "submitRefundTransaction",
    tag: "Refund page",
    summary: "Hand in the transaction that pays a refund",
    description:
      "At the merchant's link, after the wallet sent the prepared call. Optional: the payment is found without it, a little later.",
    method: "POST",
    path: "/r/{token}/transaction",
    keyKind: "none",
    query: null,
    body: submitRefundTransactionBody,
    idempotent: false,
    status: 200,
    data: refundLinkView,
    paginated: false,
    errors: [
      "RATE_LIMIT_EXCEEDED",
      ...bodyErrors,
      "REFUND_LINK_NOT_FOUND",
      "INVALID_TX_HASH",
      "TRANSACTION_NOT_FOUND",
      "TRANSACTION_REVERTED",
      "NO_MATCHING_TRANSFER",
    ],
  },
} as const satisfies Record<string, Operation>;
