import type { Chain } from "@/lib/chain/chains.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/create-checkout";
import { checkoutNotFound } from "@/lib/checkouts/get-checkout";
import { type StrayHindrance, strayHindrance, type UndecidedStray } from "@/lib/checkouts/stray.rules";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Project, ProjectStore } from "@/lib/projects/project.store";
import { projectNotFound } from "@/lib/projects/project-not-found";
import type { RefundableCheckout, RefundTransaction } from "@/lib/refunds/refund-store.port";

/** What came in one token to the address of one checkout. */
export type StrayRef = TokenRef & { checkoutId: string };

/** Who decides on it: a member, or the operator (null), who may in every project. */
export type StrayActor = { projectId: string | null; userId: string | null };

export type FindStrayDeps = {
  chains: readonly Chain[];
  checkouts: Pick<CheckoutStore, "findPublic">;
  projects: Pick<ProjectStore, "findById">;
};

/** A stray's project and checkout, as they are before the lock. */
export type FoundStray = { project: Project; checkout: Checkout; selectable: boolean };

/**
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
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
  /** What lies there and no open refund takes. */
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
  being_swept: "This money is being swept right now.",
};

export function nothingLeft(): CheckoutError {
  return new CheckoutError(
    "CONFLICT",
    "Nothing is left to decide: this money was returned, counted or swept.",
  );
}

export function sumOf(amounts: readonly Pick<UndecidedStray, "amountUnits">[]): bigint {
  return amounts.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
