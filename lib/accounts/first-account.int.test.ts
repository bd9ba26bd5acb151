import { afterEach, beforeEach, expect, test } from "vitest";
import { issueSetupToken, makeFirstAccount } from "@/lib/accounts/new-account";
import { signInByPassword } from "@/lib/accounts/sign-in/sign-in";
import { hashClaimToken } from "@/lib/platform/ids";
import { later, newId, noon } from "@/lib/testing/builders";
import { openSignInWorld, type SignInWorld } from "@/lib/testing/sign-in-world";

let world: SignInWorld;
beforeEach(async () => {
  world = await openSignInWorld();
});
afterEach(() => world.close());

const password = "correct horse battery";
const ada = { email: "ada@shop.example", name: "Ada", password };

async function issued(): Promise<string> {
  const token = await issueSetupToken(world.deps);
  if (token === null) throw new Error("there is an account already");
  return token;
}
const make = (token: string, more: Partial<typeof ada> = {}) =>
  makeFirstAccount(world.deps, { token, ...ada, ...more }, world.client());
const people = () => world.stores.database.prisma.user.findMany();

test("the token makes the first account, which signs in; it is stored as a hash alone", async () => {
  const token = await issued();
  expect(JSON.stringify(await world.stores.database.prisma.accountToken.findMany())).not.toContain(token);
  await make(token);
  expect(await people()).toMatchObject([{ email: ada.email, name: "Ada", createdAt: noon }]);
  await expect(
    signInByPassword(world.deps, { email: ada.email, password }, world.client()),
  ).resolves.toBeTruthy();
  expect(await issueSetupToken(world.deps)).toBeNull();
  await expect(make(token, { email: "eve@shop.example" })).rejects.toMatchObject({ code: "CONFLICT" });
});

test("of two requests with it, at the same time, one makes an account", async () => {
  const token = await issued();
  const results = await Promise.allSettled(
    ["ada", "bob", "eve"].map((name) => make(token, { email: `${name}@shop.example` })),
  );
  expect(results.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
  expect(await people()).toHaveLength(1);
});

test("of two tokens that two processes printed in the same moment one makes an account", async () => {
  const tokens = [await issued(), await issued()];
  // As if neither had seen the other's.
  await world.stores.database.prisma.accountToken.updateMany({ data: { usedAt: null } });
  // Both have seen that no one is there: only the statement that writes can tell.
  const made = await Promise.all(
    tokens.map((token) => {
      const userId = newId("usr");
      const person = { ...ada, userId, email: `${userId}@shop.example`, passwordHash: "$argon2id$x" };
      return world.deps.people.makeFirst(person, hashClaimToken(token), noon);
    }),
  );
  expect(made.sort()).toEqual([false, true]);
  expect(await people()).toHaveLength(1);
});

test("each start makes the token before worthless, and a day makes every one", async () => {
  const first = await issued();
  const second = await issued();
  await expect(make(first)).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "token" });
  world.now = later(24 * 3_600_000);
  await expect(make(second)).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "token" });
  expect(await people()).toHaveLength(0);
});

test("a password that is refused uses nothing up; guesses at the token are few", async () => {
  const token = await issued();
  for (const [refused, words] of [
    ["short", "at least 12"],
    [ada.email.toUpperCase(), "e-mail"],
    ["password1234", "easy to guess"],
  ] as const)
    await expect(make(token, { password: refused })).rejects.toThrow(words);
  const client = world.client();
  const guess = () => makeFirstAccount(world.deps, { ...ada, token: "x".repeat(43) }, client);
  for (let round = 0; round < 8; round++) await expect(guess()).rejects.toMatchObject({ param: "token" });
  await expect(guess()).rejects.toMatchObject({ code: "RATE_LIMIT_EXCEEDED" });
  await make(token);
  expect(await people()).toHaveLength(1);
});
