import { randomBytes } from "node:crypto";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import type { getProcess } from "@/lib/api/wiring/process";
import { createSystemClock } from "@/lib/platform/clock";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { createMetrics } from "@/lib/platform/metrics";
import { createSecretBox } from "@/lib/platform/secret-box";
import { coversScope, type KeyScope, keyScopes } from "@/lib/projects/keys/api-key.rules";
import { parseEnv } from "@/lib/settings/env";
import { newId } from "@/lib/testing/builders";
import { completeSettings, localChains } from "@/lib/testing/settings";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import type { RouteHandler } from "./route";

const serverOperations = Object.values<Operation>(operations).filter(({ keyKind }) => keyKind === "server");
const keys = new Map<KeyScope, string>();
let stores: TestStores;

beforeAll(async () => {
  stores = await openTestStores();
  Object.assign(globalThis, { [Symbol.for(`${slotPrefix}process`)]: testProcess() });
  const projectId = await stores.createProject();
  for (const scope of keyScopes) {
    const terms = { projectId, kind: "server", scope, at: new Date() } as const;
    keys.set(scope, (await stores.admin.createApiKey(terms)).key);
  }
});
afterAll(async () => {
  for (const slot of Object.getOwnPropertySymbols(globalThis))
    if (slot.description?.startsWith(slotPrefix)) Reflect.deleteProperty(globalThis, slot);
  await stores?.close();
});

/** Where a process keeps its wiring (lib/api/wiring/process.ts). */
const slotPrefix = "stablecoin-checkout.";

/** The service's process on the test's database. */
function testProcess(): ReturnType<typeof getProcess> {
  const { database, incidents } = stores;
  const settings = parseEnv({ ...completeSettings, CHAINS: localChains, APP_MODE: "development" });
  return {
    settings,
    database,
    secretBox: createSecretBox(randomBytes(32)),
    common: {
      clock: createSystemClock(),
      newId,
      random: Math.random,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      metrics: createMetrics(),
      incidents,
      workLeases: createWorkLeases(database),
      instanceId: "test",
      checkoutPageUrl: settings.CHECKOUT_PAGE_URL,
      dashboardUrl: settings.BASE_URL,
      killPoint: () => undefined,
    },
  };
}

/** Sends a request about nothing that exists to the operation's own route file, with this key. */
async function ask({ path: address, method }: Operation, scope: KeyScope, body = "{") {
  const file = path.resolve(`app/api${address.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`);
  const handlers: Record<string, RouteHandler> = await import(/* @vite-ignore */ file);
  const request = new Request(`http://127.0.0.1${address}`, {
    method,
    headers: { "x-api-key": keys.get(scope) ?? "", "content-type": "application/json" },
    ...(method === "POST" && { body }),
  });
  const ids = [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [name, newId("chk")]);
  const answer = await handlers[method]?.(request, { params: Promise.resolve(Object.fromEntries(ids)) });
  return { status: answer?.status, ...(await answer?.json()) };
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

test("every scope reads everything, and only all does more than create checkouts and links", () => {
  const acts = (of: readonly Operation[]) => of.filter(({ method }) => method === "POST");
  const reads = serverOperations.filter(({ method }) => method === "GET");
  for (const scope of keyScopes) expect(permittedTo(scope)).toEqual(expect.arrayContaining(reads));
  expect(acts(permittedTo("read"))).toEqual([]);
  const created = acts(permittedTo("create")).map(({ operationId }) => operationId);
  expect(created.toSorted()).toEqual(["cancelCheckout", "createCheckout", "createPaymentLink"]);
  expect(permittedTo("all")).toEqual(serverOperations);
});

test("a key with the scope create names no wallet that the project doesn't list", async () => {
  const body = JSON.stringify({ amount: "1000000", merchantAddress: `0x${"b".repeat(40)}` });
  const { status, error } = await ask(operations.createCheckout, "create", body);
  expect([status, error.code]).toEqual([403, "MERCHANT_ADDRESS_NOT_ALLOWED"]);
});
