import type { z } from "zod";
import { accountActions, projectActions } from "@/lib/api/dashboard/action-list";
import { readInput } from "@/lib/api/http/read-input";
import { handle } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import { getParts } from "@/lib/api/wiring/parts";
import { getProjects } from "@/lib/api/wiring/projects";
import { nothing } from "@/lib/platform/primitives.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { openProject } from "@/lib/projects/project-access";
import { callRoute } from "@/lib/testing/service";
import type { Instance } from "./instance";
import type { Random } from "./random";
import { chainIds, customer, type Shop, tokens, type World, wallets } from "./world";

export type Answer = {
  status: number;
  headers?: Headers;
  body: { ok?: boolean; data?: Record<string, unknown>; error?: { code?: string } };
};

type Given = {
  key?: string | undefined;
  ids?: Record<string, string>;
  input?: unknown;
  headers?: Record<string, string>;
};

/** Counts an answer. A living instance has no reason for a 500. */
function noteAnswer(world: World, { cuts }: Instance, what: string, status: number): void {
  world.count(`${what} ${status}`);
  if (status === 500 && !cuts.isDead) world.findings.push(`${what} answers 500: ${world.lastError?.stack}`);
}

/** Calls an operation of the API at the instance's own route, as the holder of the key. */
export async function call(
  world: World,
  instance: Instance,
  operationId: keyof typeof operations,
  { key = "", ids = {}, input, headers }: Given,
): Promise<Answer> {
  const operation: Operation = operations[operationId];
  const isGet = operation.method === "GET";
  const query = new URLSearchParams(isGet ? (input as Record<string, string>) : {});
  const url = `https://pay.example/api${operation.path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(ids[name] ?? ""))}?${query}`;
  const request = new Request(url, {
    method: operation.method,
    // Software that pays does not stay to hear of its block.
    ...(headers !== undefined && { signal: AbortSignal.abort() }),
    headers: {
      "content-type": "application/json",
      ...headers,
      ...(key !== "" && { "x-api-key": key }),
      ...(operation.idempotent && { "idempotency-key": `k${world.random.below(1e9)}` }),
    },
    ...(!isGet && { body: JSON.stringify(input ?? {}) }),
  });
  const response = await instance.within(() => callRoute(operation, request, ids));
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  noteAnswer(world, instance, `act: ${operationId}`, response.status);
  return { status: response.status, headers: response.headers, body: isJson ? JSON.parse(text) : {} };
}

/** Of which nothing may be read to its end here. */
const streams = Object.values<Operation>(operations).filter(({ streams }) => streams === true);

/** Every operation of the API, so that a new one is drawn without being named. */
export const everyAct = Object.keys(operations).filter(
  (id) => !streams.some(({ operationId }) => operationId === id),
) as (keyof typeof operations)[];

type Button = {
  permission?: never;
  input: z.ZodType;
  output: z.ZodType;
  run: (...given: unknown[]) => Promise<unknown>;
};
const buttons = { ...accountActions, ...projectActions } as unknown as Readonly<Record<string, Button>>;

/** Every action of the dashboard, but the one after which a shop does nothing more. */
export const everyButton = Object.keys(buttons).filter((name) => name !== "deleteProject");

export const inProject: ReadonlySet<string> = new Set(Object.keys(projectActions));
export const inputOf = (name: string): z.ZodType => buttons[name]?.input ?? nothing;

/** Does as the shop's owner what an action of the dashboard does, once its page has checked session and proof. */
export async function press(
  world: World,
  instance: Instance,
  { owner, projectId }: Pick<Shop, "owner" | "projectId">,
  name: string,
  input: unknown,
): Promise<Answer> {
  const button = buttons[name];
  if (button === undefined) throw new Error(`the dashboard has no ${name}`);
  const door = handle({ operationId: "dashboardProjectAction", isOfDashboard: true }, async ({ request }) => {
    const by = inProject.has(name)
      ? (await openProject(getProjects(), owner, projectId)).by(button.permission as never)
      : {
          signedIn: owner,
          browserSecret: null,
          withChallenge: async ({ options }: { options: unknown }) => ({ options }),
        };
    const { body } = await readInput({ body: button.input, query: null, method: "POST" }, request);
    const result = await button.run(getParts(), by, body);
    const data = button.output === nothing ? {} : button.output.parse(result);
    return { status: 200, body: JSON.stringify({ ok: true, data }) };
  });
  const headers = { "content-type": "application/json" };
  const request = new Request("https://pay.example/", {
    method: "POST",
    headers,
    body: JSON.stringify(input ?? {}),
  });
  const response = await instance.within(() => door(request, { params: Promise.resolve({}) }));
  noteAnswer(world, instance, `press: ${name}`, response.status);
  return { status: response.status, body: JSON.parse(await response.text()) };
}

/** Ids that are in play, of all shops, and whose they are. */
export async function idsInPlay(world: World) {
  const rows = await world.query<{ name: string; id: string; owner: string }>(`
    (SELECT 'checkoutId' AS name, id, project_id AS owner FROM checkouts ORDER BY created_at DESC LIMIT 20)
    UNION ALL (SELECT 'refundId', id, project_id FROM refunds ORDER BY created_at DESC LIMIT 10)
    UNION ALL (SELECT 'settlementId', id, project_id FROM settlements ORDER BY created_at DESC LIMIT 10)
    UNION ALL (SELECT 'endpointId', id, project_id FROM webhook_endpoints LIMIT 10)
    UNION ALL (SELECT 'deliveryId', delivery.id, project_id FROM webhook_deliveries AS delivery
      JOIN webhook_endpoints AS endpoint ON endpoint.id = endpoint_id ORDER BY delivery.created_at DESC LIMIT 10)
    UNION ALL (SELECT 'linkId', id, project_id FROM payment_links LIMIT 10)
    UNION ALL (SELECT 'keyId', id, project_id FROM api_keys WHERE revoked_at IS NULL ORDER BY created_at DESC LIMIT 10)
    UNION ALL (SELECT 'changeId', id, project_id FROM wallet_changes ORDER BY created_at DESC LIMIT 4)
    UNION ALL (SELECT 'projectId', id, id FROM projects)`);
  const ids: Record<string, string[]> = {};
  for (const { name, id } of rows) ids[name] = [...(ids[name] ?? []), id];
  return { ids, ownerOf: new Map(rows.map(({ id, owner }) => [id, owner])) };
}

/** The ids in an operation's path. */
export function pathIds(
  { path: address }: Operation,
  ids: Record<string, string[]>,
  random: Random,
): Record<string, string> {
  return Object.fromEntries(
    [...address.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => [
      name,
      random.chance(0.95) && (ids[name]?.length ?? 0) > 0 ? random.pick(ids[name] ?? [""]) : "x_/../",
    ]),
  );
}

const words = [
  "",
  "4.50",
  "USD",
  "5000000",
  "a b",
  "\u{1f9ea}",
  "0",
  "-1",
  "https://shop.example/a",
  "null",
  "EVM",
];

/** A value that the schema may take, and sometimes one that it does not. */
export function makeValue(
  schema: z.core.$ZodType,
  name: string,
  random: Random,
  ids: Record<string, string[]>,
): unknown {
  if (random.chance(0.03)) return random.pick<unknown>([null, -1, "", [], {}, "x".repeat(300)]);
  const known: Record<string, () => unknown> = {
    chainId: () => random.pick(chainIds),
    tokenAddress: () => random.pick(tokens),
    merchantAddress: () => random.pick(wallets),
    settlementWallet: () => random.pick(wallets),
    destinationAddress: () => random.pick([customer, ...wallets]),
    amount: () => String(random.pick([1n, 1_000_000n, 4_500_000n, 10n ** 20n])),
    fiatAmount: () => "4.50",
    fiatCurrency: () => random.pick(["USD", "KRW"]),
    url: () => `https://hooks${random.below(4)}.example/in`,
    txHash: (): Hex => `0x${"ab".repeat(32)}`,
  };
  const make = known[name];
  if (make !== undefined) return make();
  if (ids[name]?.length) return random.pick(ids[name]);
  // biome-ignore lint/suspicious/noExplicitAny: zod's definitions are a union of some thirty kinds.
  const def = (schema as any)._zod.def;
  switch (def.type) {
    case "object":
      return Object.fromEntries(
        Object.entries<z.core.$ZodType>(def.shape).flatMap(([field, inner]) => {
          const value = makeValue(inner, field, random, ids);
          return value === undefined ? [] : [[field, value]];
        }),
      );
    case "optional":
    case "default":
    case "prefault":
      return random.chance(0.6) ? undefined : makeValue(def.innerType, name, random, ids);
    case "nullable":
      return random.chance(0.3) ? null : makeValue(def.innerType, name, random, ids);
    case "pipe":
      return makeValue(def.in, name, random, ids);
    case "enum":
      return random.pick(Object.values(def.entries));
    case "literal":
      return random.pick(def.values as unknown[]);
    case "union":
      return makeValue(random.pick(def.options as z.core.$ZodType[]), name, random, ids);
    case "array":
      return Array.from({ length: random.below(3) }, () => makeValue(def.element, name, random, ids));
    case "number":
      return random.pick([0, 1, 10, 60]);
    case "boolean":
      return random.chance(0.5);
    default:
      return random.pick(words);
  }
}
