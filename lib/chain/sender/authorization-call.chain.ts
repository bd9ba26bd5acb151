import { encodeFunctionData } from "viem";
import type { Hex } from "@/lib/platform/hex.rules";
import type { SignedAuthorization } from "./chain-sender.port";

/** `transferWithAuthorization` of EIP-3009, and its younger form with a signature of any length. */
const transferAbi = [
  transferFunction([
    { name: "v", type: "uint8" },
    { name: "r", type: "bytes32" },
    { name: "s", type: "bytes32" },
  ]),
  transferFunction([{ name: "signature", type: "bytes" }]),
] as const;

/**
 * The calls that hand the authorization in, in the order in which they are to be tried. Every token of EIP-3009 has
 * the form with the signature in parts, which a key alone can give; only younger ones have the form with its bytes,
 * which lets a contract say whether it signed (ERC-1271).
 */
export function relayCalls(authorization: SignedAuthorization): Hex[] {
  const { from, to, amountUnits, validAfter, validBefore, nonce, signature } = authorization;
  const said = [from, to, amountUnits, validAfter, validBefore, nonce] as const;
  const functionName = "transferWithAuthorization";
  const whole = encodeFunctionData({ abi: transferAbi, functionName, args: [...said, signature] });
  const parts = splitSignature(signature);
  if (parts === null) return [whole];
  const { v, r, s } = parts;
  return [encodeFunctionData({ abi: transferAbi, functionName, args: [...said, v, r, s] }), whole];
}

/** Null when it is not the signature of a key: 32 bytes r, 32 bytes s, and v of 27 or 28. */
export function splitSignature(signature: Hex): { v: 27 | 28; r: Hex; s: Hex } | null {
  if (signature.length !== 2 + 2 * 65) return null;
  const v = Number.parseInt(signature.slice(-2), 16);
  if (v !== 27 && v !== 28) return null;
  return { v, r: `0x${signature.slice(2, 66)}`, s: `0x${signature.slice(66, 130)}` };
}

function transferFunction<const Last extends readonly { name: string; type: string }[]>(last: Last) {
  return {
    type: "function",
    name: "transferWithAuthorization",
    stateMutability: "nonpayable",
    inputs: [
      { name: "from", type: "address" },
      { name: "to", type: "address" },
      { name: "value", type: "uint256" },
      { name: "validAfter", type: "uint256" },
      { name: "validBefore", type: "uint256" },
      { name: "nonce", type: "bytes32" },
      ...last,
    ],
    outputs: [],
  } as const;
}
