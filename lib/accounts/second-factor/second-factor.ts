import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { PeopleParts } from "@/lib/accounts/accounts.parts";
import type { AuditEntry } from "@/lib/accounts/audit.store";
import { accountEntry } from "@/lib/accounts/sign-in/signed-in";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { hourMs } from "@/lib/platform/values/time.rules";
import type { SecondFactor, SecondFactorTransaction } from "./second-factor.store";

/**
 * Creates a secret for an authenticator app. Sign-in requires it only after its first code.
 *
 * @returns the secret in base32, and as the URI for a QR code
 * @throws CheckoutError CONFLICT when a second factor is on already
 */
export function beginSecondFactor(
  { secondFactors }: PeopleParts,
  userId: string,
): Promise<{ secret: string; uri: string }> {
  return secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.enabledAt !== null)
      throw new CheckoutError("CONFLICT", fault("accounts.factorOn"));
    const secret = totp.newSecret();
    await tx.begin(userId, secret);
    return { secret, uri: totp.uri(secret, factor.email) };
  });
}

const recoveryCodeCount = 10;

/** Replaces all recovery codes. The new ones are shown only this once. */
async function giveRecoveryCodes(tx: SecondFactorTransaction, userId: string): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, newRecoveryCode);
  await tx.replaceRecoveryCodes(
    userId,
    codes.map(({ hash }) => hash),
  );
  return codes.map(({ code }) => code);
}

/**
 * Turns the second factor on: the code proves that the app has the secret.
 *
 * @returns the recovery codes, shown only this once
 * @throws CheckoutError VALIDATION_ERROR for a wrong code, CONFLICT when there is nothing to confirm
 */
export function confirmSecondFactor(
  deps: PeopleParts,
  userId: string,
  code: string,
): Promise<{ recoveryCodes: string[] }> {
  return deps.secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.secret === null || factor.enabledAt !== null)
      throw new CheckoutError("CONFLICT", fault("accounts.factorNotBegun"));
    const now = deps.clock.now();
    if (!(await takeCode(tx, userId, factor, code.replace(/\s/g, ""), now)))
      throw new CheckoutError("VALIDATION_ERROR", fault("accounts.notAppCode"), {
        param: "code",
      });
    await tx.enable(userId, now);
    await tx.audit(accountEntry(userId, "second_factor_on", now));
    return { recoveryCodes: await giveRecoveryCodes(tx, userId) };
  });
}

/** Turns the second factor off, and deletes its secret and recovery codes. Does nothing without one. */
export async function removeSecondFactor(
  { clock, secondFactors }: PeopleParts,
  userId: string,
  details: AuditEntry["details"] = null,
): Promise<void> {
  await secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || (factor.secret === null && factor.enabledAt === null)) return;
    await tx.remove(userId);
    if (factor.enabledAt === null) return;
    await tx.audit(accountEntry(userId, "second_factor_off", clock.now(), details));
  });
}

/**
 * The operator turns off the second factor of a person who lost both the device and the recovery codes. The person's
 * activity shows it as the operator's action.
 *
 * @throws CheckoutError NOT_FOUND without such an account, CONFLICT when it has no second factor
 */
export async function removeLostFactor(deps: PeopleParts, email: string): Promise<void> {
  const person = await deps.people.findByEmail(email.trim().toLowerCase());
  if (person === null || person.isDisabled)
    throw new CheckoutError("NOT_FOUND", fault("accounts.unknownEmail"));
  if (!person.hasSecondFactor) throw new CheckoutError("CONFLICT", fault("accounts.factorOff"));
  await removeSecondFactor(deps, person.userId, { by: "operator" });
}

/**
 * Creates new recovery codes; earlier ones stop working.
 *
 * @returns the codes, shown only this once
 * @throws CheckoutError CONFLICT without a second factor
 */
export function renewRecoveryCodes(
  { clock, secondFactors }: PeopleParts,
  userId: string,
): Promise<{ recoveryCodes: string[] }> {
  return secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.enabledAt === null)
      throw new CheckoutError("CONFLICT", fault("accounts.factorOff"));
    await tx.audit(accountEntry(userId, "recovery_codes_renewed", clock.now()));
    return { recoveryCodes: await giveRecoveryCodes(tx, userId) };
  });
}

/** With six digits and three steps, ten guesses an hour find a code about once in four years. */
const maxFailures = 10;

const failureWindowMs = hourMs;

export type SecondFactorCheck =
  | "passed"
  | "wrong"
  /** Too many wrong codes recently: only a recovery code is accepted. */
  | "too_many";

/**
 * Accepts a code of the authenticator app, or a recovery code, each once. Without a second factor every code fails.
 * Wrong codes are in the person's activity: who enters them knows the password.
 *
 * @param text as typed: spaces, hyphens and case do not matter
 */
export function checkSecondFactor(
  deps: PeopleParts,
  userId: string,
  text: string,
): Promise<SecondFactorCheck> {
  const typed = text.replace(/[\s-]/g, "");
  return deps.secondFactors.transaction(async (tx) => {
    const factor = await tx.lock(userId);
    if (factor === null || factor.enabledAt === null) return "wrong";
    const now = deps.clock.now();
    const since = new Date(now.getTime() - failureWindowMs);
    const failed = accountEntry(userId, "second_factor_failed", now);
    const tooMany = (await tx.countActs(userId, failed.action, since)) >= maxFailures;
    if (/^\d{6}$/.test(typed)) {
      if (tooMany) return "too_many";
      if (await takeCode(tx, userId, factor, typed, now)) return "passed";
    } else if (await tx.takeRecoveryCode(userId, hashRecoveryCode(typed), now)) {
      await tx.audit(accountEntry(userId, "recovery_code_used", now));
      return "passed";
    }
    if (tooMany) return "too_many";
    await tx.audit(failed);
    return "wrong";
  });
}

/** Accepts an app's code of the locked person, unless it or a later one was used before. */
async function takeCode(
  tx: SecondFactorTransaction,
  userId: string,
  { secret }: SecondFactor,
  code: string,
  now: Date,
): Promise<boolean> {
  const step = secret === null ? null : totp.stepOf(secret, code, now);
  return step !== null && (await tx.takeStep(userId, step));
}

const issuer = "Stablecoin Checkout";

const periodSeconds = 30;

const secretBytes = 20;

const recoveryBytes = 10;

/**
 * The settings that every authenticator app supports: SHA-1, six digits, 30 seconds. Many ignore other values in a URI.
 */
function generator(secret: string, label = ""): TOTP {
  return new TOTP({
    issuer,
    label,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
    secret: Secret.fromBase32(secret),
  });
}

/** One-time codes of an authenticator app (RFC 6238): six digits, a new one every 30 seconds. */
export const totp = {
  /** 20 random bytes in base32, the form for apps. */
  newSecret: () => new Secret({ size: secretBytes }).base32,
  /** The content of the QR code: `otpauth://totp/…`. */
  uri: (secret: string, accountName: string) => generator(secret, accountName).toString(),
  /**
   * The time step of this code: the present one or a neighbour, because clocks differ.
   * @returns null for a wrong code
   */
  stepOf: (secret: string, code: string, now: Date): bigint | null => {
    const delta = generator(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
    if (delta === null) return null;
    return BigInt(Math.floor(now.getTime() / 1_000 / periodSeconds) + delta);
  },
};

/** A code for a lost device: 80 random bits in base32, lower-case, in groups of four. */
function newRecoveryCode(): { code: string; hash: string } {
  const { buffer, byteOffset, byteLength } = new Uint8Array(randomBytes(recoveryBytes));
  const text = new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) }).base32.toLowerCase();
  const code = text.match(/.{4}/g)?.join("-") ?? text;
  return { code, hash: hashRecoveryCode(code) };
}

/** The SHA-256 by which a code is found, in any grouping and case. */
function hashRecoveryCode(code: string): string {
  return createHash("sha256").update(code.toLowerCase().replace(/[\s-]/g, "")).digest("hex");
}
