import { beforeAll, expect, test } from "vitest";
import { POST as press } from "@/app/api/l/[slug]/route";
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

test("a network reserves its share of a stock, whichever of its addresses presses", async () => {
  await world.query(
    `INSERT INTO wallet_codes (wallet_address, chain_id, has_code, checked_at)
     SELECT settlement_wallet, chain.id, false, now()
     FROM projects, unnest($2::int[]) AS chain (id) WHERE projects.id = $1`,
    [world.project.id, world.deps.chains.map(({ chainId }) => chainId)],
  );
  await ask("createPaymentLink", {}, { itemName: "Mug", amount: "4500000", slug: "mug", stock: 20 });
  const pressed = async (address: string) => {
    const headers = { "x-client-address": address };
    const request = new Request("http://127.0.0.1/l/mug", { method: "POST", headers });
    const answer = await press(request, { params: Promise.resolve({ slug: "mug" }) });
    return answer.headers.get("location");
  };
  // Of one customer's /48, who gets a tenth.
  for (const subnet of [1, 2]) expect(await pressed(`2001:db8:7:${subnet}::1`)).toMatch(/^\/c\/chk_/);
  expect(await pressed("2001:db8:7:3::1")).toBe("/l/mug?problem=RATE_LIMIT_EXCEEDED");
  expect(await pressed("2001:db8:8::1")).toMatch(/^\/c\/chk_/);
});
