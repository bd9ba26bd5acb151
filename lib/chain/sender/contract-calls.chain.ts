import {
  decodeFunctionResult,
  encodeFunctionData,
  erc20Abi,
  formatTransaction,
  keccak256,
  parseAbi,
  type RpcTransaction,
  recoverTransactionAddress,
  serializeTransaction,
  type TransactionSerializable,
} from "viem";
import { checkoutKey, depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { exactProxyAddress } from "@/lib/chain/contracts/signing.rules";
import type { SentCall } from "@/lib/chain/reader/chain-reader.port";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  CallRefused,
  type DepositTerms,
  type RefundCall,
  type SignedAuthorization,
  type SweepItem,
} from "./chain-sender.port";

/** `transferWithAuthorization` of EIP-3009, and its newer form with a signature of any length. */
const transferAbi = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);

/** The two ways through the exact proxy: with the allowance that Permit2 has, or with a permit that gives it. */
export const exactProxyAbi = parseAbi([
  "struct TokenPermissions { address token; uint256 amount; }",
  "struct PermitTransferFrom { TokenPermissions permitted; uint256 nonce; uint256 deadline; }",
  "struct Witness { address to; uint256 validAfter; }",
  "struct EIP2612Permit { uint256 value; uint256 deadline; bytes32 r; bytes32 s; uint8 v; }",
  "function settle(PermitTransferFrom permit, address owner, Witness witness, bytes signature)",
  "function settleWithPermit(EIP2612Permit permit2612, PermitTransferFrom permit, address owner, Witness witness, bytes signature)",
]);

/** The calls that submit the authorization, in the order to try them. */
export function relayCalls(authorization: SignedAuthorization): ContractCall[] {
  if (authorization.kind !== "EIP3009") return [{ to: exactProxyAddress, data: encodeSettle(authorization) }];
  const { tokenAddress } = authorization;
  return transferCalls(authorization).map((data) => ({ to: tokenAddress, data }));
}

/** The permit may have been submitted by anyone before: the proxy then goes on with the allowance that stands. */
function encodeSettle(authorization: SignedAuthorization): Hex {
  const { tokenAddress, from, to, amountUnits, validAfter, nonce, signature } = authorization;
  const deadline = authorization.validBefore - 1n;
  const payment = [
    { permitted: { token: tokenAddress, amount: amountUnits }, nonce: BigInt(nonce), deadline },
    from,
    { to, validAfter },
    signature,
  ] as const;
  const parts = authorization.permitSignature === null ? null : splitSignature(authorization.permitSignature);
  return parts === null
    ? encodeFunctionData({ abi: exactProxyAbi, functionName: "settle", args: payment })
    : encodeFunctionData({
        abi: exactProxyAbi,
        functionName: "settleWithPermit",
        args: [{ value: amountUnits, deadline, ...parts }, ...payment],
      });
}

/**
 * Every EIP-3009 token has the form with a split signature, which only a key can give; newer tokens also take its
 * bytes, which lets a contract verify (ERC-1271).
 */
function transferCalls(authorization: SignedAuthorization): Hex[] {
  const { from, to, amountUnits, validAfter, validBefore, nonce, signature } = authorization;
  const terms = [from, to, amountUnits, validAfter, validBefore, nonce] as const;
  const functionName = "transferWithAuthorization";
  const whole = encodeFunctionData({ abi: transferAbi, functionName, args: [...terms, signature] });
  const parts = splitSignature(signature);
  if (parts === null) return [whole];
  const { v, r, s } = parts;
  return [encodeFunctionData({ abi: transferAbi, functionName, args: [...terms, v, r, s] }), whole];
}

/** Null when it is not a key's signature: 32 bytes r, 32 bytes s, and v of 27 or 28. */
export function splitSignature(signature: Hex): { v: 27 | 28; r: Hex; s: Hex } | null {
  if (signature.length !== 2 + 2 * 65) return null;
  const v = Number.parseInt(signature.slice(-2), 16);
  if (v !== 27 && v !== 28) return null;
  return { v, r: `0x${signature.slice(2, 66)}`, s: `0x${signature.slice(66, 130)}` };
}

/** A contract call. */
type ContractCall = { to: Hex; data: Hex };

/** The calls that pay a refund, for anyone allowed to sign them. */
export type RefundCalls = {
  /** Pays from a deposit address, deploying it first if needed; for its refund authority. */
  fromDeposit(refund: RefundCall): ContractCall;
  /** Pays from the signer's own wallet. */
  fromWallet(transfer: Pick<RefundCall, "tokenAddress" | "to" | "amountUnits">): ContractCall;
};

/** The calls that pay refunds, encoded for the factory and for ERC-20 tokens. */
export const refundCalls: RefundCalls = {
  fromDeposit: (refund) => ({
    to: depositAddresses.factory,
    data: encodeFunctionData({
      abi: depositFactoryAbi,
      functionName: "refund",
      args: [termsOf(refund), refund.tokenAddress, refund.to, refund.amountUnits],
    }),
  }),
  fromWallet: ({ tokenAddress, to, amountUnits }) => ({
    to: tokenAddress,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, amountUnits] }),
  }),
};

export function encodeSweep(items: readonly SweepItem[]): Hex {
  return encodeFunctionData({
    abi: depositFactoryAbi,
    functionName: "sweepMany",
    args: [items.map((item) => ({ terms: termsOf(item), token: item.tokenAddress }))],
  });
}

function termsOf({ checkoutId, merchantAddress, refundAuthority, openSweep }: DepositTerms) {
  return { checkoutKey: checkoutKey(checkoutId), merchant: merchantAddress, refundAuthority, openSweep };
}

/** The one factory call that sweeps these deposits to their merchants, for a wallet to send itself. */
export function sweepCall(items: readonly SweepItem[]): ContractCall {
  return { to: depositAddresses.factory, data: encodeSweep(items) };
}

/** Which items of the sweep succeeded, in order. @throws CallRefused when there is no result */
export function decodeSucceeded(result: Hex): readonly boolean[] {
  try {
    return decodeFunctionResult({ abi: depositFactoryAbi, functionName: "sweepMany", data: result });
  } catch {
    throw new CallRefused("REVERTED", "the factory does not answer: it may not be deployed on this chain");
  }
}

/**
 * Caller and call, proven by the transaction's own hash: we rebuild it from its parts, including the signature, and
 * compare the hash. Null for a type of transaction that no wallet signs, or when the parts do not match.
 */
export async function readSentCall(value: unknown, txHash: Hex): Promise<SentCall | null> {
  if (typeof value !== "object" || value === null) return null;
  try {
    const { input, r, s, v, yParity, to, ...rest } = formatTransaction(value as RpcTransaction);
    const parts = { ...rest, to, data: input } as TransactionSerializable;
    const serialized = serializeTransaction(parts, {
      r,
      s,
      ...(yParity === undefined ? { v } : { yParity, v }),
    });
    if (keccak256(serialized) !== txHash) return null;
    // viem types the parameter by kind of transaction.
    const serializedTransaction = serialized as Parameters<
      typeof recoverTransactionAddress
    >[0]["serializedTransaction"];
    const from = await recoverTransactionAddress({ serializedTransaction });
    return { from: lower(from), to: to === null || to === undefined ? null : lower(to), input: lower(input) };
  } catch {
    return null;
  }
}

function lower(value: string): Hex {
  return value.toLowerCase() as Hex;
}
