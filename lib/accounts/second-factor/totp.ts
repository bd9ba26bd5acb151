import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";

/** One-time codes of an authenticator app (RFC 6238): six digits, a new one every 30 seconds. */
export type Totp = {
  /** 20 random bytes in base32, the form for apps. */
  newSecret(): string;
  /** The content of the QR code: `otpauth://totp/…`. */
  uri(secret: string, accountName: string): string;
  /**
   * The time step of this code: the present one or a neighbour, because clocks differ.
   * @returns null for a wrong code
   */
  stepOf(secret: string, code: string, now: Date): bigint | null;
};

/** A code for a lost device. */
export type RecoveryCode = {
  /** 80 random bits in base32, lower-case, in groups of four. */
  code: string;
  /** SHA-256 of the code without its hyphens, hex. */
  hash: string;
};

export type NewRecoveryCode = () => RecoveryCode;

/** The hash by which a code is found, in any grouping and case. */
export type HashRecoveryCode = (code: string) => string;

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
