import { z } from "zod";
import { act } from "@/lib/platform/acts";
import { checkoutPagination } from "@/lib/platform/answer-fields.schema";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { inputId, says } from "@/lib/platform/primitives.schema";
import { alignColumns } from "@/lib/platform/values/text.rules";
import type { ByInProject, ByKey, ByMember } from "@/lib/projects/project-access";
import type { Checkout } from "./checkout.rules";
import { createCheckoutBody } from "./checkout-input.schema";
import { createCheckout, createCheckoutAs, creationErrors } from "./create-checkout";
import { cancelCheckout } from "./pending-checkout";
import {
  cancelledCheckout,
  checkoutDetails,
  checkoutResource,
  listCheckoutsQuery,
} from "./views/checkout.schema";
import {
  type CheckoutAnswerParts,
  detailsOf,
  listAnswer,
  listAnswerByApiKey,
  readCheckouts,
  resourceOf,
} from "./views/checkout-answers";
import { checkoutStatus } from "./views/checkout-fields.schema";
import { getCheckout } from "./views/read-checkout";

const checkoutId = inputId("chk", "checkout");
const ofCheckout = { checkoutId };
/** Of the operator's list. */
const maxListed = 100;

const showFor = (parts: CheckoutAnswerParts, { access }: ByKey) => resourceOf(parts, access.project);

type ListParts = Parameters<typeof listAnswer>[0];
type CancelParts = Parameters<typeof cancelCheckout>[0];

/** What merchants and the operator do with checkouts before they are paid. */
export const checkoutActs = {
  create: act(
    {
      permission: "checkouts.create",
      scope: "create",
      fresh: false,
      idempotent: true,
      input: createCheckoutBody,
      errors: creationErrors,
    },
    (
      parts: Parameters<typeof createCheckoutAs>[0],
      { access }: ByKey | ByMember,
      body,
      keep: Keep<Checkout>,
    ) => createCheckoutAs(parts, access, body, keep),
    {
      http: {
        operationId: "createCheckout",
        tag: "Checkouts",
        summary: "Create a checkout",
        description:
          "Set the price in fiat (`fiatAmount` with `fiatCurrency`) or in token units (`amount`). With `chainId` and `tokenAddress`, the response has the deposit address; without them, the customer chooses on the payment page.",
        method: "POST",
        path: "/v1/checkouts",
        status: 201,
        data: checkoutResource,
        showFor,
      },
      dashboard: {
        name: "createCheckout",
        // The settlement wallet is a project setting: a member who may create checkouts may not redirect the money.
        input: createCheckoutBody.refine(({ merchantAddress }) => merchantAddress === undefined, {
          path: ["merchantAddress"],
          ...says(fault("fields.ownWallet")),
        }),
        output: z.object({ checkoutId, url: z.string() }),
        show: ({ id }, { checkoutPageUrl }: { checkoutPageUrl: string }) => ({
          checkoutId: id,
          url: `${checkoutPageUrl}/c/${id}`,
        }),
      },
    },
  ),
  list: act(
    {
      scope: "read",
      input: listCheckoutsQuery,
    },
    (parts: ListParts, { access }: ByKey, query) => listAnswer(parts, { project: access.project, query }),
    {
      http: {
        operationId: "listCheckouts",
        tag: "Checkouts",
        summary: "List checkouts",
        description: "The project's checkouts, newest first.",
        method: "GET",
        path: "/v1/checkouts",
        data: checkoutResource.array(),
        pagination: checkoutPagination,
        show: (page) => page,
      },
    },
  ),
  /** Without what only a project's own clients need. */
  listForOperator: act(
    { input: listCheckoutsQuery },
    (parts: Parameters<typeof readCheckouts>[0], { access }: ByInProject, query) =>
      readCheckouts(parts, access, query),
    {
      command: {
        name: "checkouts list",
        ofDeleted: true,
        says: "lists the newest 100 checkouts",
        reads: true,
        options: { status: "--status STATUS", referenceId: "--reference ORDER" },
        typed: { read: () => ({ take: `${maxListed}` }) },
        show: ({ items, total }) => {
          if (items.length === 0) return ["No checkouts found."];
          const rows = items.map(({ id, createdAt, status, referenceId, itemName }) => [
            id,
            createdAt.toISOString(),
            status,
            referenceId === null ? "-" : referenceId,
            itemName === null ? "" : itemName,
          ]);
          const older = total - items.length;
          return [...alignColumns(rows), ...(older > 0 ? [`… and ${older} older checkouts`] : [])];
        },
      },
    },
  ),
  get: act(
    {
      scope: "read",
      ids: ofCheckout,
      errors: ["CHECKOUT_NOT_FOUND"],
    },
    async (
      parts: CheckoutAnswerParts & Parameters<typeof getCheckout>[0],
      { access }: ByKey,
      { checkoutId },
    ) => detailsOf(parts, access.project, await getCheckout(parts, access.projectId, checkoutId)),
    {
      http: {
        operationId: "getCheckout",
        tag: "Checkouts",
        summary: "Get a checkout",
        description:
          "One checkout of the project with its records: every transfer to its address, including stray ones in a different token or on a different network, the networks' own coins found there, and a timeline.",
        method: "GET",
        path: "/v1/checkouts/{checkoutId}",
        data: checkoutDetails,
        show: (details) => details,
      },
    },
  ),
  cancel: act(
    {
      permission: "checkouts.cancel",
      scope: "create",
      fresh: false,
      idempotent: true,
      ids: ofCheckout,
      errors: ["CHECKOUT_NOT_FOUND", "CHECKOUT_NOT_CANCELLABLE"],
    },
    (parts: CancelParts, { actor }: ByInProject, { checkoutId }, keep: Keep<Checkout>) =>
      cancelCheckout(parts, actor.projectId, checkoutId, keep, actor),
    {
      http: {
        operationId: "cancelCheckout",
        tag: "Checkouts",
        summary: "Cancel a checkout",
        description:
          "Only while it is PENDING. Money that arrives afterwards is recorded as a late payment and can be refunded.",
        method: "POST",
        path: "/v1/checkouts/{checkoutId}/cancel",
        data: cancelledCheckout,
        show: ({ id }) => ({ id, status: "CANCELLED" as const }),
      },
      dashboard: {
        name: "cancelCheckout",
        output: z.object({ status: checkoutStatus }),
        show: ({ status }) => ({ status }),
      },
      command: {
        name: "cancel-checkout",
        ofDeleted: true,
        says: "cancels a PENDING checkout",
        word: "CHECKOUT",
        show: ({ id, status }) => [`${id}: ${status}.`],
      },
    },
  ),
  /** The earlier form (spec §4.3), for an API key of the project. */
  createByApiKey: act(
    {
      idempotent: true,
      input: createCheckoutBody,
      errors: creationErrors,
    },
    (parts: Parameters<typeof createCheckout>[0], { access }: ByKey, body, keep: Keep<Checkout>) =>
      createCheckout(parts, access.project, "api_key", body, keep),
    {
      http: {
        operationId: "createProjectCheckout",
        tag: "Project-scoped",
        summary: "Create a checkout with an API key",
        description:
          "Like creation with the Server API, with `createdVia` set to `api_key`. With an API key for browsers, `successUrl` and `cancelUrl` must be on the project's allowed origins, and pages on those origins get CORS headers. Anyone can read such a key: check reference, amount and `createdVia` before you ship.",
        method: "POST",
        path: "/dashboard/projects/{projectId}/checkouts",
        key: "project",
        status: 201,
        data: checkoutResource,
        showFor,
      },
    },
  ),
  listByApiKey: act(
    { input: listCheckoutsQuery },
    (parts: ListParts, { access }: ByKey, query) =>
      listAnswerByApiKey(parts, { project: access.project, query }),
    {
      http: {
        operationId: "listProjectCheckouts",
        tag: "Project-scoped",
        summary: "List checkouts with an API key",
        description:
          "Newest first. An API key for a server lists every checkout. An API key for browsers lists only checkouts that an API key created, with empty `metadata`, with `successUrl` null until the checkout is paid, and with `referenceId` null unless the request filters by it.",
        method: "GET",
        path: "/dashboard/projects/{projectId}/checkouts",
        key: "project",
        data: checkoutResource.array(),
        pagination: checkoutPagination,
        show: (page) => page,
      },
    },
  ),
};
