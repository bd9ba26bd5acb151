import type { Chain } from "@/lib/chain/chains.rules";
import type { ChainPosition } from "@/lib/chain/scan-position.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import { sameToken, type TokenRef } from "@/lib/chain/token.rules";
import type { WalletCode } from "@/lib/chain/wallets.chain";
import { type AgreeDeps, agreedDeposits, trustedBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import type { DepositKey } from "@/lib/checkouts/balances/sweep-refusals.store";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { acceptedTokens, tokensForPrice } from "@/lib/checkouts/create-checkout";
import { checkoutNotFound } from "@/lib/checkouts/views/read-checkout";
import type { NewId } from "@/lib/platform/ids";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import { projectNotFound } from "@/lib/projects/project-access";
import { batchSize } from "@/lib/projects/settings/settlement-policy.rules";
import type { RefundStore, RefundTransaction } from "@/lib/refunds/refund.store";
import type { RefundableCheckout } from "@/lib/refunds/refund-facts.store";
import { type StrayBlocker, strayBlocker, type UndecidedStray } from "@/lib/strays/stray.rules";
import type { SettlementStore } from "./settlement.store";
import type { SettlementBlocker, SettlementTerms } from "./settlement-blocker.store";
import type { HeldDeposit } from "./settlement-candidates.store";
import { learnWallets, settlementTerms } from "./settlement-terms";

export type RequestSettlementDeps = AgreeDeps & {
  chains: readonly Chain[];
  settlements: Pick<SettlementStore, "held" | "open">;
  newId: NewId;
  /** The operator's wallet. */
  sender: (chainId: number) => Pick<ChainSender, "chainId" | "operatorAddress">;
  refundWallet: Hex | null;
  walletCode: WalletCode;
};

/** What a merchant wants to sweep now. */
export type SettlementRequest = {
  projectId: string;
  /** Null for every chain. */
  chainId: number | null;
  /** Everything at the project's deposit addresses, or certain checkouts, in all tokens or in one. */
  what: { kind: "everything" } | { kind: "checkouts"; checkoutIds: readonly string[]; tokenAddress?: Hex };
};

/** The opened settlements, and what stays; `not_agreed`: two nodes disagree on it. */
export type RequestedSettlements = {
  settlements: { settlementId: string; chainId: number; items: number }[];
  left: (DepositKey & { chainId: number; reason: SettlementBlocker | "not_agreed" })[];
};

const pageSize = 4 * batchSize;

/**
 * "Sweep now": opens settlements for the listed tokens at a project's deposit addresses on every chain, ignoring policy
 * and floor: payments, later transfers, strays, and money of expired or cancelled checkouts. It skips checkouts that
 * can still be paid, are frozen or have an open refund. The worker signs on its next pass.
 *
 * @throws ChainUnavailable
 */
export async function requestSettlement(
  deps: RequestSettlementDeps,
  request: SettlementRequest,
): Promise<RequestedSettlements> {
  const answer: RequestedSettlements = { settlements: [], left: [] };
  const { chainId } = request;
  for (const chain of deps.chains.filter((each) => chainId === null || each.chainId === chainId)) {
    const position = await deps.payments.position(chain.chainId);
    if (position !== null) await requestOnChain(deps, request, chain, position, answer);
  }
  return answer;
}

async function requestOnChain(
  deps: RequestSettlementDeps,
  request: SettlementRequest,
  chain: Chain,
  position: ChainPosition,
  answer: RequestedSettlements,
): Promise<void> {
  const { chainId } = chain;
  const settledUpTo = trustedBlock(chain, position, deps.clock.now());
  if (settledUpTo === null) return;
  const terms: SettlementTerms = {
    ...settlementTerms(deps, deps.sender(chainId), settledUpTo),
    refundsSince: null,
  };
  const whose = {
    projectId: request.projectId,
    checkoutIds: request.what.kind === "everything" ? null : request.what.checkoutIds,
    tokens: chain.tokens.map(({ address }) => address).filter(isRequested(request.what)),
  };
  for (let after: DepositKey | null = null; ; ) {
    let page: readonly HeldDeposit[] = await deps.settlements.held(terms, whose, after, pageSize);
    if (await learnWallets(deps, page)) page = await deps.settlements.held(terms, whose, after, pageSize);
    for (const { checkoutId, tokenAddress, blocker } of page)
      if (blocker !== null) answer.left.push({ checkoutId, tokenAddress, chainId, reason: blocker });
    // A transaction is sent by one wallet.
    for (const byRefundKey of [false, true]) {
      const free = page.filter((held) => held.blocker === null && held.byRefundKey === byRefundKey);
      await openPage(deps, request.projectId, terms, position, free, answer);
    }
    after = page.at(-1) ?? null;
    if (after === null || page.length < pageSize) return;
  }
}

async function openPage(
  deps: RequestSettlementDeps,
  projectId: string,
  terms: SettlementTerms,
  position: ChainPosition,
  free: readonly DepositKey[],
  answer: RequestedSettlements,
): Promise<void> {
  const { chainId } = terms;
  const candidates = free.map(({ checkoutId, tokenAddress }) => ({ checkoutId, tokenAddress, projectId }));
  const agreed = new Set(await agreedDeposits(deps, position, terms.upTo, candidates));
  for (const { checkoutId, tokenAddress } of candidates.filter((deposit) => !agreed.has(deposit)))
    answer.left.push({ checkoutId, tokenAddress, chainId, reason: "not_agreed" });
  const deposits = [...agreed];
  for (let start = 0; start < deposits.length; start += batchSize) {
    const batch = deposits.slice(start, start + batchSize);
    const settlementId = deps.newId("stl");
    const opened = await deps.settlements.open({ settlementId, projectId, requested: true }, terms, batch);
    if (opened !== null) answer.settlements.push({ settlementId, chainId, items: opened.items.length });
  }
}

function isRequested(what: SettlementRequest["what"]): (tokenAddress: Hex) => boolean {
  return (tokenAddress) =>
    what.kind === "everything" || what.tokenAddress === undefined || what.tokenAddress === tokenAddress;
}

/** The money in one token at the address of one checkout. */
export type StrayRef = TokenRef & { checkoutId: string };

/** Who decides: a member, or the operator (null), who may act in every project. */
export type StrayActor = { projectId: string | null; userId: string | null };

export type FindStrayDeps = {
  chains: readonly Chain[];
  checkouts: Pick<CheckoutStore, "findPublic">;
};

/**
 * The checkout of a stray, before the lock.
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id or another project's
 */
export async function findStray(
  deps: FindStrayDeps,
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
  if (blocker !== null) throw new CheckoutError("CONFLICT", blockerTexts[blocker]);
  const undecided = (await tx.undecidedStrays(checkoutId, token)).filter(({ swept }) => !swept);
  const freeUnits = locked.atDepositUnits - locked.promisedUnits;
  if (undecided.length === 0 || freeUnits <= 0n) throw nothingLeft();
  return { project, locked, undecided, freeUnits };
}

const blockerTexts: Readonly<Record<StrayBlocker, string>> = {
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
  chains: readonly Chain[],
  projectId: string,
  stray: StrayRef,
): Promise<LockedStray> {
  const swept = await lockStray(tx, chains, projectId, stray);
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
