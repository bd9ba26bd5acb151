import { expect, test } from "vitest";
import { operationExamples } from "@/lib/api/openapi/examples/operations";
import { type OperationId, operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import { newId } from "@/lib/testing/builders";
import { callRoute, wireRoutes } from "@/lib/testing/service";
import { fileWorld } from "@/lib/testing/world";

const world = await fileWorld();
wireRoutes(world);

/** Sends an operation's example for a checkout or refund link, and reads what is left of which limits. */
async function limitsLeft({ operationId, path, method }: Operation, ids: Record<string, string>) {
  const [example] = Object.values(operationExamples[operationId as OperationId].bodies ?? {});
  const request = new Request(`http://127.0.0.1${path}`, {
    method,
    headers: { "content-type": "application/json", "x-client-address": "192.0.2.1" },
    ...(method === "POST" && { body: JSON.stringify(example?.value ?? {}) }),
  });
  const own = Object.fromEntries(Object.entries(ids).filter(([name]) => path.includes(`{${name}}`)));
  const { headers } = await callRoute(operations[operationId as OperationId], request, own);
  const left = headers.get("ratelimit")?.matchAll(/"([\w-]+)";r=(\d+)/g) ?? [];
  return [...left].map(([, name, count]) => (name === "client" ? name : `${name} ${count}`)).join(", ");
}

// Written out, not derived: an operation that nothing limits, or that uses up another one's limit, fails here.
test("each request without a key counts by client and by what it is about, and reads leave the payers' limit alone", async () => {
  const ids = { checkoutId: newId("chk"), token: "t".repeat(43) };
  const found: Record<string, string> = {};
  for (const operation of Object.values<Operation>(operations).filter(({ keyKind }) => keyKind === "none"))
    found[operation.operationId] = await limitsLeft(operation, ids);
  expect(found).toEqual({
    getPublicCheckout: "client, checkout 119",
    followCheckout: "client, checkout 118",
    selectToken: "client, checkout 117, action 9, checkout-actions 99",
    requoteCheckout: "client, checkout 116, action 8, checkout-actions 98",
    readWalletBalances: "client, checkout 115, action 9, checkout-actions 99",
    verifyPayment: "client, checkout 114, action 7, checkout-actions 97",
    findPayments: "client, checkout 113, action 6, checkout-actions 96, searches 9",
    authorizePayment: "client, checkout 112, action 5, checkout-actions 95",
    getPaymentOffer: "client, checkout 111",
    payCheckout: "client, checkout 110",
    requestExcess: "client, checkout 109, action 4, checkout-actions 94",
    mailReceipt: "client, checkout 108, action 3, checkout-actions 93",
    listFiatCurrencies: "client",
    getExchangeRates: "client",
    getRefundLink: "client",
    claimRefund: "client, action 9",
    submitRefundTransaction: "client, action 8",
  });
});
