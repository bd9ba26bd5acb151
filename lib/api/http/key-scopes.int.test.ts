import { beforeAll, describe, expect, test } from "vitest";
import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import { coversScope, type KeyScope, keyScopes } from "@/lib/projects/keys/api-key.rules";
import { newId } from "@/lib/testing/builders";
import { callRoute, wireRoutes } from "@/lib/testing/service";
import { fileWorld } from "@/lib/testing/world";

const serverOperations = Object.values<Operation>(operations).filter(({ keyKind }) => keyKind === "server");
const keys = new Map<KeyScope, string>();
const world = await fileWorld();

beforeAll(async () => {
  wireRoutes(world);
  for (const scope of keyScopes) {
    const terms = { projectId: world.project.id, kind: "server", scope, at: new Date() } as const;
    keys.set(scope, (await world.stores.admin.createApiKey(terms)).key);
  }
});

/** Sends a request about nothing that exists to the operation's own route file, with this key. */
async function ask(operation: Operation, scope: KeyScope, body = "{") {
  const { path: address, method } = operation;
  const request = new Request(`http://127.0.0.1${address}`, {
    method,
    headers: { "x-api-key": keys.get(scope) ?? "", "content-type": "application/json" },
    ...(method === "POST" && { body }),
  });
  const ids = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, newId("chk")]);
  const answer = await callRoute(operation, request, Object.fromEntries(ids));
  return { status: answer.status, ...(await answer.json()) };
}

const permittedTo = (scope: KeyScope) =>
  serverOperations.filter(({ needs }) => needs !== null && coversScope(scope, needs));

describe.each(keyScopes)("a server key with the scope %s", (scope) => {
  test.each(serverOperations)("may call $operationId, or is refused before its input", async (operation) => {
    const { method, path: address, needs } = operation;
    const { status, error } = await ask(operation, scope);
    if (permittedTo(scope).includes(operation)) {
      // A list is read. Nothing has the id, and the body is not JSON.
      const isList = method === "GET" && !address.includes("{");
      expect([status, error?.code]).toEqual(
        isList
          ? [200, undefined]
          : [expect.any(Number), expect.stringMatching(/_NOT_FOUND|^VALIDATION_ERROR/)],
      );
    } else {
      expect(status).toBe(403);
      expect(error).toMatchObject({
        code: "INSUFFICIENT_KEY_SCOPE",
        message: `This operation needs a server key with the scope "${needs}". The scope of this key is "${scope}".`,
      });
    }
  });
});

test("every scope reads everything, and only all does more than create checkouts and links, and redeem", () => {
  const acts = (of: readonly Operation[]) => of.filter(({ method }) => method === "POST");
  const reads = serverOperations.filter(({ method }) => method === "GET");
  for (const scope of keyScopes) expect(permittedTo(scope)).toEqual(expect.arrayContaining(reads));
  expect(acts(permittedTo("read"))).toEqual([]);
  const created = acts(permittedTo("create")).map(({ operationId }) => operationId);
  expect(created.toSorted()).toEqual([
    "cancelCheckout",
    "createCheckout",
    "createPaymentLink",
    "redeemCheckout",
  ]);
  expect(permittedTo("all")).toEqual(serverOperations);
});

test("a key with the scope create names no wallet that the project doesn't list", async () => {
  const body = JSON.stringify({ amount: "1000000", merchantAddress: `0x${"b".repeat(40)}` });
  const { status, error } = await ask(operations.createCheckout, "create", body);
  expect([status, error.code]).toEqual([403, "MERCHANT_ADDRESS_NOT_ALLOWED"]);
});
