import type { Chain } from "@/lib/chain/chains.rules";
import { fault } from "@/lib/platform/faults/fault.rules";
import type { Keep } from "@/lib/platform/limits/idempotency.port";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { RefundTransaction } from "@/lib/refunds/refund.store";
import { requestSettlement } from "@/lib/settlement/request-settlement";
import type { SettlementStore } from "@/lib/settlement/settlement.store";
import { sweepRefusals } from "@/lib/settlement/settlement-blocker.rules";
import type { SettlementParts } from "@/lib/settlement/settlement-terms";
import {
  findStray,
  type LockedStray,
  lockStray,
  type StrayActor,
  type StrayParts,
  type StrayRef,
} from "./lock-stray";
import type { StraySweeps } from "./stray.store";

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
  { clock, chains }: StrayParts,
  tx: RefundTransaction,
  { userId, keyId }: StrayActor,
  projectId: string,
  stray: StrayRef,
): Promise<void> {
  const { checkoutId, chainId, tokenAddress } = stray;
  const { undecided } = await lockSweepable(tx, chains, projectId, stray);
  const at = clock.now();
  const token = { chainId, tokenAddress };
  const txHashes = undecided.map(({ txHash }) => txHash);
  await tx.decideStrays(checkoutId, token, txHashes, null, at);
  const about = { action: "stray.swept", target: checkoutId, details: token } as const;
  await tx.audit({ projectId, userId, keyId, ...about, at });
}

/**
 * Sweeps a stray token by the service's own transaction. The decision, its settlement and the answer commit together:
 * after a refusal or a crash nothing is decided.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT (with the reason)
 * @throws ChainUnavailable
 */
export async function sweepStray(
  deps: SettlementParts & StrayParts & { straySweeps: StraySweeps },
  by: StrayActor,
  stray: StrayRef,
  keep: Keep<void> = null,
): Promise<{ settlementId: string }> {
  const { projectId } = await findStray(deps, by, stray);
  // Its refusals say more than those of a settlement.
  await deps.straySweeps.transaction((tx) => lockSweepable(tx, deps.chains, projectId, stray));
  const settlements: SettlementStore = {
    ...deps.settlements,
    // As a wallet that takes strays without a decision: it is made with the opening.
    held: (terms, whose, ...page) => deps.settlements.held(terms, { ...whose, byWallet: true }, ...page),
    open: (...opening) =>
      deps.straySweeps.transaction(async (tx) => {
        await decideSweep(deps, tx, by, projectId, stray);
        const opened = await tx.open(...opening);
        if (opened === null) throw new CheckoutError("CONFLICT", fault("strays.changed"));
        if (keep !== null) await tx.complete(keep());
        return opened;
      }),
  };
  const { checkoutId, chainId, tokenAddress } = stray;
  const what = { kind: "checkouts", checkoutIds: [checkoutId], tokenAddress } as const;
  const requested = await requestSettlement({ ...deps, settlements }, { projectId, chainId, what });
  const [opened] = requested.settlements;
  if (opened !== undefined) return { settlementId: opened.settlementId };
  const reason = requested.left[0]?.reason;
  throw new CheckoutError(
    "CONFLICT",
    (reason !== undefined && sweepRefusals[reason]) || fault("strays.unlisted"),
  );
}
