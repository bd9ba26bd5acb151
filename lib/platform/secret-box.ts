import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

const algorithm = "aes-256-gcm";
const keyLength = 32;
const nonceLength = 12;
const tagLength = 16;

/** Keeps secrets unreadable to anyone who has only the database. */
export type SecretBox = {
  /** Encrypts for one owner: a row copied to another owner cannot be opened. */
  seal(secret: string, owner: string): string;
  /** @throws Error when the text was changed, belongs to another owner, or was sealed under another key */
  open(sealed: string, owner: string): string;
};

/**
 * AES-256-GCM with a random nonce for each secret; the sealed text is base64 of nonce ‖ ciphertext ‖ tag.
 *
 * @param dataKey 32 bytes
 * @param previousKey opens what was sealed under it before, and seals nothing
 * @throws RangeError for a key of another length
 */
export function createSecretBox(dataKey: Buffer, previousKey?: Buffer): SecretBox {
  const keys = previousKey === undefined ? [dataKey] : [dataKey, previousKey];
  if (keys.some(({ length }) => length !== keyLength))
    throw new RangeError(`a data key has ${keyLength} bytes`);
  return {
    seal: (secret, owner) => {
      const nonce = randomBytes(nonceLength);
      const cipher = createCipheriv(algorithm, dataKey, nonce).setAAD(Buffer.from(owner));
      const ciphertext = Buffer.concat([cipher.update(secret, "utf8"), cipher.final()]);
      return Buffer.concat([nonce, ciphertext, cipher.getAuthTag()]).toString("base64");
    },
    open: (sealed, owner) => {
      const bytes = Buffer.from(sealed, "base64");
      let cause: unknown;
      for (const key of keys) {
        try {
          return openWith(key, bytes, owner);
        } catch (error) {
          cause ??= error;
        }
      }
      throw new Error(
        `The secret of ${owner} cannot be opened: it was changed, or sealed under another data key.`,
        { cause },
      );
    },
  };
}

function openWith(key: Buffer, bytes: Buffer, owner: string): string {
  if (bytes.length < nonceLength + tagLength) throw new RangeError("too short");
  const decipher = createDecipheriv(algorithm, key, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  })
    .setAAD(Buffer.from(owner))
    .setAuthTag(bytes.subarray(-tagLength));
  const ciphertext = bytes.subarray(nonceLength, -tagLength);
  return Buffer.concat([decipher.update(ciphertext), decipher.final()]).toString("utf8");
}

/** How many secrets there are of a kind, and how many were sealed anew. */
export type Resealed = { kind: string; total: number; resealed: number };

/** A stored secret. `save` writes the new text unless the stored one changed meanwhile. */
export type SealedSecret = { sealed: string; owner: string; save(resealed: string): Promise<unknown> };

/** All secrets of one kind, page by page; each room reads and writes its own. */
export type SealedPages = AsyncIterable<SealedSecret[]>;

export const resealPageSize = 500;

/**
 * Seals every secret that the new key does not open with the new key. A secret is written only if it is still the one
 * that was read, so the service may run meanwhile, and an interrupted run can be repeated.
 *
 * @param current seals, and opens what is sealed under the new key alone
 * @param both opens what was sealed under either
 * @throws Error for a secret that neither key opens; those before it stay sealed anew
 */
export async function resealSecrets(
  kinds: Readonly<Record<string, SealedPages>>,
  current: SecretBox,
  both: Pick<SecretBox, "open">,
): Promise<Resealed[]> {
  const counts: Resealed[] = [];
  for (const [kind, pages] of Object.entries(kinds)) {
    const count: Resealed = { kind, total: 0, resealed: 0 };
    for await (const page of pages)
      for (const { sealed, owner, save } of page) {
        count.total += 1;
        if (opens(current, sealed, owner)) continue;
        await save(current.seal(both.open(sealed, owner), owner));
        count.resealed += 1;
      }
    counts.push(count);
  }
  return counts;
}

function opens(box: SecretBox, sealed: string, owner: string): boolean {
  try {
    box.open(sealed, owner);
    return true;
  } catch {
    return false;
  }
}
