import { setTimeout as sleep } from "node:timers/promises";
import {
  createPublicClient,
  createTestClient,
  createWalletClient,
  encodeFunctionData,
  erc20Abi,
  publicActions,
  TransactionReceiptNotFoundError,
} from "viem";
import { askOnce, awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { tellsLostNonce } from "@/lib/chain/sender/sending.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** The local chains, where money is play money and history can be changed. */
export type LocalChains = {
  /** Sends tokens from the demo's paying wallet; resolves once mined. Null when the wallet's balance is too low. */
  pay(payment: TokenRef & { to: Hex; units: bigint }): Promise<Hex | null>;
  /**
   * Replaces a transaction's block and all later ones by empty blocks.
   * @returns "too_deep" when that would remove more than `most` blocks, "gone" when the transaction is in no block
   */
  reorganise(chainId: number, txHash: Hex, most: number): Promise<"done" | "too_deep" | "gone">;
};

/**
 * Sends until the transaction has a nonce of its own: a local node may give two concurrent transactions the same nonce
 * and then accept only the first.
 */
export async function withNonce(send: () => Promise<Hex>, triesLeft = 20): Promise<Hex> {
  try {
    return await send();
  } catch (error) {
    if (!tellsLostNonce(String(error)) || triesLeft === 0) throw error;
    await sleep(50 + 100 * Math.random());
    return withNonce(send, triesLeft - 1);
  }
}

/** A block may be mined between our check of the chain and the reorg. */
const maxAttempts = 5;

const mineWithinMs = 20_000;

type LocalChain = { chainId: number; rpcUrls: readonly string[] };

/**
 * Test tools on local chains: anvil signs for the payer and removes blocks on request.
 *
 * @param chains local ones only
 * @param payer one of the nodes' own accounts
 */
export function createLocalChains(chains: readonly LocalChain[], payer: Hex): LocalChains {
  const open = (chainId: number) => {
    const rpcUrl = chains.find((chain) => chain.chainId === chainId)?.rpcUrls[0];
    if (rpcUrl === undefined) throw new Error(`chain ${chainId} is not on this machine`);
    return askOnce(rpcUrl);
  };

  return {
    pay: async ({ chainId, tokenAddress, to, units }) => {
      const transport = open(chainId);
      const reader = createPublicClient({ transport, pollingInterval: 100 });
      const held = await reader.readContract({
        address: tokenAddress,
        abi: erc20Abi,
        functionName: "balanceOf",
        args: [payer],
      });
      if (held < units) return null;
      const wallet = createWalletClient({ transport, account: payer });
      const data = encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] });
      const hash = await withNonce(() => wallet.sendTransaction({ chain: null, to: tokenAddress, data }));
      const { status } = await awaitReceipt(reader, hash, { withinMs: mineWithinMs });
      if (status !== "success") throw new Error(`the payment ${hash} was reverted`);
      return hash;
    },

    reorganise: async (chainId, txHash, most) => {
      const client = createTestClient({ mode: "anvil", transport: open(chainId) }).extend(publicActions);
      const minedIn = () =>
        client.getTransactionReceipt({ hash: txHash }).then(
          ({ blockNumber }) => blockNumber,
          (error: unknown) => {
            if (error instanceof TransactionReceiptNotFoundError) return null;
            throw error;
          },
        );
      const first = await minedIn();
      if (first === null) return "gone";
      for (let attempt = 0; attempt < maxAttempts; attempt++) {
        const blockNumber = await minedIn();
        if (blockNumber === null) return "done";
        const depth = Number((await client.getBlockNumber({ cacheTime: 0 })) - blockNumber) + 1;
        if (depth > most) return "too_deep";
        await client.request<{ Method: "anvil_reorg"; Parameters: [number, []]; ReturnType: null }>({
          method: "anvil_reorg",
          params: [depth, []],
        });
      }
      throw new Error(`the local chain ${chainId} kept ${txHash}`);
    },
  };
}
