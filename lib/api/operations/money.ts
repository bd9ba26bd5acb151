import { balanceResource } from "@/lib/payments/balances/balances.schema";
import { cursorPagination } from "@/lib/platform/lists/cursor-pages.schema";
import {
  listSettlementsQuery,
  settlementDetails,
  settlementResource,
} from "@/lib/settlement/settlement.schema";
import { type Operation, plainOperation, serverKeyErrors } from "./operation";

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
} as const satisfies Record<string, Operation>;
