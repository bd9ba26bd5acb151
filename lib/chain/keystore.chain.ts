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

/**
 * The ten accounts that every development node derives from the mnemonic "test test … junk". Their keys are public, so
 * production refuses them. Addresses are lower-case.
 */
export const testAccounts: readonly { privateKey: Hex; address: Hex }[] = [
  {
    privateKey: "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80",
    address: "0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266",
  },
  {
    privateKey: "0x59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d",
    address: "0x70997970c51812dc3a010c7d01b50e0d17dc79c8",
  },
  {
    privateKey: "0x5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a",
    address: "0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc",
  },
  {
    privateKey: "0x7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6",
    address: "0x90f79bf6eb2c4f870365e785982e1f101e93b906",
  },
  {
    privateKey: "0x47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a",
    address: "0x15d34aaf54267db7d7c367839aaf71a00a2c6a65",
  },
  {
    privateKey: "0x8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba",
    address: "0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc",
  },
  {
    privateKey: "0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e",
    address: "0x976ea74026e726554db657fa54763abd0c3a0aa9",
  },
  {
    privateKey: "0x4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356",
    address: "0x14dc79964da2c08b23698b3d3cc7ca32193d9955",
  },
  {
    privateKey: "0xdbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97",
    address: "0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f",
  },
  {
    privateKey: "0x2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6",
    address: "0xa0ee7a142d267c1f36714e4a8f75612f20a79720",
  },
];
