import type { WalletCode } from "@/lib/chain/wallet-code.chain";
import type { Hex } from "@/lib/platform/hex.rules";
import type { Hindrance } from "./settlement-store.port";

/**
 * Asks the chains about merchants' wallets where that holds up a sweep by the refund key.
 * @returns whether any was asked about: then the deposits are to be judged again
 */
export async function learnWallets(
  { walletCode }: { walletCode: WalletCode },
  deposits: readonly { merchantAddress: Hex; hindrance: Hindrance | null }[],
): Promise<boolean> {
  // A contract wallet may have been deployed since its chain was asked last.
  const unknown = deposits.filter(
    ({ hindrance }) => hindrance === "wallet_unknown" || hindrance === "not_deployed",
  );
  const wallets = new Set(unknown.map(({ merchantAddress }) => merchantAddress));
  await Promise.all([...wallets].map((wallet) => walletCode.onChains(wallet)));
  return unknown.length > 0;
}
