import type { Chain } from "@/lib/chain/chains.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/create-checkout";
import { type StrayHindrance, strayHindrance, type UndecidedStray } from "@/lib/checkouts/strays/stray.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Project, ProjectStore } from "@/lib/projects/project.store";
import { projectNotFound } from "@/lib/projects/project-access";
import type { RefundableCheckout, RefundStore, RefundTransaction } from "@/lib/refunds/refund-store.port";
import { type RequestSettlementDeps, requestSettlement } from "./request-settlement";

/** The money in one token at the address of one checkout. */
export type StrayRef = TokenRef & { checkoutId: string };

/** Who decides: a member, or the operator (null), who may act in every project. */
export type StrayActor = { projectId: string | null; userId: string | null };

export type FindStrayDeps = {
  chains: readonly Chain[];
  checkouts: Pick<CheckoutStore, "findPublic">;
  projects: Pick<ProjectStore, "findById">;
};

/** A stray's project and checkout, before the lock. */
export type FoundStray = { project: Project; checkout: Checkout; selectable: boolean };

/** @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's */
export async function findStray(
  deps: FindStrayDeps,
  by: StrayActor,
  { checkoutId, ...token }: StrayRef,
): Promise<FoundStray> {
  const checkout = (await deps.checkouts.findPublic(checkoutId))?.checkout;
  if (checkout === undefined || (by.projectId ?? checkout.projectId) !== checkout.projectId)
    throw checkoutNotFound();
  const project = await deps.projects.findById(checkout.projectId);
  if (project === null) throw projectNotFound();
  const price = checkout.fiatAmount === null ? "amount" : "fiat";
  const offered = tokensForPrice(acceptedTokens(deps.chains, project), price, checkout.fixedChainId);
  const selectable = offered.some(({ chain: { chainId }, token: { address } }) =>
    sameToken({ chainId, tokenAddress: address }, token),
  );
  return { project, checkout, selectable };
}

export type LockedStray = {
  locked: RefundableCheckout;
  undecided: readonly UndecidedStray[];
  /** The balance not reserved by an open refund. */
  freeUnits: bigint;
};

/**
 * Locks the checkout, so that each stray gets one decision.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT (not stray, still offered, being swept, or nothing is there)
 */
export async function lockStray(
  tx: RefundTransaction,
  { project, selectable }: FoundStray,
  { checkoutId, chainId, tokenAddress }: StrayRef,
): Promise<LockedStray> {
  const token = { chainId, tokenAddress };
  const locked = await tx.lockCheckout(project.id, checkoutId, undefined, token);
  if (locked === null) throw checkoutNotFound();
  const hindrance = strayHindrance({ ...locked, token, selectable });
  if (hindrance !== null) throw new CheckoutError("CONFLICT", hindrances[hindrance]);
  const undecided = (await tx.undecidedStrays(checkoutId, token)).filter(({ swept }) => !swept);
  const freeUnits = locked.atDepositUnits - locked.promisedUnits;
  if (undecided.length === 0 || freeUnits <= 0n) throw nothingLeft();
  return { locked, undecided, freeUnits };
}

const hindrances: Readonly<Record<StrayHindrance, string>> = {
  not_stray: "The checkout is paid in this token: refund it or settle it instead.",
  offered:
    "The customer can still pay this checkout with this token. Wait until it is paid, expires or is cancelled.",
  being_swept: "The service is sweeping this money right now.",
};

export function nothingLeft(): CheckoutError {
  return new CheckoutError("CONFLICT", "This money was already returned, counted or swept.");
}

export function sumOf(amounts: readonly Pick<UndecidedStray, "amountUnits">[]): bigint {
  return amounts.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}

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
 * Saves the decision to sweep a stray token. Until a sweep takes the money, a return may replace it; the checkout drops
 * it once it is paid in this token.
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
 * Sweeps a stray token by the service's own transaction.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT (with the reason)
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

const unlisted = "The service sweeps only listed tokens. Sign this sweep with your wallet.";

const reasons: Readonly<Partial<Record<string, string>>> = {
  frozen: "A chain reorganisation reverted a payment of this checkout. The operator has to review it first.",
  not_final: "The payment isn't final yet. Try again in a few minutes.",
  refund_open: "A refund of this money is open. Wait for it, or cancel it.",
  being_settled: "The service is sweeping this money right now.",
  closed: "Only your wallet can sweep this deposit. Sign the sweep with it.",
  not_deployed: "Your contract wallet isn't deployed on this network.",
  wallet_unknown: "We're checking whether your wallet is a contract. Try again in a few minutes.",
  not_agreed: "The nodes disagree about this address. Try again in a few minutes.",
};
