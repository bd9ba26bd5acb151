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
