import { decodeAbiParameters, domainSeparator, encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { answerAt, ethCall, type RpcCall } from "@/lib/chain/rpc/answers";
import type { RpcNodes } from "@/lib/chain/rpc/nodes";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { exactProxyAddress, permit2Address, type Signing, type SigningDomain } from "./signing.rules";
import { flag, returned } from "./token-calls.chain";

const zeroAddress: Hex = `0x${"0".repeat(40)}`;
const zeroNonce: Hex = `0x${"0".repeat(64)}`;

const abi = parseAbi([
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
  "function nonceBitmap(address owner, uint256 word) view returns (uint256)",
  "function nonces(address owner) view returns (uint256)",
]);

/** `authorizationState` of EIP-3009: whether a nonce was used. */
function stateCall(tokenAddress: Hex, from: Hex, nonce: Hex): RpcCall {
  return ethCall(
    tokenAddress,
    encodeFunctionData({ abi, functionName: "authorizationState", args: [from, nonce] }),
  );
}

/** EIP-2612: the nonce of the wallet's next permit. */
export function permitNonceCall(tokenAddress: Hex, owner: Hex): RpcCall {
  return ethCall(tokenAddress, encodeFunctionData({ abi, functionName: "nonces", args: [owner] }));
}

/** What Permit2 may move of the wallet's tokens. */
export function permit2AllowanceCall(tokenAddress: Hex, owner: Hex): RpcCall {
  return ethCall(
    tokenAddress,
    encodeFunctionData({ abi: erc20Abi, functionName: "allowance", args: [owner, permit2Address] }),
  );
}

type SignedNonce = { kind: Signing["kind"]; tokenAddress: Hex; from: Hex; nonce: Hex };

/** Whether a nonce was used: each token keeps its own, and Permit2 one set for all tokens. */
export function usedNonceCall({ kind, tokenAddress, from, nonce }: SignedNonce): RpcCall {
  if (kind === "EIP3009") return stateCall(tokenAddress, from, nonce);
  const args = [from, BigInt(nonce) >> 8n] as const;
  return ethCall(permit2Address, encodeFunctionData({ abi, functionName: "nonceBitmap", args }));
}

/** The answer to `usedNonceCall`; null when it isn't one. */
export function readUsedNonce({ kind, nonce }: Pick<SignedNonce, "kind" | "nonce">, result: Hex | null) {
  if (kind === "EIP3009") return flag(result);
  const bitmap = word(result);
  return bitmap === null ? null : ((bitmap >> (BigInt(nonce) & 0xffn)) & 1n) === 1n;
}

/** A word as a number; null when the contract returned none. */
export function word(result: Hex | null): bigint | null {
  return result?.length === 66 ? BigInt(result) : null;
}

/** Fields of EIP-5267 that tokens with signatures use: name, version, chain id and contract; no salt. */
const usualFields = "0x0f";

/** Domain versions of tokens without `version()`, such as USD₮0 on Arbitrum. */
const usualVersions = ["1", "2"];

/** keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"); DAI has another. */
const permitTypeHash = "0x6e71edae12b1b97f4d1f60370fef10105fa2faae0126114a169c64845d6126c9";

/**
 * The best kind of signature that the token accepts, or null for none. EIP-3009 and EIP-2612 need a proven domain: one
 * that hashes to the token's own separator. What goes through Permit2 needs Permit2 and the exact proxy on this chain.
 * @throws ChainUnavailable
 */
export async function readSigning(
  nodes: RpcNodes,
  chainId: number,
  tokenAddress: Hex,
): Promise<Signing | null> {
  const calls = [
    stateCall(tokenAddress, zeroAddress, zeroNonce),
    permitNonceCall(tokenAddress, zeroAddress),
    ethCall(tokenAddress, "0x30adf81f"), // PERMIT_TYPEHASH()
    ethCall(exactProxyAddress, "0x6afdd850"), // PERMIT2()
    ethCall(permit2Address, "0x3644e515"), // DOMAIN_SEPARATOR()
    ethCall(tokenAddress, "0x3644e515"), // DOMAIN_SEPARATOR()
    ethCall(tokenAddress, "0x84b0196e"), // eip712Domain()
    ethCall(tokenAddress, "0x06fdde03"), // name()
    ethCall(tokenAddress, "0x54fd4d50"), // version()
  ];
  const results = await nodes.run(
    (node) => node.ask(calls, (answers) => calls.map((_, index) => returned(answerAt(answers, index)))),
    true,
  );
  const [state, permitNonce, typeHash, spenderOf, permit2Separator, ...domainResults] = results.map(
    (result) => result ?? null,
  );
  const domain = readDomain(chainId, tokenAddress, domainResults);
  if (domain !== null && flag(state ?? null) !== null) return { kind: "EIP3009", domain };
  const hasPermit2 =
    spenderOf === `0x${permit2Address.slice(2).padStart(64, "0")}` &&
    permit2Separator ===
      domainSeparator({ domain: { name: "Permit2", chainId, verifyingContract: permit2Address } });
  if (!hasPermit2) return null;
  const hasPermits = word(permitNonce ?? null) !== null && (typeHash === null || typeHash === permitTypeHash);
  return domain !== null && hasPermits ? { kind: "EIP2612", domain } : { kind: "PERMIT2", domain: null };
}

/** From EIP-5267, else from name and version, else from the name and the usual versions. */
function readDomain(
  chainId: number,
  tokenAddress: Hex,
  [separator, whole, name, version]: readonly (Hex | null)[],
): SigningDomain | null {
  const candidates = [...readWholeDomain(whole ?? null), ...readNamedDomains(name ?? null, version ?? null)];
  const isOwn = (domain: SigningDomain) =>
    separator === domainSeparator({ domain: { ...domain, chainId, verifyingContract: tokenAddress } });
  return candidates.find(isOwn) ?? null;
}

function readWholeDomain(result: Hex | null): SigningDomain[] {
  const read = decoded([{ type: "bytes1" }, { type: "string" }, { type: "string" }] as const, result);
  if (read === null) return [];
  const [fields, name, version] = read;
  return fields === usualFields ? [{ name, version }] : [];
}

function readNamedDomains(nameResult: Hex | null, versionResult: Hex | null): SigningDomain[] {
  const [name] = decoded([{ type: "string" }] as const, nameResult) ?? [];
  if (name === undefined) return [];
  const own = decoded([{ type: "string" }] as const, versionResult) ?? [];
  return [...own, ...usualVersions].map((version) => ({ name, version }));
}

function decoded<const Types extends readonly { type: string }[]>(types: Types, result: Hex | null) {
  if (result === null) return null;
  try {
    return decodeAbiParameters(types, result);
  } catch {
    return null;
  }
}
