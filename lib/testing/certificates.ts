import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";

const year = 365 * 24 * 3_600_000;

/** A certificate and its key, PEM. */
export type Certificate = { cert: string; key: string };

export type Authority = {
  /** Its own certificate, PEM, for a client to trust. */
  ca: string;
  issue(request: Request): Certificate;
};

type Request = { names: readonly string[]; notBefore?: Date; notAfter?: Date };

/** A certificate authority of this process alone, for TLS servers of tests: Node reads certificates but makes none. */
export function createAuthority(name = "Test authority"): Authority {
  const keys = newKeys();
  return {
    ca: certificate({
      ...validity(),
      issuer: name,
      subject: name,
      subjectKey: keys.publicKey,
      signingKey: keys.privateKey,
    }),
    issue: (request) => issue(request, newKeys(), name, keys.privateKey),
  };
}

/** A self-signed certificate. */
export function createSelfSigned(names: readonly string[]): Certificate {
  const keys = newKeys();
  return issue({ names }, keys, names[0] ?? "", keys.privateKey);
}

function issue(
  { names, ...asked }: Request,
  { publicKey, privateKey }: Keys,
  issuer: string,
  signingKey: KeyObject,
): Certificate {
  return {
    cert: certificate({
      ...validity(),
      ...asked,
      issuer,
      subject: names[0] ?? "",
      subjectKey: publicKey,
      names,
      signingKey,
    }),
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
  };
}

function validity(): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - year), notAfter: new Date(Date.now() + year) };
}

type Keys = { publicKey: KeyObject; privateKey: KeyObject };

function newKeys(): Keys {
  return generateKeyPairSync("ec", { namedCurve: "P-256" });
}

/** RFC 5280 §4.1, signed with ECDSA and SHA-256; without `names` that of an authority. */
function certificate(parts: {
  notBefore: Date;
  notAfter: Date;
  issuer: string;
  subject: string;
  subjectKey: KeyObject;
  names?: readonly string[];
  signingKey: KeyObject;
}): string {
  const { notBefore, notAfter, issuer, subject, subjectKey, names, signingKey } = parts;
  const extension =
    names === undefined
      ? sequence(oid.basicConstraints, der(0x04, sequence(der(0x01, Buffer.from([0xff])))))
      : sequence(
          oid.subjectAltName,
          der(0x04, sequence(...names.map((name) => der(0x82, Buffer.from(name))))),
        );
  const content = sequence(
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    sequence(oid.ecdsaWithSha256),
    distinguishedName(issuer),
    sequence(generalizedTime(notBefore), generalizedTime(notAfter)),
    distinguishedName(subject),
    subjectKey.export({ type: "spki", format: "der" }),
    der(0xa3, sequence(extension)),
  );
  const signature = der(0x03, Buffer.from([0]), sign("sha256", content, signingKey));
  const text = sequence(content, sequence(oid.ecdsaWithSha256), signature).toString("base64");
  const lines = text.match(/.{1,64}/g) ?? [];
  return ["-----BEGIN CERTIFICATE-----", ...lines, "-----END CERTIFICATE-----", ""].join("\n");
}

const oid = {
  ecdsaWithSha256: Buffer.from("06082a8648ce3d040302", "hex"),
  commonName: Buffer.from("0603550403", "hex"),
  subjectAltName: Buffer.from("0603551d11", "hex"),
  basicConstraints: Buffer.from("0603551d13", "hex"),
};

function distinguishedName(commonName: string): Buffer {
  return sequence(der(0x31, sequence(oid.commonName, der(0x0c, Buffer.from(commonName)))));
}

function generalizedTime(at: Date): Buffer {
  return der(0x18, Buffer.from(`${at.toISOString().replace(/\D/g, "").slice(0, 14)}Z`));
}

function sequence(...parts: readonly Uint8Array[]): Buffer {
  return der(0x30, ...parts);
}

/** A value in DER: its tag, its length, its content. */
function der(tag: number, ...parts: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
