import { createPublicClient, createWalletClient, erc20Abi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { askOnce, awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { localUsdcAbi } from "@/lib/contracts/abi/local-usdc";
import type { Hex } from "@/lib/platform/values/hex.rules";

const plentyUnits = 1_000_000n * 10n ** 6n;

/** Tops up the demo's payer with play money of each token when it has less than half. */
export async function fundPayer(chain: {
  rpcUrl: string;
  tokens: readonly { address: Hex }[];
  minterPrivateKey: Hex;
  payer: Hex;
}): Promise<void> {
  const transport = askOnce(chain.rpcUrl);
  const reader = createPublicClient({ transport, pollingInterval: 100 });
  const minter = createWalletClient({ transport, account: privateKeyToAccount(chain.minterPrivateKey) });
  for (const { address } of chain.tokens) {
    const held = await reader.readContract({
      address,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [chain.payer],
    });
    if (held >= plentyUnits / 2n) continue;
    const hash = await minter.writeContract({
      chain: null,
      address,
      abi: localUsdcAbi,
      functionName: "mint",
      args: [chain.payer, plentyUnits],
    });
    await awaitReceipt(reader, hash);
  }
}
