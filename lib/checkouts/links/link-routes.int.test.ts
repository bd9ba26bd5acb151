import { beforeAll, expect, test } from "vitest";
import { type OperationId, operations } from "@/lib/api/operation-list";
import { usdc } from "@/lib/testing/builders";
import { callRoute, wireRoutes } from "@/lib/testing/service";
import { fileWorld } from "@/lib/testing/world";

const world = await fileWorld();
let key: string;

beforeAll(async () => {
  wireRoutes(world);
  const { stores, project } = world;
  const projectId = project.id;
  const at = new Date();
  await stores.admin.acceptTokens(projectId, [{ chainId: 31337, tokenAddress: usdc }], at);
  ({ key } = await stores.admin.createApiKey({ projectId, kind: "server", scope: "all", at }));
});

async function ask(operationId: OperationId, ids: Readonly<Record<string, string>>, body?: object) {
  const operation = operations[operationId];
  const request = new Request(`http://127.0.0.1${operation.path}`, {
    method: operation.method,
    headers: { "x-api-key": key, "content-type": "application/json" },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  const answer = await callRoute(operation, request, ids);
  const { data, error } = await answer.json();
  return { status: answer.status, ...(data ?? { code: error.code }) };
}

test("a payment link is found by the id in the path, and has its page's address", async () => {
  const made = await ask("createPaymentLink", {}, { itemName: "Coffee", amount: "4500000", slug: "coffee" });
  expect(made).toMatchObject({ status: 201, itemName: "Coffee", url: expect.stringMatching(/\/l\/coffee$/) });
  const ids = { paymentLinkId: made.id };
  const { status: _, ...link } = made;
  const nothingYet = { received: [], receivedIsComplete: true };
  expect(await ask("getPaymentLink", ids)).toEqual({ status: 200, ...link, ...nothingYet });
  expect(await ask("updatePaymentLink", ids, { itemName: "Tea" })).toEqual({
    status: 200,
    ...link,
    itemName: "Tea",
  });
  expect(await ask("endPaymentLink", ids)).toMatchObject({ status: 200, endedAt: expect.any(String) });
  expect(await ask("endPaymentLink", { paymentLinkId: "lnk_1" })).toEqual({
    status: 404,
    code: "PAYMENT_LINK_NOT_FOUND",
  });
});
