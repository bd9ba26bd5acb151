import { describe, expect, it } from "vitest";
import { decryptKeystore, encryptKeystore } from "./keystore.chain";

/**
 * The two vectors of the Web3 Secret Storage Definition; both hold this key under this password. The one for scrypt
 * takes a cost that RFC 7914 forbids (n = 2^18 with r = 1), and OpenSSL with it.
 */
const password = "testpassword";
const privateKey = "0x7a28b5ba57c53603b0b07b56bba752f7784bf506fa95edc395f5cf6c7514fe9d";
const pbkdf2 = {
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "6087dab2f9fdbbfaddc31a909735c1e6" },
    ciphertext: "5318b4d5bcd28de64ee5559e671353e16f075ecae9f99c7a79a38af5f869aa46",
    kdf: "pbkdf2",
    kdfparams: {
      c: 262_144,
      dklen: 32,
      prf: "hmac-sha256",
      salt: "ae3cd4e7013836a3df6bd7241b12db061dbe2c6785853cce422d148a624ce0bd",
    },
    mac: "517ead924a9d0dc3124507e3393d175ce3ff7c1e96529c6c555ce9e51205e9b2",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};
const scrypt = {
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv: "83dbcc02d8ccb40e466191a123791e0e" },
    ciphertext: "d172bf743a674da9cdad04534d56926ef8358534d458fffccd4e6ad2fbde479c",
    kdf: "scrypt",
    kdfparams: {
      dklen: 32,
      n: 262_144,
      p: 8,
      r: 1,
      salt: "ab0c7876052600dd703518d6fc3fe8984592145b591fc8fb5c6d43190334ba19",
    },
    mac: "2103ac29920d71da29f15d75b4a16dbe95cfd7ff8faea1056c33131d846e3097",
  },
  id: "3198bc9c-6672-5ab3-d995-4942343ae5b6",
  version: 3,
};
/** The vectors for scrypt that go-ethereum has beside those; keys whose leading zeros are left out. */
const foo = (ciphertext: string, iv: string, salt: string, mac: string) => ({
  version: 3,
  crypto: {
    cipher: "aes-128-ctr",
    cipherparams: { iv },
    ciphertext,
    kdf: "scrypt",
    kdfparams: { dklen: 32, n: 2, r: 8, p: 1, salt },
    mac,
  },
});
const bytes31 = foo(
  "9517cd5bdbe69076f9bf5057248c6c050141e970efa36ce53692d5d59a3984",
  "e0c41130a323adc1446fc82f724bca2f",
  "711f816911c92d649fb4c84b047915679933555030b3552c1212609b38208c63",
  "d5e116151c6aa71470e67a7d42c9620c75c4d23229847dcc127794f0732b0db5",
);
const bytes30 = foo(
  "108b7d34f3442fc26ab1ab90ca91476ba6bfa8c00975a49ef9051dc675aa",
  "3ca92af36ad7c2cd92454c59cea5ef00",
  "d0769e608fb86cda848065642a9c6fa046845c928175662b8e356c77f914cd3b",
  "75d0e6759f7b3cefa319c3be41680ab6beea7d8328653474bd06706d4cc67420",
);

const cheap = { n: 2, r: 8, p: 1 };

const changed = (change: object, base: { crypto: object } = pbkdf2) =>
  JSON.stringify({ ...base, crypto: { ...base.crypto, ...change } });

describe("a keystore", () => {
  it("in the standard's pbkdf2 vector opens", () => {
    expect(decryptKeystore(JSON.stringify(pbkdf2), password)).toBe(privateKey);
  });

  it.each([
    ["31 bytes", bytes31, "0x00fa7b3db73dc7dfdf8c5fbdb796d741e4488628c41fc4febd9160a866ba0f35"],
    ["30 bytes", bytes30, "0x000081c29e8142bb6a81bef5a92bda7a8328a5c85bb2f9542e76f9b0f94fc018"],
  ])("in go-ethereum's scrypt vector with a key of %s opens", (_, keystore, key) => {
    expect(decryptKeystore(JSON.stringify(keystore), "foo")).toBe(key);
  });

  it("opens in the form of wallets that write 0x, capitals and further members", () => {
    const { crypto, ...rest } = pbkdf2;
    const cipherparams = { iv: `0x${crypto.cipherparams.iv.toUpperCase()}` };
    const Crypto = { ...crypto, cipherparams, mac: `0x${crypto.mac.toUpperCase()}` };
    expect(decryptKeystore(JSON.stringify({ ...rest, Crypto, "x-geth": {} }), password)).toBe(privateKey);
  });

  it("created here opens with its password only, and reveals its address only", () => {
    const made = encryptKeystore(privateKey, "pass ✓ word", cheap);
    expect(decryptKeystore(made, "pass ✓ word")).toBe(privateKey);
    expect(() => decryptKeystore(made, "pass word")).toThrow(/^the password does not open the keystore$/);
    expect(JSON.parse(made)).toMatchObject({ address: "008aeeda4d805471df9b2a5b0f38a0c3bcba786b" });
    expect(made).not.toContain(privateKey.slice(2));
    expect(encryptKeystore(privateKey, "pass ✓ word", cheap)).not.toBe(made);
  });

  it.each([
    ["no JSON", "{"],
    ["another version", JSON.stringify({ ...pbkdf2, version: 1 })],
    ["another cipher", changed({ cipher: "aes-128-cbc" })],
    ["another derivation", changed({ kdf: "argon2" })],
    ["another hash", changed({ kdfparams: { ...pbkdf2.crypto.kdfparams, prf: "hmac-sha1" } })],
    ["a short iv", changed({ cipherparams: { iv: "00" } })],
    ["no salt", changed({ kdfparams: { c: 1, dklen: 32, prf: "hmac-sha256" } })],
    ["a cost beyond reason", changed({ kdfparams: { ...scrypt.crypto.kdfparams, n: 2 ** 40 } }, scrypt)],
    [
      "a cost that scrypt does not know",
      changed({ kdfparams: { ...scrypt.crypto.kdfparams, n: 3 } }, scrypt),
    ],
  ])("with %s is refused without quoting it", (_, text) => {
    expect(() => decryptKeystore(text, password)).toThrow(TypeError);
    expect(() => decryptKeystore(text, password)).toThrow(/^the (?:file is no keystore|keystore's)/);
  });

  it("with changed contents doesn't open", () => {
    const ciphertext = pbkdf2.crypto.ciphertext.replace(/^5/, "6");
    expect(() => decryptKeystore(changed({ ciphertext }), password)).toThrow(/does not open/);
  });
});
