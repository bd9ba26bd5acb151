import { z } from "zod";
import { findToken } from "@/lib/chain/chains.rules";
import { type Refund, refundStatuses } from "@/lib/checkouts/refund-facts.rules";
import { refundStatus } from "@/lib/checkouts/views/checkout-fields.schema";
import { refundResource, toRefundResource } from "@/lib/checkouts/views/refund-resource.schema";
import { act } from "@/lib/platform/acts";
import { pageQuery, pagination, refundId as refundIdField } from "@/lib/platform/answer-fields.schema";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { cursorPage, cursorPagination, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { address, inputId, nothing } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import type { By, ByInProject, ByKey, ByMember } from "@/lib/projects/project-access";
import {
  listOpenRefunds,
  listProjectRefunds,
  listRefunds,
  type RefundWithCall,
  withCalls,
} from "./dashboard/read-refunds";
import { refundCursors } from "./dashboard/refund-views.rules";
import { mailClaim, reissueClaim } from "./links/claim-refund";
import {
  createRefundBody,
  type DemoParts,
  listProjectRefundsQuery,
  requestRefundForm,
  toWalletCall,
  walletCall,
} from "./refund.schema";
import { dismissExcess } from "./refund-excess";
import { approveRefund, cancelRefund, ownRefund } from "./refund-steps";
import type { RefundCallParts, RefundLinkParts, RefundMailParts, RefundParts } from "./refunds.parts";
import { type RequestedRefund, requestRefundAs } from "./request-refund";

const ofCheckout = { checkoutId: inputId("chk", "checkout") };
const ofRefund = { refundId: inputId("rfd", "refund") };
const moved = z.object({ status: refundStatus });
/** Of the operator's list. */
const maxOpen = 500;

type TokenParts = Pick<RefundParts, "chains">;

const showRefund = ({ refund, transaction }: RefundWithCall) => toRefundResource(refund, null, transaction);

/** A link for people; nothing where there is none. */
export function linkText(url: string | null): string[] {
  return url === null ? [] : [url, "We show it only once. A new one replaces it."];
}

/** A refund for people. */
function refundText({ chains }: TokenParts, refund: Refund): string[] {
  const found = findToken(chains, refund);
  const amount =
    found === null
      ? `${refund.amountUnits} units of ${checksummed(refund.tokenAddress)}`
      : `${formatUnits(refund.amountUnits, found.token.decimals)} ${found.token.symbol}`;
  const where = found?.chain.name ?? `chain ${refund.chainId}`;
  return [
    `${refund.id}  ${refund.status}  ${amount} on ${where}`,
    `    ${refund.checkoutId} of ${refund.projectId}, since ${refund.createdAt.toISOString()}`,
    `    to ${refund.destinationAddress === null ? "an address the customer has not entered yet" : checksummed(refund.destinationAddress)}`,
    `    ${refund.viaApi ? "requested by API or a member" : "requested by an owner or by policy"}: ${refund.reason === null ? "no reason given" : refund.reason}`,
  ];
}

/** What merchants and the operator do with refunds. */
export const refundActs = {
  request: act(
    {
      permission: "refunds.request",
      scope: "all",
      fresh: true,
      idempotent: true,
      ids: ofCheckout,
      input: createRefundBody,
      errors: ["CHECKOUT_NOT_FOUND", "CHECKOUT_NOT_REFUNDABLE", "REFUND_AMOUNT_EXCEEDS_AVAILABLE"],
    },
    (parts: RefundCallParts, by: ByInProject, { checkoutId, ...body }, keep: Keep<RequestedRefund>) =>
      requestRefundAs(parts, by, checkoutId, body, keep),
    {
      http: {
        operationId: "createRefund",
        tag: "Refunds",
        summary: "Refund a payment, in full or in part",
        description:
          "Without `destinationAddress`, the refund waits until the customer enters an address at `claimUrl`. We never send money back to the sender by default, because exchanges pay from shared wallets. The exception is a gasless payment: the payer's wallet signed it, so the refund goes back there. Only this response has `claimUrl`; the link works once, for 7 days. Above the project's daily limit, an owner has to approve the refund. If only your wallet can send the refund, because it is the refund authority or already holds the money, `transaction` is the call to send; we recognise it on the chain. `refundType` is only a label: with any type you can refund up to the available amount, for an overpayment too.",
        method: "POST",
        path: "/v1/checkouts/{checkoutId}/refunds",
        status: 201,
        data: refundResource,
        show: ({ refund, claimUrl, transaction }) => toRefundResource(refund, claimUrl, transaction),
      },
      dashboard: {
        name: "requestRefund",
        input: requestRefundForm,
        output: z.object({
          refundId: refundIdField,
          status: refundStatus,
          claimUrl: z.string().nullable(),
          /** Null unless it waits for a signature that this member may give. */
          call: walletCall.nullable(),
        }),
        show: ({ refund, claimUrl, transaction }, parts: DemoParts, { access }) => ({
          refundId: refund.id,
          status: refund.status,
          claimUrl,
          call: transaction === null || !access.may("refunds.sign") ? null : toWalletCall(transaction, parts),
        }),
      },
      command: {
        name: "refund",
        says: "refunds a payment; without --amount, everything that is left",
        word: "CHECKOUT",
        options: {
          amount: "--amount UNITS",
          destinationAddress: "--to ADDRESS",
          refundType: "--type KIND",
          reason: "--reason TEXT",
        },
        show: ({ refund, claimUrl }, parts: TokenParts) => [
          ...refundText(parts, refund),
          ...linkText(claimUrl),
        ],
      },
    },
  ),
  list: act(
    {
      scope: "read",
      ids: ofCheckout,
      input: pageQuery,
      errors: ["CHECKOUT_NOT_FOUND"],
    },
    async (parts: RefundCallParts, { access }: ByKey, { checkoutId, take, skip }) => {
      const page = { take, skip };
      const { items, total } = await listRefunds(parts, access.projectId, checkoutId, page);
      return { data: items.map(showRefund), pagination: { total, ...page } };
    },
    {
      http: {
        operationId: "listRefunds",
        tag: "Refunds",
        summary: "List the refunds of a checkout",
        description: "Newest first.",
        method: "GET",
        path: "/v1/checkouts/{checkoutId}/refunds",
        data: refundResource.array(),
        pagination,
        show: (page) => page,
      },
    },
  ),
  listOfProject: act(
    {
      scope: "read",
      input: listProjectRefundsQuery,
    },
    async (
      parts: RefundCallParts & Parameters<typeof listProjectRefunds>[0],
      { access }: ByKey,
      { take, after, before, status, refundType = null, from = null, to = null },
    ) => {
      const statuses = status === undefined ? refundStatuses : [status];
      const listing = { statuses, refundType, from, before: to };
      const part = await listProjectRefunds(parts, access, listing, placeIn({ after, before }), take);
      const page = cursorPage(part, take, refundCursors, ({ id }) => id);
      return { data: (await withCalls(parts, part.items)).map(showRefund), pagination: page.pagination };
    },
    {
      http: {
        operationId: "listProjectRefunds",
        tag: "Refunds",
        summary: "List all refunds",
        description:
          "The refunds of all checkouts of the project, newest first, with those of the dashboard.",
        method: "GET",
        path: "/v1/refunds",
        data: refundResource.array(),
        pagination: cursorPagination,
        show: (page) => page,
      },
    },
  ),
  /** Those that are waiting or on their way, of every project or one. */
  listOpen: act(
    {},
    (parts: RefundParts, { actor }: By) => listOpenRefunds(parts, actor.projectId, maxOpen + 1),
    {
      command: {
        name: "list-refunds",
        ofDeleted: true,
        says: "lists refunds that are waiting or on their way",
        reads: true,
        anywhere: "or in one",
        show: (open, parts: TokenParts) => {
          if (open.length === 0) return ["There are no open refunds."];
          const more = open.length > maxOpen ? [`… only the first ${maxOpen} are shown.`] : [];
          return [...open.slice(0, maxOpen).flatMap((refund) => refundText(parts, refund)), ...more];
        },
      },
    },
  ),
  get: act(
    {
      scope: "read",
      ids: ofRefund,
      errors: ["REFUND_NOT_FOUND"],
    },
    async (parts: RefundCallParts, by: ByKey, { refundId }) => {
      const refund = await ownRefund(parts, by.actor, refundId);
      const [found] = await withCalls(parts, [refund]);
      return { refund, transaction: found?.transaction ?? null };
    },
    {
      http: {
        operationId: "getRefund",
        tag: "Refunds",
        summary: "Get a refund",
        description: "One refund of the project.",
        method: "GET",
        path: "/v1/refunds/{refundId}",
        data: refundResource,
        show: (found) => showRefund(found),
      },
    },
  ),
  cancel: act(
    {
      permission: "refunds.cancel",
      scope: "all",
      fresh: false,
      idempotent: true,
      ids: ofRefund,
      errors: ["REFUND_NOT_FOUND", "REFUND_NOT_CANCELLABLE"],
    },
    (parts: RefundParts, { actor }: By, { refundId }, keep: Keep<Refund>) =>
      cancelRefund(parts, actor, refundId, keep),
    {
      http: {
        operationId: "cancelRefund",
        tag: "Refunds",
        summary: "Cancel a refund",
        description:
          "Until it is PROCESSING. Its amount can then be refunded again; its claim link no longer works.",
        method: "POST",
        path: "/v1/refunds/{refundId}/cancel",
        data: refundResource,
        show: (refund) => toRefundResource(refund),
      },
      dashboard: { name: "cancelRefund", output: moved, show: ({ status }) => ({ status }) },
      command: {
        name: "cancel-refund",
        says: "cancels a refund that is not on its way",
        word: "REFUND",
        anywhere: true,
        show: ({ id, status }) => [`${id}: ${status}.`],
      },
    },
  ),
  /** Confirms the address that the owner saw; null when the customer named none yet. */
  approve: act(
    {
      permission: "refunds.approve",
      fresh: true,
      ids: ofRefund,
      input: z.object({ destinationAddress: address }),
    },
    (parts: RefundParts, { actor }: By, { refundId, destinationAddress }) =>
      approveRefund(parts, actor, refundId, { destinationAddress }),
    {
      dashboard: { name: "approveRefund", output: moved, show: ({ status }) => ({ status }) },
      command: {
        name: "approve-refund",
        says: "approves a refund to the address that list-refunds shows",
        word: "REFUND",
        anywhere: true,
        options: { destinationAddress: "--to ADDRESS" },
        show: ({ id, status }) => [`${id}: approved, now ${status}.`],
      },
    },
  ),
  /** The holder of the link decides where the money goes. */
  reissueClaim: act(
    {
      permission: "refunds.request",
      fresh: true,
      ids: ofRefund,
    },
    (parts: RefundLinkParts, by: By, { refundId }) => reissueClaim(parts, by, refundId),
    {
      dashboard: {
        name: "reissueClaim",
        output: z.object({ claimUrl: z.string() }),
        show: ({ claimUrl }) => ({ claimUrl }),
      },
      command: {
        name: "reissue-claim",
        says: "prints a new link where the customer enters an address",
        word: "REFUND",
        anywhere: true,
        show: ({ claimUrl }) => linkText(claimUrl),
      },
    },
  ),
  /** To an address that the customer left on the payment page. */
  mailClaim: act(
    {
      permission: "refunds.request",
      fresh: true,
      ids: ofRefund,
      input: z.object({ email: z.email().max(254), token: z.string().max(100).optional() }),
    },
    async (parts: RefundMailParts, by: ByMember, given) => mailClaim(parts, by, given),
    { dashboard: { name: "mailClaim", output: nothing } },
  ),
  dismissExcess: act(
    {
      permission: "refunds.request",
      fresh: false,
      ids: ofCheckout,
    },
    async (parts: RefundParts, { access }: ByInProject, { checkoutId }) => {
      await dismissExcess(parts, access, checkoutId);
      return checkoutId;
    },
    {
      dashboard: { name: "dismissExcess", output: nothing },
      command: {
        name: "dismiss-excess",
        says: "dismisses a customer's request for money back",
        word: "CHECKOUT",
        show: (checkoutId) => [`${checkoutId}: the request no longer needs attention.`],
      },
    },
  ),
};
