import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { getAddress } from "viem/utils";
import { describe, expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type ChargeOffer, createCharges, nonceOf, toReceipt } from "./charges";
import { isMppHeader, type MppCredential, readCredential, readJson, toBase64Json } from "./credential.schema";

const dataKey = randomBytes(32);
const realm = "pay.example.com";
const expiresAt = new Date("2026-11-27T10:05:00.900Z");
const expires = "2026-11-27T10:05:00.000Z";
const payTo: Hex = `0x${"ab".repeat(20)}`;
const payer = privateKeyToAccount(`0x${"11".repeat(32)}`).address;
const offer: ChargeOffer = {
  chainId: 8453,
  tokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  decimals: 6,
  amountUnits: 4_500_000n,
  payTo,
};
const charges = createCharges([dataKey], realm);

/** The parameters of the first challenge. */
function challengeOf(header: string): Record<string, string> {
  const found = header.split(/, (?=Payment )/)[0] ?? "";
  return Object.fromEntries([...found.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]));
}

/** An honest client's credential. */
function answer(header = charges.challenge([offer], expiresAt)) {
  const challenge = challengeOf(header);
  const { id = "", realm: host = "" } = challenge;
  return {
    challenge: { ...challenge },
    payload: {
      type: "authorization",
      from: payer,
      to: getAddress(payTo),
      value: "4500000",
      validAfter: "0",
      validBefore: String(Date.parse(expires) / 1_000),
      nonce: nonceOf({ id, realm: host }) as string,
      signature: `0x${"22".repeat(65)}`,
    },
    source: `did:pkh:eip155:8453:${payer}`,
  };
}

const toHeader = (credential: object) => `Payment ${toBase64Json(credential)}`;
const read = (credential: object, at = charges, to = payTo) => {
  const parsed = readCredential(toHeader(credential));
  return parsed === null ? "malformed" : at.read(parsed, to);
};

describe("a challenge", () => {
  it("names the charge, and ends with a whole second", () => {
    const { request = "", ...rest } = challengeOf(charges.challenge([offer], expiresAt));
    expect(rest).toEqual({
      id: expect.stringMatching(/^[\w-]{43}$/),
      realm,
      method: "evm",
      intent: "charge",
      expires,
    });
    expect(readJson(request)).toEqual({
      amount: "4500000",
      currency: "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
      methodDetails: { chainId: 8453, credentialTypes: ["authorization"], decimals: 6 },
      recipient: getAddress(payTo),
    });
  });

  it("is the same for the same offer, and different in its id for any other", () => {
    const idOf = (changes: Partial<ChargeOffer>, at = expiresAt, from = charges) =>
      challengeOf(from.challenge([{ ...offer, ...changes }], at)).id;
    expect(idOf({})).toBe(idOf({}));
    const ids = [
      idOf({}),
      idOf({ amountUnits: 1n }),
      idOf({ payTo: `0x${"ac".repeat(20)}` }),
      idOf({ chainId: 137 }),
      idOf({ tokenAddress: `0x${"33".repeat(20)}` }),
      idOf({}, new Date(expiresAt.getTime() + 1_000)),
      idOf({}, expiresAt, createCharges([dataKey], "pay.example.org")),
      idOf({}, expiresAt, createCharges([randomBytes(32)], realm)),
    ];
    expect(new Set(ids).size).toBe(ids.length);
  });
});

describe("a credential", () => {
  it("is read as the payment that x402 would carry, in lower case", () => {
    expect(read(answer())).toEqual({
      version: 2,
      scheme: "exact",
      network: "eip155:8453",
      chainId: 8453,
      asset: offer.tokenAddress,
      payload: {
        kind: "EIP3009",
        permit: null,
        signature: `0x${"22".repeat(65)}`,
        authorization: {
          from: payer.toLowerCase(),
          to: payTo,
          value: 4_500_000n,
          validAfter: 0n,
          validBefore: BigInt(Date.parse(expires) / 1_000),
          nonce: expect.stringMatching(/^0x[0-9a-f]{64}$/),
        },
      },
    });
  });

  it("may leave out its source", () => {
    const { source: _, ...rest } = answer();
    expect(read(rest)).not.toBeNull();
  });

  it("is accepted under the previous data key, and not under one that the service never had", () => {
    expect(read(answer(), createCharges([randomBytes(32), dataKey], realm))).not.toBeNull();
    expect(read(answer(), createCharges([randomBytes(32)], realm))).toBeNull();
  });

  type Credential = ReturnType<typeof answer>;
  const request = (changes: object) =>
    toBase64Json({ ...(readJson(answer().challenge.request ?? "") as object), ...changes });
  const inChallenge = (changes: object) => (given: Credential) => ({
    ...given,
    challenge: { ...given.challenge, ...changes },
  });
  const inPayload = (changes: object) => (given: Credential) => ({
    ...given,
    payload: { ...given.payload, ...changes },
  });

  it.each<[string, (given: Credential) => object]>([
    ["with another id", inChallenge({ id: "x".repeat(43) })],
    ["with a longer id", (given) => inChallenge({ id: `${given.challenge.id}A` })(given)],
    ["of another realm", inChallenge({ realm: "pay.example.org" })],
    ["with a later end", inChallenge({ expires: "2026-11-27T10:06:00.000Z" })],
    ["with a smaller amount", inChallenge({ request: request({ amount: "1" }) })],
    ["for another recipient", inChallenge({ request: request({ recipient: payer }) })],
    ["in another token", inChallenge({ request: request({ currency: payer }) })],
    ["that pays another amount", inPayload({ value: "4499999" })],
    ["that pays someone else", inPayload({ to: payer })],
    ["with a nonce of its own", inPayload({ nonce: `0x${"44".repeat(32)}` })],
    ["that is valid for longer", inPayload({ validBefore: String(Date.parse(expires) / 1_000 + 1) })],
    ["of another wallet than its source", (given) => ({ ...given, source: `did:pkh:eip155:8453:${payTo}` })],
    ["of another chain than its source", (given) => ({ ...given, source: `did:pkh:eip155:1:${payer}` })],
  ])("%s answers no challenge of ours", (_, change) => {
    expect(read(change(answer()))).toBeNull();
  });

  it("answers no challenge of another checkout", () => {
    expect(read(answer(), charges, `0x${"cd".repeat(20)}`)).toBeNull();
  });

  it.each<[string, (given: Credential) => object]>([
    ["with a digest", inChallenge({ digest: "sha-256=AAAA" })],
    ["with opaque data", inChallenge({ opaque: "e30" })],
    ["of another method", inChallenge({ method: "tempo" })],
    ["of another intent", inChallenge({ intent: "session" })],
    ["of another type", inPayload({ type: "permit2" })],
    ["with a number for an amount", inPayload({ value: 4_500_000 })],
    ["with an amount beyond a uint256", inPayload({ value: "9".repeat(79) })],
    ["with a hexadecimal amount", inPayload({ value: "0x44aa20" })],
    ["with a short signature", inPayload({ signature: "0x22" })],
    ["with a huge signature", inPayload({ signature: `0x${"22".repeat(2_049)}` })],
    ["without a payload", ({ challenge }) => ({ challenge })],
    ["that is a list", () => []],
  ])("%s is malformed", (_, change) => {
    expect(read(change(answer()))).toBe("malformed");
  });
});

describe("an Authorization header", () => {
  it.each([
    ["Payment e30", true],
    ["payment e30", true],
    ["Payment", true],
    ["Bearer Payment", false],
    ["Payments e30", false],
    [null, false],
  ])("%s is a payment: %s", (header, expected) => {
    expect(isMppHeader(header)).toBe(expected);
  });

  it.each(["Payment", "Payment e30", "Payment !!", "Payment bm90IEpTT04", "Payment e30, Payment e30"])(
    "%s contains no credential",
    (header) => {
      expect(readCredential(header)).toBeNull();
    },
  );

  it("is read with or without padding, in any case of the scheme", () => {
    const encoded = Buffer.from(JSON.stringify(answer())).toString("base64url");
    const padded = encoded + "=".repeat((4 - (encoded.length % 4)) % 4);
    for (const header of [`PAYMENT ${encoded}`, `Payment  ${padded}`])
      expect((readCredential(header) as MppCredential).payload.from).toBe(payer);
  });
});

it("a receipt names the transaction and the challenge", () => {
  const txHash: Hex = `0x${"55".repeat(32)}`;
  const receipt = toReceipt({ challengeId: "id", chainId: 8453, txHash, paidAt: expiresAt });
  expect(readJson(receipt)).toEqual({
    method: "evm",
    status: "success",
    reference: txHash,
    timestamp: expiresAt.toISOString(),
    challengeId: "id",
    chainId: 8453,
  });
});
