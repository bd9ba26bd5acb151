import {
  bodyErrors,
  creationErrors,
  idempotencyErrors,
  type Operation,
  operationsOf,
  plainOperation,
  projectKeyErrors,
} from "@/lib/api/operations/operation";
import { serverOperations } from "@/lib/api/operations/server";
import { createCheckoutBody } from "@/lib/checkouts/checkout-input.schema";
import { linkActs } from "@/lib/checkouts/links/links.acts";
import { paymentPageActs } from "@/lib/checkouts/payment-page.acts";
import { receiptActs } from "@/lib/checkouts/receipts/receipts.acts";
import { sdkActs } from "@/lib/checkouts/sdk.acts";
import { checkoutResource, listCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import { eventActs } from "@/lib/checkouts/views/events.acts";
import { balanceActs } from "@/lib/payments/balances/balances.acts";
import { paymentActs } from "@/lib/payments/payments.acts";
import { sentPaymentActs } from "@/lib/payments/sent-payments.acts";
import { tags } from "@/lib/platform/acts";
import { checkoutPagination } from "@/lib/platform/answer-fields.schema";
import { rateActs } from "@/lib/rates/rates.acts";
import { refundPageActs } from "@/lib/refunds/refund-page.acts";
import { refundActs } from "@/lib/refunds/refunds.acts";
import { settlementActs } from "@/lib/settlement/settlements.acts";
import { signedActs } from "@/lib/signed/signed.acts";
import { strayActs } from "@/lib/strays/strays.acts";
import { deliveryActs } from "@/lib/webhooks/deliveries.acts";
import { endpointActs } from "@/lib/webhooks/endpoints/endpoints.acts";

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
} as const satisfies Record<string, Operation>;

/** The tables of acts that routes serve. */
export const actTables = {
  paymentActs,
  refundActs,
  linkActs,
  endpointActs,
  deliveryActs,
  eventActs,
  paymentPageActs,
  sentPaymentActs,
  signedActs,
  refundPageActs,
  receiptActs,
  rateActs,
  sdkActs,
  settlementActs,
  balanceActs,
  strayActs,
};

/** Every operation of the API, by id. */
export const operations = inOrder({
  ...serverOperations,
  ...operationsOf(paymentActs),
  ...operationsOf(refundActs),
  ...operationsOf(linkActs),
  ...operationsOf(settlementActs),
  ...operationsOf(balanceActs),
  ...operationsOf(strayActs),
  ...operationsOf(endpointActs),
  ...operationsOf(deliveryActs),
  ...operationsOf(eventActs),
  ...operationsOf(paymentPageActs),
  ...operationsOf(sentPaymentActs),
  ...operationsOf(signedActs),
  ...operationsOf(refundPageActs),
  ...operationsOf(receiptActs),
  ...projectOperations,
  ...operationsOf(rateActs),
  ...operationsOf(sdkActs),
} as const satisfies Record<string, Operation>);

/** As the documents show them: by heading. */
function inOrder<Table extends Readonly<Record<string, Operation>>>(table: Table): Table {
  const placeOf = ([, { tag }]: [string, Operation]) => tags.indexOf(tag);
  return Object.fromEntries(Object.entries(table).toSorted((a, b) => placeOf(a) - placeOf(b))) as Table;
}

export type OperationId = keyof typeof operations;
