import { createPublicClient, http } from "viem";
import { readPositions } from "@/lib/checkouts/chain-position.store";
import type { LocalChain } from "@/lib/demo/local-chain";
import { createDatabase } from "@/lib/platform/database";

/**
 * Whether a local chain no longer has a block up to which the database has scanned it: it was begun anew, or
 * lost its last blocks. The database's facts, and the operator's nonces, are then of a chain that is gone.
 */
export async function isChainReset(
  databaseUrl: string,
  chains: readonly Pick<LocalChain, "chainId" | "rpcUrl">[],
): Promise<boolean> {
  const database = createDatabase(databaseUrl, { maxConnections: 2 });
  try {
    const positions = await readPositions(database.pool);
    for (const { chainId, rpcUrl } of chains) {
      const position = positions.get(chainId);
      if (position === undefined) continue;
      const reader = createPublicClient({ transport: http(rpcUrl) });
      const block = await reader.getBlock({ blockNumber: position.blockNumber }).catch(() => null);
      if (block?.hash !== position.blockHash) return true;
    }
    return false;
  } finally {
    await database.close();
  }
}
