import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { createOwnAccountStore } from "@/lib/accounts/own-account.store";
import { addPasskey, beginPasskey } from "@/lib/accounts/passkeys/passkeys";
import { issueResetLink, resetPassword } from "@/lib/accounts/password/reset-password";
import { totp } from "@/lib/accounts/second-factor/second-factor";
import { later, noon, uniqueHex } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { newAuthenticator } from "@/lib/testing/passkey-authenticator";
import { fileWorld } from "@/lib/testing/world";
import { passwordProof, peopleOf } from "@/lib/testing/world/people";
import type { FirstProof, SignInMethod } from "./session.store";
import { openSession } from "./sessions";
import { enter, finishSecondFactor } from "./sign-in";
import { unlinkProvider } from "./sign-in-by-provider";
import { unlinkWallet } from "./sign-in-by-wallet";

const world = await fileWorld();
const people = peopleOf(world);
beforeEach(() => {
  world.now = noon;
});

type Method = Extract<SignInMethod, "password" | "wallet" | "google">;

async function resetPasswordOf(email: string) {
  const token = (await issueResetLink(people.deps, email, "https://pay.example")).split("/").at(-1) ?? "";
  await resetPassword(people.deps, { token, password: "another horse battery" }, people.client());
}

/** Someone with every way to sign in, and with a proof of one of them. */
async function person(method: Method) {
  const { userId, email } = await people.createUser();
  const walletAddress = uniqueHex(20);
  const link = { provider: "google" as const, subject: userId };
  const { prisma } = world.stores.database;
  await prisma.user.update({ where: { id: userId }, data: { walletAddress } });
  await prisma.oauthAccount.create({ data: { ...link, userId } });
  const proofs: Record<Method, FirstProof> = {
    password: passwordProof,
    wallet: { walletAddress },
    google: { link },
  };
  const own = { ...people.deps, ownAccounts: createOwnAccountStore(world.stores.database) };
  const changes: Record<Method, () => Promise<void>> = {
    password: () => resetPasswordOf(email),
    wallet: () => unlinkWallet(own, userId),
    google: () => unlinkProvider(own, userId, "google"),
  };
  return { userId, who: { userId, method, proof: proofs[method] }, change: changes[method] };
}

async function turnOnSecondFactor(userId: string) {
  const secret = totp.newSecret();
  await people.deps.secondFactors.transaction(async (tx) => {
    await tx.begin(userId, secret);
    await tx.enable(userId, later(-60_000));
  });
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.now.getTime() });
}

/** The sign-in has read the account, and the change comes before the session or the second step. */
const enteredAfter = (
  store: "open" | "replace",
  change: () => Promise<unknown>,
  who: Parameters<typeof enter>[1],
) => changedBefore(people.deps, store, change, (deps) => enter(deps, who, people.client(), null));

async function expectNotSignedIn(userId: string) {
  expect(await people.deps.sessions.list(userId, noon, later(-1))).toEqual([]);
  const unused = { userId, purpose: "SECOND_FACTOR", usedAt: null } as const;
  expect(await world.stores.database.prisma.accountToken.count({ where: unused })).toBe(0);
}

/** A right code was entered; the session is still to be opened. */
async function atLastStep(who: Parameters<typeof enter>[1]) {
  const code = await turnOnSecondFactor(who.userId);
  const entered = await enter(people.deps, who, people.client(), null);
  if (entered.kind !== "SECOND_FACTOR") throw new Error("no second step");
  const step = { token: entered.token, code };
  const proven = await finishSecondFactor(people.deps, step, people.client());
  return (deps = people.deps) => openSession(deps, { ...proven, method: who.method }, people.client(), null);
}

test("changeAccount under the lock: the session ended", async () => {
  const { userId, email } = await people.createUser();
  const thief = { userId, email, name: null, sessionId: await people.openSession(userId) };
  const { browserSecret, options } = await beginPasskey(people.deps, thief);
  const made = { name: "Mine", made: newAuthenticator().make(options) };
  const added = changedBefore(
    people.deps,
    "lock",
    () => resetPasswordOf(email),
    (deps) => addPasskey(deps, thief, made, browserSecret),
  );
  expect(await outcome(added)).toBe("UNAUTHORIZED");
  expect(await people.deps.passkeys.list(userId)).toEqual([]);
});

// A reset ends the other ways in, too: its own test shows it.
describe.each<[Method, string]>([
  ["password", "a reset"],
  ["wallet", "its unlinking"],
  ["google", "its unlinking"],
])("after a proof by %s and before the session, %s", (method) => {
  test("open under the lock: the proof was voided", async () => {
    const { userId, who, change } = await person(method);
    expect(await outcome(enteredAfter("open", change, who))).toBe("UNAUTHORIZED");
    await expectNotSignedIn(userId);
  });

  test("replace under the lock: the proof was voided", async () => {
    const { userId, who, change } = await person(method);
    await turnOnSecondFactor(userId);
    expect(await outcome(enteredAfter("replace", change, who))).toBe("UNAUTHORIZED");
    await expectNotSignedIn(userId);
  });

  test("voids a second step whose code was right", async () => {
    const { userId, who, change } = await person(method);
    const open = await atLastStep(who);
    await change();
    expect(await outcome(open())).toBe("UNAUTHORIZED");
    await expectNotSignedIn(userId);
  });
});

test.each(["password", "wallet", "google"] as const)(
  "opens a session by %s when nothing changed",
  async (method) => {
    const { who } = await person(method);
    expect(await enter(people.deps, who, people.client(), null)).toMatchObject({ kind: "SIGNED_IN" });
  },
);

test("open under the lock: a second factor was turned on", async () => {
  const { userId, who } = await person("wallet");
  expect(await outcome(enteredAfter("open", () => turnOnSecondFactor(userId), who))).toBe("UNAUTHORIZED");
  await expectNotSignedIn(userId);
});

test("open under the lock: the account was disabled", async () => {
  const { userId, who } = await person("wallet");
  const disable = () =>
    world.stores.database.prisma.user.update({ where: { id: userId }, data: { disabledAt: noon } });
  expect(await outcome(enteredAfter("open", disable, who))).toBe("UNAUTHORIZED");
  await expectNotSignedIn(userId);
});

test("open under the lock: the second step was used", async () => {
  const { userId, who } = await person("google");
  const open = await atLastStep(who);
  expect(await outcome(changedBefore(people.deps, "open", () => open(), open))).toBe("UNAUTHORIZED");
  expect(await people.deps.sessions.list(userId, noon, later(-1))).toHaveLength(1);
  expect(await outcome(open())).toBe("UNAUTHORIZED");
});
