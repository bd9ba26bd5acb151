import { beforeEach, describe, expect, test } from "vitest";
import {
  acceptInvitation,
  issueSetupToken,
  joinByInvitation,
  makeFirstAccount,
  viewInvitation,
} from "@/lib/accounts/new-account";
import type { Role } from "@/lib/accounts/roles.rules";
import { signInByPassword } from "@/lib/accounts/sign-in/sign-in";
import { newClaimToken } from "@/lib/platform/ids";
import { later, newId, noon } from "@/lib/testing/builders";
import { changedWhileWaiting } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, testWorld } from "@/lib/testing/world";
import { type People, peopleOf } from "@/lib/testing/world/people";

const world = await fileWorld();
const people = peopleOf(world);
const projectId = world.project.id;
beforeEach(() => {
  world.now = noon;
});

const password = "correct horse battery";

async function invited(email: string, role: Role = "DEVELOPER"): Promise<string> {
  const { token, hash } = newClaimToken();
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
  joinByInvitation(people.deps, { token, name: "Bob", password: text }, people.client());

test("lets a new person choose a password and gives them the invitation's role", async () => {
  const email = "bob@people.example";
  const token = await invited(email);
  expect(await viewInvitation(people.deps, token)).toMatchObject({
    email,
    role: "DEVELOPER",
    hasAccount: false,
  });
  await expect(join(token, "short")).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "password" });
  expect(await join(token)).toEqual({ email, projectId });
  expect(await roleOf(email)).toBe("DEVELOPER");
  await expect(signInByPassword(people.deps, { email, password }, people.client())).resolves.toBeTruthy();
  expect(await viewInvitation(people.deps, token)).toBeNull();
  expect(await outcome(join(token))).toBe("NOT_FOUND");
});

test("requires an existing account to sign in with that address, and never sets its password", async () => {
  const { userId, email } = await people.createUser();
  const stranger = await people.createUser();
  const token = await invited(email, "ADMIN");
  expect(await viewInvitation(people.deps, token)).toMatchObject({ hasAccount: true });
  expect(await outcome(join(token, "a stranger's password"))).toBe("CONFLICT");
  expect(
    await outcome(acceptInvitation(people.deps, { userId: stranger.userId }, token, people.client())),
  ).toBe("FORBIDDEN");
  expect(await roleOf(stranger.email)).toBeUndefined();
  expect(await acceptInvitation(people.deps, { userId }, token, people.client())).toEqual({ projectId });
  expect(await roleOf(email)).toBe("ADMIN");
  expect(await outcome(acceptInvitation(people.deps, { userId }, token, people.client()))).toBe("NOT_FOUND");
});

test("limits guesses at links", async () => {
  const client = people.client();
  const guess = () => joinByInvitation(people.deps, { token: "x".repeat(43), name: null, password }, client);
  for (let round = 0; round < 8; round++) expect(await outcome(guess())).toBe("NOT_FOUND");
  expect(await outcome(guess())).toBe("RATE_LIMIT_EXCEEDED");
});

describe("first account", () => {
  const world = testWorld([], { stillClock: "times are compared to the millisecond" });
  let people: People;
  beforeEach(() => {
    world.now = noon;
    people = peopleOf(world);
  });

  const password = "correct horse battery";
  const ada = { email: "ada@shop.example", name: "Ada", password };

  async function issued(): Promise<string> {
    const token = await issueSetupToken(people.deps);
    if (token === null) throw new Error("there is an account already");
    return token;
  }
  const make = (token: string, more: Partial<typeof ada> = {}) =>
    makeFirstAccount(people.deps, { token, ...ada, ...more }, people.client());
  const users = () => world.stores.database.prisma.user.findMany();

  test("creates the first account and signs it in; stores only the token's hash", async () => {
    const token = await issued();
    expect(JSON.stringify(await world.stores.database.prisma.accountToken.findMany())).not.toContain(token);
    await make(token);
    expect(await users()).toMatchObject([{ email: ada.email, name: "Ada", createdAt: noon }]);
    await expect(
      signInByPassword(people.deps, { email: ada.email, password }, people.client()),
    ).resolves.toBeTruthy();
    expect(await issueSetupToken(people.deps)).toBeNull();
    expect(await outcome(make(token, { email: "eve@shop.example" }))).toBe("CONFLICT");
  });

  test("lockPeople under the lock: another first account was created", async () => {
    const token = await issued();
    const other = {
      id: newId("usr"),
      email: "eve@shop.example",
      passwordHash: "$argon2id$x",
      createdAt: noon,
    };
    const made = changedWhileWaiting(
      world.stores.database,
      (holder) =>
        holder.query("INSERT INTO users (id, email, password_hash, created_at) VALUES ($1, $2, $3, $4)", [
          ...Object.values(other),
        ]),
      () => make(token),
    );
    expect(await outcome(made)).toBe("CONFLICT");
    expect(await users()).toMatchObject([other]);
  });

  test("each start invalidates earlier tokens, and each token ends after a day", async () => {
    const first = await issued();
    const second = await issued();
    await expect(make(first)).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "token" });
    world.now = later(24 * 3_600_000);
    await expect(make(second)).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "token" });
    expect(await users()).toHaveLength(0);
  });

  test("a refused password uses nothing up; guesses at the token are limited", async () => {
    const token = await issued();
    for (const [refused, words] of [
      ["short", "at least 12"],
      [ada.email.toUpperCase(), "e-mail"],
      ["password1234", "easy to guess"],
    ] as const)
      await expect(make(token, { password: refused })).rejects.toThrow(words);
    const client = people.client();
    const guess = () => makeFirstAccount(people.deps, { ...ada, token: "x".repeat(43) }, client);
    for (let round = 0; round < 8; round++) await expect(guess()).rejects.toMatchObject({ param: "token" });
    expect(await outcome(guess())).toBe("RATE_LIMIT_EXCEEDED");
    await make(token);
    expect(await users()).toHaveLength(1);
  });
});
