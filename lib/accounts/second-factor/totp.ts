import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** One-time codes of an authenticator app (RFC 6238): six digits, a new one every 30 seconds. */
export type Totp = {
  /** 20 random bytes in base32, as an app takes them. */
  newSecret(): string;
  /** What an app reads from a QR code: `otpauth://totp/…`. */
  uri(secret: string, accountName: string): string;
  /**
   * The time step of which this is the code: the present one, or one beside it, because clocks differ.
   * @returns null for a wrong code
   */
  stepOf(secret: string, code: string, now: Date): bigint | null;
};

/** A code for when the device is lost. */
export type RecoveryCode = {
  /** 80 random bits in base32, lower-case, in groups of four. */
  code: string;
  /** SHA-256 of the code without its hyphens, hex. */
  hash: string;
};

export type NewRecoveryCode = () => RecoveryCode;

/** The hash under which a code is found, however it is grouped and whatever case it is typed in. */
export type HashRecoveryCode = (code: string) => string;

const issuer = "Stablecoin Checkout";

const periodSeconds = 30;

const secretBytes = 20;

const recoveryBytes = 10;

/** What every authenticator app knows: SHA-1, six digits, 30 seconds. Many ignore what a URI says otherwise. */
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

export const totp: Totp = {
  newSecret: () => new Secret({ size: secretBytes }).base32,
  uri: (secret, accountName) => generator(secret, accountName).toString(),
  stepOf: (secret, code, now) => {
    const delta = generator(secret).validate({ token: code, timestamp: now.getTime(), window: 1 });
    if (delta === null) return null;
    return BigInt(Math.floor(now.getTime() / 1_000 / periodSeconds) + delta);
  },
};

export const newRecoveryCode: NewRecoveryCode = () => {
  const { buffer, byteOffset, byteLength } = new Uint8Array(randomBytes(recoveryBytes));
  const text = new Secret({ buffer: buffer.slice(byteOffset, byteOffset + byteLength) }).base32.toLowerCase();
  const code = text.match(/.{4}/g)?.join("-") ?? text;
  return { code, hash: hashRecoveryCode(code) };
};

export const hashRecoveryCode: HashRecoveryCode = (code) =>
  createHash("sha256").update(code.toLowerCase().replace(/[\s-]/g, "")).digest("hex");
