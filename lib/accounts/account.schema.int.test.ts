import { Secret, TOTP } from "otpauth";
import { beforeEach, describe, expect, test } from "vitest";
import { totp } from "@/lib/accounts/second-factor/second-factor";
import { openSession } from "@/lib/accounts/sign-in/sessions";
import { enter, finishSecondFactor, signInByPassword } from "@/lib/accounts/sign-in/sign-in";
import { later, newId, noon } from "@/lib/testing/builders";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld } from "@/lib/testing/world";
import { passwordProof, peopleOf } from "@/lib/testing/world/people";

const world = await fileWorld();
const people = peopleOf(world);

beforeEach(() => {
  world.now = noon;
  people.compared.length = 0;
});

const password = "correct horse battery";
const disable = (userId: string) =>
  world.stores.database.prisma.user.update({ where: { id: userId }, data: { disabledAt: noon } });

describe("by e-mail and password", () => {
  test("an unknown address, an account without password and a disabled one answer like a wrong password", async () => {
    const known = await people.createUser();
    const without = await people.createUser({ passwordHash: null });
    const disabled = await people.createUser();
    await disable(disabled.userId);
    const answers = [];
    for (const [email, text] of [
      [known.email, "wrong horse battery"],
      ["nobody@shop.example", password],
      [without.email, password],
      [disabled.email, password],
    ] as const) {
      const shown = { email, password: text };
      const answer = await signInByPassword(people.deps, shown, people.client()).catch((error) => error);
      answers.push(JSON.stringify({ ...answer, message: answer.message }));
    }
    expect(new Set(answers).size).toBe(1);
    expect(answers[0]).toContain("UNAUTHORIZED");
    // Each did the slow work once, also with nothing to compare with.
    expect(people.compared).toHaveLength(4);
    expect(people.compared.map((hash) => hash === null)).toEqual([false, true, true, false]);
  });

  test("limits attempts against one account from all addresses; the right password waits too", async () => {
    const { email } = await people.createUser();
    const tryOnce = (text: string) =>
      signInByPassword(people.deps, { email, password: text }, people.client());
    for (let round = 0; round < 5; round++)
      await expect(tryOnce("wrong horse battery")).rejects.toMatchObject({ code: "UNAUTHORIZED" });
    const refused = await tryOnce(password).catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: "RATE_LIMIT_EXCEEDED", retryAfterSeconds: 60 });
    expect((refused as Error).message).toBe("Too many tries. Try again in 60 seconds.");
    // No password is looked at any more.
    expect(people.compared).toHaveLength(5);
    world.now = later(61_000);
    expect(await tryOnce(password)).toMatchObject({ userId: expect.any(String) });
  });

  test("limits attempts per client address over all accounts, known or not", async () => {
    const client = people.client();
    const { email } = await people.createUser();
    for (let round = 0; round < 8; round++) {
      const about = { email: `nobody-${round}@shop.example`, password };
      expect(await outcome(signInByPassword(people.deps, about, client))).toBe("UNAUTHORIZED");
    }
    const own = { email, password };
    expect(await outcome(signInByPassword(people.deps, own, client))).toBe("RATE_LIMIT_EXCEEDED");
    expect(await outcome(signInByPassword(people.deps, own, people.client()))).toBe("done");
  });
});

describe("the session", () => {
  test("is new at every sign-in and ends the browser's previous session", async () => {
    const { userId } = await people.createUser();
    const who = { userId, method: "password", proof: passwordProof } as const;
    const first = await enter(people.deps, who, people.client(), null);
    if (first.kind !== "SIGNED_IN") throw new Error("no session");
    const second = await enter(people.deps, who, people.client(), first.sessionId);
    expect(second).toMatchObject({ kind: "SIGNED_IN" });
    expect(second).not.toEqual(first);
    expect(await people.deps.sessions.find(first.sessionId, noon, later(-1))).toBeNull();
    expect(await people.deps.sessions.list(userId, noon, later(-1))).toHaveLength(1);
  });

  test("is refused when the password was changed after it was compared, and the earlier session survives", async () => {
    const { userId, email } = await people.createUser();
    const wallet = { userId, method: "wallet", proof: passwordProof } as const;
    const before = await enter(people.deps, wallet, people.client(), null);
    const sessionId = before.kind === "SIGNED_IN" ? before.sessionId : "";
    const shown = await signInByPassword(people.deps, { email, password }, people.client());
    await world.stores.database.prisma.user.update({
      where: { id: userId },
      data: { passwordHash: "$argon2id$other" },
    });
    const entered = enter(people.deps, { ...shown, method: "password" }, people.client(), sessionId);
    expect(await outcome(entered)).toBe("UNAUTHORIZED");
    const sessions = await people.deps.sessions.list(userId, noon, later(-1));
    expect(sessions.map((session) => session.sessionId)).toEqual([sessionId]);
  });

  test("is refused for a disabled or deleted account", async () => {
    const { userId } = await people.createUser();
    await disable(userId);
    for (const id of [userId, newId("usr")])
      expect(
        await outcome(
          enter(people.deps, { userId: id, method: "wallet", proof: passwordProof }, people.client(), null),
        ),
      ).toBe("UNAUTHORIZED");
    expect(await world.stores.database.prisma.session.count({ where: { userId } })).toBe(0);
  });
});

describe("with a second factor", () => {
  /** Someone whose app shows `code()`, before the second step. */
  async function atSecondStep() {
    const { userId } = await people.createUser();
    const secret = totp.newSecret();
    await people.deps.secondFactors.transaction(async (tx) => {
      await tx.begin(userId, secret);
      await tx.enable(userId, later(-60_000));
    });
    const entered = await enter(
      people.deps,
      { userId, method: "google", proof: passwordProof },
      people.client(),
      null,
    );
    if (entered.kind !== "SECOND_FACTOR") throw new Error("no second step");
    const code = () =>
      new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: world.now.getTime() });
    return { userId, token: entered.token, code };
  }
  const finish = (shown: { token: string; code: string }, client = people.client()) =>
    outcome(finishSecondFactor(people.deps, shown, client));
  const sessionsOf = (userId: string) => world.stores.database.prisma.session.count({ where: { userId } });

  test("opens no session before the code, and stores only the token's hash", async () => {
    const { userId, token } = await atSecondStep();
    expect(await sessionsOf(userId)).toBe(0);
    const rows = await world.stores.database.prisma.accountToken.findMany({ where: { userId } });
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(token);
  });

  test("token and code identify their owner, once", async () => {
    const { userId, token, code } = await atSecondStep();
    const wrong = finishSecondFactor(people.deps, { token, code: "000000" }, people.client());
    await expect(wrong).rejects.toMatchObject({ code: "VALIDATION_ERROR", param: "code" });
    const proven = await finishSecondFactor(people.deps, { token, code: code() }, people.client());
    expect(proven).toMatchObject({ userId });
    await openSession(people.deps, { ...proven, method: "google" }, people.client(), null);
    world.now = later(60_000);
    expect(await finish({ token, code: code() })).toBe("UNAUTHORIZED");
  });

  test("the token ends after five minutes, and with the next one", async () => {
    const first = await atSecondStep();
    world.now = later(5 * 60_000);
    expect(await finish({ token: first.token, code: first.code() })).toBe("UNAUTHORIZED");
    world.now = noon;
    await enter(
      people.deps,
      { userId: first.userId, method: "password", proof: passwordProof },
      people.client(),
      null,
    );
    expect(await finish({ token: first.token, code: first.code() })).toBe("UNAUTHORIZED");
  });

  test("limits attempts from one address; a made-up token identifies nobody", async () => {
    const client = people.client();
    for (let round = 0; round < 8; round++)
      expect(await finish({ token: "x".repeat(43), code: "000000" }, client)).toBe("UNAUTHORIZED");
    const { token, code } = await atSecondStep();
    expect(await finish({ token, code: code() }, client)).toBe("RATE_LIMIT_EXCEEDED");
  });
});
