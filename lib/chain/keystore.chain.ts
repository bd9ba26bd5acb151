import {
  createCipheriv,
  createDecipheriv,
  pbkdf2Sync,
  randomBytes,
  randomUUID,
  scryptSync,
} from "node:crypto";
import { bytesToHex, hexToBytes, keccak256, pad } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import { z } from "zod";
import type { Hex } from "@/lib/platform/values/hex.rules";

const hexText = z.string().regex(/^(?:0x)?(?:[0-9a-fA-F]{2})+$/);
const positive = z.number().int().min(1);
/** Wallets do not write files that need more; a larger value could stop the process from starting. */
const maxScryptBytes = 2 ** 30;

const shape = z.object({
  version: z.literal(3),
  crypto: z.object({
    cipher: z.literal("aes-128-ctr"),
    cipherparams: z.object({ iv: hexText.refine((iv) => bytes(iv).length === 16) }),
    ciphertext: hexText,
    mac: hexText,
    kdf: z.enum(["scrypt", "pbkdf2"]),
    kdfparams: z.object({ dklen: positive.min(32).max(256), salt: hexText }).loose(),
  }),
});
const scryptParams = z.object({ n: positive, r: positive, p: positive });
const pbkdf2Params = z.object({ c: positive.max(100_000_000), prf: z.literal("hmac-sha256") });

type Keystore = z.output<typeof shape>;

/**
 * The private key in an encrypted keystore (Web3 Secret Storage, version 3), as written by geth, Foundry's `cast
 * wallet` and `npm run keystore`. Takes about a second by design: the cost protects the password.
 *
 * @param text the file's JSON
 * @throws TypeError that says what is wrong with file or password, and shows nothing of either
 */
export function decryptKeystore(text: string, password: string): Hex {
  const { crypto } = parseKeystore(text);
  const derived = deriveKey(crypto, password);
  const ciphertext = bytes(crypto.ciphertext);
  if (macOf(derived, ciphertext) !== bytesToHex(bytes(crypto.mac)))
    throw new TypeError("the password does not open the keystore");
  const decipher = createDecipheriv("aes-128-ctr", derived.subarray(0, 16), bytes(crypto.cipherparams.iv));
  const privateKey = Buffer.concat([decipher.update(ciphertext), decipher.final()]);
  if (privateKey.length > 32) throw new TypeError("the file is no keystore of one private key");
  // Old wallets omitted a key's leading zeros.
  return pad(bytesToHex(privateKey), { size: 32 });
}

/** geth's standard cost: 256 MiB, a second. */
const standardScrypt = { n: 2 ** 18, r: 8, p: 1 } as const;

/** Encrypts a private key for `decryptKeystore`. @throws when the key is not valid for secp256k1 */
export function encryptKeystore(
  privateKey: Hex,
  password: string,
  cost: { n: number; r: number; p: number } = standardScrypt,
): string {
  const salt = randomBytes(32);
  const iv = randomBytes(16);
  const kdfparams = { ...cost, dklen: 32, salt: salt.toString("hex") };
  const derived = runScrypt(password, salt, 32, cost);
  const cipher = createCipheriv("aes-128-ctr", derived.subarray(0, 16), iv);
  const ciphertext = Buffer.concat([cipher.update(hexToBytes(privateKey)), cipher.final()]);
  const keystore = {
    version: 3,
    id: randomUUID(),
    address: privateKeyToAddress(privateKey).slice(2).toLowerCase(),
    crypto: {
      cipher: "aes-128-ctr",
      cipherparams: { iv: iv.toString("hex") },
      ciphertext: ciphertext.toString("hex"),
      kdf: "scrypt",
      kdfparams,
      mac: macOf(derived, ciphertext).slice(2),
    },
  };
  return `${JSON.stringify(keystore, null, 2)}\n`;
}

function parseKeystore(text: string): Keystore {
  try {
    // Some wallets write the member with a capital.
    const { Crypto, ...rest } = z.record(z.string(), z.unknown()).parse(JSON.parse(text));
    return shape.parse({ crypto: Crypto, ...rest });
  } catch {
    throw new TypeError("the file is no keystore of version 3 with scrypt or pbkdf2");
  }
}

function deriveKey({ kdf, kdfparams }: Keystore["crypto"], password: string): Buffer {
  const salt = bytes(kdfparams.salt);
  const { dklen } = kdfparams;
  if (kdf === "scrypt") {
    const cost = scryptParams.safeParse(kdfparams);
    if (!cost.success) throw new TypeError("the keystore's scrypt parameters cannot be used");
    return runScrypt(password, salt, dklen, cost.data);
  }
  const rounds = pbkdf2Params.safeParse(kdfparams);
  if (!rounds.success) throw new TypeError("the keystore's pbkdf2 parameters cannot be used");
  return pbkdf2Sync(password, salt, rounds.data.c, dklen, "sha256");
}

function runScrypt(
  password: string,
  salt: Uint8Array,
  length: number,
  { n, r, p }: { n: number; r: number; p: number },
): Buffer {
  const needed = 128 * r * (n + p + 2);
  if (needed > maxScryptBytes) throw new TypeError("the keystore's scrypt parameters cannot be used");
  try {
    // OpenSSL keeps to RFC 7914: n is a power of two below 2^(16r).
    return scryptSync(password, salt, length, { N: n, r, p, maxmem: needed });
  } catch {
    throw new TypeError("the keystore's scrypt parameters cannot be used");
  }
}

/** The hash of the second half of the derived key and the encrypted key. */
function macOf(derived: Uint8Array, ciphertext: Uint8Array): Hex {
  return keccak256(Buffer.concat([derived.subarray(16, 32), ciphertext]));
}

function bytes(text: string): Uint8Array {
  return Buffer.from(text.replace(/^0x/, ""), "hex");
}
