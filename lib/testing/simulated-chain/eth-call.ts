import {
  decodeFunctionData,
  encodeAbiParameters,
  encodeFunctionResult,
  erc20Abi,
  multicall3Abi,
  type Hex as ViemHex,
} from "viem";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SimulatedChain } from "./chain";

const decimals = 6;

/** A contract's answer at the state after this block; null for a revert. */
export function ethCall(chain: SimulatedChain, blockNumber: number, to: Hex, data: Hex): Hex | null {
  if (!chain.contracts.has(to)) return "0x";
  try {
    return to === multicall3Address
      ? callMulticall3(chain, blockNumber, data)
      : callToken(chain, blockNumber, to, data);
  } catch {
    // No such function, or arguments that are not its own.
    return null;
  }
}

function callToken(chain: SimulatedChain, blockNumber: number, token: Hex, data: Hex): Hex | null {
  const call = decodeFunctionData({ abi: erc20Abi, data });
  if (call.functionName === "decimals") return encodeAbiParameters([{ type: "uint8" }], [decimals]);
  if (call.functionName !== "balanceOf") return null;
  return uint256(chain.balance(blockNumber, { token, address: lowerCase(call.args[0]) }));
}

function callMulticall3(chain: SimulatedChain, blockNumber: number, data: Hex): Hex | null {
  const call = decodeFunctionData({ abi: multicall3Abi, data });
  if (call.functionName === "getEthBalance") {
    return uint256(chain.balance(blockNumber, { token: null, address: lowerCase(call.args[0]) }));
  }
  if (call.functionName !== "aggregate3") return null;
  const results: { success: boolean; returnData: ViemHex }[] = [];
  for (const { target, allowFailure, callData } of call.args[0]) {
    const returnData = ethCall(chain, blockNumber, lowerCase(target), callData);
    if (returnData === null && !allowFailure) return null;
    results.push({ success: returnData !== null, returnData: returnData ?? "0x" });
  }
  return encodeFunctionResult({ abi: multicall3Abi, functionName: "aggregate3", result: results });
}

function uint256(value: bigint): Hex {
  return encodeAbiParameters([{ type: "uint256" }], [value]);
}

function lowerCase(value: string): Hex {
  return value.toLowerCase() as Hex;
}
