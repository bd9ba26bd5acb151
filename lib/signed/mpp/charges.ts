import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { getAddress, keccak256, stringToBytes } from "viem/utils";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { networkName } from "../x402/x402.rules";
import type { X402Payment } from "../x402/x402.schema";
import {
  chargeRequest,
  type MppChallenge,
  type MppCredential,
  mppIntent,
  mppMethod,
  mppScheme,
  readJson,
  toBase64Json,
} from "./credential.schema";

/** One way to pay a checkout: the token, exactly this amount, to its deposit address. */
export type ChargeOffer = TokenRef & { decimals: number; amountUnits: bigint; payTo: Hex };

/** The EVM charge of HTTP's `Payment` scheme (draft-httpauth-payment-01). A challenge is not stored: its id is an HMAC. */
export type Charges = {
  /**
   * The value of `WWW-Authenticate`: a challenge for each offer, in their order.
   * @param header the field that the credential is to be in; undefined: `Authorization`
   */
  challenge(offers: readonly ChargeOffer[], expiresAt: Date, header?: MppChallenge["header"]): string;
  /** The same payment as x402 has it; null unless the credential answers a challenge for this address as that was made. */
  read(credential: MppCredential, payTo: Hex): X402Payment | null;
};

/**
 * @param dataKeys the first signs challenges, all of them verify
 * @param realm the host of the address that is paid
 */
export function createCharges(dataKeys: readonly Buffer[], realm: string): Charges {
  const keys = dataKeys.map((key) => Buffer.from(hkdfSync("sha256", key, "", "mpp challenge", 32)));
  const idOf = (key: Buffer, challenge: Bound) =>
    createHmac("sha256", key).update(bound(realm, challenge)).digest("base64url");

  return {
    challenge: (offers, expiresAt, header) => {
      const [key] = keys;
      if (key === undefined) throw new RangeError("challenges need a key");
      const expires = toWholeSeconds(expiresAt);
      return offers
        .map((offer) => {
          const request = toRequest(offer);
          const id = idOf(key, { request, expires, header });
          const named = header === undefined ? {} : { header };
          const parts = { id, realm, method: mppMethod, intent: mppIntent, request, expires, ...named };
          const text = Object.entries(parts).map(([name, value]) => `${name}="${value}"`);
          return `${mppScheme} ${text.join(", ")}`;
        })
        .join(", ");
    },

    read: ({ challenge, payload, source }, payTo) => {
      const isAuthentic = keys.some((key) => isSame(challenge.id, idOf(key, challenge)));
      if (!isAuthentic || challenge.realm !== realm) return null;
      const { data: request } = chargeRequest.safeParse(readJson(challenge.request));
      if (request === undefined) return null;
      const { chainId } = request.methodDetails;
      const { type: _, signature, ...signed } = payload;
      const authorization = {
        from: lower(signed.from),
        to: lower(signed.to),
        value: BigInt(signed.value),
        validAfter: BigInt(signed.validAfter),
        validBefore: BigInt(signed.validBefore),
        nonce: lower(signed.nonce),
      };
      const answersIt =
        lower(request.recipient) === payTo &&
        authorization.to === payTo &&
        signed.value === request.amount &&
        authorization.nonce === nonceOf(challenge) &&
        authorization.validBefore <= BigInt(Math.floor(Date.parse(challenge.expires) / 1_000)) &&
        (source === undefined || source.toLowerCase() === `did:pkh:eip155:${chainId}:${authorization.from}`);
      if (!answersIt) return null;
      return {
        version: 2,
        scheme: "exact",
        network: networkName(chainId, 2),
        chainId,
        asset: lower(request.currency),
        payload: { kind: "EIP3009", signature: lower(signature), authorization, permit: null },
      };
    },
  };
}

/** The nonce that a payer must sign: it ties the authorization to the challenge. */
export function nonceOf({ id, realm }: Pick<MppChallenge, "id" | "realm">): Hex {
  return keccak256(stringToBytes(`${id}${realm}`));
}

type Bound = Pick<MppChallenge, "request" | "expires" | "header">;

/** The slots that the draft names, the empty ones for `digest` and `opaque`. That of the field is there only if it is named. */
function bound(realm: string, { request, expires, header }: Bound): string {
  const field = header === undefined ? [] : [header];
  return [realm, mppMethod, mppIntent, request, expires, "", "", ...field].join("|");
}

/** Names in alphabetical order, as RFC 8785 has them: a client that reads and writes it again changes nothing. */
function toRequest({ chainId, tokenAddress, decimals, amountUnits, payTo }: ChargeOffer): string {
  return toBase64Json({
    amount: amountUnits.toString(),
    currency: getAddress(tokenAddress),
    methodDetails: { chainId, credentialTypes: ["authorization"], decimals },
    recipient: getAddress(payTo),
  });
}

/** Authorizations end with a second. */
function toWholeSeconds(date: Date): string {
  return new Date(Math.floor(date.getTime() / 1_000) * 1_000).toISOString();
}

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}

const lower = (text: string) => text.toLowerCase() as Hex;

/** The value of `Payment-Receipt`. */
export function toReceipt(receipt: {
  challengeId: string;
  chainId: number;
  txHash: Hex;
  paidAt: Date;
}): string {
  return toBase64Json({
    method: mppMethod,
    status: "success",
    reference: receipt.txHash,
    timestamp: receipt.paidAt.toISOString(),
    challengeId: receipt.challengeId,
    chainId: receipt.chainId,
  });
}
