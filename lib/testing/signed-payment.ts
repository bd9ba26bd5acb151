import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import type { SigningKind } from "@/lib/chain/contracts/signing.rules";
import { latestValidBefore } from "@/lib/checkouts/state/signable.rules";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { paymentToSign, permitToSign } from "@/lib/signed/typed-data.rules";

type Hex = `0x${string}`;

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
    nonce = `0x${randomBytes(32).toString("hex")}`,
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
