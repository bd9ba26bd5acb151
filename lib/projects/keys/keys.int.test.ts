import { beforeEach, describe, expect, it, test } from "vitest";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { later, newId, noon } from "@/lib/testing/builders";
import { changedWhileWaiting, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { isWellFormedApiKey } from "./api-key.rules";
import { createKey, listKeys, revokeKey, rotateKey } from "./manage-keys";
import { createProjectKeys, hashApiKey } from "./project-keys.store";

const dayMs = 24 * 3_600_000;
const { stores } = await fileWorld();
let projectId: string;
let admin: ProjectAccess;
let developer: ProjectAccess;
let viewer: ProjectAccess;
let stranger: ProjectAccess;
let now = noon;

beforeEach(async () => {
  now = noon;
  projectId = await stores.createProject();
  admin = await openTestAccess(stores, projectId, "ADMIN");
  developer = await openTestAccess(stores, projectId, "DEVELOPER");
  viewer = await openTestAccess(stores, projectId, "VIEWER");
  stranger = await openTestAccess(stores, await stores.createProject(), "OWNER");
});

const deps = () =>
  partsOf<ProjectParts>({
    clock: { now: () => now },
    projectKeys: createProjectKeys(stores.database, newId),
  });
const works = async (key: string, at = now) =>
  (await stores.findKeyHolder(key, at))?.project.id === projectId;
const create = (access = developer, kind: "api" | "server" = "api", expiresInDays: number | null = null) =>
  createKey(deps(), access, { kind, expiresInDays });
const audited = async (target: string) =>
  (
    await stores.database.pool.query(
      "SELECT action, user_id, details FROM audit_log WHERE target = $1 ORDER BY id",
      [target],
    )
  ).rows;

const actions = async (target: string) => (await audited(target)).map(({ action }) => action);

describe("a key", () => {
  it("is returned once, works immediately, and is listed without its secret", async () => {
    const { key, keyId } = await create();
    expect(await works(key)).toBe(true);
    const { inForce, ended } = await listKeys(deps(), developer, "api");
    expect(inForce).toMatchObject([{ keyId, prefix: "svc_sk_", lastFour: key.slice(-4), expiresAt: null }]);
    expect(ended).toEqual([]);
    expect(JSON.stringify([inForce, await audited(keyId)])).not.toContain(key.slice(7, -4));
    expect(await audited(keyId)).toEqual([
      {
        action: "api_key.created",
        user_id: developer.userId,
        details: { kind: "api", lastFour: key.slice(-4), expiresAt: null },
      },
    ]);
    expect((await listKeys(deps(), stranger, "api")).inForce).toEqual([]);
    expect((await listKeys(deps(), admin, "server")).inForce).toEqual([]);
  });

  it.each(["read", "create", "all"] as const)("keeps the scope %s, also in a rotation", async (scope) => {
    const terms = { kind: "server", scope, expiresInDays: null } as const;
    const { key, keyId } = await createKey(deps(), admin, terms);
    const next = await rotateKey(deps(), admin, { kind: "server", keyId, overlap: true });
    for (const each of [key, next.key]) expect((await stores.findKeyHolder(each, now))?.scope).toBe(scope);
    expect((await listKeys(deps(), admin, "server")).inForce.map((listed) => listed.scope)).toEqual([
      scope,
      scope,
    ]);
    expect(await audited(keyId)).toMatchObject([{ details: { kind: "server", scope } }, {}]);
  });

  it("is listed with its creator, also after they left; the operator's has none", async () => {
    const made = await create(admin, "server");
    const owner = await openTestAccess(stores, projectId, "OWNER");
    const next = await rotateKey(deps(), owner, { kind: "server", keyId: made.keyId, overlap: true });
    const { keyId } = await stores.admin.createApiKey({ projectId, kind: "server", at: noon });
    await stores.database.prisma.membership.deleteMany({ where: { userId: admin.userId } });
    const { inForce } = await listKeys(deps(), developer, "server");
    const by = Object.fromEntries(inForce.map((key) => [key.keyId, key.createdBy]));
    expect(by[made.keyId]).toEqual({ userId: admin.userId, who: admin.signedIn.email, isMember: false });
    expect(by[next.keyId]).toMatchObject({ isMember: true });
    expect(by[keyId]).toBeNull();
  });

  it("ends at its expiry, and is listed among ended keys", async () => {
    const { key } = await create(developer, "api", 30);
    now = later(30 * dayMs - 1);
    expect(await works(key)).toBe(true);
    now = later(30 * dayMs);
    expect(await works(key)).toBe(false);
    expect((await listKeys(deps(), admin, "api")).ended).toHaveLength(1);
  });

  it("createApiKey under the lock: the fiftieth was made", async () => {
    for (let count = 0; count < 48; count++) await create();
    const creates = Array.from({ length: 4 }, () => () => create());
    const made = await raceToWrite(stores.database, "api_keys", creates);
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
    expect(await outcome(create())).toBe("CONFLICT");
    expect(await outcome(create(admin, "server"))).toBe("done");
    const [first] = (await listKeys(deps(), admin, "api")).inForce;
    await revokeKey(deps(), developer, { kind: "api", keyId: first?.keyId ?? "" });
    expect(await outcome(create())).toBe("done");
  });
});

describe("rotation", () => {
  it("lets the old key go on for a day, or ends it at once", async () => {
    const old = await create(admin, "server");
    const next = await rotateKey(deps(), admin, { kind: "server", keyId: old.keyId, overlap: true });
    now = later(dayMs - 1);
    expect([await works(old.key), await works(next.key)]).toEqual([true, true]);
    const last = await rotateKey(deps(), admin, { kind: "server", keyId: next.keyId, overlap: false });
    expect([await works(next.key), await works(last.key)]).toEqual([false, true]);
    now = later(dayMs);
    expect([await works(old.key), await works(last.key)]).toEqual([false, true]);
    expect(await actions(old.keyId)).toEqual(["api_key.created", "api_key.rotated"]);
    const again = rotateKey(deps(), admin, { kind: "server", keyId: old.keyId, overlap: true });
    expect(await outcome(again)).toBe("NOT_FOUND");
  });
});

describe("revocation", () => {
  it("takes effect immediately and is audited once", async () => {
    const { key, keyId } = await create();
    await revokeKey(deps(), developer, { kind: "api", keyId });
    expect(await works(key)).toBe(false);
    now = later(1_000);
    await revokeKey(deps(), developer, { kind: "api", keyId });
    expect((await listKeys(deps(), developer, "api")).ended).toMatchObject([{ keyId, revokedAt: noon }]);
    expect(await actions(keyId)).toEqual(["api_key.created", "api_key.revoked"]);
  });
});

it("refuses another project's keys and kinds that the caller may not manage", async () => {
  const api = await create();
  const server = await create(admin, "server");
  const attempts: [ProjectAccess, "api" | "server", string, string][] = [
    [viewer, "api", api.keyId, "FORBIDDEN"],
    [developer, "server", server.keyId, "FORBIDDEN"],
    // By way of the action for the other kind.
    [developer, "api", server.keyId, "NOT_FOUND"],
    [admin, "server", api.keyId, "NOT_FOUND"],
    [admin, "server", newId("key"), "NOT_FOUND"],
    [stranger, "api", api.keyId, "NOT_FOUND"],
    [stranger, "server", server.keyId, "NOT_FOUND"],
  ];
  for (const [access, kind, keyId, code] of attempts) {
    expect(await outcome(rotateKey(deps(), access, { kind, keyId, overlap: false }))).toBe(code);
    expect(await outcome(revokeKey(deps(), access, { kind, keyId }))).toBe(code);
  }
  expect(await outcome(create(viewer))).toBe("FORBIDDEN");
  expect(await outcome(listKeys(deps(), viewer, "api"))).toBe("FORBIDDEN");
  expect(await outcome(create(developer, "server"))).toBe("FORBIDDEN");
  expect([await works(api.key), await works(server.key)]).toEqual([true, true]);
});

describe("project keys", () => {
  const createKey = (overrides: { kind?: "server" | "api"; expiresAt?: Date } = {}) =>
    stores.admin.createApiKey({ projectId, kind: "server", at: noon, ...overrides });
  const rotate = (keyId: string, overlap: boolean, at = noon) =>
    stores.admin.rotateApiKey({ projectId, keyId, at, overlap });
  const revoke = (keyId: string, at = noon) => stores.admin.revokeApiKey({ projectId, keyId, at });

  describe("a new key", () => {
    test.each(["server", "api"] as const)(
      "of kind %s is well formed, and stored as its hash and last four only",
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
    test("never extends a key that ends sooner", async () => {
      const old = await createKey({ expiresAt: later(60_000) });
      await rotate(old.keyId, true);
      expect(await works(old.key, later(59_999))).toBe(true);
      expect(await works(old.key, later(60_000))).toBe(false);
    });

    test("lets the old key be revoked during the overlap", async () => {
      const old = await createKey();
      await rotate(old.keyId, true);
      expect(await revoke(old.keyId)).toBe(true);
      expect(await works(old.key)).toBe(false);
    });

    /** Another transaction does this with the key while a rotation waits for the project. */
    const rotateAfter = (keyId: string, change: string) =>
      changedWhileWaiting(
        stores.database,
        async (holder) => {
          await holder.query("SELECT FROM projects WHERE id = $1 FOR UPDATE", [projectId]);
          await holder.query(`UPDATE api_keys SET ${change} WHERE id = $1`, [keyId]);
        },
        () => rotate(keyId, true),
      );

    test("rotateApiKey under the lock: it was rotated", async () => {
      const [old, other] = [await createKey(), await createKey()];
      expect(await rotateAfter(old.keyId, `replaced_by_id = '${other.keyId}'`)).toBeNull();
      expect(await stores.admin.listApiKeys(projectId, noon)).toHaveLength(2);
    });

    test("rotateApiKey under the lock: it was revoked", async () => {
      const old = await createKey();
      expect(await rotateAfter(old.keyId, "revoked_at = created_at")).toBeNull();
      expect(await stores.admin.listApiKeys(projectId, noon)).toHaveLength(1);
    });

    test("rotateApiKey under the lock: the project was deleted", async () => {
      const old = await createKey();
      const late = changedWhileWaiting(
        stores.database,
        (holder) => holder.query("UPDATE projects SET deleted_at = created_at WHERE id = $1", [projectId]),
        () => rotate(old.keyId, true),
      );
      expect(await late).toBeNull();
    });

    test("is refused for an ended key, another project's, an unknown one, and a deleted project's", async () => {
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

  test("lists each key's ends and times, newest first, without keys or hashes", async () => {
    const server = await createKey();
    const api = await stores.admin.createApiKey({ projectId, kind: "api", at: later(1_000) });
    const made = await rotate(server.keyId, true, later(2_000));
    await revoke(api.keyId, later(3_000));
    const listed = await stores.admin.listApiKeys(projectId, noon);
    const unused = {
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      createdBy: null,
      replacedById: null,
      scope: "all",
    };
    const shown = (kind: "server" | "api", key?: { keyId: string; key: string }) => ({
      ...unused,
      keyId: key?.keyId,
      kind,
      prefix: kind === "server" ? "svc_server_" : "svc_sk_",
      lastFour: key?.key.slice(-4),
    });
    expect(listed).toEqual([
      { ...shown("server", made ?? undefined), createdAt: later(2_000) },
      { ...shown("api", api), createdAt: later(1_000), revokedAt: later(3_000) },
      {
        ...shown("server", server),
        createdAt: noon,
        expiresAt: later(2_000 + dayMs),
        replacedById: made?.keyId,
      },
    ]);
  });
});
