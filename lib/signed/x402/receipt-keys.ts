import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto";

/** Signs receipts, and shows the public keys by which anyone checks them. */
export type ReceiptKeys = {
  /** A DID document (did:web) for `receiptKeysPath` of the origin. */
  document: DidDocument;
  /** A JWS in compact form. @param payload is signed in its canonical form (RFC 8785) */
  sign: (payload: Readonly<Record<string, string | number>>) => string;
};

type DidDocument = {
  "@context": string[];
  id: string;
  verificationMethod: { id: string; type: string; controller: string; publicKeyJwk: PublicJwk }[];
  assertionMethod: string[];
};

type PublicJwk = { kty: "OKP"; crv: "Ed25519"; x: string; alg: "EdDSA" };

/** Where a DID below this path is looked up. */
const receiptKeysPath = ["api", "receipts"];

/** Of an Ed25519 key in PKCS #8, before its 32 bytes. */
const pkcs8Head = Buffer.from("302e020100300506032b657004220420", "hex");

/**
 * Keys derived from the data keys, so that every instance has the same ones without another secret. The first signs;
 * during a rotation, what the previous one signed can still be checked.
 */
export function createReceiptKeys(dataKeys: readonly Buffer[], origin: string): ReceiptKeys {
  const did = ["did", "web", encodeURIComponent(new URL(origin).host), ...receiptKeysPath].join(":");
  const keys = dataKeys.map((dataKey) => deriveKey(dataKey, did));
  const [current] = keys;
  if (current === undefined) throw new RangeError("receipts need a data key");
  return {
    document: {
      "@context": ["https://www.w3.org/ns/did/v1", "https://w3id.org/security/suites/jws-2020/v1"],
      id: did,
      verificationMethod: keys.map(({ id, publicKeyJwk }) => ({
        id,
        type: "JsonWebKey2020",
        controller: did,
        publicKeyJwk,
      })),
      assertionMethod: keys.map(({ id }) => id),
    },
    sign: (payload) => {
      const head = encode({ alg: "EdDSA", kid: current.id });
      const text = `${head}.${encode(payload)}`;
      return `${text}.${sign(null, Buffer.from(text), current.privateKey).toString("base64url")}`;
    },
  };
}

function deriveKey(
  dataKey: Buffer,
  did: string,
): { id: string; privateKey: KeyObject; publicKeyJwk: PublicJwk } {
  const seed = Buffer.from(hkdfSync("sha256", dataKey, "", "x402 receipts", 32));
  const privateKey = createPrivateKey({
    key: Buffer.concat([pkcs8Head, seed]),
    format: "der",
    type: "pkcs8",
  });
  const { x = "" } = createPublicKey(privateKey).export({ format: "jwk" });
  const thumbprint = createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");
  return {
    id: `${did}#${thumbprint}`,
    privateKey,
    publicKeyJwk: { kty: "OKP", crv: "Ed25519", x, alg: "EdDSA" },
  };
}

/** Canonical for an object of texts and whole numbers. */
function encode(value: Readonly<Record<string, string | number>>): string {
  const sorted = Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
  return Buffer.from(JSON.stringify(sorted)).toString("base64url");
}
