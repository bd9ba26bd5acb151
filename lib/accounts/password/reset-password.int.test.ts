import { beforeEach, expect, test } from "vitest";
import {
  isResetLinkGood,
  issueResetLink,
  requestReset,
  resetPassword,
} from "@/lib/accounts/password/reset-password";
import { enter, signInByPassword } from "@/lib/accounts/sign-in/sign-in";
import { newClaimToken } from "@/lib/platform/ids";
import { later, noon } from "@/lib/testing/builders";
import { changedBefore, changedWhileWaiting, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld } from "@/lib/testing/world";
import { passwordProof, peopleOf } from "@/lib/testing/world/people";

const world = await fileWorld([], { stillClock: "times are compared to the millisecond" });
const people = peopleOf(world);
beforeEach(() => {
  world.now = noon;
  people.letters.length = 0;
});

const password = "another horse battery";

async function requested(email: string): Promise<string | null> {
  const before = people.letters.length;
  await (await requestReset(people.deps, email, people.client()))();
  const letter = people.letters[before];
  expect(people.letters.length - before).toBeLessThanOrEqual(1);
  if (letter === undefined) return null;
  expect(letter).toMatchObject({ recipient: email, kind: "account.reset_link", projectId: null });
  return /https:\/\/pay\.example\/dashboard\/reset\/([\w-]{43})\n/.exec(letter.body)?.[1] ?? null;
}
const reset = (token: string, text = password) =>
  resetPassword(people.deps, { token, password: text }, people.client());
const entered = (email: string, text: string) =>
  signInByPassword(people.deps, { email, password: text }, people.client()).then(
    () => true,
    () => false,
  );

test("a mailed link sets a password once, ends every session and sends a notice", async () => {
  const { userId, email } = await people.createUser();
  const other = await people.createUser();
  for (const person of [userId, other.userId])
    await enter(
      people.deps,
      { userId: person, method: "password", proof: passwordProof },
      people.client(),
      null,
    );
  const second = await requested(email);
  const token = (await requested(email)) ?? "";
  expect(JSON.stringify(await world.stores.database.prisma.accountToken.findMany())).not.toContain(token);
  // Anyone who looks at the link, or chooses a bad password, uses nothing up.
  expect(await isResetLinkGood(people.deps, token)).toBe(true);
  await expect(reset(token, email)).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "password" });
  expect(await isResetLinkGood(people.deps, token)).toBe(true);

  const { prisma } = world.stores.database;
  await prisma.user.update({ where: { id: userId }, data: { walletAddress: `0x${"5".repeat(40)}` } });
  for (const person of [userId, other.userId])
    await prisma.oauthAccount.create({ data: { provider: "google", subject: person, userId: person } });

  await reset(token);
  // Anyone who had got in by another way is out, and no one else.
  expect(await prisma.user.findUnique({ where: { id: userId } })).toMatchObject({ walletAddress: null });
  expect((await prisma.oauthAccount.findMany()).map(({ subject }) => subject)).toEqual([other.userId]);
  expect(await entered(email, password)).toBe(true);
  expect(await entered(email, "correct horse battery")).toBe(false);
  expect(await people.deps.sessions.list(userId, noon, later(-1))).toEqual([]);
  expect(await people.deps.sessions.list(other.userId, noon, later(-1))).toHaveLength(1);
  const letters = () => prisma.mailMessage.findMany({ where: { kind: "account.changed" } });
  expect(await letters()).toMatchObject([{ recipient: email }]);

  // Neither this link nor another that was mailed before works now.
  for (const used of [token, second ?? ""]) {
    expect(await isResetLinkGood(people.deps, used)).toBe(false);
    expect(await outcome(reset(used))).toBe("NOT_FOUND");
  }
  expect(await letters()).toHaveLength(1);
});

test("a link ends after an hour", async () => {
  const { email } = await people.createUser();
  const token = (await requested(email)) ?? "";
  world.now = later(3_600_000);
  expect(await isResetLinkGood(people.deps, token)).toBe(false);
  expect(await outcome(reset(token))).toBe("NOT_FOUND");
});

test("the answer is the same whether there is an account; a letter goes only where there is", async () => {
  const disabled = await people.createUser();
  await world.stores.database.prisma.user.update({
    where: { id: disabled.userId },
    data: { disabledAt: noon },
  });
  for (const email of ["nobody@shop.example", disabled.email]) expect(await requested(email)).toBeNull();
  expect(
    await outcome(requestReset({ ...people.deps, mail: null }, "nobody@shop.example", people.client())),
  ).toBe("CONFLICT");
});

test("limits a mailbox to three letters an hour, and a client to few requests a minute", async () => {
  const { userId, email } = await people.createUser();
  // What else was issued to them is no letter.
  for (const purpose of ["WALLET_NONCE", "SECOND_FACTOR", "PASSKEY_CHALLENGE"] as const)
    await people.deps.accountTokens.issue({
      hash: newClaimToken().hash,
      purpose,
      userId,
      at: noon,
      expiresAt: later(60_000),
    });
  const came: boolean[] = [];
  for (let round = 0; round < 5; round++) came.push((await requested(email)) !== null);
  expect(came).toEqual([true, true, true, false, false]);
  expect(await outcome(requestReset(people.deps, email, people.client()))).toBe("RATE_LIMIT_EXCEEDED");
  world.now = later(3_600_001);
  expect(await requested(email)).not.toBeNull();
});

test("issue under the lock: three were mailed", async () => {
  const { email } = await people.createUser();
  const requests = await Promise.all(
    Array.from({ length: 5 }, () => requestReset(people.deps, email, people.client())),
  );
  await raceToWrite(world.stores.database, "account_tokens", requests);
  expect(people.letters).toHaveLength(3);
});

test("resetPassword under the lock: the link was voided", async () => {
  const { userId, email } = await people.createUser();
  const token = (await requested(email)) ?? "";
  const late = changedWhileWaiting(
    world.stores.database,
    async (holder) => {
      await holder.query("SELECT FROM users WHERE id = $1 FOR UPDATE", [userId]);
      await holder.query("UPDATE account_tokens SET used_at = $2 WHERE user_id = $1", [userId, noon]);
    },
    () => reset(token),
  );
  expect(await outcome(late)).toBe("NOT_FOUND");
  expect(await entered(email, password)).toBe(false);
});

test("resetPassword under the lock: the account was disabled", async () => {
  const { userId, email } = await people.createUser();
  const token = (await requested(email)) ?? "";
  const late = changedBefore(
    people.deps,
    "hash",
    () => world.stores.database.prisma.user.update({ where: { id: userId }, data: { disabledAt: noon } }),
    (deps) => resetPassword(deps, { token, password }, people.client()),
  );
  expect(await outcome(late)).toBe("NOT_FOUND");
  const stored = await world.stores.database.prisma.user.findUnique({ where: { id: userId } });
  expect(stored).toMatchObject(passwordProof);
});

test("the operator creates a link without mail, for existing accounts only", async () => {
  const { email } = await people.createUser({ passwordHash: null });
  const link = await issueResetLink(people.deps, ` ${email.toUpperCase()}`, "https://pay.example");
  await reset(link.replace("https://pay.example/dashboard/reset/", ""));
  expect(await entered(email, password)).toBe(true);
  expect(await outcome(issueResetLink(people.deps, "nobody@shop.example", "https://pay.example"))).toBe(
    "NOT_FOUND",
  );
});

test("a mailed link verifies the mailbox; an operator's link doesn't", async () => {
  const [reader, other] = [await people.createUser(), await people.createUser()];
  await reset((await requested(reader.email)) ?? "");
  const link = await issueResetLink(people.deps, other.email, "https://pay.example");
  await reset(link.split("/").at(-1) ?? "");
  const provenAt = async ({ userId }: { userId: string }) =>
    (await world.stores.database.prisma.user.findUniqueOrThrow({ where: { id: userId } })).emailProvenAt;
  expect(await provenAt(reader)).toEqual(noon);
  expect(await provenAt(other)).toBeNull();
});
