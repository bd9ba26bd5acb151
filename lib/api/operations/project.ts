import { checkoutResource, listCheckoutsQuery } from "@/lib/checkouts/checkout.schema";
import { createCheckoutBody } from "@/lib/checkouts/create-checkout.schema";
import { exchangeRatesQuery, projectAllRates, ratesOfCurrency } from "@/lib/rates/exchange-rates.schema";
import { bodyErrors, creationErrors, idempotencyErrors, type Operation, projectKeyErrors } from "./operation";

/** The project-scoped API (spec §4.3), the earlier form: with an API key of the project in the path. */
export const projectOperations = {
  createProjectCheckout: {
    operationId: "createProjectCheckout",
    tag: "Project-scoped",
    summary: "Create a checkout with an API key",
    description:
      "As the Server API's, with `createdVia` `api_key`. With an API key for browsers, `successUrl` and `cancelUrl` must be on the project's allowed origins, and pages of these get CORS headers. Anyone may have such a key: check reference, amount and `createdVia` before you ship.",
    method: "POST",
    path: "/dashboard/projects/{projectId}/checkouts",
    keyKind: "project",
    query: null,
    body: createCheckoutBody,
    idempotent: true,
    status: 201,
    data: checkoutResource,
    paginated: false,
    errors: [...projectKeyErrors, ...bodyErrors, ...idempotencyErrors, ...creationErrors],
  },
  listProjectCheckouts: {
    operationId: "listProjectCheckouts",
    tag: "Project-scoped",
    summary: "List checkouts with an API key",
    description:
      "Newest first: every checkout with an API key for a server. With one for browsers only those that an API key created, with `metadata` empty, `successUrl` null until it is paid, and `referenceId` null unless the request filters by exactly it.",
    method: "GET",
    path: "/dashboard/projects/{projectId}/checkouts",
    keyKind: "project",
    query: listCheckoutsQuery,
    body: null,
    idempotent: false,
    status: 200,
    data: checkoutResource.array(),
    paginated: true,
    errors: [...projectKeyErrors, "VALIDATION_ERROR"],
  },
  getProjectExchangeRates: {
    operationId: "getProjectExchangeRates",
    tag: "Project-scoped",
    summary: "Get exchange rates with an API key",
    description: "As the public rates; the answer for all currencies also tells their `source`.",
    method: "GET",
    path: "/dashboard/projects/{projectId}/checkouts/exchange-rate",
    keyKind: "project",
    query: exchangeRatesQuery,
    body: null,
    idempotent: false,
    status: 200,
    data: projectAllRates.or(ratesOfCurrency),
    paginated: false,
    errors: [
      ...projectKeyErrors,
      "VALIDATION_ERROR",
      "UNSUPPORTED_FIAT_CURRENCY",
      "EXCHANGE_RATE_UNAVAILABLE",
    ],
  },
} as const satisfies Record<string, Operation>;
