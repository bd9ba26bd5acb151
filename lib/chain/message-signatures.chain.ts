import { encodeFunctionData, hashMessage, parseAbi, recoverMessageAddress } from "viem";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { answerAt, isRevert, RpcRefusal } from "@/lib/chain/rpc/answers";
import { createRpcNodes, type RpcNodesOptions } from "@/lib/chain/rpc/nodes";
import type { Hex } from "@/lib/platform/values/hex.rules";

/**
 * Whether the wallet at the address signed this text (EIP-191): with its key or, for a contract, by its own answer
 * (ERC-1271).
 * @throws ChainUnavailable when only the chain can tell, and does not answer
 */
export type VerifyMessage = (
  chainId: number,
  signed: { address: Hex; message: string; signature: Hex },
) => Promise<boolean>;

const walletAbi = parseAbi([
  "function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)",
]);

/** The selector of `isValidSignature`, padded to a word: the ERC-1271 answer for a valid signature. */
const yes = /^0x1626ba7e(?:0{56})?$/i;

/** Verifies signed texts: locally when the key matches, else by asking the wallet's contract. */
export function createMessageVerifier(chains: readonly RpcNodesOptions[]): VerifyMessage {
  const nodes = new Map(chains.map((chain) => [chain.chainId, createRpcNodes(chain)]));
  return async (chainId, { address, message, signature }) => {
    if ((await signerOf(message, signature)) === address) return true;
    const found = nodes.get(chainId);
    if (found === undefined) throw new ChainUnavailable(`chain ${chainId} is not enabled`);
    const data = encodeFunctionData({
      abi: walletAbi,
      functionName: "isValidSignature",
      args: [hashMessage(message), signature],
    });
    return found.run(
      (node) =>
        node.ask([{ method: "eth_call", params: [{ to: address, data }, "latest"] }], (answers) => {
          const answer = answerAt(answers, 0);
          // Without a contract, the result is empty.
          if (answer.ok) return typeof answer.result === "string" && yes.test(answer.result);
          if (isRevert(answer)) return false;
          throw new RpcRefusal(answer);
        }),
      true,
    );
  };
}

/** Null when it is not a key's signature. */
async function signerOf(message: string, signature: Hex): Promise<Hex | null> {
  try {
    return (await recoverMessageAddress({ message, signature })).toLowerCase() as Hex;
  } catch {
    return null;
  }
}
