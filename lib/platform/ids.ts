import { createHash, randomBytes, randomFillSync } from "node:crypto";
import { ulid } from "ulid";
import type { IdPrefix } from "@/lib/platform/values/ids.rules";

/** A new unguessable id: the prefix, an underscore and a lower-case ULID. */
export type NewId = (prefix: IdPrefix) => string;

/** One call for random bytes serves 512 ids of 16 bytes each: creating checkouts is a hot path. */
const pool = new Uint8Array(16 * 512);

let next = pool.length;

/** A uniform number in [0, 1); every byte is used once. */
function random(): number {
  if (next === pool.length) {
    randomFillSync(pool);
    next = 0;
  }
  return (pool[next++] ?? 0) / 256;
}

/**
 * A prefix and a ULID of this millisecond with 80 random bits. Never a monotonic one: its successor could be guessed,
 * and the id alone opens the public view (spec D2).
 */
export const newId: NewId = (prefix) => `${prefix}_${ulid(Date.now(), random).toLowerCase()}`;

/**
 * A secret that opens a refund's page or an invitation. Only its hash is stored.
 *
 * @returns token: 32 random bytes, base64url
 */
export function newClaimToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString("base64url");
  return { token, hash: hashClaimToken(token) };
}

/** SHA-256 of any text, hex: by it what a token opens is found. */
export function hashClaimToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
