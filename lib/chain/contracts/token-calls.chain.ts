import { decodeAbiParameters, domainSeparator, encodeFunctionData, parseAbi } from "viem";
import {
  answerAt,
  data,
  ethCall,
  isRevert,
  type RpcAnswer,
  type RpcCall,
  resultOf,
} from "@/lib/chain/rpc/answers";
import type { RpcNodes } from "@/lib/chain/rpc/nodes";
import type { TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A token's EIP-712 domain; the token itself determines chain id and contract. */
export type SigningDomain = { name: string; version: string };

const zeroAddress: Hex = `0x${"0".repeat(40)}`;
const zeroNonce: Hex = `0x${"0".repeat(64)}`;

/** Fields of EIP-5267 that EIP-3009 tokens use: name, version, chain id and contract; no salt. */
const usualFields = "0x0f";

const stateAbi = parseAbi([
  "function authorizationState(address authorizer, bytes32 nonce) view returns (bool)",
]);

/** `authorizationState` of EIP-3009: whether a nonce was used. */
export function stateCall(tokenAddress: Hex, from: Hex, nonce: Hex): RpcCall {
  return ethCall(
    tokenAddress,
    encodeFunctionData({ abi: stateAbi, functionName: "authorizationState", args: [from, nonce] }),
  );
}

/** Null when the contract returns no value; a node that does not answer throws instead. */
export function returned(answer: RpcAnswer): Hex | null {
  if (!answer.ok && isRevert(answer)) return null;
  return data(resultOf(answer), "the result");
}

/** A word that is 0 or 1; otherwise null. */
export function flag(result: Hex | null): boolean | null {
  if (result?.length !== 66 || BigInt(result) > 1n) return null;
  return BigInt(result) === 1n;
}

/** Domain versions of tokens without `version()`, such as USD₮0 on Arbitrum. */
const usualVersions = ["1", "2"];

/**
 * The token's EIP-712 domain, or null unless it is the one in which the token accepts signatures: the separator must
 * equal the token's own, and the token must track used nonces. From EIP-5267, else from name and version, else from the
 * name and the usual versions.
 * @throws ChainUnavailable
 */
export async function readDomain(
  nodes: RpcNodes,
  chainId: number,
  tokenAddress: Hex,
): Promise<SigningDomain | null> {
  const calls = [
    ethCall(tokenAddress, "0x3644e515"), // DOMAIN_SEPARATOR()
    stateCall(tokenAddress, zeroAddress, zeroNonce),
    ethCall(tokenAddress, "0x84b0196e"), // eip712Domain()
    ethCall(tokenAddress, "0x06fdde03"), // name()
    ethCall(tokenAddress, "0x54fd4d50"), // version()
  ];
  const [separator, state, whole, name, version] = await nodes.run(
    (node) => node.ask(calls, (answers) => calls.map((_, index) => returned(answerAt(answers, index)))),
    true,
  );
  if (flag(state ?? null) === null || separator?.length !== 66) return null;
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

/** Whether an account is blocked, by the names of Circle, of Tether's first token, and of its newer ones. */
const blockedAccountAbi = parseAbi([
  "function isBlacklisted(address account) view returns (bool)",
  "function isBlackListed(address account) view returns (bool)",
  "function isBlocked(address account) view returns (bool)",
]);

/** Keeps one request below the batch size of public nodes. */
export const mostAccounts = 25;

/** Reads what a token's issuer has blocked. At most `mostAccounts` accounts. */
export function tokenBlocksCalls(tokenAddress: Hex, accounts: readonly Hex[]): RpcCall[] {
  return [
    ethCall(tokenAddress, "0x5c975abb"), // paused()
    ...accounts.flatMap((account) =>
      blockedAccountAbi.map((question) =>
        ethCall(tokenAddress, encodeFunctionData({ abi: [question], args: [account] })),
      ),
    ),
  ];
}

/** A token without a function blocks nothing by it. */
export function readTokenBlocks(answers: readonly RpcAnswer[], accounts: readonly Hex[]): TokenBlocks {
  const isSet = (index: number) => flag(returned(answerAt(answers, index))) === true;
  const width = blockedAccountAbi.length;
  return {
    paused: isSet(0),
    blocked: accounts.filter((_, place) =>
      blockedAccountAbi.some((_, offset) => isSet(1 + place * width + offset)),
    ),
  };
}
