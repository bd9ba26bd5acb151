import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "@/lib/accounts/roles.rules";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { newId, noon } from "@/lib/testing/builders";
import { openTestAccess } from "@/lib/testing/project-access";
import { openTestStores, type TestStores } from "@/lib/testing/stores";
import type { TeamDeps } from "./manage-invitations";
import { changeRole, getTeam, removeMember } from "./manage-members";
import { createTeamStore } from "./team.store";

let stores: TestStores;
let deps: TeamDeps;
let projectId: string;
let owner: ProjectAccess;

beforeAll(async () => {
  stores = await openTestStores();
  deps = {
    clock: { now: () => noon },
    team: createTeamStore(stores.database),
    dashboardUrl: "https://pay.example",
    mail: null,
  };
});
afterAll(() => stores.close());
beforeEach(async () => {
  projectId = await stores.createProject();
  owner = await openTestAccess(stores, projectId, "OWNER");
});

const member = (role: Role) => openTestAccess(stores, projectId, role);
const rolesNow = async () =>
  Object.fromEntries((await deps.team.members(projectId, noon)).map(({ userId, role }) => [userId, role]));
const audited = () =>
  stores.database.prisma.auditLog.findMany({
    where: { projectId },
    orderBy: { id: "asc" },
    select: { userId: true, action: true, target: true, details: true },
  });
const openInvitations = () =>
  stores.database.prisma.invitation.count({ where: { projectId, acceptedAt: null, revokedAt: null } });
const invitationBy = (invitedById: string, role: Role, of = projectId) =>
  stores.database.prisma.invitation.create({
    data: {
      id: newId("inv"),
      projectId: of,
      email: `${newId("usr")}@example.com`,
      role,
      tokenHash: crypto.randomUUID().replaceAll("-", "").repeat(2),
      invitedById,
      expiresAt: new Date("2030-01-01"),
    },
  });
const walletChangeBy = (requestedById: string, of = projectId) =>
  stores.database.prisma.walletChange.create({
    data: {
      id: newId("wch"),
      projectId: of,
      fromWallet: `0x${"a".repeat(40)}`,
      toWallet: `0x${"b".repeat(40)}`,
      requestedById,
      effectiveAt: noon,
    },
  });

describe("changeRole", () => {
  test("an owner makes another owner, and it is written down with before and after", async () => {
    const viewer = await member("VIEWER");
    await changeRole(deps, owner, { userId: viewer.userId, role: "OWNER" });
    expect(await rolesNow()).toEqual({ [owner.userId]: "OWNER", [viewer.userId]: "OWNER" });
    expect(await audited()).toEqual([
      {
        userId: owner.userId,
        action: "team.role_changed",
        target: viewer.userId,
        details: { before: "VIEWER", after: "OWNER" },
      },
    ]);
  });

  test("the same role again changes and writes nothing", async () => {
    const viewer = await member("VIEWER");
    await changeRole(deps, owner, { userId: viewer.userId, role: "VIEWER" });
    expect(await audited()).toEqual([]);
  });

  test("an admin makes no owner and touches none", async () => {
    const [admin, viewer] = [await member("ADMIN"), await member("VIEWER")];
    await changeRole(deps, admin, { userId: viewer.userId, role: "ADMIN" });
    for (const change of [
      { userId: viewer.userId, role: "OWNER" },
      { userId: admin.userId, role: "OWNER" },
      { userId: owner.userId, role: "VIEWER" },
    ] as const)
      await expect(changeRole(deps, admin, change)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(removeMember(deps, admin, owner.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
    expect(await rolesNow()).toMatchObject({ [owner.userId]: "OWNER", [admin.userId]: "ADMIN" });
  });

  test.each(["DEVELOPER", "VIEWER"] as const)("a %s changes nobody", async (role) => {
    const [actor, viewer] = [await member(role), await member("VIEWER")];
    await expect(changeRole(deps, actor, { userId: viewer.userId, role: "DEVELOPER" })).rejects.toMatchObject(
      { code: "FORBIDDEN" },
    );
    await expect(removeMember(deps, actor, viewer.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("what somebody was when they came does not count, but what they are", async () => {
    const [admin, viewer] = [await member("ADMIN"), await member("VIEWER")];
    await changeRole(deps, owner, { userId: admin.userId, role: "VIEWER" });
    expect(admin.role).toBe("ADMIN");
    await expect(changeRole(deps, admin, { userId: viewer.userId, role: "DEVELOPER" })).rejects.toMatchObject(
      { code: "FORBIDDEN" },
    );
    await removeMember(deps, owner, admin.userId);
    await expect(changeRole(deps, admin, { userId: viewer.userId, role: "DEVELOPER" })).rejects.toMatchObject(
      { code: "PROJECT_NOT_FOUND" },
    );
  });

  test("a member of another project is not found, and neither is anybody in one that is deleted", async () => {
    const other = await openTestAccess(stores, await stores.createProject(), "VIEWER");
    await expect(changeRole(deps, owner, { userId: other.userId, role: "ADMIN" })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await stores.admin.deleteProject(projectId, noon);
    await expect(changeRole(deps, owner, { userId: owner.userId, role: "ADMIN" })).rejects.toMatchObject({
      code: "PROJECT_NOT_FOUND",
    });
  });
});

describe("there is always an owner", () => {
  test("the last one neither leaves nor becomes less", async () => {
    await expect(removeMember(deps, owner, owner.userId)).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(changeRole(deps, owner, { userId: owner.userId, role: "ADMIN" })).rejects.toMatchObject({
      code: "CONFLICT",
    });
    expect(await audited()).toEqual([]);
  });

  test("an owner whose account is disabled is none to stay behind", async () => {
    const second = await member("OWNER");
    await stores.database.prisma.user.update({ where: { id: second.userId }, data: { disabledAt: noon } });
    await expect(removeMember(deps, owner, owner.userId)).rejects.toMatchObject({ code: "CONFLICT" });
  });

  test("of owners who all leave, remove or demote each other at once, one stays", async () => {
    for (let round = 0; round < 8; round++) {
      projectId = await stores.createProject();
      const owners = [await member("OWNER"), await member("OWNER"), await member("OWNER")];
      const acts = owners.flatMap((actor, index) => {
        const next = owners[(index + 1) % owners.length] as ProjectAccess;
        return [
          removeMember(deps, actor, actor.userId),
          removeMember(deps, actor, next.userId),
          changeRole(deps, actor, { userId: next.userId, role: "VIEWER" }),
        ];
      });
      await Promise.allSettled(acts);
      expect(Object.values(await rolesNow()).filter((role) => role === "OWNER")).toHaveLength(1);
    }
  });
});

describe("whoever goes takes along what they began", () => {
  test("leaving is everybody's right", async () => {
    const viewer = await member("VIEWER");
    await removeMember(deps, viewer, viewer.userId);
    expect(await audited()).toMatchObject([{ action: "team.left", target: viewer.userId }]);
  });

  test("who is removed leaves no invitation and no wallet behind", async () => {
    const second = await member("OWNER");
    await invitationBy(second.userId, "VIEWER");
    await invitationBy(owner.userId, "VIEWER");
    const change = await walletChangeBy(second.userId);
    await removeMember(deps, owner, second.userId);
    expect(await openInvitations()).toBe(1);
    expect(await stores.database.prisma.walletChange.findUnique({ where: { id: change.id } })).toMatchObject({
      cancelledAt: noon,
      appliedAt: null,
    });
    expect((await audited()).map(({ action }) => action)).toEqual([
      "team.removed",
      "project.wallet_change_cancelled",
    ]);
  });

  test.each(["becomes viewer", "is removed"])("who %s is in other projects what they were", async (what) => {
    const second = await member("OWNER");
    const elsewhere = await stores.createProject();
    const { membership, invitation, walletChange } = stores.database.prisma;
    await membership.create({ data: { userId: second.userId, projectId: elsewhere, role: "OWNER" } });
    await invitationBy(second.userId, "VIEWER", elsewhere);
    await walletChangeBy(second.userId, elsewhere);
    await stores.admin.createApiKey({ projectId: elsewhere, kind: "server", at: noon });
    await stores.database.prisma.apiKey.updateMany({
      where: { projectId: elsewhere },
      data: { createdById: second.userId },
    });
    const { members } = await getTeam(deps, owner);
    expect(members.find(({ userId }) => userId === second.userId)).toMatchObject({ serverKeys: 0 });

    if (what === "is removed") await removeMember(deps, owner, second.userId);
    else await changeRole(deps, owner, { userId: second.userId, role: "VIEWER" });
    expect(await membership.findFirst({ where: { projectId: elsewhere } })).toMatchObject({ role: "OWNER" });
    expect(await invitation.findFirst({ where: { projectId: elsewhere } })).toMatchObject({
      revokedAt: null,
    });
    expect(await walletChange.findFirst({ where: { projectId: elsewhere } })).toMatchObject({
      cancelledAt: null,
    });
  });

  test("an owner who becomes admin keeps what an admin may have begun", async () => {
    const second = await member("OWNER");
    await invitationBy(second.userId, "VIEWER");
    await invitationBy(second.userId, "OWNER");
    const change = await walletChangeBy(second.userId);
    await changeRole(deps, owner, { userId: second.userId, role: "ADMIN" });
    expect(await openInvitations()).toBe(1);
    const { cancelledAt } = await stores.database.prisma.walletChange.findUniqueOrThrow({
      where: { id: change.id },
    });
    expect(cancelledAt).toEqual(noon);
  });
});

test("invitations are shown to those who may send them", async () => {
  await invitationBy(owner.userId, "VIEWER");
  expect((await getTeam(deps, await member("ADMIN"))).invitations).toHaveLength(1);
  const seen = await getTeam(deps, await member("DEVELOPER"));
  expect(seen.invitations).toEqual([]);
  expect(seen.members.map(({ role }) => role)).toEqual(["OWNER", "ADMIN", "DEVELOPER"]);
});
