import { requestExcessBody } from "@/lib/checkouts/views/checkout-fields.schema";
import { publicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { type Anyone, act } from "@/lib/platform/acts";
import { inputId, text } from "@/lib/platform/primitives.schema";
import { handInHash } from "./hand-in-hash";
import { claimRefund } from "./links/claim-refund";
import { readRefundLink } from "./links/refund-links";
import {
  claimRefundBody,
  refundLinkView,
  submitRefundTransactionBody,
  toRefundLinkView,
} from "./refund.schema";
import { requestExcess } from "./refund-excess";
import type { RefundPageParts } from "./refunds.parts";

const ofLink = { token: text(200) };
const linkPage = ({ token }: Readonly<Record<string, string>>) => `/r/${token}`;
type ShowParts = Parameters<typeof toRefundLinkView>[1];

/** What customers do about refunds. For anyone with a refund's link: the link is the key. */
export const refundPageActs = {
  requestExcess: act(
    {
      ids: { checkoutId: inputId("chk", "checkout") },
      input: requestExcessBody,
      errors: ["CHECKOUT_NOT_FOUND", "CHECKOUT_NOT_REFUNDABLE", "INVALID_SIGNATURE"],
    },
    async (
      parts: RefundPageParts & Parameters<typeof getPublicCheckout>[0],
      { client }: Anyone,
      { checkoutId, ...body },
    ) => {
      await requestExcess(parts, checkoutId, body, client);
      return getPublicCheckout(parts, checkoutId);
    },
    {
      http: {
        operationId: "requestExcess",
        tag: "Payment page",
        summary: "Request an overpayment back",
        description:
          "Tells the merchant that the customer wants the overpayment back. This moves no money and sets no address: the merchant refunds the excess and sends a claim link, unless the only wallet that paid signed the request. Each checkout has one request; repeating it changes nothing.",
        method: "POST",
        path: "/c/{checkoutId}/request-excess",
        form: { numbers: [], page: ({ checkoutId }) => `/c/${checkoutId}`, namesField: true },
        data: publicCheckoutView,
        show: (view) => view,
      },
    },
  ),
  readLink: act(
    { ids: ofLink, errors: ["REFUND_LINK_NOT_FOUND"] },
    (parts: RefundPageParts, _: Anyone, { token }) => readRefundLink(parts, token),
    {
      http: {
        operationId: "getRefundLink",
        tag: "Refund page",
        summary: "Get the refund behind a link",
        description:
          "For the customer's link (`claimUrl`) and for the merchant's signing link. Reading a link doesn't use it up. An unknown, expired or replaced link gets the same error.",
        method: "GET",
        path: "/r/{token}",
        data: refundLinkView,
        show: (link, parts: ShowParts) => toRefundLinkView(link, parts),
      },
    },
  ),
  claim: act(
    { ids: ofLink, input: claimRefundBody, errors: ["REFUND_LINK_NOT_FOUND", "INVALID_SIGNATURE"] },
    (parts: RefundPageParts, _: Anyone, { token, ...body }) => claimRefund(parts, token, body),
    {
      http: {
        operationId: "claimRefund",
        tag: "Refund page",
        summary: "Set the address of a refund",
        description:
          "The customer's link takes an address once; afterwards it shows only the refund's progress. We refuse addresses that can't be wallets: a token, a deposit address, the zero address.",
        method: "POST",
        path: "/r/{token}",
        form: { numbers: [], page: linkPage },
        data: refundLinkView,
        show: (link, parts: ShowParts) => toRefundLinkView(link, parts),
      },
    },
  ),
  submitTransaction: act(
    {
      ids: ofLink,
      input: submitRefundTransactionBody,
      errors: [
        "REFUND_LINK_NOT_FOUND",
        "INVALID_TX_HASH",
        "TRANSACTION_NOT_FOUND",
        "TRANSACTION_REVERTED",
        "NO_MATCHING_TRANSFER",
      ],
    },
    (parts: RefundPageParts, _: Anyone, { token, ...body }) => handInHash(parts, token, body),
    {
      http: {
        operationId: "submitRefundTransaction",
        tag: "Refund page",
        summary: "Submit the transaction that pays a refund",
        description:
          "For the merchant's link, after the wallet has sent the prepared call. Optional: we also find the payment without it, a little later.",
        method: "POST",
        path: "/r/{token}/transaction",
        form: { numbers: [], page: linkPage },
        data: refundLinkView,
        show: (link, parts: ShowParts) => toRefundLinkView(link, parts),
      },
    },
  ),
};
