import { balanceResource } from "@/lib/payments/balances/balances.schema";
import { cursorPagination } from "@/lib/platform/lists/cursor-pages.schema";
import {
  listSettlementsQuery,
  settlementDetails,
  settlementResource,
} from "@/lib/settlement/settlement.schema";
import { decidedStray, decideStrayBody, listStraysQuery, strayResource } from "@/lib/strays/stray.schema";
import {
  bodyErrors,
  idempotencyErrors,
  type Operation,
  plainOperation,
  scopedKeyErrors,
  serverKeyErrors,
} from "./operation";

/** Where a project's money is, for a merchant's backend. */
export const moneyOperations = {
  listSettlements: {
    ...plainOperation,
    operationId: "listSettlements",
    tag: "Settlements and balances",
    summary: "List settlements",
    description: "The project's settlements, newest first, each with its transaction and gas.",
    method: "GET",
    path: "/v1/settlements",
    keyKind: "server",
    needs: "read",
    query: listSettlementsQuery,
    data: settlementResource.array(),
    pagination: cursorPagination,
    errors: [...serverKeyErrors, "VALIDATION_ERROR"],
  },
  getSettlement: {
    ...plainOperation,
    operationId: "getSettlement",
    tag: "Settlements and balances",
    summary: "Get a settlement",
    description: "One settlement of the project with its deposits.",
    method: "GET",
    path: "/v1/settlements/{settlementId}",
    keyKind: "server",
    needs: "read",
    data: settlementDetails,
    errors: [...serverKeyErrors, "SETTLEMENT_NOT_FOUND"],
  },
  getBalances: {
    ...plainOperation,
    operationId: "getBalances",
    tag: "Settlements and balances",
    summary: "Get balances",
    description:
      "The project's money by chain and token, from the ledger, which `npm run reconcile` compares with the chain. Only tokens that the service lists.",
    method: "GET",
    path: "/v1/balances",
    keyKind: "server",
    needs: "read",
    data: balanceResource.array(),
    errors: [...serverKeyErrors],
  },
  listStrays: {
    ...plainOperation,
    operationId: "listStrays",
    tag: "Stray payments",
    summary: "List stray payments",
    description:
      "Money at deposit addresses that pays nothing there, in a different token or on a different network, by newest checkout.",
    method: "GET",
    path: "/v1/strays",
    keyKind: "server",
    needs: "read",
    query: listStraysQuery,
    data: strayResource.array(),
    pagination: cursorPagination,
    errors: [...serverKeyErrors, "VALIDATION_ERROR"],
  },
  decideStray: {
    ...plainOperation,
    operationId: "decideStray",
    tag: "Stray payments",
    summary: "Decide on a stray payment",
    description:
      "Returns it, counts it as payment or sweeps it: once. A return counts into the project's daily limit of refunds; above it, and for a token that the service doesn't list, an owner has to approve it. The service sweeps only tokens that it lists, and deposits that it may sweep.",
    method: "POST",
    path: "/v1/strays/decide",
    keyKind: "server",
    needs: "all",
    body: decideStrayBody,
    idempotent: true,
    data: decidedStray,
    errors: [
      ...scopedKeyErrors,
      ...bodyErrors,
      ...idempotencyErrors,
      "CHECKOUT_NOT_FOUND",
      "CONFLICT",
      "EXCHANGE_RATE_UNAVAILABLE",
    ],
  },
} as const satisfies Record<string, Operation>;
