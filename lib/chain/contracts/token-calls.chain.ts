import { encodeFunctionData, parseAbi } from "viem";
import {
  answerAt,
  data,
  ethCall,
  isRevert,
  type RpcAnswer,
  type RpcCall,
  resultOf,
} from "@/lib/chain/rpc/answers";
import type { TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

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
