import { readFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { later, newId, noon } from "@/lib/testing/builders";
import { openTestAccess } from "@/lib/testing/project-access";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import { outcome } from "@/lib/testing/till";
import { createKey, listKeys, revokeKey, rotateKey } from "./manage-keys";
import { createProjectKeys, hashApiKey } from "./project-keys.store";

const dayMs = 24 * 3_600_000;
let stores: TestStores;
let admin: ProjectAccess;
let developer: ProjectAccess;
let viewer: ProjectAccess;
let stranger: ProjectAccess;
let now = noon;

beforeEach(async () => {
  stores = await openTestStores();
  now = noon;
  const projectId = await stores.createProject();
  admin = await openTestAccess(stores, projectId, "ADMIN");
  developer = await openTestAccess(stores, projectId, "DEVELOPER");
  viewer = await openTestAccess(stores, projectId, "VIEWER");
  stranger = await openTestAccess(stores, await stores.createProject(), "OWNER");
});
afterEach(() => stores?.close());

const deps = () => ({ clock: { now: () => now }, projectKeys: createProjectKeys(stores.database, newId) });
const works = async (key: string) =>
  (await stores.projects.findKeyHolder(hashApiKey(key), now))?.project.id === admin.projectId;
const create = (access = developer, kind: "api" | "server" = "api", expiresInDays: number | null = null) =>
  createKey(deps(), access, { kind, expiresInDays });
const audited = async (target: string) =>
  (
    await stores.database.pool.query(
      "SELECT action, user_id, details FROM audit_log WHERE target = $1 ORDER BY id",
      [target],
    )
  ).rows;

describe("a key", () => {
  it("is told once, works at once, and is listed without itself", async () => {
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

  it("is listed with who made it, also when they have left, and the operator's with nobody", async () => {
    const made = await create(admin, "server");
    const next = await rotateKey(deps(), await openTestAccess(stores, admin.projectId, "OWNER"), {
      kind: "server",
      keyId: made.keyId,
      overlap: true,
    });
    const { keyId } = await stores.admin.createApiKey({
      projectId: admin.projectId,
      kind: "server",
      at: noon,
    });
    await stores.database.prisma.membership.deleteMany({ where: { userId: admin.userId } });
    const { inForce } = await listKeys(deps(), developer, "server");
    const by = Object.fromEntries(inForce.map((key) => [key.keyId, key.createdBy]));
    expect(by[made.keyId]).toEqual({ userId: admin.userId, who: admin.signedIn.email, isMember: false });
    expect(by[next.keyId]).toMatchObject({ isMember: true });
    expect(by[keyId]).toBeNull();
  });

  it("gets its maker from the audit log, where it is older than that column", async () => {
    const made = await create(admin, "server");
    const next = await rotateKey(deps(), admin, { kind: "server", keyId: made.keyId, overlap: true });
    const { keyId } = await stores.admin.createApiKey({ projectId: admin.projectId, kind: "api", at: noon });
    const { pool } = stores.database;
    await pool.query("UPDATE api_keys SET created_by_id = NULL");
    const migration = await readFile(
      "prisma/migrations/20261122163336_accounts_and_keys/migration.sql",
      "utf8",
    );
    await pool.query(/^UPDATE "api_keys"[^;]+;/m.exec(migration)?.[0] ?? "");
    const { rows } = await pool.query("SELECT id, created_by_id FROM api_keys WHERE project_id = $1", [
      admin.projectId,
    ]);
    expect(Object.fromEntries(rows.map((row) => [row.id, row.created_by_id]))).toEqual({
      [made.keyId]: admin.userId,
      [next.keyId]: admin.userId,
      [keyId]: null,
    });
  });

  it("ends when it was to end, and is listed among those that ended", async () => {
    const { key } = await create(developer, "api", 30);
    now = later(30 * dayMs - 1);
    expect(await works(key)).toBe(true);
    now = later(30 * dayMs);
    expect(await works(key)).toBe(false);
    expect((await listKeys(deps(), admin, "api")).ended).toHaveLength(1);
  });

  it("is one of at most fifty of its kind", async () => {
    for (let count = 0; count < 50; count++) await create();
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
    expect((await audited(old.keyId)).map(({ action }) => action)).toEqual([
      "api_key.created",
      "api_key.rotated",
    ]);
    const again = rotateKey(deps(), admin, { kind: "server", keyId: old.keyId, overlap: true });
    expect(await outcome(again)).toBe("NOT_FOUND");
  });
});

describe("revocation", () => {
  it("is immediate, and is written down once", async () => {
    const { key, keyId } = await create();
    await revokeKey(deps(), developer, { kind: "api", keyId });
    expect(await works(key)).toBe(false);
    await revokeKey(deps(), developer, { kind: "api", keyId });
    expect((await audited(keyId)).map(({ action }) => action)).toEqual([
      "api_key.created",
      "api_key.revoked",
    ]);
  });
});

it("nobody touches another project's keys, or a kind that is not theirs to touch", async () => {
  const api = await create();
  const server = await create(admin, "server");
  const attempts: [ProjectAccess, "api" | "server", string, string][] = [
    [viewer, "api", api.keyId, "FORBIDDEN"],
    [developer, "server", server.keyId, "FORBIDDEN"],
    // By way of the action for the other kind.
    [developer, "api", server.keyId, "NOT_FOUND"],
    [admin, "server", api.keyId, "NOT_FOUND"],
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
