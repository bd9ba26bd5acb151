import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { isWellFormedApiKey } from "@/lib/core/api-key";
import { later, newId, noon, usdc, usdt } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { hashApiKey } from "./project-admin";

let stores: TestStores;
let projectId: string;

beforeAll(async () => {
  stores = await openTestStores();
});
beforeEach(async () => {
  projectId = await stores.createProject({ settlementPolicy: "MANUAL", refundMode: "CONVENIENT" });
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
    await stores.admin.acceptTokens(
      projectId,
      [
        { chainId: 31338, tokenAddress: usdc },
        { chainId: 31337, tokenAddress: usdt },
        { chainId: 31337, tokenAddress: usdc },
        { chainId: 31337, tokenAddress: usdc },
      ],
      noon,
    );
    await stores.admin.allowOrigins(projectId, ["https://shop.example", "http://localhost:3000"], noon);
    const holder = await find(key);
    expect(holder).toEqual({
      keyId,
      kind: "server",
      project: {
        id: projectId,
        name: "Coffee shop",
        settlementWallet: `0x${"a".repeat(40)}`,
        refundMode: "CONVENIENT",
        settlementPolicy: "MANUAL",
        toleranceBps: 0,
        apiKeyCreatesCheckouts: true,
        acceptedTokens: [
          { chainId: 31337, tokenAddress: usdc },
          { chainId: 31337, tokenAddress: usdt },
          { chainId: 31338, tokenAddress: usdc },
        ],
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

  test("answers null for a key that is unknown, revoked, expired, or of a deleted project", async () => {
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

  test("notes the use of a key, at most once a minute", async () => {
    const { key, keyId } = await createKey();
    await Promise.all(Array.from({ length: 20 }, () => find(key)));
    await vi.waitFor(async () => expect(await lastUsed(keyId)).toEqual(noon));
    const query = vi.spyOn(stores.database.pool, "query");
    await find(key, later(59_999));
    expect(query).toHaveBeenCalledTimes(1);
    await find(key, later(60_000));
    query.mockRestore();
    await vi.waitFor(async () => expect(await lastUsed(keyId)).toEqual(later(60_000)));
  });
});

describe("set-up", () => {
  test("a key is well formed, and stored as its hash and last four alone", async () => {
    const { key, keyId } = await createKey();
    expect(isWellFormedApiKey(key)).toBe(true);
    const row = await stores.database.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } });
    expect(row).toMatchObject({ hash: hashApiKey(key), lastFour: key.slice(-4), kind: "SERVER" });
    expect(JSON.stringify(row)).not.toContain(key);
  });

  test("a user becomes owner of the project made for them, and both are found again", async () => {
    const email = `${newId("usr")}@shop.example`;
    const { userId } = await stores.admin.createUser({ email, passwordHash: "$argon2id$x", at: noon });
    const owned = await stores.admin.createProject({
      name: "Owned shop",
      settlementWallet: `0x${"b".repeat(40)}`,
      refundMode: "STRICT",
      settlementPolicy: "BATCHED",
      toleranceBps: 25,
      apiKeyCreatesCheckouts: false,
      ownerId: userId,
      at: noon,
    });
    expect(await stores.admin.findUserByEmail(email)).toEqual({ userId });
    expect(await stores.admin.findUserByEmail("nobody@shop.example")).toBeNull();
    expect(await stores.admin.findProject("Owned shop")).toEqual(owned);
    expect(await stores.admin.findProject("No shop")).toBeNull();
    expect(await stores.projects.findById(owned.projectId)).toMatchObject({
      toleranceBps: 25,
      apiKeyCreatesCheckouts: false,
    });
    const memberships = await stores.database.prisma.membership.findMany({ where: { userId } });
    expect(memberships).toMatchObject([{ projectId: owned.projectId, role: "OWNER" }]);
  });
});
