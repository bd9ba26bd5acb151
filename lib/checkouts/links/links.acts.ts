import { z } from "zod";
import { act } from "@/lib/platform/acts";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { cursorPage, cursorPagination, placeIn } from "@/lib/platform/lists/cursor-pages.schema";
import { inputId, nothing } from "@/lib/platform/primitives.schema";
import { checksummed } from "@/lib/platform/values/checksum.rules";
import { alignColumns } from "@/lib/platform/values/text.rules";
import type { ByInProject, ByKey, ByMember } from "@/lib/projects/project-access";
import { changeLink, updateLink } from "./change-link";
import {
  changeLinkBody,
  createLinkInput,
  linkCursors,
  listLinksQuery,
  paymentLinkDetails,
  paymentLinkResource,
  toPaymentLinkResource,
  updateLinkBody,
} from "./payment-link.schema";
import {
  type CountedLink,
  createLink,
  disableLink,
  type LinkParts,
  listLinks,
  readLink,
} from "./payment-links";

const ofLink = { linkId: inputId("lnk", "payment link") };
/** The API calls it by its whole name. */
const idsInPath = { linkId: "paymentLinkId" };

/** Where customers open links. */
type ShowParts = { checkoutPageUrl: string };

const showLink = (link: CountedLink, { checkoutPageUrl }: ShowParts) =>
  toPaymentLinkResource(link, checkoutPageUrl);

const pageOf = ({ slug }: CountedLink, { checkoutPageUrl }: ShowParts) => `${checkoutPageUrl}/l/${slug}`;

/** What merchants and the operator do with payment links. */
export const linkActs = {
  create: act(
    {
      permission: "links.manage",
      scope: "create",
      fresh: false,
      idempotent: true,
      input: createLinkInput,
      errors: [
        "UNSUPPORTED_FIAT_CURRENCY",
        "EXCHANGE_RATE_UNAVAILABLE",
        "UNSUPPORTED_TOKEN",
        "AMOUNT_TOO_SMALL",
        "CONFLICT",
      ],
    },
    (parts: LinkParts, { access }: ByInProject, terms, keep: Keep<CountedLink>) =>
      createLink(parts, access, terms, keep),
    {
      http: {
        operationId: "createPaymentLink",
        tag: "Payment links",
        summary: "Create a payment link",
        description:
          "A page that creates a checkout at its price for each customer who opens it. The price is `fiatAmount` with `fiatCurrency`, or `amount` in tokens, or the customer's choice (`openAmount` with `fiatCurrency`). A project can have at most 500 active links.",
        method: "POST",
        path: "/v1/payment-links",
        status: 201,
        data: paymentLinkResource,
        show: (link, parts: ShowParts) => showLink(link, parts),
      },
      dashboard: {
        name: "createLink",
        output: z.object({ ...ofLink, slug: z.string(), url: z.string() }),
        show: (link, parts: ShowParts) => ({ linkId: link.id, slug: link.slug, url: pageOf(link, parts) }),
      },
      command: {
        name: "links create",
        says: "creates a payment link and prints its address",
        options: {
          itemName: "--item NAME",
          maxFiatAmount: "--at-most AMOUNT",
          itemDescription: "--description TEXT",
          slug: "--slug SLUG",
          successUrl: "--success-url URL",
          lastDay: "--until DAY",
          stock: "--stock COUNT",
          singlePayment: "--once",
        },
        typed: {
          usage: "(--price 4.50 --currency USD | --amount UNITS | --any-amount CURRENCY)",
          read: ({ options: { price, currency, amount, "any-amount": chosenIn } }) => ({
            fiatAmount: price,
            fiatCurrency: currency ?? chosenIn,
            amount,
            openAmount: chosenIn !== undefined || undefined,
          }),
        },
        show: (link, parts: ShowParts) => [link.id, pageOf(link, parts)],
      },
    },
  ),
  list: act(
    { scope: "read", input: listLinksQuery },
    async (parts: LinkParts, { access }: ByInProject, { take, after, before }) => ({
      take,
      ...(await listLinks(parts, access, placeIn({ after, before }), take)),
    }),
    {
      http: {
        operationId: "listPaymentLinks",
        tag: "Payment links",
        summary: "List payment links",
        description: "The project's payment links, newest first, with those that ended.",
        method: "GET",
        path: "/v1/payment-links",
        data: paymentLinkResource.array(),
        pagination: cursorPagination,
        show: ({ take, ...part }, parts: ShowParts) =>
          cursorPage(part, take, linkCursors, (link) => showLink(link, parts)),
      },
      command: {
        name: "links list",
        says: "lists the newest 50 payment links",
        reads: true,
        typed: { read: () => ({ take: "50" }) },
        show: ({ items }) =>
          items.length === 0
            ? ["The project has no payment links."]
            : alignColumns(
                items.map(({ id, slug, itemName, checkoutCount, disabledAt }) => {
                  const state = disabledAt === null ? "active" : `disabled ${disabledAt.toISOString()}`;
                  return [id, `/l/${slug}`, itemName, `${checkoutCount} checkouts`, state];
                }),
              ),
      },
    },
  ),
  get: act(
    { scope: "read", ids: ofLink, errors: ["PAYMENT_LINK_NOT_FOUND"] },
    (parts: LinkParts, { access }: ByKey, { linkId }) => readLink(parts, access, linkId),
    {
      http: {
        operationId: "getPaymentLink",
        tag: "Payment links",
        summary: "Get a payment link",
        description: "One payment link of the project, and what came in by it.",
        method: "GET",
        path: "/v1/payment-links/{paymentLinkId}",
        idsInPath,
        data: paymentLinkDetails,
        show: ({ link, revenue }, parts: ShowParts) => ({
          ...showLink(link, parts),
          received: revenue.sums.map(({ chainId, tokenAddress, units }) => ({
            chainId,
            tokenAddress: checksummed(tokenAddress),
            amount: units.toString(),
          })),
          receivedIsComplete: revenue.isWhole,
        }),
      },
    },
  ),
  update: act(
    {
      scope: "all",
      idempotent: true,
      ids: ofLink,
      input: updateLinkBody,
      errors: [
        "PAYMENT_LINK_NOT_FOUND",
        "UNSUPPORTED_FIAT_CURRENCY",
        "EXCHANGE_RATE_UNAVAILABLE",
        "AMOUNT_TOO_SMALL",
        "CONFLICT",
      ],
    },
    (parts: LinkParts, { access }: ByKey, { linkId, ...terms }, keep: Keep<CountedLink>) =>
      updateLink(parts, access, linkId, terms, keep),
    {
      http: {
        operationId: "updatePaymentLink",
        tag: "Payment links",
        summary: "Update a payment link",
        description:
          "A field that you leave out stays as it is, and `null` removes one. The address and the kind of price stay, and so do the terms of the checkouts that the link has created.",
        method: "POST",
        path: "/v1/payment-links/{paymentLinkId}",
        idsInPath,
        data: paymentLinkResource,
        show: (link, parts: ShowParts) => showLink(link, parts),
      },
    },
  ),
  /** By a form, which shows all terms: a missing one is removed. */
  change: act(
    { permission: "links.manage", fresh: false, ids: ofLink, input: changeLinkBody },
    (parts: LinkParts, { access }: ByMember, terms) => changeLink(parts, access, terms),
    { dashboard: { name: "changeLink", output: nothing } },
  ),
  end: act(
    {
      permission: "links.manage",
      scope: "all",
      fresh: false,
      idempotent: true,
      ids: ofLink,
      errors: ["PAYMENT_LINK_NOT_FOUND"],
    },
    (parts: LinkParts, { access }: ByInProject, { linkId }, keep: Keep<CountedLink>) =>
      disableLink(parts, access, linkId, keep),
    {
      http: {
        operationId: "endPaymentLink",
        tag: "Payment links",
        summary: "End a payment link",
        description:
          "For good: it creates no more checkouts. Those that it created continue. Ending it again changes nothing.",
        method: "POST",
        path: "/v1/payment-links/{paymentLinkId}/end",
        idsInPath,
        data: paymentLinkResource,
        show: (link, parts: ShowParts) => showLink(link, parts),
      },
      dashboard: { name: "disableLink", output: nothing },
      command: {
        name: "links disable",
        says: "disables a payment link; its existing checkouts continue",
        word: "LINK",
        show: ({ id }) => [`${id}: disabled.`],
      },
    },
  ),
};
