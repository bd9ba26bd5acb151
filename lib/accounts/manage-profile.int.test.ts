import { Secret, TOTP } from "otpauth";
import { privateKeyToAccount } from "viem/accounts";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  changePassword,
  endOtherSessions,
  endSession,
  readAccount,
  readActivity,
  rename,
} from "@/lib/accounts/manage-profile";
import { reauthenticate } from "@/lib/accounts/reauthenticate";
import { beginSecondFactor, confirmSecondFactor } from "@/lib/accounts/second-factor/second-factor";
import { listSessions } from "@/lib/accounts/sign-in/sessions";
import { askWallet, linkWallet } from "@/lib/accounts/sign-in/sign-in-by-wallet";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { anyName, later, newId, noon } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { fileWorld } from "@/lib/testing/world";
import { peopleOf } from "@/lib/testing/world/people";

const password = "correct horse battery";

const world = await fileWorld([], { stillClock: "times are compared to the millisecond" });
const people = peopleOf(world, [{ chainId: 31337, rpcUrls: ["http://127.0.0.1:9"] }]);
let passwordHash: string;

beforeAll(async () => {
  passwordHash = await people.deps.passwords.hash(password);
});
beforeEach(() => {
  world.now = noon;
});

/** Someone with a password, signed in now. */
async function person(hash: string | null = passwordHash): Promise<SignedIn> {
  const { userId } = await people.createUser({ passwordHash: hash });
  return signedIn(await people.openSession(userId));
}

/** As the next request would find it; nothing when the session is over. */
async function signedIn(sessionId: string): Promise<SignedIn> {
  const found = await people.deps.sessions.find(sessionId, world.now, later(-1, noon));
  if (found === null) throw new Error("the session is over");
  return found;
}

async function isOpen(sessionId: string): Promise<boolean> {
  return (await people.deps.sessions.find(sessionId, world.now, later(-1, noon))) !== null;
}

async function outcome(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: { code?: string; param?: string }) => [error.code, error.param].filter(Boolean).join(" "),
  );
}

describe("the password", () => {
  test("changes against the old one; every other session ends, and letters sent before open nothing", async () => {
    const me = await person();
    const elsewhere = await people.openSession(me.userId);
    const reset = { hash: "ab".repeat(32), purpose: "PASSWORD_RESET" as const, userId: me.userId };
    await people.deps.accountTokens.issue({ ...reset, at: noon, expiresAt: later(60_000) });
    await changePassword(people.deps, me, { current: password, next: "a wholly new sentence" });
    const stored = await world.stores.database.prisma.user.findUniqueOrThrow({ where: { id: me.userId } });
    expect(await people.deps.passwords.verify(stored.passwordHash, "a wholly new sentence")).toBe(true);
    expect(await people.deps.passwords.verify(stored.passwordHash, password)).toBe(false);
    expect([await isOpen(me.sessionId), await isOpen(elsewhere)]).toEqual([true, false]);
    expect(await people.deps.accountTokens.use(reset.hash, "PASSWORD_RESET", noon)).toBeNull();
    expect(await people.acts(me.userId)).toEqual(["account.password_changed"]);
    const letters = await world.stores.database.prisma.mailMessage.findMany({
      where: { recipient: me.email },
    });
    expect(letters.map(({ body }) => body.split(",")[0])).toEqual(["Your password was changed"]);
  });

  test("stays when the old one is wrong, or the new one too weak; and tries are few", async () => {
    const me = await person();
    const elsewhere = await people.openSession(me.userId);
    const change = (current: string, next = "a wholly new sentence") =>
      outcome(changePassword(people.deps, me, { current, next }));
    expect(await change(password, "short")).toBe("VALIDATION_ERROR next");
    for (let guess = 0; guess < 5; guess++)
      expect(await change("a wrong guess")).toBe("VALIDATION_ERROR current");
    expect(await change(password)).toBe("RATE_LIMIT_EXCEEDED");
    expect(await isOpen(elsewhere)).toBe(true);
    expect(await people.acts(me.userId)).toEqual([]);
  });

  test("changeAccount under the lock: the password was changed", async () => {
    const me = await person();
    const change = (deps: typeof people.deps, next: string) =>
      changePassword(deps, me, { current: password, next });
    const late = changedBefore(
      people.deps,
      "lock",
      () => change(people.deps, "first new sentence"),
      (deps) => change(deps, "second new sentence"),
    );
    expect(await outcome(late)).toBe("CONFLICT");
    const stored = await world.stores.database.prisma.user.findUniqueOrThrow({ where: { id: me.userId } });
    expect(await people.deps.passwords.verify(stored.passwordHash, "first new sentence")).toBe(true);
  });

  test("changeAccount under the lock: the account was disabled", async () => {
    const me = await person();
    const late = changedBefore(
      people.deps,
      "lock",
      () =>
        world.stores.database.prisma.user.update({ where: { id: me.userId }, data: { disabledAt: noon } }),
      (deps) => changePassword(deps, me, { current: password, next: "a wholly new sentence" }),
    );
    expect(await outcome(late)).toBe("UNAUTHORIZED");
    const stored = await world.stores.database.prisma.user.findUniqueOrThrow({ where: { id: me.userId } });
    expect(await people.deps.passwords.verify(stored.passwordHash, password)).toBe(true);
  });

  test("needs no old password when the person signs in another way", async () => {
    const me = await person(null);
    expect(me.hasPassword).toBe(false);
    const set = () => changePassword(people.deps, me, { current: null, next: "a wholly new sentence" });
    await set();
    expect(await outcome(set())).toBe("CONFLICT");
    expect((await signedIn(me.sessionId)).hasPassword).toBe(true);
  });
});

describe("a fresh proof", () => {
  test("requires the password without a second factor, otherwise a code, a recovery code or the wallet", async () => {
    const me = await person();
    world.now = later(30_000, world.now);
    await reauthenticate(people.deps, me, { kind: "password", password });
    expect((await signedIn(me.sessionId)).authenticatedAt).toEqual(world.now);

    const { secret } = await beginSecondFactor(people.deps, me.userId);
    const codeAt = (at: Date) =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
    const { recoveryCodes } = await confirmSecondFactor(people.deps, me.userId, codeAt(world.now));
    const wallet = privateKeyToAccount(`0x${"5".repeat(64)}`);
    const walletProof = async (kind: "link" | "confirm") => {
      const asked = { address: wallet.address.toLowerCase() as Hex, chainId: 31337 };
      const { message } = await askWallet(people.deps, asked, { kind, userId: me.userId, email: me.email });
      return { message, signature: await wallet.signMessage({ message }) };
    };
    await linkWallet(people.deps, me, await walletProof("link"));

    const proofs = [
      async () => ({ kind: "code" as const, code: codeAt(world.now) }),
      async () => ({ kind: "code" as const, code: recoveryCodes[0] ?? "" }),
      async () => ({ kind: "wallet" as const, ...(await walletProof("confirm")) }),
    ];
    const now = await signedIn(me.sessionId);
    for (const proof of proofs) {
      world.now = later(60_000, world.now);
      await reauthenticate(people.deps, now, await proof());
      expect((await signedIn(me.sessionId)).authenticatedAt).toEqual(world.now);
    }
    const byPassword = reauthenticate(people.deps, now, { kind: "password", password });
    expect(await outcome(byPassword)).toBe("VALIDATION_ERROR password");
  });

  test("that is wrong changes nothing, and tries are few", async () => {
    const me = await person();
    const wallet = privateKeyToAccount(`0x${"6".repeat(64)}`);
    const asked = { address: wallet.address.toLowerCase() as Hex, chainId: 31337 };
    const purpose = { kind: "confirm" as const, userId: me.userId, email: me.email };
    const { message } = await askWallet(people.deps, asked, purpose);
    const foreign = { kind: "wallet" as const, message, signature: await wallet.signMessage({ message }) };
    world.now = later(60_000);
    const attempt = (proof: Parameters<typeof reauthenticate>[2]) =>
      outcome(reauthenticate(people.deps, me, proof));
    expect(await attempt({ kind: "password", password: "a wrong guess" })).toBe("VALIDATION_ERROR password");
    expect(await attempt({ kind: "password", password: "" })).toBe("VALIDATION_ERROR password");
    expect(await attempt({ kind: "code", code: "123456" })).toBe("VALIDATION_ERROR code");
    expect(await attempt(foreign)).toBe("INVALID_SIGNATURE");
    expect(await attempt({ kind: "code", code: "" })).toBe("VALIDATION_ERROR code");
    expect(await attempt({ kind: "password", password })).toBe("RATE_LIMIT_EXCEEDED");
    expect((await signedIn(me.sessionId)).authenticatedAt).toEqual(noon);
  });
});

describe("sessions", () => {
  test("lists the sessions with the current one marked; ends one, or all others together", async () => {
    const me = await person();
    const [second, third, fourth] = [
      await people.openSession(me.userId),
      await people.openSession(me.userId),
      await people.openSession(me.userId),
    ];
    await people.deps.sessions.touch(third, later(1_000));
    const listed = async () =>
      (await listSessions(people.deps, me)).map(({ sessionId, isCurrent }) => [sessionId, isCurrent]);
    expect((await listed()).slice(0, 2)).toEqual([
      [me.sessionId, true],
      [third, false],
    ]);
    await endSession(people.deps, me.userId, second);
    expect(await outcome(endSession(people.deps, me.userId, second))).toBe("NOT_FOUND");
    expect([await isOpen(second), await isOpen(fourth)]).toEqual([false, true]);
    expect(await endOtherSessions(people.deps, me)).toEqual({ ended: 2 });
    expect(await endOtherSessions(people.deps, me)).toEqual({ ended: 0 });
    expect(await listed()).toEqual([[me.sessionId, true]]);
    expect(await people.acts(me.userId)).toEqual(["account.session_ended", "account.other_sessions_ended"]);
  });
});

test("lists the account's ways to sign in", async () => {
  const me = await person();
  await people.deps.ownAccounts.transaction((tx) =>
    tx.addLink(me.userId, { provider: "github", subject: newId("usr") }, noon),
  );
  expect(await readAccount(people.deps, me)).toMatchObject({
    email: me.email,
    name: null,
    hasPassword: true,
    walletAddress: null,
    hasSecondFactor: false,
    passkeys: [],
    recoveryCodesLeft: 0,
    linkedProviders: ["github"],
  });
});

test("strips bidirectional controls from a name, and allows an empty one", async () => {
  const me = await person();
  await rename(people.deps, me.userId, "  Ada \u202eLovelace ");
  expect((await signedIn(me.sessionId)).name).toBe("Ada Lovelace");
  await rename(people.deps, me.userId, "Ada Lovelace");
  await rename(people.deps, me.userId, "  ");
  expect((await signedIn(me.sessionId)).name).toBeNull();
  expect(await people.acts(me.userId)).toEqual(["account.renamed", "account.renamed"]);
});

test("lists the person's own actions page by page, newest first", async () => {
  const [me, other] = [await person(), await person()];
  const projectId = await world.stores.createProject({ ownerId: me.userId });
  const foreign = await world.stores.createProject();
  for (let index = 0; index < 30; index++) await rename(people.deps, me.userId, `Ada ${index}`);
  await rename(people.deps, other.userId, "Bob");
  await people.deps.ownAccounts.transaction(async (tx) => {
    const entry = { userId: me.userId, action: "project.setting_changed", target: "x", at: noon } as const;
    await tx.audit({ ...entry, projectId, details: { to: "Mine" } });
    await tx.audit({ ...entry, projectId: foreign, details: { to: "Theirs" } });
  });
  const first = await readActivity(people.deps, me.userId, { kind: "first" });
  expect(first.items).toHaveLength(25);
  expect(first.items.slice(0, 3)).toMatchObject([
    { project: null, details: null },
    { project: { projectId, name: anyName }, details: { to: "Mine" } },
    { project: null, details: { to: "Ada 29" } },
  ]);
  if (first.older === null) throw new Error("there are more");
  const rest = await readActivity(people.deps, me.userId, first.older);
  expect(rest.items).toHaveLength(7);
  expect(rest.older).toBeNull();
  if (rest.newer === null) throw new Error("it began further on");
  expect((await readActivity(people.deps, me.userId, rest.newer)).items).toEqual(first.items);
});

test("changes nothing in an account that was closed meanwhile", async () => {
  const me = await person();
  await world.stores.database.prisma.user.update({ where: { id: me.userId }, data: { disabledAt: noon } });
  expect(await outcome(rename(people.deps, me.userId, "Ada"))).toBe("UNAUTHORIZED");
  expect(await outcome(readAccount(people.deps, me))).toBe("UNAUTHORIZED");
});
