import type { Chain } from "@/lib/chain/chains.rules";
import { highestFinalBlock } from "@/lib/chain/confirmation-policy.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { WalletCode } from "@/lib/chain/wallet-code.chain";
import { reachesOwner } from "@/lib/chain/wallet-code.rules";
import { chainHead } from "@/lib/checkouts/chain-head";
import type { PaymentStore } from "@/lib/checkouts/payment-store.port";
import type { HoldingDirectory } from "@/lib/settlement/holding-directory.port";
import type { ClosedBatch } from "@/lib/settlement/holding-views.rules";
import type { SettlementTerms } from "@/lib/settlement/settlement-store.port";
import { settlementTerms, type TermsDeps } from "@/lib/settlement/settlement-terms";

export type TermsNowDeps = Omit<TermsDeps, "chains"> & {
  chains: readonly Chain[];
  payments: Pick<PaymentStore, "position">;
  sender: (chainId: number) => Pick<ChainSender, "chainId" | "operatorAddress">;
};

export type ClosedDeps = TermsNowDeps & {
  holdings: Pick<HoldingDirectory, "closed" | "closedItems">;
  walletCode: WalletCode;
};

/** By which deposits of a chain are judged now. Of a chain that was never read nothing is final. */
export async function termsNow(deps: TermsNowDeps, chain: Chain): Promise<SettlementTerms> {
  const position = await deps.payments.position(chain.chainId);
  const head = position === null ? null : chainHead(position, deps.clock.now());
  const settledUpTo = head === null ? null : highestFinalBlock(chain.confirmations.settle, head);
  return settlementTerms(deps, deps.sender(chain.chainId), settledUpTo ?? -1n);
}

/** What waits on a chain for wallets to sign, one batch for each wallet. */
export async function closedBatches(
  deps: ClosedDeps,
  projectId: string,
  terms: SettlementTerms,
): Promise<ClosedBatch[]> {
  const { chainId } = terms;
  const closed = await deps.holdings.closed(projectId, terms);
  const wallets = [...new Set(closed.map(({ merchantAddress }) => merchantAddress))];
  return Promise.all(
    wallets.map(async (wallet) => {
      const sums = closed.filter(({ merchantAddress }) => merchantAddress === wallet);
      return {
        chainId,
        wallet,
        deposits: sums.reduce((total, { deposits }) => total + deposits, 0),
        sums: sums.map(({ tokenAddress, units }) => ({ tokenAddress, units })),
        isDeployed: reachesOwner(await deps.walletCode.onChains(wallet), chainId) !== false,
      };
    }),
  );
}
