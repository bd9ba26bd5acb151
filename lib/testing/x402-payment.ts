import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { exactProxyAddress } from "@/lib/chain/contracts/signing.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { paymentToSign } from "@/lib/signed/typed-data.rules";
import type { PaymentRequired } from "@/lib/signed/x402/x402.schema";

type Entry = PaymentRequired["accepts"][number];

/** Signed fields that differ from the offer's. */
export type OfferChanges = Partial<{
  from: Hex;
  to: Hex;
  value: bigint;
  validAfter: bigint;
  validBefore: bigint;
  nonce: Hex;
  chainId: number;
  name: string;
  version: string;
  verifyingContract: Hex;
}>;

/** What a client sends for this entry of an offer, signed with the key as clients do: from `now` (Unix seconds) on. */
export async function signOffer(entry: Entry, privateKey: Hex, now: number, changes: OfferChanges = {}) {
  const account = privateKeyToAccount(privateKey);
  const authorization = {
    from: changes.from ?? account.address,
    to: changes.to ?? (entry.payTo as Hex),
    value: changes.value ?? BigInt(entry.amount),
    validAfter: changes.validAfter ?? BigInt(now - 600),
    validBefore: changes.validBefore ?? BigInt(now + entry.maxTimeoutSeconds),
    nonce: changes.nonce ?? (`0x${randomBytes(32).toString("hex")}` as Hex),
  };
  const terms = {
    ...authorization,
    amountUnits: authorization.value,
    chainId: changes.chainId ?? Number(entry.network.split(":")[1]),
    tokenAddress: changes.verifyingContract ?? (entry.asset as Hex),
  };
  const { extra } = entry;
  if ("assetTransferMethod" in extra) throw new TypeError("sign this entry with signPermit2Offer");
  const domain = { name: changes.name ?? extra.name, version: changes.version ?? extra.version };
  const signature = await account.signTypedData(paymentToSign("EIP3009", terms, domain));
  const { value, validAfter, validBefore, ...rest } = authorization;
  return {
    x402Version: 2,
    accepted: entry,
    payload: {
      signature,
      authorization: {
        ...rest,
        value: value.toString(),
        validAfter: validAfter.toString(),
        validBefore: validBefore.toString(),
      },
    },
  };
}

/** The same for an entry to be paid through Permit2. */
export async function signPermit2Offer(
  entry: Entry,
  privateKey: Hex,
  now: number,
  changes: Partial<{
    to: Hex;
    value: bigint;
    deadline: bigint;
    token: Hex;
    spender: Hex;
    validAfter: bigint;
  }> = {},
) {
  const account = privateKeyToAccount(privateKey);
  const { deadline = BigInt(now + entry.maxTimeoutSeconds), validAfter = 0n } = changes;
  const terms = {
    chainId: Number(entry.network.split(":")[1]),
    tokenAddress: changes.token ?? (entry.asset as Hex),
    from: account.address,
    to: changes.to ?? (entry.payTo as Hex),
    amountUnits: changes.value ?? BigInt(entry.amount),
    validAfter,
    validBefore: deadline + 1n,
    nonce: `0x${randomBytes(32).toString("hex")}` as Hex,
  };
  return {
    x402Version: 2,
    accepted: entry,
    payload: {
      signature: await account.signTypedData(paymentToSign("PERMIT2", terms, null)),
      permit2Authorization: {
        from: terms.from,
        permitted: { token: terms.tokenAddress, amount: terms.amountUnits.toString() },
        spender: changes.spender ?? exactProxyAddress,
        nonce: BigInt(terms.nonce).toString(),
        deadline: deadline.toString(),
        witness: { to: terms.to, validAfter: validAfter.toString() },
      },
    },
  };
}

export type SignedOffer = Awaited<ReturnType<typeof signOffer>>;

export type SignedPermit2Offer = Awaited<ReturnType<typeof signPermit2Offer>>;

export const toHeaderText = (value: unknown) => Buffer.from(JSON.stringify(value)).toString("base64");

export const fromHeaderText = <T>(text: string | null): T => {
  if (text === null) throw new Error("the answer lacks the header");
  return JSON.parse(Buffer.from(text, "base64").toString("utf8")) as T;
};
