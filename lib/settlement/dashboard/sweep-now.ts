import type { AuditEntry } from "@/lib/accounts/audit.store";
import { type Chain, enabledChain, reachesOwner } from "@/lib/chain/chains.rules";
import type { sweepCall } from "@/lib/chain/sender/contract-calls.chain";
import { trustedBlock } from "@/lib/checkouts/balances/agree-on-deposits";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { getCheckout } from "@/lib/checkouts/views/read-checkout";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectStore } from "@/lib/projects/project.store";
import type { Acting, ProjectAccess } from "@/lib/projects/project-access";
import { batchSize } from "@/lib/projects/settings/settlement-policy.rules";
import type { RefundStore } from "@/lib/refunds/refund.store";
import { type RequestedSettlements, requestSettlement } from "@/lib/settlement/request-settlement";
import type { SettlementTerms } from "@/lib/settlement/settlement-blocker.rules";
import { type SettlementParts, settlementTerms } from "@/lib/settlement/settlement-terms";
import type { ClosedDeposit, HoldingStore } from "./holding.store";
import type { ClosedBatch } from "./settlement-views.rules";

/** What a project's money is swept with, on request. */
export type SweepNowParts = SettlementParts & {
  checkouts: CheckoutStore;
  refunds: RefundStore;
};

/** What a project's unswept money is shown and swept with. */
export type SettlementDeskParts = SweepNowParts & {
  projects: ProjectStore;
  holdings: HoldingStore;
  sweepCall: typeof sweepCall;
};

/** What to sweep: a checkout of the project, everything on a chain, or everything. */
export type SweepRequest =
  | { kind: "checkout"; checkoutId: string }
  | { kind: "chain"; chainId: number }
  | { kind: "everything" };

/**
 * "Pay out now", ignoring the project's policy and the floor.
 * @throws CheckoutError FORBIDDEN, CHECKOUT_NOT_FOUND (also for another project's)
 * @throws ChainUnavailable
 */
export async function sweepNow(
  deps: SweepNowParts,
  access: Acting,
  request: SweepRequest,
): Promise<RequestedSettlements> {
  const actor = access.as("settlements.request");
  const { projectId } = actor;
  const checkoutId = request.kind === "checkout" ? request.checkoutId : null;
  const chainId = request.kind === "chain" ? request.chainId : null;
  if (checkoutId !== null) await getCheckout(deps, projectId, checkoutId);
  const requested = await requestSettlement(deps, {
    projectId,
    chainId,
    what: checkoutId === null ? { kind: "everything" } : { kind: "checkouts", checkoutIds: [checkoutId] },
  });
  const entry: AuditEntry = {
    ...actor,
    action: "settlement.requested",
    target: checkoutId ?? projectId,
    details: {
      chainId,
      settlements: requested.settlements.map(({ settlementId }) => settlementId).join(" "),
    },
    at: deps.clock.now(),
  };
  await deps.refunds.transaction((tx) => tx.audit(entry));
  return requested;
}

/** What will be swept, by chain, and how many deposits stay, by reason. */
export function sumRequested({ settlements, left }: RequestedSettlements): {
  opened: { chainId: number; deposits: number }[];
  left: { reason: RequestedSettlements["left"][number]["reason"]; deposits: number }[];
} {
  const opened = summed(settlements.map(({ chainId, items }) => [chainId, items]));
  const stays = summed(left.map(({ reason }) => [reason, 1]));
  return {
    opened: opened.map(([chainId, deposits]) => ({ chainId, deposits })),
    left: stays.map(([reason, deposits]) => ({ reason, deposits })),
  };
}

function summed<Key>(counts: readonly (readonly [Key, number])[]): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const [key, count] of counts) sums.set(key, (sums.get(key) ?? 0) + count);
  return [...sums];
}

/** The terms for the deposits of a chain now. On a chain that was never scanned nothing is final. */
export async function termsNow(deps: SettlementParts, chain: Chain): Promise<SettlementTerms> {
  const position = await deps.positions.find(chain.chainId);
  const settledUpTo = trustedBlock(chain, position, deps.clock.now()) ?? -1n;
  return settlementTerms(deps, deps.sender(chain.chainId), settledUpTo);
}

/** Deposits on a chain that wait for a wallet's signature, one batch per wallet. */
export async function closedBatches(
  deps: SettlementDeskParts,
  projectId: string,
  terms: SettlementTerms,
): Promise<ClosedBatch[]> {
  const { chainId } = terms;
  const closed = await deps.holdings.closed(projectId, terms);
  const wallets = [...new Set(closed.map(({ merchantAddress }) => merchantAddress))].sort();
  return Promise.all(
    wallets.map(async (wallet) => {
      const own = closed.filter(({ merchantAddress }) => merchantAddress === wallet);
      const tokens = [...new Set(own.map(({ tokenAddress }) => tokenAddress))].sort();
      return {
        chainId,
        wallet,
        deposits: own.length,
        sums: tokens.map((tokenAddress) => ({ tokenAddress, units: unitsIn(own, tokenAddress) })),
        isDeployed: reachesOwner(await deps.walletCode.onChains(wallet), chainId) !== false,
      };
    }),
  );
}

function unitsIn(deposits: readonly ClosedDeposit[], tokenAddress: Hex): bigint {
  return deposits.reduce((sum, item) => (item.tokenAddress === tokenAddress ? sum + item.units : sum), 0n);
}

/** A sweep for a browser's wallet to send; it moves none of the wallet's native coin. */
export type PreparedSweepCall = {
  chainId: number;
  /** Who may send it; null for anyone. */
  from: readonly Hex[] | null;
  /** Where the swept funds go. */
  merchantAddress: Hex;
  to: Hex;
  data: Hex;
};

/**
 * One transaction for the deposits on a chain that only this wallet may sweep, of any token, at most `batchSize`. The
 * factory checks its caller, so the wallet calls it directly: as a key's transaction, or as one Safe transaction with
 * its signatures. A failing deposit does not stop the others.
 *
 * @throws CheckoutError FORBIDDEN, CONFLICT (nothing waits for this wallet, or it has no code on this chain)
 */
export async function prepareSweepBatch(
  deps: SettlementDeskParts,
  access: ProjectAccess,
  target: { chainId: number; wallet: Hex },
): Promise<PreparedSweepCall & { deposits: number }> {
  access.require("settlements.request");
  const { chainId, wallet } = target;
  if (!deps.chains.some((chain) => chain.chainId === chainId)) throw nothingWaits();
  const chain = enabledChain(deps.chains, chainId);
  const terms = await termsNow(deps, chain);
  const closed = await deps.holdings.closed(access.projectId, terms);
  const items = closed.filter(({ merchantAddress }) => merchantAddress === wallet).slice(0, batchSize);
  if (items.length === 0) throw nothingWaits();
  if (reachesOwner(await deps.walletCode.onChains(wallet), chainId) === false) {
    throw new CheckoutError("CONFLICT", fault("settlement.walletNotDeployed", { network: chain.name }));
  }
  const call = deps.sweepCall(items);
  return { chainId, from: [wallet], merchantAddress: wallet, deposits: items.length, ...call };
}

function nothingWaits(): CheckoutError {
  return new CheckoutError("CONFLICT", fault("settlement.nothingWaits"));
}
