import { beforeEach, describe, expect, test } from "vitest";
import { readAccount } from "@/lib/accounts/manage-profile";
import { resetPassword } from "@/lib/accounts/password/reset-password";
import { reauthenticate } from "@/lib/accounts/reauthenticate";
import { findSession, openSession } from "@/lib/accounts/sign-in/sessions";
import { authorizeByProvider } from "@/lib/accounts/sign-in/sign-in-by-provider";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { hashClaimToken } from "@/lib/platform/ids";
import { later, noon } from "@/lib/testing/builders";
import { changedBefore } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { type Deviations, newAuthenticator } from "@/lib/testing/passkey-authenticator";
import { fileWorld } from "@/lib/testing/world";
import { peopleOf } from "@/lib/testing/world/people";
import {
  addPasskey,
  askPasskey,
  authorizeByPasskey,
  beginPasskey,
  provePasskey,
  removePasskey,
} from "./passkeys";

const world = await fileWorld([], { stillClock: "times are compared to the millisecond" });
const people = peopleOf(world);

beforeEach(() => {
  world.now = noon;
});

type Key = ReturnType<typeof newAuthenticator>;

/** Someone signed in, with a second factor and a passkey. */
async function owner(passwordHash?: null) {
  const person = await people.createUser(passwordHash === null ? { passwordHash } : {});
  await world.stores.database.prisma.user.update({
    where: { id: person.userId },
    data: { totpSecret: "sealed", totpEnabledAt: noon },
  });
  const sessionId = await people.openSession(person.userId);
  const signedIn = (await findSession(people.deps, sessionId)) as SignedIn;
  const key = newAuthenticator();
  await add(signedIn, key);
  return { ...person, sessionId, signedIn, key };
}

async function add(signedIn: SignedIn, key: Key, deviations: Deviations = {}, name = "Phone") {
  const { browserSecret, options } = await beginPasskey(people.deps, signedIn);
  await addPasskey(people.deps, signedIn, { name, made: key.make(options, deviations) }, browserSecret);
}

/** Signs in by a key whose browser, page or authenticator may lie. */
async function prove(key: Key, deviations: Deviations = {}) {
  const { browserSecret, options } = await askPasskey(people.deps, null);
  return provePasskey(people.deps, { answer: key.sign(options, deviations), browserSecret }, null);
}

const openBy = (shown: { userId: string; passkeyId: string }) =>
  openSession(
    people.deps,
    { userId: shown.userId, method: "passkey", proof: { passkeyId: shown.passkeyId } },
    people.client(),
    null,
  );

const disable = (userId: string) =>
  world.stores.database.prisma.user.update({ where: { id: userId }, data: { disabledAt: noon } });

describe("a passkey", () => {
  test("signs its owner in without a second step, and its use is noted", async () => {
    const { userId, key } = await owner();
    world.now = later(60_000);
    const proven = await prove(key);
    expect(proven).toEqual({ userId, passkeyId: key.id });
    const { sessionId } = await openBy(proven);
    expect(await findSession(people.deps, sessionId)).toMatchObject({ userId, hasPasskey: true });
    const [listed] = (await readAccount(people.deps, { userId })).passkeys;
    expect(listed).toMatchObject({ id: key.id, name: "Phone", lastUsedAt: later(60_000) });
  });

  test("without a counter signs in again and again, with each answer once", async () => {
    const { signedIn, userId } = await owner();
    const key = newAuthenticator();
    await add(signedIn, key, { counter: 0 });
    for (let round = 0; round < 3; round++)
      expect(await prove(key, { counter: 0 })).toMatchObject({ userId });
    const { browserSecret, options } = await askPasskey(people.deps, null);
    const shown = { answer: key.sign(options, { counter: 0 }), browserSecret };
    expect(await outcome(provePasskey(people.deps, shown, null))).toBe("done");
    expect(await outcome(provePasskey(people.deps, shown, null))).toBe("INVALID_SIGNATURE");
  });

  test("asks the browser for a discoverable credential that verifies the person, without attestation", async () => {
    const { signedIn, key, email } = await owner();
    const { options } = await beginPasskey(people.deps, signedIn);
    expect(options).toMatchObject({
      rp: { id: "pay.example" },
      user: { name: email },
      attestation: "none",
      authenticatorSelection: { residentKey: "required", userVerification: "required" },
      excludeCredentials: [{ id: key.id }],
    });
    const request = (await askPasskey(people.deps, null)).options;
    expect(request).toMatchObject({ rpId: "pay.example", userVerification: "required" });
    expect(request.allowCredentials).toEqual([]);
  });

  test.each(["android-key", "android-safetynet", "apple", "tpm", "packed", "unknown"])(
    "is added without a look at its attestation when that is %s",
    async (attestation) => {
      const { signedIn, userId } = await owner();
      const key = newAuthenticator();
      await add(signedIn, key, { attestation });
      expect(await prove(key)).toMatchObject({ userId });
    },
  );

  test("confirms a session that went stale, with both factors", async () => {
    const { signedIn, sessionId, key, userId } = await owner();
    world.now = later(11 * 60_000);
    const { browserSecret, options } = await askPasskey(people.deps, userId);
    expect(options.allowCredentials).toMatchObject([{ id: key.id }]);
    await reauthenticate(people.deps, signedIn, {
      kind: "passkey",
      answer: key.sign(options),
      browserSecret,
    });
    expect((await findSession(people.deps, sessionId))?.authenticatedAt).toEqual(world.now);
  });

  test("is in its owner's activity when it is added and removed", async () => {
    const { userId, key } = await owner();
    await removePasskey(people.deps, userId, key.id);
    expect(await people.acts(userId)).toEqual(["account.passkey_added", "account.passkey_removed"]);
  });
});

describe("refuses", () => {
  const lies: [string, Deviations][] = [
    ["another page's answer", { origin: "https://pay.example.evil.test" }],
    ["an answer over plain HTTP", { origin: "http://pay.example" }],
    ["an answer from another port", { origin: "https://pay.example:8443" }],
    ["an answer for another host's passkey", { rpId: "evil.test" }],
    ["an answer for the parent domain", { rpId: "example" }],
    ["an answer from a foreign frame", { crossOrigin: true }],
    ["a registration as a sign-in", { type: "webauthn.create" }],
    ["an unverified person", { userVerified: false }],
    ["an absent person", { userPresent: false }],
    ["a signature by another key", { wrongKey: true }],
    ["a counter that stands still", { counter: 1 }],
    ["a counter that fell to zero", { counter: 0 }],
    ["an answer without its owner's handle", { userHandle: null }],
    ["another person's handle", { userHandle: Buffer.from("usr_other").toString("base64url") }],
  ];
  test.each(lies)("%s", async (_, deviations) => {
    const { key } = await owner();
    expect(await outcome(prove(key, deviations))).toBe("INVALID_SIGNATURE");
    // The passkey itself is good.
    expect(await outcome(prove(key, { counter: 9 }))).toBe("done");
  });

  const unfit: [string, Deviations][] = lies
    .filter(([what]) => /page|HTTP|port|host|parent|frame|unverified|absent/.test(what))
    .concat([["a sign-in as a registration", { type: "webauthn.get" }]]);
  test.each(unfit)("a new passkey: %s", async (_, deviations) => {
    const { signedIn } = await owner();
    expect(await outcome(add(signedIn, newAuthenticator(), deviations))).toBe("INVALID_SIGNATURE");
  });

  test("an answer while another one, to a challenge of its own, used the passkey", async () => {
    const { key } = await owner();
    const { browserSecret, options } = await askPasskey(people.deps, null);
    const answer = key.sign(options, { counter: 8 });
    // Both counters are above the one that each read.
    const late = changedBefore(
      people.deps,
      "noteUse",
      () => prove(key, { counter: 9 }),
      (deps) => provePasskey(deps, { answer, browserSecret }, null),
    );
    expect(await outcome(late)).toBe("INVALID_SIGNATURE");
  });

  test("an answer in a browser that didn't request the challenge, or after five minutes", async () => {
    const { key } = await owner();
    const mine = await askPasskey(people.deps, null);
    const answer = key.sign(mine.options);
    const elsewhere = await askPasskey(people.deps, null);
    for (const browserSecret of [elsewhere.browserSecret, null, mine.options.challenge])
      expect(await outcome(provePasskey(people.deps, { answer, browserSecret }, null))).toBe(
        "INVALID_SIGNATURE",
      );
    world.now = later(5 * 60_000);
    const late = provePasskey(people.deps, { answer, browserSecret: mine.browserSecret }, null);
    expect(await outcome(late)).toBe("INVALID_SIGNATURE");
  });

  test("another person's passkey or challenge as a fresh proof, and a sign-in's challenge", async () => {
    const [me, other] = [await owner(), await owner()];
    const confirm = async (key: Key, challengeOf: string | null) => {
      const { browserSecret, options } = await askPasskey(people.deps, challengeOf);
      const proof = { kind: "passkey", answer: key.sign(options), browserSecret } as const;
      return outcome(reauthenticate(people.deps, me.signedIn, proof));
    };
    expect(await confirm(other.key, me.userId)).toBe("INVALID_SIGNATURE");
    expect(await confirm(me.key, other.userId)).toBe("INVALID_SIGNATURE");
    expect(await confirm(me.key, null)).toBe("INVALID_SIGNATURE");
    expect(await confirm(me.key, me.userId)).toBe("done");
  });

  test("another account's passkey beside a form, and accepts its own", async () => {
    const [me, other] = [await owner(), await owner()];
    const signInAgain = async ({ key }: { key: Key }) => {
      const { browserSecret, options } = await askPasskey(people.deps, null);
      return outcome(authorizeByPasskey(people.deps, { answer: key.sign(options), browserSecret }, me.email));
    };
    expect(await signInAgain(other)).toBe("UNAUTHORIZED");
    expect(await signInAgain(me)).toBe("done");
  });

  test("a removed passkey, also between its answer and the session", async () => {
    const { userId, key } = await owner();
    const proven = await prove(key);
    await removePasskey(people.deps, userId, key.id);
    expect(await outcome(openBy(proven))).toBe("UNAUTHORIZED");
    expect(await outcome(prove(key))).toBe("INVALID_SIGNATURE");
  });

  test("a disabled person, also between the answer and the session", async () => {
    const { userId, key } = await owner();
    const proven = await prove(key);
    await disable(userId);
    expect(await outcome(openBy(proven))).toBe("UNAUTHORIZED");
    expect(await outcome(prove(key))).toBe("INVALID_SIGNATURE");
  });

  test("a fresh proof for a session that was revoked meanwhile", async () => {
    const { userId, signedIn, sessionId, key } = await owner();
    world.now = later(11 * 60_000);
    const { browserSecret, options } = await askPasskey(people.deps, userId);
    await people.deps.sessions.revoke(userId, sessionId, world.now);
    await reauthenticate(people.deps, signedIn, {
      kind: "passkey",
      answer: key.sign(options),
      browserSecret,
    });
    expect(await findSession(people.deps, sessionId)).toBeNull();
  });

  test("a credential that another account has", async () => {
    const [me, other] = [await owner(), await owner()];
    const twin = newAuthenticator(other.key.id);
    expect(await outcome(add(me.signedIn, twin))).toBe("CONFLICT");
    expect(await prove(other.key)).toMatchObject({ userId: other.userId });
  });

  test("a registration with another browser's or another person's challenge", async () => {
    const [me, other] = [await owner(), await owner()];
    const key = newAuthenticator();
    const { browserSecret, options } = await beginPasskey(people.deps, other.signedIn);
    const made = { name: "Phone", made: key.make(options) };
    expect(await outcome(addPasskey(people.deps, me.signedIn, made, browserSecret))).toBe(
      "INVALID_SIGNATURE",
    );
    expect(await outcome(addPasskey(people.deps, other.signedIn, made, null))).toBe("INVALID_SIGNATURE");
  });

  test("removing the last way to sign in, and another person's passkey", async () => {
    const [me, other] = [await owner(null), await owner()];
    expect(await outcome(removePasskey(people.deps, me.userId, me.key.id))).toBe("CONFLICT");
    await removePasskey(people.deps, me.userId, other.key.id);
    expect(await outcome(prove(other.key))).toBe("done");
    await add(me.signedIn, newAuthenticator());
    expect(await outcome(removePasskey(people.deps, me.userId, me.key.id))).toBe("done");
  });

  test("more than twenty passkeys", async () => {
    const { signedIn } = await owner();
    for (let count = 1; count < 20; count++) await add(signedIn, newAuthenticator());
    expect(await outcome(add(signedIn, newAuthenticator()))).toBe("CONFLICT");
  });
});

describe("the passkeys of an account end", () => {
  test("when its password is reset by a link", async () => {
    const { userId, key } = await owner();
    const hash = hashClaimToken("reset");
    const token = { hash, purpose: "PASSWORD_RESET", userId, at: noon, expiresAt: later(60_000) } as const;
    await people.deps.accountTokens.issue(token);
    const fresh = { token: "reset", password: "a new horse battery" };
    await resetPassword(people.deps, fresh, people.client());
    expect(await outcome(prove(key))).toBe("INVALID_SIGNATURE");
  });

  test("when a provider first proves the mailbox of an unproven account", async () => {
    const { email, key } = await owner();
    const person = { provider: "google", subject: email, verifiedEmail: email } as const;
    expect(await authorizeByProvider(people.deps, person, null)).not.toBeNull();
    expect(await outcome(prove(key))).toBe("INVALID_SIGNATURE");
  });
});

test("only the hash of a browser's secret is stored", async () => {
  const { browserSecret } = await askPasskey(people.deps, null);
  const { rows } = await world.stores.database.pool.query("SELECT * FROM account_tokens");
  expect(JSON.stringify(rows)).not.toContain(browserSecret);
});
