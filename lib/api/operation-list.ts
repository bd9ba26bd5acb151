import { linkOperations } from "@/lib/api/operations/links";
import { moneyOperations } from "@/lib/api/operations/money";
import {
  bodyErrors,
  creationErrors,
  idempotencyErrors,
  type Operation,
  operationsOf,
  plainOperation,
  projectKeyErrors,
  sdkKeyErrors,
} from "@/lib/api/operations/operation";
import { publicOperations } from "@/lib/api/operations/public";
import { serverOperations } from "@/lib/api/operations/server";
import { webhookOperations } from "@/lib/api/operations/webhooks";
import { createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { checkoutResource, listCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import { sdkProject } from "@/lib/checkouts/views/checkout-fields.schema";
import { publicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { paymentActs } from "@/lib/payments/payments.acts";
import { tags } from "@/lib/platform/acts";
import { checkoutPagination } from "@/lib/platform/answer-fields.schema";
import { exchangeRatesQuery, projectAllRates, ratesOfCurrency } from "@/lib/rates/exchange-rates.schema";
import { refundPageActs } from "@/lib/refunds/refund-page.acts";
import { refundActs } from "@/lib/refunds/refunds.acts";

/** The project-scoped API (spec §4.3), the earlier form: with an API key of the project in the path. */
const projectOperations = {
  createProjectCheckout: {
    ...plainOperation,
    operationId: "createProjectCheckout",
    tag: "Project-scoped",
    summary: "Create a checkout with an API key",
    description:
      "Like creation with the Server API, with `createdVia` set to `api_key`. With an API key for browsers, `successUrl` and `cancelUrl` must be on the project's allowed origins, and pages on those origins get CORS headers. Anyone can read such a key: check reference, amount and `createdVia` before you ship.",
    method: "POST",
    path: "/dashboard/projects/{projectId}/checkouts",
    keyKind: "project",
    body: createCheckoutBody,
    idempotent: true,
    status: 201,
    data: checkoutResource,
    errors: [...projectKeyErrors, ...bodyErrors, ...idempotencyErrors, ...creationErrors],
  },
  listProjectCheckouts: {
    ...plainOperation,
    operationId: "listProjectCheckouts",
    tag: "Project-scoped",
    summary: "List checkouts with an API key",
    description:
      "Newest first. An API key for a server lists every checkout. An API key for browsers lists only checkouts that an API key created, with empty `metadata`, with `successUrl` null until the checkout is paid, and with `referenceId` null unless the request filters by it.",
    method: "GET",
    path: "/dashboard/projects/{projectId}/checkouts",
    keyKind: "project",
    query: listCheckoutsQuery,
    data: checkoutResource.array(),
    pagination: checkoutPagination,
    errors: [...projectKeyErrors, "VALIDATION_ERROR"],
  },
  getProjectExchangeRates: {
    ...plainOperation,
    operationId: "getProjectExchangeRates",
    tag: "Project-scoped",
    summary: "Get exchange rates with an API key",
    description: "Like the public rates. The response for all currencies also has their `source`.",
    method: "GET",
    path: "/dashboard/projects/{projectId}/checkouts/exchange-rate",
    keyKind: "project",
    query: exchangeRatesQuery,
    data: projectAllRates.or(ratesOfCurrency),
    errors: [
      ...projectKeyErrors,
      "VALIDATION_ERROR",
      "UNSUPPORTED_FIAT_CURRENCY",
      "EXCHANGE_RATE_UNAVAILABLE",
    ],
  },
} as const satisfies Record<string, Operation>;

/** For scripts on a shop's pages: with an API key for browsers, from allow-listed origins, which get CORS headers. */
const sdkOperations = {
  getSdkProject: {
    ...plainOperation,
    operationId: "getSdkProject",
    tag: "SDK",
    summary: "Get the key's project",
    description: "The project's name and logo, and the tokens and networks that it accepts.",
    method: "GET",
    path: "/sdk/project",
    keyKind: "sdk",
    data: sdkProject,
    errors: [...sdkKeyErrors],
  },
  getSdkCheckout: {
    ...plainOperation,
    operationId: "getSdkCheckout",
    tag: "SDK",
    summary: "Get the customer's view of a checkout with an API key",
    description: "The public view. A checkout of another project is not found.",
    method: "GET",
    path: "/sdk/checkouts/{checkoutId}",
    keyKind: "sdk",
    data: publicCheckoutView,
    errors: [...sdkKeyErrors, "CHECKOUT_NOT_FOUND"],
  },
} as const satisfies Record<string, Operation>;

/** The tables of acts that routes serve. */
export const actTables = { paymentActs, refundActs, refundPageActs };

const { mailReceipt, ...publicRest } = publicOperations;

/** Every operation of the API, by id. */
export const operations = inOrder({
  ...serverOperations,
  ...operationsOf(paymentActs),
  ...operationsOf(refundActs),
  ...linkOperations,
  ...moneyOperations,
  ...webhookOperations,
  ...publicRest,
  ...operationsOf(refundPageActs),
  mailReceipt,
  ...projectOperations,
  ...sdkOperations,
} as const satisfies Record<string, Operation>);

/** As the documents show them: by heading. */
function inOrder<Table extends Readonly<Record<string, Operation>>>(table: Table): Table {
  const placeOf = ([, { tag }]: [string, Operation]) => tags.indexOf(tag);
  return Object.fromEntries(Object.entries(table).toSorted((a, b) => placeOf(a) - placeOf(b))) as Table;
}

export type OperationId = keyof typeof operations;
