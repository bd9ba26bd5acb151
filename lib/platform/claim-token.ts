import { createHash, randomBytes } from "node:crypto";
import type { HashClaimToken, NewClaimToken } from "./claim-token.port";

export const newClaimToken: NewClaimToken = () => {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashClaimToken(token) };
};

export const hashClaimToken: HashClaimToken = (token) => createHash("sha256").update(token).digest("hex");
