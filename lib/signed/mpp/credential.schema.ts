import { z } from "zod";

/** The scheme in `WWW-Authenticate` and `Authorization` (draft-httpauth-payment-01). */
export const mppScheme = "Payment";
export const mppMethod = "evm";
export const mppIntent = "charge";
/** The field of a credential whose challenge names it, because `Authorization` holds something else. */
export const mppOwnHeader = "Payment-Authorization";

/** As our challenge named them; the client repeats it unchanged. */
const challenge = z.object({
  id: z.string().max(100),
  realm: z.string().max(255),
  method: z.literal(mppMethod),
  intent: z.literal(mppIntent),
  request: z.string().max(4_096),
  expires: z.iso.datetime(),
  header: z.literal(mppOwnHeader).optional(),
  digest: z.never().optional(),
  opaque: z.never().optional(),
});

export type MppChallenge = z.output<typeof challenge>;

const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
/** At most 78 digits, as a uint256. */
const decimal = z.string().regex(/^(0|[1-9]\d{0,77})$/);

/** What the payer signed (EIP-3009). */
const payload = z.object({
  type: z.literal("authorization"),
  from: address,
  to: address,
  value: decimal,
  validAfter: decimal,
  validBefore: decimal,
  nonce: z.string().regex(/^0x[0-9a-fA-F]{64}$/),
  signature: z.string().regex(/^0x(?:[0-9a-fA-F]{2}){65,2048}$/),
});

const credential = z.object({ challenge, payload, source: z.string().max(200).optional() });

export type MppCredential = z.output<typeof credential>;

/** The request that a challenge contains. */
export const chargeRequest = z.object({
  amount: decimal,
  currency: address,
  recipient: address,
  methodDetails: z.object({ chainId: z.int().positive() }),
});

/** Whether such a header is a payment: other schemes are not for us. */
export function isMppHeader(authorization: string | null): authorization is string {
  return authorization !== null && /^payment(?: |$)/i.test(authorization);
}

/** @returns null when it isn't a credential of the EVM charge */
export function readCredential(authorization: string): MppCredential | null {
  const encoded = /^payment +([\w-]+={0,2})$/i.exec(authorization)?.[1];
  const read = credential.safeParse(encoded === undefined ? null : readJson(encoded));
  return read.success ? read.data : null;
}

/** @returns the value of base64url JSON; null when it isn't */
export function readJson(encoded: string): unknown {
  try {
    return JSON.parse(Buffer.from(encoded, "base64url").toString());
  } catch {
    return null;
  }
}

export function toBase64Json(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}
