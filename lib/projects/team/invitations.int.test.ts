import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { InvitationStore } from "@/lib/accounts/accounts.parts";
import type { Role } from "@/lib/accounts/roles.rules";
import type { Letter } from "@/lib/letters/mail.store";
import { hashClaimToken } from "@/lib/platform/ids";
import { openProject, type ProjectAccess } from "@/lib/projects/project-access";
import type { TeamParts } from "@/lib/projects/projects.parts";
import { later, newId, noon } from "@/lib/testing/builders";
import { changedBefore, changedWhileWaiting, raceToWrite } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import { openTestAccess } from "@/lib/testing/world/people";
import { createInvitationStore } from "./invitation.store";
import { invite, renewInvitation, revokeInvitation } from "./manage-invitations";
import { removeMember } from "./manage-members";
import { createMembershipStore } from "./membership.store";
import { createTeamStore } from "./team.store";

const { stores } = await fileWorld();
let deps: TeamParts;
let invitations: InvitationStore;
let projectId: string;
let owner: ProjectAccess;
let now = noon;
const letters: Letter[] = [];
const dayMs = 24 * 3_600_000;

beforeAll(async () => {
  invitations = createInvitationStore(stores.database);
  deps = {
    clock: { now: () => now },
    team: createTeamStore(stores.database),
    newId,
    dashboardUrl: "https://pay.example",
    mail: {
      letters: { write: async (written: readonly Letter[]) => letters.push(...written) },
    } as unknown as TeamParts["mail"],
  };
});
beforeEach(async () => {
  now = noon;
  letters.length = 0;
  projectId = await stores.createProject({ name: "Ada's \u202eshop https://evil.example" });
  owner = await openTestAccess(stores, projectId, "OWNER");
});

const emailOf = () => `${newId("usr")}@example.com`;
const address = /https:\/\/pay\.example\/dashboard\/invitations\/([\w-]{43})/;
/** Of the token in the newest letter. */
const mailedHash = () => hashClaimToken(address.exec(letters.at(-1)?.body ?? "")?.[1] ?? "");
const send = async (email: string, role: Role = "DEVELOPER", by = owner) => {
  await invite(deps, by, { email, role });
  return mailedHash();
};
const person = async (email: string) => {
  const userId = newId("usr");
  await stores.database.prisma.user.create({ data: { id: userId, email } });
  return userId;
};
const roleOf = async (userId: string) =>
  (await stores.database.prisma.membership.findFirst({ where: { userId, projectId } }))?.role;
const newPerson = (userId = newId("usr")) => ({ userId, name: "Grace", passwordHash: "$argon2id$x" });

describe("an invitation", () => {
  test("is mailed as one plain letter, and its stored form can't open it", async () => {
    const email = emailOf();
    const { url, mailed } = await invite(deps, owner, { email, role: "ADMIN" });
    // Who invites has no way into an account of that address.
    expect([url, mailed]).toEqual([null, true]);
    expect(letters).toMatchObject([{ recipient: email, kind: "team.invitation", projectId }]);
    const [, token = ""] = address.exec(letters[0]?.body ?? "") ?? [];
    expect(token).not.toBe("");
    expect(letters[0]?.body).toContain("2026-01-08 12:00 UTC");
    expect(letters[0]?.subject).toBe("You're invited to Ada's shop https[:]//evil[.]example");
    const row = await stores.database.prisma.invitation.findFirstOrThrow({ where: { projectId, email } });
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test("is in the language of the invited person's account, else in that of the inviter", async () => {
    const { prisma } = stores.database;
    const korean = { ...owner.signedIn, language: "ko" };
    const inviter = await openProject(
      { memberships: createMembershipStore(stores.database) },
      korean,
      projectId,
    );
    const [stranger, known] = [emailOf(), emailOf()];
    const userId = await person(known);
    await prisma.user.update({ where: { id: userId }, data: { language: "en" } });
    await invite(deps, inviter, { email: stranger, role: "ADMIN" });
    await invite(deps, inviter, { email: known, role: "ADMIN" });
    await prisma.user.update({ where: { id: userId }, data: { language: null } });
    const { invitationId } = await prisma.invitation
      .findFirstOrThrow({ where: { email: known } })
      .then(({ id }) => ({ invitationId: id }));
    await renewInvitation(deps, owner, invitationId);
    expect(letters.map(({ language, subject }) => [language, subject])).toEqual([
      ["ko", "Ada's shop https[:]//evil[.]example에 초대되었습니다"],
      ["en", "You're invited to Ada's shop https[:]//evil[.]example"],
      ["en", "You're invited to Ada's shop https[:]//evil[.]example"],
    ]);
    expect(letters[0]?.body).toContain("관리자 역할로 초대했습니다.");
    expect(letters[0]?.body).toContain("2026년 1월 8일 12:00 UTC까지");
  });

  test("is handed over by its sender without a mail server", async () => {
    const sent = await invite({ ...deps, mail: null }, owner, { email: emailOf(), role: "VIEWER" });
    expect(sent).toMatchObject({
      url: expect.stringMatching(address),
      mailed: false,
      expiresAt: later(7 * dayMs),
    });
  });

  test("shows invitee, sender and role, and reading consumes nothing", async () => {
    const email = emailOf();
    const hash = await send(email, "VIEWER");
    for (let look = 0; look < 2; look++)
      expect(await invitations.find(hash, now)).toEqual({
        projectId,
        projectName: owner.projectName,
        email,
        role: "VIEWER",
        invitedBy: owner.signedIn.email,
        expiresAt: later(7 * dayMs),
        hasAccount: false,
      });
  });

  test("is refused while one is open for the person, and for members", async () => {
    const email = emailOf();
    await send(email);
    await expect(send(email)).rejects.toMatchObject({ code: "CONFLICT", param: "email" });
    await expect(send(owner.signedIn.email)).rejects.toMatchObject({ code: "CONFLICT" });
    // Anyone who is in another project is not in this one.
    const elsewhere = await openTestAccess(stores, await stores.createProject(), "OWNER");
    await send(elsewhere.signedIn.email);
    now = later(7 * dayMs);
    await send(email);
    const open = await stores.database.prisma.invitation.count({
      where: { projectId: owner.projectId, email, revokedAt: null },
    });
    expect(open).toBe(1);
  });

  test("is refused while a hundred are open", async () => {
    const open = (place: number) => ({
      id: newId("inv"),
      projectId,
      email: emailOf(),
      role: "VIEWER" as const,
      tokenHash: hashClaimToken(`${projectId}/${place}`),
      expiresAt: later(dayMs),
    });
    await stores.database.prisma.invitation.createMany({
      data: Array.from({ length: 99 }, (_, at) => open(at)),
    });
    await send(emailOf());
    await expect(send(emailOf())).rejects.toMatchObject({ code: "CONFLICT", param: "email" });
  });

  test("transaction under the lock: the person was invited", async () => {
    const email = emailOf();
    const late = changedBefore(
      deps,
      "transaction",
      () => send(email),
      (watched) => invite(watched, owner, { email, role: "ADMIN" }),
    );
    await expect(late).rejects.toMatchObject({ code: "CONFLICT", param: "email" });
    expect(await stores.database.prisma.invitation.findMany({ where: { projectId, email } })).toMatchObject([
      { role: "DEVELOPER" },
    ]);
  });

  test("as owner can be sent, withdrawn and renewed by owners only", async () => {
    const admin = await openTestAccess(stores, projectId, "ADMIN");
    await expect(send(emailOf(), "OWNER", admin)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await send(emailOf(), "ADMIN", admin);
    const email = emailOf();
    await send(email, "OWNER");
    const { id } = await stores.database.prisma.invitation.findFirstOrThrow({ where: { projectId, email } });
    await expect(renewInvitation(deps, admin, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    await expect(revokeInvitation(deps, admin, id)).rejects.toMatchObject({ code: "FORBIDDEN" });
    const developer = await openTestAccess(stores, projectId, "DEVELOPER");
    await expect(send(emailOf(), "VIEWER", developer)).rejects.toMatchObject({ code: "FORBIDDEN" });
  });

  test("of another project can't be changed", async () => {
    const email = emailOf();
    const hash = await send(email);
    const { id } = await stores.database.prisma.invitation.findFirstOrThrow({ where: { projectId, email } });
    const stranger = await openTestAccess(stores, await stores.createProject(), "OWNER");
    await expect(revokeInvitation(deps, stranger, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(renewInvitation(deps, stranger, id)).rejects.toMatchObject({ code: "NOT_FOUND" });
    expect(await invitations.find(hash, now)).not.toBeNull();
  });
});

describe("a day's invitations", () => {
  const invitedBy = (
    access: Pick<ProjectAccess, "projectId" | "userId">,
    count: number,
    email = "list@example.com",
  ) =>
    stores.database.prisma.auditLog.createMany({
      data: Array.from({ length: count }, () => ({
        projectId: access.projectId,
        userId: access.userId,
        action: "team.invited",
        details: { email },
        createdAt: now,
      })),
    });
  const tomorrow = (minutes: number) => {
    now = new Date(Date.UTC(2026, 0, 2) + minutes * 60_000);
  };

  test("are limited to fifty per project until the next day in UTC, with renewals", async () => {
    await invitedBy(await openTestAccess(stores, projectId, "ADMIN"), 48);
    await send(emailOf());
    const email = emailOf();
    await send(email);
    const { id } = await stores.database.prisma.invitation.findFirstOrThrow({ where: { projectId, email } });
    const sent = letters.length;
    for (const refused of [() => send(emailOf()), () => renewInvitation(deps, owner, id)])
      await expect(refused()).rejects.toMatchObject({
        code: "RATE_LIMIT_EXCEEDED",
        retryAfterSeconds: 12 * 3_600,
        message:
          "This project has sent 50 invitations today, which is the daily limit. Try again tomorrow (UTC).",
      });
    expect(letters).toHaveLength(sent);
    // Another project is not held up.
    const other = await openTestAccess(stores, await stores.createProject(), "OWNER");
    await invite(deps, other, { email: emailOf(), role: "VIEWER" });
    tomorrow(-1);
    await expect(send(emailOf())).rejects.toMatchObject({ retryAfterSeconds: 60 });
    tomorrow(0);
    await renewInvitation(deps, owner, id);
  });

  test("are limited to five per address, whose present link stays valid", async () => {
    const email = emailOf();
    await send(email);
    const { id } = await stores.database.prisma.invitation.findFirstOrThrow({ where: { projectId, email } });
    for (let more = 0; more < 4; more++) await renewInvitation(deps, owner, id);
    const hash = mailedHash();
    await expect(renewInvitation(deps, owner, id)).rejects.toThrow("This address was sent 5 links today");
    // Withdrawn and sent again it is no other address.
    expect(await invitations.find(hash, now)).not.toBeNull();
    await revokeInvitation(deps, owner, id);
    await expect(send(email)).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
    await send(emailOf());
    // Someone else may send there, but not the same person from another project.
    await send(email, "VIEWER", await openTestAccess(stores, await stores.createProject(), "OWNER"));
    const another = await stores.createProject();
    await stores.database.prisma.membership.create({
      data: { userId: owner.userId, projectId: another, role: "OWNER" },
    });
    const same = await openProject(
      { memberships: createMembershipStore(stores.database) },
      owner.signedIn,
      another,
    );
    await expect(send(email, "VIEWER", same)).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
  });

  test("are limited to a hundred per person over all projects", async () => {
    for (const count of [49, 49, 1])
      await invitedBy({ projectId: await stores.createProject(), userId: owner.userId }, count);
    await send(emailOf());
    await expect(send(emailOf())).rejects.toThrow("You have sent 100 invitations today");
    await send(emailOf(), "VIEWER", await openTestAccess(stores, projectId, "ADMIN"));
  });
});

describe("to accept", () => {
  test("creates the account with the invited address and the member together", async () => {
    const email = emailOf();
    const hash = await send(email);
    const grace = newPerson();
    expect(await invitations.acceptAsNew(grace, hash, now)).toEqual({ kind: "accepted", projectId });
    expect(await roleOf(grace.userId)).toBe("DEVELOPER");
    expect(await stores.database.prisma.user.findUnique({ where: { id: grace.userId } })).toMatchObject({
      email,
      name: "Grace",
    });
    expect(
      await stores.database.prisma.auditLog.findFirst({ where: { action: "team.joined", projectId } }),
    ).toMatchObject({
      userId: grace.userId,
      details: { email, role: "DEVELOPER", wasMember: false },
    });
  });

  test("verifies the address only by a letter: a link visible to the sender proves nothing", async () => {
    const provenAt = async (email: string) =>
      (await stores.database.prisma.user.findUniqueOrThrow({ where: { email } })).emailProvenAt;
    const shown = async (email: string) => {
      const { url } = await invite({ ...deps, mail: null }, owner, { email, role: "VIEWER" });
      return hashClaimToken(address.exec(url ?? "")?.[1] ?? "");
    };
    const [mailed, handed, there, renewed] = [emailOf(), emailOf(), emailOf(), emailOf()];
    await invitations.acceptAsNew(newPerson(), await send(mailed), now);
    expect(await provenAt(mailed)).toEqual(now);
    await invitations.acceptAsNew(newPerson(), await shown(handed), now);
    expect(await provenAt(handed)).toBeNull();
    // Someone with an account shows the same by a letter.
    const userId = await person(there);
    expect(await provenAt(there)).toBeNull();
    await invitations.acceptAs(userId, await send(there), now);
    expect(await provenAt(there)).toEqual(now);
    // The link that is in force counts, not the one before.
    await send(renewed);
    const { id } = await stores.database.prisma.invitation.findFirstOrThrow({
      where: { projectId, email: renewed },
    });
    const { url } = await renewInvitation({ ...deps, mail: null }, owner, id);
    const hash = hashClaimToken(address.exec(url ?? "")?.[1] ?? "");
    await invitations.acceptAsNew(newPerson(), hash, now);
    expect(await provenAt(renewed)).toBeNull();
  });

  test("acceptAs under the lock: it was withdrawn", async () => {
    const email = emailOf();
    const hash = await send(email);
    const userId = await person(email);
    const late = changedWhileWaiting(
      stores.database,
      async (holder) => {
        await holder.query("SELECT FROM projects WHERE id = $1 FOR UPDATE", [projectId]);
        await holder.query("UPDATE invitations SET revoked_at = $2 WHERE email = $1", [email, now]);
      },
      () => invitations.acceptAs(userId, hash, now),
    );
    expect(await late).toEqual({ kind: "gone" });
    expect(await roleOf(userId)).toBeUndefined();
  });

  test("lock under the lock: the project was deleted", async () => {
    const hash = await send(emailOf());
    const late = changedWhileWaiting(
      stores.database,
      (holder) => holder.query("UPDATE projects SET deleted_at = $2 WHERE id = $1", [projectId, now]),
      () => invitations.acceptAsNew(newPerson(), hash, now),
    );
    expect(await late).toEqual({ kind: "gone" });
  });

  test("acceptAsNew under the lock: it was accepted", async () => {
    const hash = await send(emailOf());
    const accepts = Array.from({ length: 6 }, () => () => invitations.acceptAsNew(newPerson(), hash, now));
    const came = await raceToWrite(stores.database, "users", accepts);
    const kinds = came.map((end) => end.status === "fulfilled" && end.value.kind);
    expect(kinds.toSorted()).toEqual(["accepted", "gone", "gone", "gone", "gone", "gone"]);
  });

  test("leaves an existing member's role unchanged", async () => {
    const email = emailOf();
    const hash = await send(email, "ADMIN");
    const userId = await person(email);
    await stores.database.prisma.membership.create({ data: { userId, projectId, role: "VIEWER" } });
    expect(await invitations.acceptAs(userId, hash, now)).toMatchObject({ kind: "accepted" });
    expect(await roleOf(userId)).toBe("VIEWER");
  });

  test.each(["expired", "withdrawn", "renewed", "the project deleted", "its sender removed", "unknown"])(
    "is refused: %s",
    async (why) => {
      const admin = await openTestAccess(stores, projectId, "ADMIN");
      const email = emailOf();
      let hash = await send(email, "DEVELOPER", admin);
      const { id } = await stores.database.prisma.invitation.findFirstOrThrow({
        where: { projectId, email },
      });
      if (why === "expired") now = later(7 * dayMs);
      if (why === "withdrawn") await revokeInvitation(deps, owner, id);
      if (why === "renewed") await renewInvitation(deps, owner, id);
      if (why === "the project deleted") await stores.admin.deleteProject(projectId, now);
      if (why === "its sender removed") await removeMember(deps, owner, admin.userId);
      if (why === "unknown") hash = hashClaimToken("unknown");
      expect(await invitations.find(hash, now)).toBeNull();
      const grace = newPerson();
      expect(await invitations.acceptAsNew(grace, hash, now)).toEqual({ kind: "gone" });
      expect(await invitations.acceptAs(await person(email), hash, now)).toEqual({ kind: "gone" });
      expect(await stores.database.prisma.user.count({ where: { id: grace.userId } })).toBe(0);
    },
  );

  test("works by the renewed link for another seven days", async () => {
    const email = emailOf();
    await send(email);
    const { id } = await stores.database.prisma.invitation.findFirstOrThrow({ where: { projectId, email } });
    now = later(8 * dayMs);
    const renewed = await renewInvitation(deps, owner, id);
    expect(renewed.expiresAt).toEqual(later(15 * dayMs));
    expect(new Set(letters.map(({ dedupeKey }) => dedupeKey)).size).toBe(2);
    expect(await invitations.acceptAsNew(newPerson(), mailedHash(), now)).toMatchObject({
      kind: "accepted",
    });
  });
});
