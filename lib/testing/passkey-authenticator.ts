import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";
import { isoCBOR } from "@simplewebauthn/server/helpers";

const origin = "https://pay.example";

/** What a dishonest page, browser or authenticator may say instead. */
export type Deviations = {
  origin?: string;
  rpId?: string;
  type?: string;
  crossOrigin?: boolean;
  userVerified?: boolean;
  userPresent?: boolean;
  counter?: number;
  userHandle?: string | null;
  /** The format of an attestation, which nobody requested. */
  attestation?: string;
  /** Signs with another key. */
  wrongKey?: boolean;
};

type Options = { challenge: string };

const newKeys = () => generateKeyPairSync("ec", { namedCurve: "P-256" });

/**
 * An authenticator with one passkey, in software: ES256, no attestation. It counts its signatures.
 *
 * @example const key = newAuthenticator(); key.make(options); key.sign(otherOptions, { userVerified: false })
 */
export function newAuthenticator(id = randomBytes(16).toString("base64url")) {
  const { privateKey, publicKey } = newKeys();
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  let counter = 0;
  let handle: string | undefined;

  const clientData = (type: string, { challenge }: Options, deviations: Deviations) =>
    Buffer.from(
      JSON.stringify({
        type: deviations.type ?? type,
        challenge,
        origin: deviations.origin ?? origin,
        crossOrigin: deviations.crossOrigin ?? false,
      }),
    );

  const authenticatorData = (deviations: Deviations, credential = Buffer.alloc(0)) => {
    const { rpId = "pay.example", userVerified = true, userPresent = true } = deviations;
    counter = deviations.counter ?? counter + 1;
    const flags = (userPresent ? 0x01 : 0) | (userVerified ? 0x04 : 0) | (credential.length > 0 ? 0x40 : 0);
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    return Buffer.concat([createHash("sha256").update(rpId).digest(), Buffer.of(flags), count, credential]);
  };

  return {
    id,
    /** Answers options for a new passkey. */
    make: (options: Options & { user: { id: string } }, deviations: Deviations = {}) => {
      handle = options.user.id;
      const rawId = Buffer.from(id, "base64url");
      // COSE (RFC 9053): EC2, ES256, P-256.
      const cose = new Map<number, number | Uint8Array>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Uint8Array.from(Buffer.from(x, "base64url"))],
        [-3, Uint8Array.from(Buffer.from(y, "base64url"))],
      ]);
      const size = Buffer.alloc(2);
      size.writeUInt16BE(rawId.length);
      const credential = Buffer.concat([Buffer.alloc(16), size, rawId, isoCBOR.encode(cose)]);
      const attestation = new Map<string, Parameters<typeof isoCBOR.encode>[0]>([
        ["fmt", deviations.attestation ?? "none"],
        ["attStmt", new Map()],
        ["authData", Uint8Array.from(authenticatorData(deviations, credential))],
      ]);
      return {
        id,
        clientDataJSON: clientData("webauthn.create", options, deviations).toString("base64url"),
        attestationObject: Buffer.from(isoCBOR.encode(attestation)).toString("base64url"),
        transports: ["internal"],
      };
    },
    /** Answers a challenge. */
    sign: (options: Options, deviations: Deviations = {}) => {
      const client = clientData("webauthn.get", options, deviations);
      const data = authenticatorData(deviations);
      const key = deviations.wrongKey === true ? newKeys().privateKey : privateKey;
      const signed = Buffer.concat([data, createHash("sha256").update(client).digest()]);
      const userHandle = deviations.userHandle === undefined ? handle : deviations.userHandle;
      return {
        id,
        clientDataJSON: client.toString("base64url"),
        authenticatorData: data.toString("base64url"),
        signature: sign("sha256", signed, key).toString("base64url"),
        ...(userHandle === null || userHandle === undefined ? {} : { userHandle }),
      };
    },
  };
}
