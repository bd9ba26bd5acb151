import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { later, newId, noon } from "@/lib/testing/builders";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { isWellFormedApiKey } from "./api-key.rules";
import { hashApiKey } from "./project-keys.store";

const dayMs = 24 * 3_600_000;
let stores: TestStores;
let projectId: string;

beforeAll(async () => {
  stores = await openTestStores();
});
beforeEach(async () => {
  projectId = await stores.createProject();
});
afterAll(() => stores.close());

const works = async (key: string, at = noon) =>
  (await stores.projects.findKeyHolder(hashApiKey(key), at)) !== null;
const createKey = (overrides: { kind?: "server" | "api"; expiresAt?: Date } = {}) =>
  stores.admin.createApiKey({ projectId, kind: "server", at: noon, ...overrides });
const rotate = (keyId: string, overlap: boolean, at = noon) =>
  stores.admin.rotateApiKey({ projectId, keyId, at, overlap });
const revoke = (keyId: string, at = noon) => stores.admin.revokeApiKey({ projectId, keyId, at });

describe("a new key", () => {
  test.each(["server", "api"] as const)(
    "of kind %s is well formed, and stored as its hash and last four alone",
    async (kind) => {
      const { key, keyId } = await createKey({ kind });
      expect(isWellFormedApiKey(key)).toBe(true);
      const row = await stores.database.prisma.apiKey.findUniqueOrThrow({ where: { id: keyId } });
      expect(row).toMatchObject({
        hash: hashApiKey(key),
        lastFour: key.slice(-4),
        kind: kind === "server" ? "SERVER" : "API",
      });
      expect(JSON.stringify(row)).not.toContain(key.slice(8, -4));
    },
  );
});

describe("rotation", () => {
  test.each(["server", "api"] as const)("gives a new key of the same kind: %s", async (kind) => {
    const old = await createKey({ kind });
    const made = await rotate(old.keyId, false);
    expect(made?.key).not.toBe(old.key);
    const holder = await stores.projects.findKeyHolder(hashApiKey(made?.key ?? ""), noon);
    expect(holder).toMatchObject({ kind, keyId: made?.keyId, project: { id: projectId } });
  });

  test("without overlap ends the old key at once", async () => {
    const old = await createKey();
    const made = await rotate(old.keyId, false);
    expect([await works(old.key), await works(made?.key ?? "")]).toEqual([false, true]);
  });

  test("with overlap lets the old key go on for 24 hours to the millisecond", async () => {
    const old = await createKey();
    const made = await rotate(old.keyId, true);
    for (const ms of [0, dayMs - 1]) expect(await works(old.key, later(ms))).toBe(true);
    expect(await works(old.key, later(dayMs))).toBe(false);
    expect(await works(made?.key ?? "", later(dayMs))).toBe(true);
  });

  test("never lengthens the life of a key that ends sooner", async () => {
    const old = await createKey({ expiresAt: later(60_000) });
    await rotate(old.keyId, true);
    expect(await works(old.key, later(59_999))).toBe(true);
    expect(await works(old.key, later(60_000))).toBe(false);
  });

  test("in the overlap the old key can be revoked at once", async () => {
    const old = await createKey();
    await rotate(old.keyId, true);
    expect(await revoke(old.keyId)).toBe(true);
    expect(await works(old.key)).toBe(false);
  });

  test.each([true, false])("eight times at once makes one key (overlap: %s)", async (overlap) => {
    const old = await createKey();
    const made = await Promise.all(Array.from({ length: 8 }, () => rotate(old.keyId, overlap)));
    expect(made.filter((key) => key !== null)).toHaveLength(1);
    expect(await stores.admin.listApiKeys(projectId, noon)).toHaveLength(2);
    expect(await rotate(old.keyId, overlap, later(1))).toBeNull();
  });

  test("at once with a revocation never leaves the old key alive", async () => {
    for (let round = 0; round < 10; round++) {
      const old = await createKey();
      await Promise.all([rotate(old.keyId, true), revoke(old.keyId)]);
      expect(await works(old.key)).toBe(false);
    }
  });

  test("the new key can be rotated in its turn", async () => {
    const first = await createKey();
    const second = await rotate(first.keyId, true);
    const third = await rotate(second?.keyId ?? "", true);
    for (const key of [first.key, second?.key, third?.key]) expect(await works(key ?? "")).toBe(true);
  });

  test("is refused for a key that ended, another project's, none, and one of a deleted project", async () => {
    const revoked = await createKey();
    await revoke(revoked.keyId);
    expect(await rotate(revoked.keyId, true)).toBeNull();
    const expired = await createKey({ expiresAt: later(1) });
    expect(await rotate(expired.keyId, true, later(1))).toBeNull();
    expect(await rotate(newId("key"), true)).toBeNull();

    const foreign = await createKey();
    const other = await stores.createProject();
    const asOther = { projectId: other, keyId: foreign.keyId, at: noon };
    expect(await stores.admin.rotateApiKey({ ...asOther, overlap: false })).toBeNull();
    expect(await stores.admin.revokeApiKey(asOther)).toBe(false);
    expect(await works(foreign.key)).toBe(true);
    expect(await stores.admin.listApiKeys(other, noon)).toEqual([]);

    await stores.admin.deleteProject(projectId, noon);
    expect(await rotate(foreign.keyId, true)).toBeNull();
    expect(await works(foreign.key)).toBe(false);
  });
});

describe("revocation", () => {
  test("is immediate, and repeating it keeps its time", async () => {
    const { key, keyId } = await createKey();
    expect(await works(key)).toBe(true);
    expect(await revoke(keyId)).toBe(true);
    expect(await works(key)).toBe(false);
    expect(await revoke(keyId, later(1_000))).toBe(true);
    const [listed] = await stores.admin.listApiKeys(projectId, noon);
    expect(listed?.revokedAt).toEqual(noon);
  });

  test("of a key that is not there says so", async () => {
    expect(await revoke(newId("key"))).toBe(false);
  });
});

test("the list shows each key's ends and times, newest first, and never a key or its hash", async () => {
  const server = await createKey();
  const api = await stores.admin.createApiKey({ projectId, kind: "api", at: later(1_000) });
  const made = await rotate(server.keyId, true, later(2_000));
  await revoke(api.keyId, later(3_000));
  const listed = await stores.admin.listApiKeys(projectId, noon);
  const unused = { lastUsedAt: null, expiresAt: null, revokedAt: null, createdBy: null, replacedById: null };
  expect(listed).toEqual([
    {
      ...unused,
      keyId: made?.keyId,
      kind: "server",
      prefix: "svc_server_",
      lastFour: made?.key.slice(-4),
      createdAt: later(2_000),
    },
    {
      ...unused,
      keyId: api.keyId,
      kind: "api",
      prefix: "svc_sk_",
      lastFour: api.key.slice(-4),
      createdAt: later(1_000),
      revokedAt: later(3_000),
    },
    {
      ...unused,
      keyId: server.keyId,
      kind: "server",
      prefix: "svc_server_",
      lastFour: server.key.slice(-4),
      createdAt: noon,
      expiresAt: later(2_000 + dayMs),
      replacedById: made?.keyId,
    },
  ]);
});
