import { randomBytes } from "node:crypto";
import { privateKeyToAccount } from "viem/accounts";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import { latestValidBefore, transferAuthorizationTypes } from "@/lib/signed/authorization.rules";

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
}>;

/** A body for `authorize`: the checkout's whole remaining amount in the domain of USDC, signed with this key. */
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
    name = "USD Coin",
    version = "2",
  } = changes;
  const signature = await account.signTypedData({
    domain: { name, version, chainId: signedFor, verifyingContract: tokenAddress as Hex },
    types: transferAuthorizationTypes,
    primaryType: "TransferWithAuthorization",
    message: {
      from: account.address,
      to,
      value,
      validAfter: BigInt(validAfter),
      validBefore: BigInt(validBefore),
      nonce,
    },
  });
  return {
    chainId,
    tokenAddress,
    from: account.address,
    value: value.toString(),
    validAfter,
    validBefore,
    nonce,
    signature,
  };
}
