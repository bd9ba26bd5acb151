import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Role } from "@/lib/accounts/roles.rules";
import type { Mail } from "@/lib/mail/send-letters";
import { createKey, revokeKey, rotateKey } from "@/lib/projects/keys/manage-keys";
import { createProjectKeys } from "@/lib/projects/keys/project-keys.store";
import type { ProjectAccess } from "@/lib/projects/project-access";
import { later, newId, noon } from "@/lib/testing/builders";
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
    // Written in the transaction of the change, not through this.
    mail: {} as Mail,
  };
});
afterAll(() => stores.close());
beforeEach(async () => {
  projectId = await stores.createProject({ name: "Ada's shop https://evil.example" });
  owner = await openTestAccess(stores, projectId, "OWNER");
});

const member = (role: Role) => openTestAccess(stores, projectId, role);
const letters = () =>
  stores.database.prisma.mailMessage.findMany({
    where: { projectId },
    orderBy: [{ kind: "asc" }, { id: "asc" }],
  });
const keyDeps = () => ({
  clock: { now: () => noon },
  projectKeys: createProjectKeys(stores.database, newId),
});
const serverKey = (access: ProjectAccess, expiresInDays: number | null = null) =>
  createKey(keyDeps(), access, { kind: "server", expiresInDays });

test("who is removed is told from what, by whom and when; who leaves by themselves is not", async () => {
  const [viewer, leaver] = [await member("VIEWER"), await member("VIEWER")];
  await removeMember(deps, leaver, leaver.userId);
  expect(await letters()).toEqual([]);
  await removeMember(deps, owner, viewer.userId);
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

test("who may do less is told what they are now; who may do more, and who did it themselves, is not", async () => {
  const second = await member("OWNER");
  await changeRole(deps, owner, { userId: second.userId, role: "DEVELOPER" });
  expect(await letters()).toMatchObject([
    {
      kind: "team.role_lowered",
      recipient: second.signedIn.email,
      subject: expect.stringMatching(/^Your role in Ada.* is now developer$/),
    },
  ]);
  await changeRole(deps, owner, { userId: second.userId, role: "OWNER" });
  await changeRole(deps, second, { userId: second.userId, role: "VIEWER" });
  expect(await letters()).toHaveLength(1);
});

test("who is made less again and again hears of it once an hour", async () => {
  const admin = await member("ADMIN");
  await serverKey(admin);
  const lower = async (at: Date) => {
    const then = { ...deps, clock: { now: () => at } };
    await changeRole(then, owner, { userId: admin.userId, role: "VIEWER" });
    await changeRole(then, owner, { userId: admin.userId, role: "ADMIN" });
  };
  for (const minute of [0, 1, 59, 60]) await lower(later(minute * 60_000));
  const kinds = (await letters()).map(({ kind }) => kind);
  expect(kinds.filter((kind) => kind === "team.role_lowered")).toHaveLength(2);
  expect(kinds.filter((kind) => kind === "team.keys_known")).toHaveLength(2);
});

test("a change that is refused, and a service without mail, write to nobody", async () => {
  const admin = await member("ADMIN");
  await expect(removeMember(deps, admin, owner.userId)).rejects.toMatchObject({ code: "FORBIDDEN" });
  await removeMember({ ...deps, mail: null }, owner, admin.userId);
  expect(await letters()).toEqual([]);
});

test.each(["is removed", "leaves", "becomes viewer"])(
  "when somebody %s, owners and admins hear how many of their server keys are in force",
  async (what) => {
    const [admin, colleague] = [await member("ADMIN"), await member("ADMIN")];
    const developer = await member("DEVELOPER");
    await createKey(keyDeps(), admin, { kind: "api", expiresInDays: null });
    await serverKey(admin, 1);
    // One of another project is none of theirs here.
    const elsewhere = await stores.createProject();
    const made = await stores.admin.createApiKey({ projectId: elsewhere, kind: "server", at: noon });
    await stores.database.prisma.apiKey.update({
      where: { id: made.keyId },
      data: { createdById: admin.userId },
    });
    const revoked = await serverKey(admin);
    await revokeKey(keyDeps(), owner, { kind: "server", keyId: revoked.keyId });
    // Anyone who makes the key in another's place knows it; the one before goes on for a day.
    const { keyId } = await serverKey(colleague);
    await rotateKey(keyDeps(), admin, { kind: "server", keyId, overlap: false });
    const count = async (access: ProjectAccess) =>
      (await getTeam(deps, owner)).members.find(({ userId }) => userId === access.userId)?.serverKeys;
    expect(await Promise.all([admin, colleague, developer].map(count))).toEqual([2, 0, 0]);

    if (what === "is removed") await removeMember(deps, owner, admin.userId);
    if (what === "leaves") await removeMember(deps, admin, admin.userId);
    if (what === "becomes viewer") await changeRole(deps, owner, { userId: admin.userId, role: "VIEWER" });
    const told = (await letters()).filter(({ kind }) => kind === "team.keys_known");
    expect(told.map(({ recipient }) => recipient).sort()).toEqual(
      [owner.signedIn.email, colleague.signedIn.email].sort(),
    );
    for (const { subject, body } of told) {
      expect(subject).toContain(": 2 server keys of ");
      expect(body).toContain(
        `\nhttps://pay.example/dashboard/projects/${projectId}/developers/keys/server\n`,
      );
    }
  },
);

test("without such a key, or with one that they may still manage, nobody hears of keys", async () => {
  const [without, kept] = [await member("ADMIN"), await member("OWNER")];
  await serverKey(kept);
  await removeMember(deps, owner, without.userId);
  await changeRole(deps, owner, { userId: kept.userId, role: "ADMIN" });
  expect((await letters()).map(({ kind }) => kind)).toEqual(["team.removed", "team.role_lowered"]);
  // Over by the time that they go.
  const over = { ...deps, clock: { now: () => later(2 * 24 * 3_600_000) } };
  const last = await member("ADMIN");
  await serverKey(last, 1);
  await removeMember(over, owner, last.userId);
  expect((await letters()).filter(({ kind }) => kind === "team.keys_known")).toEqual([]);
});
