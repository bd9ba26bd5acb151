import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterAll } from "vitest";
import type { RouteHandler } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import type { getProcess } from "@/lib/api/wiring/process";
import { createSystemClock } from "@/lib/platform/clock";
import { createWorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { createMetrics } from "@/lib/platform/metrics";
import { createSecretBox } from "@/lib/platform/secret-box";
import { parseEnv } from "@/lib/settings/env";
import { newId } from "./builders";
import { completeSettings, madeKey } from "./settings";
import type { World } from "./world";

/** Where a process keeps its wiring (lib/api/wiring/process.ts). */
const slotPrefix = "stablecoin-checkout.";

/**
 * Wires the route files of this process to the world, as the service's start does, until the world closes or they are
 * wired again.
 *
 * @param variables settings beside those that every service has
 */
export function wireRoutes(world: World, variables: Readonly<Record<string, string>> = {}): void {
  unwire();
  Object.assign(globalThis, { [Symbol.for(`${slotPrefix}process`)]: testProcess(world, variables) });
  world.onClose(unwire);
}

function unwire(): void {
  for (const slot of Object.getOwnPropertySymbols(globalThis))
    if (slot.description?.startsWith(slotPrefix)) Reflect.deleteProperty(globalThis, slot);
}

function testProcess(
  { stores: { database, incidents }, deps, networks, rates }: World,
  variables: Readonly<Record<string, string>>,
): ReturnType<typeof getProcess> {
  const chains = deps.chains.map(({ chainId, tokens }) => {
    const network = networks.find(({ chain }) => chain.chainId === chainId);
    return { chainId, rpcUrls: [network?.chain.rpcUrl ?? "http://127.0.0.1:8545"], tokens };
  });
  const settings = parseEnv({
    ...completeSettings,
    CHAINS: JSON.stringify(chains),
    DEMO_FIXED_RATES: JSON.stringify(rates),
    APP_MODE: "development",
    ...variables,
  });
  return {
    settings,
    database,
    secretBox: createSecretBox(madeKey("data")),
    common: {
      clock: createSystemClock(),
      newId,
      random: Math.random,
      log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      metrics: createMetrics(),
      incidents,
      workLeases: createWorkLeases(database),
      openFiles: { check: async () => undefined, warning: () => null },
      instanceId: "test",
      checkoutPageUrl: settings.CHECKOUT_PAGE_URL,
      dashboardUrl: settings.BASE_URL,
    },
  };
}

/** Calls the operation's own route file. */
export async function callRoute(
  { path: address, method }: Operation,
  request: Request,
  ids: Readonly<Record<string, string>>,
): Promise<Response> {
  const file = path.resolve(`app/api${address.replace(/\{(\w+)\}/g, "[$1]")}/route.ts`);
  const handlers: Record<string, RouteHandler> = await import(/* @vite-ignore */ file);
  const handler = handlers[method];
  if (handler === undefined) throw new Error(`${file} has no ${method}`);
  return handler(request, { params: Promise.resolve(ids) });
}

/** Serves the route files of all operations over HTTP, to all tests of the file. They must be wired. */
export async function serveRoutes(): Promise<{ baseUrl: string }> {
  const server = createServer(async (incoming, outgoing) => {
    const { method = "GET", url = "/", headers } = incoming;
    const { pathname } = new URL(url, "http://127.0.0.1");
    const found = Object.values<Operation>(operations).flatMap((operation) => {
      const pattern = operation.path.replace(/\{(\w+)\}/g, "(?<$1>[^/]+)");
      const match = operation.method === method ? new RegExp(`^${pattern}$`).exec(pathname) : null;
      return match === null ? [] : [{ operation, ids: { ...match.groups } }];
    })[0];
    if (found === undefined) {
      outgoing.writeHead(404).end();
      return;
    }
    const body = Buffer.concat(await incoming.toArray());
    const request = new Request(`http://127.0.0.1${url}`, {
      method,
      headers: Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]),
      ...(body.length > 0 && { body }),
    });
    const answer = await callRoute(found.operation, request, found.ids);
    outgoing.writeHead(answer.status, Object.fromEntries(answer.headers)).end(await answer.text());
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  afterAll(() => {
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  return { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}
