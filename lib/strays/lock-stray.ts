import type { Chain } from "@/lib/chain/chains.rules";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/accepted-tokens";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { UndecidedStray } from "@/lib/checkouts/state/chain-logs.rules";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { Clock } from "@/lib/platform/clock";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import type { NewId } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Project } from "@/lib/projects/project.store";
import type { Actor } from "@/lib/projects/project-access";
import { projectNotFound } from "@/lib/projects/project-access";
import type { RefundStore, RefundTransaction } from "@/lib/refunds/refund.store";
import type { RefundableCheckout } from "@/lib/refunds/refund-facts.store";
import { sweepRefusals } from "@/lib/settlement/settlement-blocker.rules";
import { type StrayBlocker, strayBlocker } from "./stray.rules";

/** The money in one token at the address of one checkout. */
export type StrayRef = TokenRef & { checkoutId: string };

/** Who decides: a member or a server key, or the operator (null), who may act in every project. */
export type StrayActor = Actor;

/** What strays are decided with. */
export type StrayParts = {
  clock: Clock;
  newId: NewId;
  chains: readonly Chain[];
  checkouts: CheckoutStore;
  refunds: RefundStore;
};

/**
 * The checkout of a stray, before the lock.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's
 */
export async function findStray(
  deps: StrayParts,
  by: StrayActor,
  { checkoutId }: StrayRef,
): Promise<Checkout> {
  const checkout = (await deps.checkouts.findPublic(checkoutId))?.checkout;
  if (checkout === undefined || (by.projectId ?? checkout.projectId) !== checkout.projectId)
    throw checkoutNotFound();
  return checkout;
}

export type LockedStray = {
  project: Project;
  locked: RefundableCheckout;
  undecided: readonly UndecidedStray[];
  /** The balance not reserved by an open refund. */
  freeUnits: bigint;
};

/**
 * Locks the project and the checkout, so that each stray gets one decision, by the tokens that the project accepts now.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND, CONFLICT (not stray, still offered, being swept, or nothing is there)
 */
export async function lockStray(
  tx: RefundTransaction,
  chains: readonly Chain[],
  projectId: string,
  { checkoutId, chainId, tokenAddress }: StrayRef,
): Promise<LockedStray> {
  const token = { chainId, tokenAddress };
  const project = await tx.lockProject(projectId);
  if (project === null) throw projectNotFound();
  const locked = await tx.lockCheckout(projectId, checkoutId, undefined, token);
  if (locked === null) throw checkoutNotFound();
  const { fiatAmount, fixedChainId } = locked.checkout;
  const price = fiatAmount === null ? "amount" : "fiat";
  const offered = tokensForPrice(acceptedTokens(chains, project), price, fixedChainId);
  const selectable = offered.some(({ chain, token: { address } }) =>
    sameToken({ chainId: chain.chainId, tokenAddress: address }, token),
  );
  const blocker = strayBlocker({ ...locked, token, selectable });
  if (blocker !== null) throw new CheckoutError("CONFLICT", blockerFaults[blocker]);
  const undecided = (await tx.undecidedStrays(checkoutId, token)).filter(({ swept }) => !swept);
  const freeUnits = locked.atDepositUnits - locked.promisedUnits;
  if (undecided.length === 0 || freeUnits <= 0n) throw nothingLeft();
  return { project, locked, undecided, freeUnits };
}

const blockerFaults: Readonly<Record<StrayBlocker, Fault>> = {
  not_stray: fault("strays.notStray"),
  offered: fault("strays.offered"),
  being_swept: sweepRefusals.being_settled,
};

export function nothingLeft(): CheckoutError {
  return new CheckoutError("CONFLICT", fault("strays.decided"));
}

export function sumOf(amounts: readonly { amountUnits: bigint }[]): bigint {
  return amounts.reduce((sum, { amountUnits }) => sum + amountUnits, 0n);
}

export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
