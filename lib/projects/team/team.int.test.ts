import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Role } from "@/lib/accounts/roles.rules";
import type { Mail } from "@/lib/letters/send-letters";
import { createKey, revokeKey, rotateKey } from "@/lib/projects/keys/manage-keys";
import { createProjectKeys } from "@/lib/projects/keys/project-keys.store";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { ProjectParts, TeamParts } from "@/lib/projects/projects.parts";
import { later, newId, noon } from "@/lib/testing/builders";
import { raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { partsOf } from "@/lib/testing/parts";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { changeRole, getTeam, removeMember } from "./manage-members";
import { createTeamStore } from "./team.store";

const { stores } = await fileWorld();
let deps: TeamParts;
let projectId: string;
let owner: ProjectAccess;

beforeAll(async () => {
  deps = partsOf<TeamParts>({
    clock: { now: () => noon },
    team: createTeamStore(stores.database),
    dashboardUrl: "https://pay.example",
    mail: null,
  });
});
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

const changeOf = ({ id }: { id: string }) =>
  stores.database.prisma.walletChange.findUnique({ where: { id } });

describe("changeRole", () => {
  test("an owner promotes another owner, with an audit entry of both roles", async () => {
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

  test("an admin can't create or change an owner", async () => {
    const [admin, viewer] = [await member("ADMIN"), await member("VIEWER")];
    await changeRole(deps, admin, { userId: viewer.userId, role: "ADMIN" });
    for (const change of [
      { userId: viewer.userId, role: "OWNER" },
      { userId: admin.userId, role: "OWNER" },
      { userId: owner.userId, role: "VIEWER" },
    ] as const)
      expect(await outcome(changeRole(deps, admin, change))).toBe("FORBIDDEN");
    expect(await outcome(removeMember(deps, admin, owner.userId))).toBe("FORBIDDEN");
    expect(await rolesNow()).toMatchObject({ [owner.userId]: "OWNER", [admin.userId]: "ADMIN" });
  });

  test("transaction under the lock: the actor lost the role", async () => {
    const [admin, viewer] = [await member("ADMIN"), await member("VIEWER")];
    await changeRole(deps, owner, { userId: admin.userId, role: "VIEWER" });
    expect(admin.role).toBe("ADMIN");
    expect(await outcome(changeRole(deps, admin, { userId: viewer.userId, role: "DEVELOPER" }))).toBe(
      "FORBIDDEN",
    );
    await removeMember(deps, owner, admin.userId);
    expect(await outcome(changeRole(deps, admin, { userId: viewer.userId, role: "DEVELOPER" }))).toBe(
      "PROJECT_NOT_FOUND",
    );
  });

  test("refuses a member of another project and of a deleted one as unknown", async () => {
    const other = await openTestAccess(stores, await stores.createProject(), "VIEWER");
    expect(await outcome(changeRole(deps, owner, { userId: other.userId, role: "ADMIN" }))).toBe("NOT_FOUND");
    await stores.admin.deleteProject(projectId, noon);
    expect(await outcome(changeRole(deps, owner, { userId: owner.userId, role: "ADMIN" }))).toBe(
      "PROJECT_NOT_FOUND",
    );
  });
});

describe("there is always an owner", () => {
  test("the last owner can neither leave nor be demoted", async () => {
    expect(await outcome(removeMember(deps, owner, owner.userId))).toBe("CONFLICT");
    expect(await outcome(changeRole(deps, owner, { userId: owner.userId, role: "ADMIN" }))).toBe("CONFLICT");
    expect(await audited()).toEqual([]);
  });

  test("a disabled owner doesn't count", async () => {
    const second = await member("OWNER");
    await stores.database.prisma.user.update({ where: { id: second.userId }, data: { disabledAt: noon } });
    expect(await outcome(removeMember(deps, owner, owner.userId))).toBe("CONFLICT");
  });

  test("transaction under the lock: the other owners left", async () => {
    type Act = (actor: ProjectAccess, next: ProjectAccess) => Promise<void>;
    const acts: Act[] = [
      (actor) => removeMember(deps, actor, actor.userId),
      (actor, next) => removeMember(deps, actor, next.userId),
      (actor, next) => changeRole(deps, actor, { userId: next.userId, role: "VIEWER" }),
    ];
    for (const act of acts) {
      projectId = await stores.createProject();
      const owners = [await member("OWNER"), await member("OWNER"), await member("OWNER")];
      const begin = owners.map((actor, index) => () => act(actor, owners[(index + 1) % 3] ?? actor));
      await raceToWrite(stores.database, "memberships", begin);
      expect(Object.values(await rolesNow()).filter((role) => role === "OWNER")).toHaveLength(1);
    }
  });
});

describe("a leaving member's pending actions", () => {
  test("leaving is everybody's right", async () => {
    const viewer = await member("VIEWER");
    await removeMember(deps, viewer, viewer.userId);
    expect(await audited()).toMatchObject([{ action: "team.left", target: viewer.userId }]);
  });

  test("a removed person's invitations and wallet change are cancelled", async () => {
    const second = await member("OWNER");
    await invitationBy(second.userId, "VIEWER");
    await invitationBy(owner.userId, "VIEWER");
    const change = await walletChangeBy(second.userId);
    await removeMember(deps, owner, second.userId);
    expect(await openInvitations()).toBe(1);
    expect(await changeOf(change)).toMatchObject({ cancelledAt: noon, appliedAt: null });
    expect((await audited()).map(({ action }) => action)).toEqual([
      "team.removed",
      "project.wallet_change_cancelled",
    ]);
  });

  test.each(["becomes viewer", "is removed"])(
    "a person who %s keeps their roles in other projects",
    async (what) => {
      const second = await member("OWNER");
      const elsewhere = await stores.createProject();
      const { membership, invitation, walletChange } = stores.database.prisma;
      await membership.create({ data: { userId: second.userId, projectId: elsewhere, role: "OWNER" } });
      await invitationBy(second.userId, "VIEWER", elsewhere);
      await walletChangeBy(second.userId, elsewhere);
      await stores.admin.createApiKey({ projectId: elsewhere, kind: "server", at: noon });
      const createdById = second.userId;
      await stores.database.prisma.apiKey.updateMany({
        where: { projectId: elsewhere },
        data: { createdById },
      });
      const { members } = await getTeam(deps, owner);
      expect(members.find(({ userId }) => userId === second.userId)).toMatchObject({ serverKeys: 0 });

      if (what === "is removed") await removeMember(deps, owner, second.userId);
      else await changeRole(deps, owner, { userId: second.userId, role: "VIEWER" });
      expect(await membership.findFirst({ where: { projectId: elsewhere } })).toMatchObject({
        role: "OWNER",
      });
      expect(await invitation.findFirst({ where: { projectId: elsewhere } })).toMatchObject({
        revokedAt: null,
      });
      expect(await walletChange.findFirst({ where: { projectId: elsewhere } })).toMatchObject({
        cancelledAt: null,
      });
    },
  );

  test("an owner who becomes admin keeps pending actions that an admin may start", async () => {
    const second = await member("OWNER");
    await invitationBy(second.userId, "VIEWER");
    await invitationBy(second.userId, "OWNER");
    const change = await walletChangeBy(second.userId);
    await changeRole(deps, owner, { userId: second.userId, role: "ADMIN" });
    expect(await openInvitations()).toBe(1);
    expect(await changeOf(change)).toMatchObject({ cancelledAt: noon });
  });
});

test("lists invitations to people who may send them", async () => {
  await invitationBy(owner.userId, "VIEWER");
  expect((await getTeam(deps, await member("ADMIN"))).invitations).toHaveLength(1);
  const seen = await getTeam(deps, await member("DEVELOPER"));
  expect(seen.invitations).toEqual([]);
  expect(seen.members.map(({ role }) => role)).toEqual(["OWNER", "ADMIN", "DEVELOPER"]);
});

describe("team letters", () => {
  let lettered: TeamParts;

  beforeEach(async () => {
    // Written in the transaction of the change, not through this.
    lettered = { ...deps, mail: {} as Mail };
    projectId = await stores.createProject({ name: "Ada's shop https://evil.example" });
    owner = await openTestAccess(stores, projectId, "OWNER");
  });

  const letters = () =>
    stores.database.prisma.mailMessage.findMany({
      where: { projectId },
      orderBy: [{ kind: "asc" }, { id: "asc" }],
    });
  const keyDeps = () =>
    partsOf<ProjectParts>({
      clock: { now: () => noon },
      projectKeys: createProjectKeys(stores.database, newId),
    });
  const serverKey = (access: ProjectAccess, expiresInDays: number | null = null) =>
    createKey(keyDeps(), access, { kind: "server", expiresInDays });

  test("a removed person is notified with project, remover and time; a leaving one isn't", async () => {
    const [viewer, leaver] = [await member("VIEWER"), await member("VIEWER")];
    await removeMember(lettered, leaver, leaver.userId);
    expect(await letters()).toEqual([]);
    await removeMember(lettered, owner, viewer.userId);
    const [letter, ...others] = await letters();
    expect(others).toEqual([]);
    expect(letter).toMatchObject({
      kind: "team.removed",
      recipient: viewer.signedIn.email,
      subject: "You were removed from Ada's shop https[:]//evil[.]example",
    });
    expect(letter?.body).toContain(
      `${owner.signedIn.email.replace(".com", "[.]com")} removed you from Ada's shop`,
    );
    expect(letter?.body).toContain("at 2026-01-01 12:00 UTC");
  });

  test("a demoted person is notified of the new role; a promoted one and one who did it themselves aren't", async () => {
    const second = await member("OWNER");
    await changeRole(lettered, owner, { userId: second.userId, role: "DEVELOPER" });
    expect(await letters()).toMatchObject([
      {
        kind: "team.role_lowered",
        recipient: second.signedIn.email,
        subject: expect.stringMatching(/^Your role in Ada.* is now developer$/),
      },
    ]);
    await changeRole(lettered, owner, { userId: second.userId, role: "OWNER" });
    await changeRole(lettered, second, { userId: second.userId, role: "VIEWER" });
    expect(await letters()).toHaveLength(1);
  });

  test("notifies a repeatedly demoted person once an hour", async () => {
    const admin = await member("ADMIN");
    await serverKey(admin);
    const lower = async (at: Date) => {
      const then = { ...lettered, clock: { now: () => at } };
      await changeRole(then, owner, { userId: admin.userId, role: "VIEWER" });
      await changeRole(then, owner, { userId: admin.userId, role: "ADMIN" });
    };
    for (const minute of [0, 1, 59, 60]) await lower(later(minute * 60_000));
    const kinds = (await letters()).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === "team.role_lowered")).toHaveLength(2);
    expect(kinds.filter((kind) => kind === "team.keys_known")).toHaveLength(2);
  });

  test("a refused change, and a service without mail, send nothing", async () => {
    const admin = await member("ADMIN");
    expect(await outcome(removeMember(lettered, admin, owner.userId))).toBe("FORBIDDEN");
    await removeMember({ ...lettered, mail: null }, owner, admin.userId);
    expect(await letters()).toEqual([]);
  });

  test.each(["is removed", "leaves", "becomes viewer"])(
    "when somebody %s, owners and admins learn how many of their server keys are active",
    async (what) => {
      const [admin, colleague] = [await member("ADMIN"), await member("ADMIN")];
      const developer = await member("DEVELOPER");
      await createKey(keyDeps(), admin, { kind: "api", expiresInDays: null });
      await serverKey(admin, 1);
      // One of another project is none of theirs here.
      const elsewhere = await stores.createProject();
      const { keyId: id } = await stores.admin.createApiKey({
        projectId: elsewhere,
        kind: "server",
        at: noon,
      });
      const createdById = admin.userId;
      await stores.database.prisma.apiKey.update({ where: { id }, data: { createdById } });
      const revoked = await serverKey(admin);
      await revokeKey(keyDeps(), owner, { kind: "server", keyId: revoked.keyId });
      // Anyone who makes the key in another's place knows it; the one before goes on for a day.
      const { keyId } = await serverKey(colleague);
      await rotateKey(keyDeps(), admin, { kind: "server", keyId, overlap: false });
      const count = async (access: ProjectAccess) =>
        (await getTeam(lettered, owner)).members.find(({ userId }) => userId === access.userId)?.serverKeys;
      expect(await Promise.all([admin, colleague, developer].map(count))).toEqual([2, 0, 0]);

      if (what === "is removed") await removeMember(lettered, owner, admin.userId);
      if (what === "leaves") await removeMember(lettered, admin, admin.userId);
      if (what === "becomes viewer")
        await changeRole(lettered, owner, { userId: admin.userId, role: "VIEWER" });
      const told = (await letters()).filter(({ kind }) => kind === "team.keys_known");
      expect(told.map(({ recipient }) => recipient).sort()).toEqual(
        [owner.signedIn.email, colleague.signedIn.email].sort(),
      );
      for (const { subject, body } of told) {
        expect(subject).toContain(": 2 secret keys of ");
        expect(body).toContain(`\nhttps://pay.example/dashboard/projects/${projectId}/developers/keys\n`);
      }
    },
  );

  test("sends no letter about keys when there are none or the person may still manage them", async () => {
    const [without, kept] = [await member("ADMIN"), await member("OWNER")];
    await serverKey(kept);
    await removeMember(lettered, owner, without.userId);
    await changeRole(lettered, owner, { userId: kept.userId, role: "ADMIN" });
    expect((await letters()).map(({ kind }) => kind)).toEqual(["team.removed", "team.role_lowered"]);
    // Over by the time that they go.
    const over = { ...lettered, clock: { now: () => later(2 * 24 * 3_600_000) } };
    const last = await member("ADMIN");
    await serverKey(last, 1);
    await removeMember(over, owner, last.userId);
    expect((await letters()).filter(({ kind }) => kind === "team.keys_known")).toEqual([]);
  });
});
