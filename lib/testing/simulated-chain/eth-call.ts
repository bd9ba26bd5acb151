import {
  decodeFunctionData,
  domainSeparator,
  encodeAbiParameters,
  encodeFunctionResult,
  erc20Abi,
  multicall3Abi,
  numberToHex,
  pad,
  parseAbi,
  toFunctionSelector,
  type Hex as ViemHex,
} from "viem";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { exactProxyAddress, permit2Address } from "@/lib/chain/contracts/signing.rules";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SimulatedChain } from "./chain";
import { actionsOf, sweepResult } from "./contracts";

const decimals = 6;

/** A contract's answer at the state after this block; null for a revert. */
export function ethCall(
  chain: SimulatedChain,
  blockNumber: number,
  to: Hex,
  data: Hex,
  from: Hex = to,
): Hex | null {
  if (!chain.contracts.has(to)) return "0x";
  try {
    if (to === depositAddresses.factory) {
      const call = { from, to, input: data };
      return chain.simulate(blockNumber, call).succeeds ? (sweepResult(call) ?? "0x") : null;
    }
    if (to === permit2Address) return callPermit2(chain, blockNumber, data);
    if (to === exactProxyAddress) {
      if (data === toFunctionSelector("PERMIT2()")) return pad(permit2Address);
      return chain.simulate(blockNumber, { from, to, input: data }).succeeds ? "0x" : null;
    }
    return to === multicall3Address
      ? callMulticall3(chain, blockNumber, data)
      : callToken(chain, blockNumber, to, data, from);
  } catch {
    // No such function, or arguments that are not its own.
    return null;
  }
}

const authorizationState = toFunctionSelector("authorizationState(address,bytes32)");
const domainSeparatorOf = toFunctionSelector("DOMAIN_SEPARATOR()");

/** The domain in which the simulated tokens take signed payments (EIP-3009). */
const tokenDomain = (chain: Pick<SimulatedChain, "chainId">, token: Hex) => ({
  name: "USD Coin",
  version: "2",
  chainId: chain.chainId,
  verifyingContract: token,
});

function callPermit2(chain: SimulatedChain, blockNumber: number, data: Hex): Hex | null {
  if (data === domainSeparatorOf)
    return domainSeparator({
      domain: { name: "Permit2", chainId: chain.chainId, verifyingContract: permit2Address },
    });
  const { args } = decodeFunctionData({
    abi: parseAbi(["function nonceBitmap(address owner, uint256 word)"]),
    data,
  });
  const isUsed = (bit: number) => {
    const nonce = numberToHex((args[1] << 8n) | BigInt(bit), { size: 32 });
    return chain.isUsed(blockNumber, { token: permit2Address, from: lowerCase(args[0]), nonce });
  };
  return uint256(
    Array.from({ length: 256 }, (_, bit) => bit).reduce(
      (map, bit) => (isUsed(bit) ? map | (1n << BigInt(bit)) : map),
      0n,
    ),
  );
}

function callToken(chain: SimulatedChain, blockNumber: number, token: Hex, data: Hex, from: Hex): Hex | null {
  const selector = data.slice(0, 10);
  if (selector === domainSeparatorOf) return domainSeparator({ domain: tokenDomain(chain, token) });
  const isSigned = !chain.permit2Tokens.has(token);
  if (selector === authorizationState && isSigned) {
    const [owner, nonce] = [lowerCase(`0x${data.slice(34, 74)}`), lowerCase(`0x${data.slice(74, 138)}`)];
    return uint256(chain.isUsed(blockNumber, { token, from: owner, nonce }) ? 1n : 0n);
  }
  if (data.startsWith(toFunctionSelector("version()")))
    return encodeAbiParameters([{ type: "string" }], ["2"]);
  const succeeds = actionsOf({ from, to: token, input: data }) !== null;
  if (succeeds) return chain.simulate(blockNumber, { from, to: token, input: data }).succeeds ? "0x" : null;
  const call = decodeFunctionData({ abi: erc20Abi, data });
  if (call.functionName === "name")
    return encodeAbiParameters([{ type: "string" }], [tokenDomain(chain, token).name]);
  if (call.functionName === "decimals") return encodeAbiParameters([{ type: "uint8" }], [decimals]);
  if (call.functionName === "allowance") return isSigned ? uint256(0n) : uint256(10n ** 30n);
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
