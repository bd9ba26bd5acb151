import { createHash, randomBytes } from "node:crypto";

/** A secret that opens a refund's page. Only its hash is stored. */
export type ClaimToken = {
  /** 32 random bytes, base64url. */
  token: string;
  /** SHA-256 of the token's text, hex. */
  hash: string;
};

export type NewClaimToken = () => ClaimToken;

/** The hash by which a token's refund is found; accepts any text. */
export type HashClaimToken = (token: string) => string;

export const newClaimToken: NewClaimToken = () => {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashClaimToken(token) };
};

export const hashClaimToken: HashClaimToken = (token) => createHash("sha256").update(token).digest("hex");
