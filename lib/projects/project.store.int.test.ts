import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { permissions, roles } from "@/lib/accounts/roles.rules";
import { hashApiKey } from "@/lib/projects/keys/project-keys.store";
import { createMembershipStore } from "@/lib/projects/team/membership.store";
import { later, noon, openPromise, usdc, usdt } from "@/lib/testing/builders";
import { type EndpointDesk, openEndpointDesk } from "@/lib/testing/endpoint-desk";
import { openTestAccess, openTestStores, type TestStores } from "@/lib/testing/stores";
import { openProject } from "./project-access";
import { createQuickstartReader } from "./quickstart-reader.store";

const soon = { timeout: 20_000 };
let stores: TestStores;
let projectId: string;

beforeAll(async () => {
  stores = await openTestStores();
});
beforeEach(async () => {
  projectId = await stores.createProject({ settlementPolicy: "MANUAL", refundMode: "CONVENIENT" });
});
afterEach(() => {
  vi.restoreAllMocks();
});
afterAll(() => stores.close());

const find = (key: string, now = noon) => stores.projects.findKeyHolder(hashApiKey(key), now);
const createKey = (overrides: { kind?: "server" | "api"; expiresAt?: Date } = {}) =>
  stores.admin.createApiKey({ projectId, kind: "server", at: noon, ...overrides });
const lastUsed = async (id: string) =>
  (await stores.database.prisma.apiKey.findUniqueOrThrow({ where: { id } })).lastUsedAt;

describe("findKeyHolder", () => {
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
      project: {
        id: projectId,
        name: "Coffee shop",
        logoDigest: null,
        settlementWallet: `0x${"a".repeat(40)}`,
        refundMode: "CONVENIENT",
        settlementPolicy: "MANUAL",
        toleranceBps: 0,
        confirmationSpeed: "STANDARD",
        apiKeyUse: "BROWSER",
        apiKeyCreatesCheckouts: true,
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
    const lookUps = query.mock.calls.filter(([statement]) => nameOf(statement) === "project_find_key");
    query.mockRestore();
    expect(lookUps.length).toBeLessThanOrEqual(2);
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

  test("judges each request of a shared query at its own time", async () => {
    const { key } = await createKey({ expiresAt: later(10) });
    const asked = await Promise.all([0, 9, 10, 11, 0].map((ms) => find(key, later(ms))));
    expect(asked.map((holder) => holder !== null)).toEqual([true, true, false, false, true]);
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

describe("isOriginAllowed", () => {
  const origin = "https://shop.example";

  test("is true when a live project allows exactly this origin", async () => {
    const isOriginAllowed = (text: string) => stores.projects.isOriginAllowed(text, null);
    const own = `https://${projectId.slice(4)}.example`;
    expect(await isOriginAllowed(own)).toBe(false);
    await stores.admin.allowOrigins(projectId, [own], noon);
    const asked = await Promise.all([own, `${own}.`, own.toUpperCase(), `${own}:8443`].map(isOriginAllowed));
    expect(asked).toEqual([true, false, false, false]);
    await stores.admin.deleteProject(projectId, noon);
    expect(await isOriginAllowed(own)).toBe(false);
  });

  test("of a project uses its own list, and is false while its API key stays on its server", async () => {
    const own = `https://${projectId.slice(4)}.example`;
    const neighbour = await stores.createProject();
    await stores.admin.allowOrigins(projectId, [own], noon);
    const { isOriginAllowed } = stores.projects;
    expect([await isOriginAllowed(own, projectId), await isOriginAllowed(own, neighbour)]).toEqual([
      true,
      false,
    ]);
    await stores.database.prisma.project.update({ where: { id: projectId }, data: { apiKeyUse: "SERVER" } });
    expect([await isOriginAllowed(own, projectId), await isOriginAllowed(own, null)]).toEqual([false, false]);
  });

  test("stores origins as browsers send them, and refuses the whole list for an invalid one", async () => {
    await stores.admin.allowOrigins(projectId, ["HTTPS://Bücher.example:443", origin, origin], noon);
    const allowed = async () => (await stores.projects.findById(projectId))?.allowedOrigins;
    expect(await allowed()).toEqual([origin, "https://xn--bcher-kva.example"]);
    const wrong = ["null", "*", "https://*.shop.example", `${origin}/`, `${origin}.`, "http://shop.example"];
    for (const text of wrong) {
      const both = stores.admin.allowOrigins(projectId, ["https://other.example", text], noon);
      await expect(both).rejects.toThrow(RangeError);
    }
    expect(await allowed()).toHaveLength(2);
  });
});

function nameOf(statement: unknown): unknown {
  return typeof statement === "object" && statement !== null && "name" in statement ? statement.name : null;
}

describe("project access", () => {
  const open = async (signedIn: Parameters<typeof openProject>[1], projectId: string) =>
    openProject({ memberships: createMembershipStore(stores.database) }, signedIn, projectId).then(
      (access) => access.projectId,
      (error: { code?: string; message: string }) => `${error.code}: ${error.message}`,
    );

  test("another person's, deleted and unknown projects are indistinguishable", async () => {
    const [mine, others, deleted] = await Promise.all([1, 2, 3].map(() => stores.createProject()));
    const { signedIn } = await openTestAccess(stores, mine ?? "");
    await stores.database.prisma.membership.create({
      data: { userId: signedIn.userId, projectId: deleted ?? "", role: "OWNER" },
    });
    await stores.admin.deleteProject(deleted ?? "", noon);

    expect(await open(signedIn, mine ?? "")).toBe(mine);
    const never = ["prj_00000000000000000000000000", "", "prj_", "' OR 1=1 --"];
    const nowhere = [...never, `${mine}\u0000`, mine?.toUpperCase()];
    const answers = await Promise.all([others, deleted, ...nowhere].map((id) => open(signedIn, id ?? "")));
    expect(new Set(answers)).toEqual(new Set(["PROJECT_NOT_FOUND: Project not found."]));
  });

  test("allows each role's permissions in the table, and names the required role otherwise", async () => {
    const projectId = await stores.createProject();
    for (const role of roles) {
      const access = await openTestAccess(stores, projectId, role);
      expect(access.role).toBe(role);
      for (const permission of permissions) {
        const refusal = /^Your role in this project doesn't allow this/;
        if (access.may(permission)) {
          expect(() => access.require(permission)).not.toThrow();
          expect(access.as(permission)).toEqual({ projectId, userId: access.userId });
        } else {
          expect(() => access.require(permission)).toThrow(refusal);
          expect(() => access.as(permission)).toThrow(refusal);
        }
      }
    }
  });

  test("lists a person's projects only, by name, without deleted ones", async () => {
    const [first, second, gone] = await Promise.all([1, 2, 3].map(() => stores.createProject()));
    await stores.createProject();
    const { userId } = await openTestAccess(stores, first ?? "", "VIEWER");
    await stores.database.prisma.membership.createMany({
      data: [second, gone].map((projectId) => ({
        userId,
        projectId: projectId ?? "",
        role: "ADMIN" as const,
      })),
    });
    await stores.admin.deleteProject(gone ?? "", noon);
    const listed = await createMembershipStore(stores.database).list(userId);
    expect(Object.fromEntries(listed.map(({ projectId, role }) => [projectId, role]))).toEqual({
      [first ?? ""]: "VIEWER",
      [second ?? ""]: "ADMIN",
    });
  });
});

describe("read quickstart", () => {
  let desk: EndpointDesk;
  beforeEach(async () => {
    desk = await openEndpointDesk();
  });
  afterEach(() => desk?.close());

  it("returns each step of a project's own progress", async () => {
    const { stores, owner, stranger } = desk;
    const access = await openTestAccess(stores, owner.projectId, "VIEWER");
    const other = await openTestAccess(stores, stranger.projectId, "VIEWER");
    const read = ({ projectId } = access) =>
      createQuickstartReader(stores.database).read(projectId, desk.now);
    const nothing = { hasKey: false, checkoutId: null, endpointId: null, isDelivered: false };
    expect(await read()).toEqual(nothing);

    const { projectId } = owner;
    const { keyId } = await stores.admin.createApiKey({ projectId, kind: "server", at: desk.now });
    expect(await read()).toEqual({ ...nothing, hasKey: true });
    expect(await read(other)).toEqual(nothing);
    await stores.admin.revokeApiKey({ projectId, keyId, at: desk.now });
    expect(await read()).toEqual(nothing);

    const { id: endpointId } = await desk.create();
    const { checkoutId } = await desk.tell();
    expect(await read()).toMatchObject({ checkoutId, endpointId, isDelivered: false });
    const failed = await desk.claimOne();
    await desk.record(failed, { kind: "exhausted" });
    expect(await read()).toMatchObject({ isDelivered: false });

    await desk.tell();
    const delivered = await desk.claimOne();
    await desk.record(delivered, { kind: "delivered" });
    expect(await read()).toMatchObject({ isDelivered: true });
    expect(await read(other)).toEqual(nothing);
  });
});
