import { enabledChain } from "@/lib/chain/chains.rules";
import { reachesOwner } from "@/lib/chain/wallet-code.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { batchSize } from "@/lib/projects/settlement-policy.rules";
import type { SweepCalls } from "@/lib/settlement/sweep-calls.port";
import { type ClosedDeps, termsNow } from "./closed-batches";
import type { PreparedSweepCall } from "./prepare-sweep";

/**
 * One transaction for all deposits on a chain that only this wallet may sweep, at most `batchSize` of them and whatever
 * their tokens. The factory judges each by who calls it, so the wallet calls it itself: as a transaction of a key, or as
 * one transaction of a Safe with the signatures that it takes. One deposit that fails stops no other.
 *
 * @throws CheckoutError FORBIDDEN, CONFLICT (nothing waits for this wallet, or it has no code on this chain)
 */
export async function prepareSweepBatch(
  deps: ClosedDeps & { sweepCalls: SweepCalls },
  access: ProjectAccess,
  asked: { chainId: number; wallet: Hex },
): Promise<PreparedSweepCall & { deposits: number }> {
  access.require("settlements.request");
  const { chainId, wallet } = asked;
  if (!deps.chains.some((chain) => chain.chainId === chainId)) throw nothingWaits();
  const chain = enabledChain(deps.chains, chainId);
  const terms = await termsNow(deps, chain);
  const items = await deps.holdings.closedItems(access.projectId, terms, wallet, batchSize);
  if (items.length === 0) throw nothingWaits();
  if (reachesOwner(await deps.walletCode.onChains(wallet), chainId) === false) {
    const message = `Your contract wallet isn't deployed on ${chain.name}. Deploy it there at the same address first.`;
    throw new CheckoutError("CONFLICT", message);
  }
  const call = deps.sweepCalls.sweep(...items);
  return { chainId, from: [wallet], merchantAddress: wallet, deposits: items.length, ...call };
}

function nothingWaits(): CheckoutError {
  return new CheckoutError("CONFLICT", "No deposit waits for this wallet any more.");
}
