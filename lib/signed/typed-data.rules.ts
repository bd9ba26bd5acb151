import {
  exactProxyAddress,
  permit2Address,
  type SigningDomain,
  type SigningKind,
} from "@/lib/chain/contracts/signing.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** What a customer's wallet signs; times are Unix seconds. */
export type TermsToSign = {
  chainId: number;
  tokenAddress: Hex;
  from: Hex;
  /** The checkout's deposit address. */
  to: Hex;
  amountUnits: bigint;
  validAfter: bigint;
  validBefore: bigint;
  /** 32 bytes. */
  nonce: Hex;
};

/** An EIP-712 message. */
export type MessageToSign = {
  domain: { name?: string; version?: string; chainId: number; verifyingContract: Hex };
  types: Readonly<Record<string, readonly { name: string; type: string }[]>>;
  primaryType: string;
  message: Readonly<Record<string, unknown>>;
};

const uint256 = "uint256";

const transferTypes = {
  TransferWithAuthorization: [
    { name: "from", type: "address" },
    { name: "to", type: "address" },
    { name: "value", type: uint256 },
    { name: "validAfter", type: uint256 },
    { name: "validBefore", type: uint256 },
    { name: "nonce", type: "bytes32" },
  ],
} as const;

const permit2Types = {
  PermitWitnessTransferFrom: [
    { name: "permitted", type: "TokenPermissions" },
    { name: "spender", type: "address" },
    { name: "nonce", type: uint256 },
    { name: "deadline", type: uint256 },
    { name: "witness", type: "Witness" },
  ],
  TokenPermissions: [
    { name: "token", type: "address" },
    { name: "amount", type: uint256 },
  ],
  Witness: [
    { name: "to", type: "address" },
    { name: "validAfter", type: uint256 },
  ],
} as const;

const permitTypes = {
  Permit: [
    { name: "owner", type: "address" },
    { name: "spender", type: "address" },
    { name: "value", type: uint256 },
    { name: "nonce", type: uint256 },
    { name: "deadline", type: uint256 },
  ],
} as const;

/** The last second in which a signature can be used: Permit2 and permits count it, `validBefore` doesn't. */
function deadlineOf({ validBefore }: Pick<TermsToSign, "validBefore">): bigint {
  return validBefore - 1n;
}

/**
 * The EIP-712 message that pays: it names the receiver, so nobody can send the money elsewhere.
 *
 * @param domain the token's; only EIP-3009 needs it here
 */
export function paymentToSign(
  kind: SigningKind,
  terms: TermsToSign,
  domain: SigningDomain | null,
): MessageToSign {
  const { chainId, tokenAddress, from, to, amountUnits, validAfter, validBefore, nonce } = terms;
  if (kind === "EIP3009")
    return {
      domain: { ...domain, chainId, verifyingContract: tokenAddress },
      types: transferTypes,
      primaryType: "TransferWithAuthorization",
      message: { from, to, value: amountUnits, validAfter, validBefore, nonce },
    };
  return {
    domain: { name: "Permit2", chainId, verifyingContract: permit2Address },
    types: permit2Types,
    primaryType: "PermitWitnessTransferFrom",
    message: {
      permitted: { token: tokenAddress, amount: amountUnits },
      spender: exactProxyAddress,
      nonce: BigInt(nonce),
      deadline: deadlineOf(terms),
      witness: { to, validAfter },
    },
  };
}

/** The EIP-2612 message that lets Permit2, not us, move exactly the payment's amount, as long as the payment is valid. */
export function permitToSign(terms: TermsToSign, domain: SigningDomain, permitNonce: bigint): MessageToSign {
  const { chainId, tokenAddress, from, amountUnits } = terms;
  return {
    domain: { ...domain, chainId, verifyingContract: tokenAddress },
    types: permitTypes,
    primaryType: "Permit",
    message: {
      owner: from,
      spender: permit2Address,
      value: amountUnits,
      nonce: permitNonce,
      deadline: deadlineOf(terms),
    },
  };
}
