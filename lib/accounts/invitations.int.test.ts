import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { acceptInvitation, joinByInvitation, viewInvitation } from "@/lib/accounts/new-account";
import type { Role } from "@/lib/accounts/roles.rules";
import { signInByPassword } from "@/lib/accounts/sign-in/sign-in";
import { later, newId, noon } from "@/lib/testing/builders";
import { openSignInWorld, type SignInWorld } from "@/lib/testing/sign-in-world";

let world: SignInWorld;
let projectId: string;
beforeAll(async () => {
  world = await openSignInWorld();
  projectId = await world.stores.createProject();
});
beforeEach(() => {
  world.now = noon;
});
afterAll(() => world.close());

const password = "correct horse battery";

async function invited(email: string, role: Role = "DEVELOPER"): Promise<string> {
  const { token, hash } = world.deps.newClaimToken();
  await world.stores.database.prisma.invitation.create({
    data: {
      id: newId("inv"),
      projectId,
      email,
      role,
      tokenHash: hash,
      createdAt: noon,
      expiresAt: later(7 * 24 * 3_600_000),
    },
  });
  return token;
}
const roleOf = async (email: string) =>
  (await world.stores.database.prisma.membership.findFirst({ where: { projectId, user: { email } } }))?.role;
const join = (token: string, text = password) =>
  joinByInvitation(world.deps, { token, name: "Bob", password: text }, world.client());

test("somebody new chooses a password, and is in with the role of the invitation", async () => {
  const email = "bob@people.example";
  const token = await invited(email);
  expect(await viewInvitation(world.deps, token)).toMatchObject({
    email,
    role: "DEVELOPER",
    hasAccount: false,
  });
  await expect(join(token, "short")).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "password" });
  expect(await join(token)).toEqual({ email, projectId });
  expect(await roleOf(email)).toBe("DEVELOPER");
  await expect(signInByPassword(world.deps, { email, password }, world.client())).resolves.toBeTruthy();
  expect(await viewInvitation(world.deps, token)).toBeNull();
  await expect(join(token)).rejects.toMatchObject({ code: "NOT_FOUND" });
});

test("of two who use it at the same time one is in", async () => {
  const token = await invited("twice@people.example");
  const results = await Promise.allSettled([join(token), join(token)]);
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
  expect(await world.stores.database.prisma.user.count({ where: { email: "twice@people.example" } })).toBe(1);
});

test("who has an account joins once signed in with that address; nobody sets their password by the link", async () => {
  const { userId, email } = await world.person();
  const stranger = await world.person();
  const token = await invited(email, "ADMIN");
  expect(await viewInvitation(world.deps, token)).toMatchObject({ hasAccount: true });
  await expect(join(token, "a stranger's password")).rejects.toMatchObject({ code: "CONFLICT" });
  await expect(
    acceptInvitation(world.deps, { userId: stranger.userId }, token, world.client()),
  ).rejects.toMatchObject({ code: "FORBIDDEN" });
  expect(await roleOf(stranger.email)).toBeUndefined();
  expect(await acceptInvitation(world.deps, { userId }, token, world.client())).toEqual({ projectId });
  expect(await roleOf(email)).toBe("ADMIN");
  await expect(acceptInvitation(world.deps, { userId }, token, world.client())).rejects.toMatchObject({
    code: "NOT_FOUND",
  });
});

test("a link that is too old, withdrawn or made up opens nothing, all alike", async () => {
  const old = await invited("old@people.example");
  const withdrawn = await invited("withdrawn@people.example");
  await world.stores.database.prisma.invitation.updateMany({
    where: { email: "withdrawn@people.example" },
    data: { revokedAt: noon },
  });
  await expect(join(withdrawn)).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(join("x".repeat(43))).rejects.toMatchObject({ code: "NOT_FOUND" });
  world.now = later(7 * 24 * 3_600_000);
  await expect(join(old)).rejects.toMatchObject({ code: "NOT_FOUND" });
  expect(await viewInvitation(world.deps, old)).toBeNull();
});

test("guesses at links are few", async () => {
  const client = world.client();
  const guess = () => joinByInvitation(world.deps, { token: "x".repeat(43), name: null, password }, client);
  for (let round = 0; round < 8; round++) await expect(guess()).rejects.toMatchObject({ code: "NOT_FOUND" });
  await expect(guess()).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
});
