import { createHash, randomBytes } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { HashRecoveryCode, NewRecoveryCode, Totp } from "./totp.port";

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
