import type { Chain } from "@/lib/chain/chains.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { RefundStore, RefundTransaction } from "@/lib/refunds/refund.store";
import { type RequestSettlementDeps, requestSettlement } from "@/lib/settlement/request-settlement";
import {
  type FindStrayDeps,
  findStray,
  type LockedStray,
  lockStray,
  type StrayActor,
  type StrayRef,
} from "./lock-stray";
import { sweepRefusals } from "./sweep-refusals.rules";

export type DecideSweepDeps = FindStrayDeps & {
  clock: RequestSettlementDeps["clock"];
  refunds: Pick<RefundStore, "transaction">;
};

/**
 * Locks a stray that may be swept.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT
 */
export async function lockSweepable(
  tx: RefundTransaction,
  chains: readonly Chain[],
  projectId: string,
  stray: StrayRef,
): Promise<LockedStray> {
  const swept = await lockStray(tx, chains, projectId, stray);
  if (swept.locked.promisedUnits > 0n) throw new CheckoutError("CONFLICT", sweepRefusals.refund_open);
  return swept;
}

/**
 * Saves the decision to sweep a stray token. Until a sweep takes the money, a return may replace it; the checkout drops
 * it once it is paid in this token.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT
 */
export async function decideSweep(
  deps: DecideSweepDeps,
  by: StrayActor,
  stray: StrayRef,
  keep: Keep<void> = null,
): Promise<{ projectId: string }> {
  const { projectId } = await findStray(deps, by, stray);
  const { checkoutId, chainId, tokenAddress } = stray;
  await deps.refunds.transaction(async (tx) => {
    const { undecided } = await lockSweepable(tx, deps.chains, projectId, stray);
    const now = deps.clock.now();
    const token = { chainId, tokenAddress };
    await tx.decideStrays(
      checkoutId,
      token,
      undecided.map(({ txHash }) => txHash),
      null,
      now,
    );
    const { userId, keyId } = by;
    const about = { action: "stray.swept", target: checkoutId, details: token } as const;
    await tx.audit({ projectId, userId, keyId, ...about, at: now });
    if (keep !== null) await tx.complete(keep());
  });
  return { projectId };
}

/**
 * Sweeps a stray token by the service's own transaction.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT (with the reason)
 * @throws ChainUnavailable
 */
export async function sweepStray(
  deps: DecideSweepDeps & RequestSettlementDeps,
  by: StrayActor,
  stray: StrayRef,
  keep: Keep<void> = null,
): Promise<{ settlementId: string }> {
  const { projectId } = await decideSweep(deps, by, stray, keep);
  const { checkoutId, chainId, tokenAddress } = stray;
  const what = { kind: "checkouts", checkoutIds: [checkoutId], tokenAddress } as const;
  const { settlements, left } = await requestSettlement(deps, { projectId, chainId, what });
  const [opened] = settlements;
  if (opened !== undefined) return { settlementId: opened.settlementId };
  const reason = left[0]?.reason;
  throw new CheckoutError("CONFLICT", (reason !== undefined && sweepRefusals[reason]) || unlisted);
}

const unlisted = "The service sweeps only listed tokens. Sign this sweep with your wallet.";
