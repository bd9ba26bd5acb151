import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { type ApiKeyKind, isInForce } from "@/lib/projects/keys/api-key.rules";
import { hashApiKey } from "@/lib/projects/keys/project-keys.store";
import type { KeyHolder } from "@/lib/projects/project.store";
import { anyName, later, noon, openPromise, usdc, usdt } from "@/lib/testing/builders";
import { isFull } from "@/lib/testing/full-size";
import { fileWorld } from "@/lib/testing/world";
import type { TestStores } from "@/lib/testing/world/stores";
import {
  createKeyAdmissions,
  type KeyAdmission,
  type KeyAdmissions,
  type KeyedLimit,
  type KeyedRequest,
} from "./key-admission.store";
import { createRateLimiter } from "./rate-limiter.store";

const scopes = { READ: "read", CREATE: "create", ALL: "all" } as const;
const soon = { timeout: 20_000 };
const { stores } = await fileWorld();
let projectId: string;
let now: Date;
let keyAdmissions: KeyAdmissions;

beforeEach(async () => {
  now = noon;
  keyAdmissions = createKeyAdmissions(stores.database, { now: () => now }, { moment: () => now });
  projectId = await stores.createProject({ settlementPolicy: "MANUAL", refundMode: "CONVENIENT" });
});
afterEach(() => {
  vi.restoreAllMocks();
});

const ask = (key: string, request: Partial<KeyedRequest> = {}): Promise<KeyAdmission> =>
  keyAdmissions.admit({
    keyHash: hashApiKey(key),
    kind: "server",
    projectId: null,
    origin: null,
    limits: [],
    ...request,
  });
const find = async (key: string, at = noon): Promise<KeyHolder | null> => {
  now = at;
  return (await ask(key)).holder;
};
const createKey = (overrides: { kind?: "server" | "api"; expiresAt?: Date } = {}) =>
  stores.admin.createApiKey({ projectId, kind: "server", at: noon, ...overrides });
const lastUsed = async (id: string) =>
  (await stores.database.prisma.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt;

describe("the holder of a key", () => {
  test("answers the key's project as findById does, with tokens and origins", async () => {
    const { key, keyId } = await createKey();
    const [first, second, third] = [
      { chainId: 31337, tokenAddress: usdc },
      { chainId: 31337, tokenAddress: usdt },
      { chainId: 31338, tokenAddress: usdc },
    ] as const;
    await stores.admin.acceptTokens(projectId, [third, second, first, first], noon);
    await stores.admin.allowOrigins(projectId, ["https://shop.example", "http://localhost:3000"], noon);
    const holder = await find(key);
    expect(holder).toEqual({
      keyId,
      kind: "server",
      scope: "all",
      project: {
        id: projectId,
        name: anyName,
        logoDigest: null,
        settlementWallet: `0x${"a".repeat(40)}`,
        refundMode: "CONVENIENT",
        settlementPolicy: "MANUAL",
        toleranceBps: 0,
        confirmationSpeed: "STANDARD",
        apiKeyUse: "BROWSER",
        apiKeyCreatesCheckouts: true,
        anyTokenPays: true,
        x402Enabled: true,
        serverRequestsPerMinute: null,
        minimumUnits: 0n,
        refundDailyLimitUnits: 500_000_000n,
        allowedWallets: [],
        acceptedTokens: [first, second, third],
        allowedOrigins: ["http://localhost:3000", "https://shop.example"],
      },
    });
    expect(await stores.projects.findById(projectId)).toEqual(holder?.project);
  });

  test("answers a project without tokens and origins", async () => {
    const { key } = await createKey({ kind: "api" });
    expect(await find(key)).toMatchObject({
      kind: "api",
      project: { acceptedTokens: [], allowedOrigins: [] },
    });
  });

  test("returns a project's own limits exactly", async () => {
    projectId = await stores.createProject({
      serverRequestsPerMinute: 5_000,
      minimumUnits: 2n ** 256n - 1n,
      refundDailyLimitUnits: 0n,
    });
    const wallets = [`0x${"b".repeat(40)}`, `0x${"a1".repeat(20)}`] as const;
    await stores.admin.allowWallets(projectId, wallets, noon);
    const { key } = await createKey();
    const project = (await find(key))?.project;
    expect(project).toMatchObject({
      serverRequestsPerMinute: 5_000,
      minimumUnits: 2n ** 256n - 1n,
      refundDailyLimitUnits: 0n,
      allowedWallets: wallets.toSorted(),
    });
    expect(await stores.projects.findById(projectId)).toEqual(project);
  });

  test("returns null for a key that is unknown, revoked, expired, or of a deleted project", async () => {
    expect(await find("svc_server_unknown")).toBeNull();
    const revoked = await createKey();
    await stores.database.prisma.apiKey.update({ where: { id: revoked.keyId }, data: { revokedAt: noon } });
    expect(await find(revoked.key)).toBeNull();
    const expiring = await createKey({ expiresAt: later(1) });
    expect(await find(expiring.key)).not.toBeNull();
    expect(await find(expiring.key, later(1))).toBeNull();
    const { key } = await createKey();
    await stores.database.prisma.project.update({ where: { id: projectId }, data: { deletedAt: noon } });
    expect(await find(key)).toBeNull();
    expect(await stores.projects.findById(projectId)).toBeNull();
  });

  test("records the use of a key, at most once a minute", async () => {
    const { key, keyId } = await createKey();
    await Promise.all(Array.from({ length: 20 }, () => find(key)));
    await vi.waitFor(async () => expect(await lastUsed(keyId)).toEqual(noon), soon);
    const query = vi.spyOn(stores.database.pool, "query");
    await find(key, later(59_999));
    expect(query).toHaveBeenCalledTimes(1);
    await find(key, later(60_000));
    query.mockRestore();
    await vi.waitFor(async () => expect(await lastUsed(keyId)).toEqual(later(60_000)), soon);
  });

  test("fifty concurrent requests with one key share one or two queries", async () => {
    const { key } = await createKey();
    const query = vi.spyOn(stores.database.pool, "query");
    const holders = await Promise.all(Array.from({ length: 50 }, () => find(key)));
    const names = query.mock.calls.map(([statement]) => (statement as { name?: string }).name);
    query.mockRestore();
    expect(names.filter((name) => name === "admit_callers").length).toBeLessThanOrEqual(2);
    expect(new Set(holders.map((holder) => holder?.project.id))).toEqual(new Set([projectId]));
  });

  test("refuses a request after a revocation although an earlier query is still running", async () => {
    const { pool } = stores.database;
    const { key, keyId } = await createKey();
    const query = pool.query.bind(pool) as (statement: unknown) => Promise<unknown>;
    const found = openPromise();
    const answered = openPromise();
    const slow = async (statement: unknown) => {
      const result = await query(statement);
      found.resolve();
      await answered.promise;
      return result;
    };
    vi.spyOn(pool, "query").mockImplementationOnce(slow as never);
    const before = find(key);
    await found.promise;
    await stores.admin.revokeApiKey({ projectId, keyId, at: noon });
    const after = Array.from({ length: 10 }, () => find(key));
    answered.resolve();
    expect(await before).not.toBeNull();
    expect(await Promise.all(after)).toEqual(after.map(() => null));
  });

  test("reports a failed database to all waiting callers, and retries with the next", async () => {
    const { key } = await createKey();
    const query = vi.spyOn(stores.database.pool, "query").mockImplementation(() => {
      throw new Error("no database");
    });
    const asked = await Promise.allSettled(Array.from({ length: 10 }, () => find(key)));
    query.mockRestore();
    expect(asked.every(({ status }) => status === "rejected")).toBe(true);
    expect(await find(key)).not.toBeNull();
  });
});

describe("the count of a request", () => {
  const server = { bucket: "server:", most: 3, ofProject: true } as const;

  test("is the project's, with its own number on the Server API alone", async () => {
    projectId = await stores.createProject({ serverRequestsPerMinute: 7 });
    const [backend, page] = [await createKey(), await createKey({ kind: "api" })];
    expect(await ask(backend.key, { limits: [server] })).toMatchObject({
      mosts: [7],
      admission: { admitted: true, states: [{ remaining: 6 }] },
    });
    const project = { bucket: "project:", most: 2, ofProject: true } as const;
    const asked = { kind: "api", projectId, limits: [project] } as const;
    expect(await ask(page.key, asked)).toMatchObject({
      mosts: [2],
      admission: { states: [{ remaining: 1 }] },
    });
    const { rows } = await stores.database.pool.query("SELECT bucket FROM rate_limits ORDER BY bucket");
    expect(rows.slice(-2)).toEqual([{ bucket: `project:${projectId}` }, { bucket: `server:${projectId}` }]);
  });

  test("admits exactly as many of a hundred concurrent requests as the limit allows", async () => {
    const { key } = await createKey();
    const asked = await Promise.all(Array.from({ length: 100 }, () => ask(key, { limits: [server] })));
    expect(asked.filter(({ admission }) => admission?.admitted)).toHaveLength(3);
    expect(asked.every(({ holder }) => holder !== null)).toBe(true);
  });

  test.each([
    ["an unknown key", "svc_server_unknown", {}],
    ["a key of the other kind", null, { kind: "api" }],
    ["another project's key", null, { projectId: "prj_other" }],
    ["a page that may not use it", null, { origin: "https://other.example" }],
  ] as const)("stays the same for %s", async (_, unknown, request) => {
    const { key } = await createKey();
    await stores.admin.allowOrigins(projectId, ["https://shop.example"], noon);
    expect(await ask(unknown ?? key, { ...request, limits: [server] })).toMatchObject({ admission: null });
    const { admission } = await ask(key, { origin: "https://shop.example", projectId, limits: [server] });
    expect(admission?.states).toMatchObject([{ remaining: 2 }]);
  });

  test.each([{ origin: "null" }, { projectId: "null" }])(
    "is taken beside a request with the same key and %j in one statement",
    async (refused) => {
      const { key } = await createKey();
      const limits = [server];
      // The first goes alone, the others share the next statement.
      const [, other, own] = await Promise.all([
        ask(key),
        ask(key, { ...refused, limits }),
        ask(key, { limits }),
      ]);
      expect([other?.admission, own?.admission?.admitted]).toEqual([null, true]);
    },
  );

  test("equals a key's lookup and then its limits, for requests of any callers at once", async () => {
    const other = await stores.createProject({ serverRequestsPerMinute: 2 });
    await stores.admin.allowOrigins(projectId, ["https://shop.example"], noon);
    const keyOf = (
      owner: string,
      kind: ApiKeyKind,
      terms: Partial<Parameters<TestStores["admin"]["createApiKey"]>[0]> = {},
    ) => stores.admin.createApiKey({ projectId: owner, kind, at: noon, ...terms });
    const keys = [
      await keyOf(projectId, "server"),
      await keyOf(projectId, "server", { scope: "read" }),
      await keyOf(projectId, "server", { scope: "create" }),
      await keyOf(projectId, "api"),
      await keyOf(other, "server"),
      await keyOf(other, "api", { expiresAt: later(30_000) }),
    ].map(({ key }) => key);
    const limit = fc.constantFrom<KeyedLimit[]>(
      [],
      [server],
      [{ bucket: "client:a", most: 4 }],
      [server, { bucket: "client:a", most: 4 }, { bucket: "client:b", most: 1_000, windowMs: 1_000 }],
    );
    const request = fc.record({
      keyHash: fc.constantFrom(...keys, "svc_server_unknown").map(hashApiKey),
      kind: fc.constantFrom<ApiKeyKind>("server", "api"),
      projectId: fc.constantFrom(null, null, projectId, other, "null"),
      origin: fc.constantFrom(null, null, "https://shop.example", "https://other.example", "null"),
      limits: limit,
    });
    const steps = fc.array(
      fc.tuple(fc.array(request, { minLength: 1, maxLength: 6 }), fc.nat({ max: 20_000 })),
    );
    const plain = createRateLimiter(stores.database, { now: () => now });
    let counted = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (history) => {
        await stores.database.pool.query("TRUNCATE rate_limits");
        now = noon;
        for (const [requests, ms] of history) {
          now = later(ms, now);
          const [first, ...rest] = requests;
          // The first goes alone, the others share the next statement.
          const asked = await Promise.all(
            [first, ...rest].flatMap((each) => (each ? [keyAdmissions.admit(each)] : [])),
          );
          for (const [index, each] of requests.entries()) {
            const expected = await lookUpAndTake(each);
            counted += expected.admission === null ? 0 : 1;
            expect(asked[index]).toEqual(expected);
          }
        }
      }),
      { numRuns: isFull ? 500 : 15 },
    );
    expect(counted).toBeGreaterThan(0);

    async function lookUpAndTake(asked: KeyedRequest): Promise<KeyAdmission> {
      const nothing = { holder: null, admission: null, mosts: [] };
      const key = await stores.database.prisma.apiKey.findUnique({ where: { hash: asked.keyHash } });
      if (key === null || !isInForce(key, now)) return nothing;
      const project = await stores.projects.findById(key.projectId);
      if (project === null) return nothing;
      const kind = key.kind === "SERVER" ? "server" : "api";
      const holder: KeyHolder = { keyId: key.id, kind, scope: scopes[key.scope], project };
      const isForRequest =
        holder.kind === asked.kind &&
        (asked.projectId ?? project.id) === project.id &&
        (asked.origin === null || project.allowedOrigins.includes(asked.origin));
      if (!isForRequest) return { holder, admission: null, mosts: [] };
      const limits = asked.limits.map(({ ofProject, ...own }) => ({
        ...own,
        bucket: `plain ${own.bucket}${ofProject ? project.id : ""}`,
        most: ofProject && asked.kind === "server" ? (project.serverRequestsPerMinute ?? own.most) : own.most,
      }));
      const admission =
        limits.length === 0 ? { admitted: true, states: [], retryAfterMs: 0 } : await plain.take(limits);
      return { holder, admission, mosts: limits.map(({ most }) => most) };
    }
  });
});
