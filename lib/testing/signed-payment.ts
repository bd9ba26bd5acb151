import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import { exactProxyAddress, type SigningKind } from "@/lib/chain/contracts/signing.rules";
import { latestValidBefore } from "@/lib/checkouts/state/signable.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { paymentToSign, permitToSign } from "@/lib/signed/typed-data.rules";
import type { PaymentRequired } from "@/lib/signed/x402/x402.schema";

const newNonce = (): Hex => `0x${randomBytes(32).toString("hex")}`;

/** Signed fields that differ from the checkout's. */
export type Changes = Partial<{
  value: bigint;
  to: Hex;
  validAfter: number;
  validBefore: number;
  nonce: Hex;
  chainId: number;
  name: string;
  version: string;
  tokenAddress: Hex;
  kind: SigningKind;
  /** Signed in the permit. */
  permit: Partial<{ nonce: bigint; amountUnits: bigint; validBefore: bigint }>;
}>;

/** A body for `authorize`: the checkout's whole remaining amount, signed with this key; EIP-3009 in USDC's domain. */
export async function signPayment(view: PublicCheckoutView, privateKey: string, changes: Changes = {}) {
  const { chainId, depositAddress, remainingAmount } = view;
  const tokenAddress = changes.tokenAddress ?? view.tokenAddress;
  if (chainId === null || tokenAddress === null || depositAddress === null || remainingAmount === null)
    throw new Error("no token is selected");
  const account = privateKeyToAccount(privateKey as Hex);
  const {
    value = BigInt(remainingAmount),
    to = depositAddress as Hex,
    validAfter = 0,
    validBefore = Number(latestValidBefore(new Date(view.expiresAt))),
    nonce = newNonce(),
    chainId: signedFor = chainId,
    kind = "EIP3009",
    name = "USD Coin",
    version = "2",
    permit = {},
  } = changes;
  const terms = {
    chainId: signedFor,
    tokenAddress: tokenAddress as Hex,
    from: account.address,
    to,
    amountUnits: value,
    validAfter: BigInt(validAfter),
    validBefore: BigInt(validBefore),
    nonce,
  };
  const domain = { name, version };
  const { nonce: permitNonce = 0n, ...permitTerms } = permit;
  return {
    kind,
    chainId,
    tokenAddress,
    from: account.address,
    value: value.toString(),
    validAfter,
    validBefore,
    nonce,
    signature: await account.signTypedData(paymentToSign(kind, terms, domain)),
    ...(kind === "EIP2612" && {
      permitSignature: await account.signTypedData(
        permitToSign({ ...terms, ...permitTerms }, domain, permitNonce),
      ),
    }),
  };
}

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
  tokenAddress: Hex;
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
    nonce: changes.nonce ?? newNonce(),
  };
  const terms = {
    ...authorization,
    amountUnits: authorization.value,
    chainId: changes.chainId ?? Number(entry.network.split(":")[1]),
    tokenAddress: changes.tokenAddress ?? (entry.asset as Hex),
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
    nonce: newNonce(),
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
