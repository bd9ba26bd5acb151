import { randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import { beforeEach, expect, test } from "vitest";
import { createSecretBox } from "@/lib/platform/secret-box";
import { later, newId, noon } from "@/lib/testing/builders";
import { changedBefore, raceToWrite } from "@/lib/testing/gate";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld } from "@/lib/testing/world";
import { peopleOf } from "@/lib/testing/world/people";
import {
  beginSecondFactor,
  checkSecondFactor,
  confirmSecondFactor,
  removeLostFactor,
  removeSecondFactor,
  renewRecoveryCodes,
} from "./second-factor";
import { createSecondFactorStore } from "./second-factor.store";

const step = 30_000;

const world = await fileWorld();
const people = peopleOf(world);

beforeEach(() => {
  world.now = noon;
});

/** What the app shows at that time. */
function codeAt(secret: string, at: Date): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() });
}

/** A code that the app shows at none of the three times that count. */
function wrongCode(secret: string, at: Date): string {
  const right = [-step, 0, step].map((ms) => codeAt(secret, later(ms, at)));
  const wrong = ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code));
  if (wrong === undefined) throw new Error("four codes, and three that count");
  return wrong;
}

/** Someone whose second factor is on since a step before `world.now`. */
async function guarded() {
  const { userId } = await people.createUser();
  const { secret, uri } = await beginSecondFactor(people.deps, userId);
  const { recoveryCodes } = await confirmSecondFactor(people.deps, userId, codeAt(secret, world.now));
  world.now = later(step, world.now);
  return { userId, secret, uri, recoveryCodes };
}

test("requires a second factor only after its first code was confirmed", async () => {
  const { userId } = await people.createUser();
  const { secret, uri } = await beginSecondFactor(people.deps, userId);
  expect(uri).toMatch(/^otpauth:\/\/totp\/Stablecoin%20Checkout:usr_.*%40shop\.example\?issuer=/);
  expect(new URL(uri).searchParams.get("secret")).toBe(secret);
  expect(secret).toMatch(/^[A-Z2-7]{32}$/);
  expect(await checkSecondFactor(people.deps, userId, codeAt(secret, world.now))).toBe("wrong");

  await expect(confirmSecondFactor(people.deps, userId, wrongCode(secret, world.now))).rejects.toMatchObject({
    code: "VALIDATION_ERROR",
    param: "code",
  });
  expect(
    (await world.stores.database.prisma.user.findUniqueOrThrow({ where: { id: userId } })).totpEnabledAt,
  ).toBeNull();
  const { recoveryCodes } = await confirmSecondFactor(people.deps, userId, codeAt(secret, world.now));
  expect(new Set(recoveryCodes).size).toBe(10);
  for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-7]{4}(-[a-z2-7]{4}){3}$/);

  // The code that turned it on is used up.
  expect(await checkSecondFactor(people.deps, userId, codeAt(secret, world.now))).toBe("wrong");
  world.now = later(step);
  expect(await checkSecondFactor(people.deps, userId, codeAt(secret, world.now))).toBe("passed");
  expect(await people.acts(userId)).toEqual(["account.second_factor_on", "account.second_factor_failed"]);
});

test("stores secrets and recovery codes encrypted or hashed", async () => {
  const { userId, secret, recoveryCodes } = await guarded();
  const stored = JSON.stringify(
    [
      (await world.stores.database.pool.query("SELECT * FROM users WHERE id = $1", [userId])).rows,
      (await world.stores.database.pool.query("SELECT * FROM recovery_codes WHERE user_id = $1", [userId]))
        .rows,
      (await world.stores.database.pool.query("SELECT * FROM audit_log WHERE user_id = $1", [userId])).rows,
    ],
    (_, value: unknown) => (typeof value === "bigint" ? String(value) : value),
  );
  expect(stored).not.toContain(secret);
  for (const code of recoveryCodes) {
    expect(stored).not.toContain(code);
    expect(stored).not.toContain(code.replaceAll("-", ""));
  }
});

test("accepts a code one step early or late, and rejects one two steps away", async () => {
  const { userId, secret } = await guarded();
  world.now = later(10 * step);
  for (const ms of [-2 * step, 2 * step])
    expect(await checkSecondFactor(people.deps, userId, codeAt(secret, later(ms, world.now)))).toBe("wrong");
  for (const ms of [-step, 0, step])
    expect(await checkSecondFactor(people.deps, userId, codeAt(secret, later(ms, world.now)))).toBe("passed");
});

test("a step's code is taken once, and none of an earlier step after it", async () => {
  const { userId, secret } = await guarded();
  world.now = later(10 * step);
  const code = codeAt(secret, world.now);
  expect(await checkSecondFactor(people.deps, userId, ` ${code.slice(0, 3)} ${code.slice(3)} `)).toBe(
    "passed",
  );
  expect(await checkSecondFactor(people.deps, userId, code)).toBe("wrong");
  expect(await checkSecondFactor(people.deps, userId, codeAt(secret, later(-step, world.now)))).toBe("wrong");
});

test("checkSecondFactor under the lock: the code was used", async () => {
  const { userId, secret, recoveryCodes } = await guarded();
  for (const code of [codeAt(secret, world.now), recoveryCodes[0] ?? ""]) {
    const check = (deps = people.deps) => checkSecondFactor(deps, userId, code);
    let first: string | undefined;
    const second = await changedBefore(
      people.deps,
      "lock",
      async () => {
        first = await check();
      },
      check,
    );
    expect([first, second]).toEqual(["passed", "wrong"]);
  }
});

test("removeSecondFactor under the lock: it was turned off", async () => {
  const { userId } = await guarded();
  const { email } = await world.stores.database.prisma.user.findUniqueOrThrow({ where: { id: userId } });
  await changedBefore(
    people.deps,
    "lock",
    () => removeSecondFactor(people.deps, userId),
    (deps) => removeLostFactor(deps, email),
  );
  expect((await people.acts(userId)).filter((act) => act === "account.second_factor_off")).toHaveLength(1);
});

test("accepts each recovery code once, in any notation, for its owner only", async () => {
  const { userId, recoveryCodes } = await guarded();
  const other = await guarded();
  const [first = "", second = ""] = recoveryCodes;
  expect(await checkSecondFactor(people.deps, other.userId, first)).toBe("wrong");
  expect(await checkSecondFactor(people.deps, userId, ` ${first.replaceAll("-", " ").toUpperCase()}`)).toBe(
    "passed",
  );
  expect(await checkSecondFactor(people.deps, userId, first)).toBe("wrong");
  expect(await people.deps.secondFactors.countRecoveryCodes(userId)).toBe(9);

  const { recoveryCodes: renewed } = await renewRecoveryCodes(people.deps, userId);
  expect(await checkSecondFactor(people.deps, userId, second)).toBe("wrong");
  expect(await checkSecondFactor(people.deps, userId, renewed[0] ?? "")).toBe("passed");
  expect(await people.acts(userId)).toContain("account.recovery_code_used");
  expect(await people.acts(userId)).toContain("account.recovery_codes_renewed");
});

test("accepts only a recovery code after ten wrong codes in an hour", async () => {
  const { userId, secret, recoveryCodes } = await guarded();
  const guess = () => checkSecondFactor(people.deps, userId, wrongCode(secret, world.now));
  for (let guessed = 0; guessed < 7; guessed++) expect(await guess()).toBe("wrong");
  // None can record its guess before all have begun: without a lock, all would count the same failures.
  const guesses = await raceToWrite(world.stores.database, "audit_log", Array(6).fill(guess));
  expect(guesses.filter((end) => end.status === "fulfilled" && end.value === "wrong")).toHaveLength(3);
  expect(await checkSecondFactor(people.deps, userId, codeAt(secret, world.now))).toBe("too_many");
  expect(await checkSecondFactor(people.deps, userId, "aaaa-aaaa-aaaa-aaaa")).toBe("too_many");
  expect(await checkSecondFactor(people.deps, userId, recoveryCodes[0] ?? "")).toBe("passed");
  expect((await people.acts(userId)).filter((act) => act === "account.second_factor_failed")).toHaveLength(
    10,
  );
  world.now = later(3_600_001, world.now);
  expect(await checkSecondFactor(people.deps, userId, codeAt(secret, world.now))).toBe("passed");
});

test("rejects its codes after it was turned off, and a new secret can be set up", async () => {
  const { userId, secret, recoveryCodes } = await guarded();
  expect(await outcome(beginSecondFactor(people.deps, userId))).toBe("CONFLICT");
  await removeSecondFactor(people.deps, userId);
  await removeSecondFactor(people.deps, userId);
  expect(await checkSecondFactor(people.deps, userId, codeAt(secret, world.now))).toBe("wrong");
  expect(await checkSecondFactor(people.deps, userId, recoveryCodes[0] ?? "")).toBe("wrong");
  expect(await people.deps.secondFactors.countRecoveryCodes(userId)).toBe(0);
  expect(await outcome(renewRecoveryCodes(people.deps, userId))).toBe("CONFLICT");
  expect(await outcome(confirmSecondFactor(people.deps, userId, codeAt(secret, world.now)))).toBe("CONFLICT");
  const anew = await beginSecondFactor(people.deps, userId);
  expect(anew.secret).not.toBe(secret);
  expect((await people.acts(userId)).filter((act) => act === "account.second_factor_off")).toHaveLength(1);
});

test("accepts a recovery code when the key that sealed the secret is lost", async () => {
  const { userId, secret, recoveryCodes } = await guarded();
  const secondFactors = createSecondFactorStore(world.stores.database, createSecretBox(randomBytes(32)));
  const after = { ...people.deps, secondFactors };
  expect(await checkSecondFactor(after, userId, codeAt(secret, world.now))).toBe("wrong");
  expect(await checkSecondFactor(after, userId, recoveryCodes[0] ?? "")).toBe("passed");
  await removeSecondFactor(after, userId);
  expect((await beginSecondFactor(after, userId)).secret).toMatch(/^[A-Z2-7]{32}$/);
});

test("someone disabled, or unknown, passes nothing", async () => {
  const { userId, secret } = await guarded();
  await world.stores.database.prisma.user.update({ where: { id: userId }, data: { disabledAt: world.now } });
  expect(await checkSecondFactor(people.deps, userId, codeAt(secret, world.now))).toBe("wrong");
  expect(await checkSecondFactor(people.deps, newId("usr"), "123456")).toBe("wrong");
});
