import { CheckoutError } from "@/lib/platform/errors.rules";
import type { RefundStore, RefundTransaction } from "@/lib/refunds/refund-store.port";
import {
  type FindStrayDeps,
  type FoundStray,
  findStray,
  type LockedStray,
  lockStray,
  type StrayActor,
  type StrayRef,
} from "./lock-stray";
import { type RequestSettlementDeps, requestSettlement } from "./request-settlement";

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
  found: FoundStray,
  stray: StrayRef,
): Promise<LockedStray> {
  const swept = await lockStray(tx, found, stray);
  if (swept.locked.promisedUnits > 0n)
    throw new CheckoutError("CONFLICT", "A refund of this money is open. Wait for it, or cancel it.");
  return swept;
}

/**
 * Keeps the decision to sweep a stray token. Until a sweep takes the money, a return may replace it, and the checkout
 * drops it once it is paid in this token.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT
 */
export async function decideSweep(
  deps: DecideSweepDeps,
  by: StrayActor,
  stray: StrayRef,
): Promise<{ projectId: string }> {
  const found = await findStray(deps, by, stray);
  const projectId = found.project.id;
  const { checkoutId, chainId, tokenAddress } = stray;
  await deps.refunds.transaction(async (tx) => {
    const { undecided } = await lockSweepable(tx, found, stray);
    const now = deps.clock.now();
    const token = { chainId, tokenAddress };
    await tx.decideStrays(
      checkoutId,
      token,
      undecided.map(({ txHash }) => txHash),
      null,
      now,
    );
    const { userId } = by;
    const about = { action: "stray.swept", target: checkoutId, details: token } as const;
    await tx.audit({ projectId, userId, ...about, at: now });
  });
  return { projectId };
}

/**
 * Sweeps what came in a stray token, by the service's own transaction.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT (with what holds it back)
 * @throws ChainUnavailable
 */
export async function sweepStray(
  deps: DecideSweepDeps & RequestSettlementDeps,
  by: StrayActor,
  stray: StrayRef,
): Promise<{ settlementId: string }> {
  const { projectId } = await decideSweep(deps, by, stray);
  const { checkoutId, chainId, tokenAddress } = stray;
  const what = { kind: "checkouts", checkoutIds: [checkoutId], tokenAddress } as const;
  const { settlements, left } = await requestSettlement(deps, { projectId, chainId, what });
  const [opened] = settlements;
  if (opened !== undefined) return { settlementId: opened.settlementId };
  const reason = left[0]?.reason;
  throw new CheckoutError("CONFLICT", (reason !== undefined && reasons[reason]) || unlisted);
}

const unlisted = "The service sweeps only tokens that it lists: sign this sweep with your wallet.";

const reasons: Readonly<Partial<Record<string, string>>> = {
  frozen: "A reorganisation took a payment of this checkout: an operator has to look first.",
  not_final: "The payment is too new. Try again in a few minutes.",
  refund_open: "A refund of this money is open. Wait for it, or cancel it.",
  being_settled: "This money is being swept right now.",
  closed: "Only your wallet can sweep this deposit: sign the sweep with it.",
  not_deployed: "Your contract wallet is not deployed on this network.",
  wallet_unknown: "It is not known yet whether your wallet is a contract. Try again in a few minutes.",
  not_agreed: "The nodes do not agree on what lies there. Try again in a few minutes.",
};
