import { encodeFunctionData } from "viem";
import { ethCall, flag, returned } from "@/lib/chain/contracts/authorization-domain.chain";
import { answerAt, type RpcAnswer, type RpcCall } from "@/lib/chain/rpc/answers";
import type { TokenBlocks } from "@/lib/chain/sender/chain-sender.port";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Function names for blocked accounts: Circle's, Tether's first token's, and its newer ones'. */
const askedOfAccounts = ["isBlacklisted", "isBlackListed", "isBlocked"] as const;

/** Keeps one request below the batch size of public nodes. */
export const mostAccounts = 25;

/** Reads what a token's issuer has blocked. At most `mostAccounts` accounts. */
export function tokenBlocksCalls(tokenAddress: Hex, accounts: readonly Hex[]): RpcCall[] {
  return [
    ethCall(tokenAddress, "0x5c975abb"), // paused()
    ...accounts.flatMap((account) =>
      askedOfAccounts.map((functionName) =>
        ethCall(tokenAddress, encodeFunctionData({ abi: [question(functionName)], args: [account] })),
      ),
    ),
  ];
}

/** A token without a function blocks nothing by it. */
export function readTokenBlocks(answers: readonly RpcAnswer[], accounts: readonly Hex[]): TokenBlocks {
  const isSet = (index: number) => flag(returned(answerAt(answers, index))) === true;
  const width = askedOfAccounts.length;
  return {
    paused: isSet(0),
    blocked: accounts.filter((_, place) =>
      askedOfAccounts.some((_, offset) => isSet(1 + place * width + offset)),
    ),
  };
}

function question(name: (typeof askedOfAccounts)[number]) {
  return {
    type: "function",
    name,
    stateMutability: "view",
    inputs: [{ name: "account", type: "address" }],
    outputs: [{ name: "", type: "bool" }],
  } as const;
}
