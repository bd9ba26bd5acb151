import type { AuditEntry } from "@/lib/accounts/audit.store";
import { type Chain, reachesOwner } from "@/lib/chain/chains.rules";
import { highestFinalBlock } from "@/lib/chain/confirmation-policy.rules";
import type { ChainSender } from "@/lib/chain/sender/chain-sender.port";
import type { WalletCode } from "@/lib/chain/wallets.chain";
import { chainHead } from "@/lib/checkouts/balances/settled-block";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import type { PaymentStore } from "@/lib/checkouts/state/payment-store.port";
import { getCheckout } from "@/lib/checkouts/views/read-checkout";
import type { ProjectAccess } from "@/lib/projects/project-access";
import type { RefundStore } from "@/lib/refunds/refund-store.port";
import {
  type RequestedSettlements,
  type RequestSettlementDeps,
  requestSettlement,
} from "@/lib/settlement/request-settlement";
import type { SettlementTerms } from "@/lib/settlement/settlement-store.port";
import { settlementTerms, type TermsDeps } from "@/lib/settlement/settlement-terms";
import type { HoldingStore } from "./holding.port";
import type { ClosedBatch } from "./settlement-views.rules";

export type SweepNowDeps = RequestSettlementDeps & {
  checkouts: CheckoutStore;
  refunds: Pick<RefundStore, "transaction">;
};

/** What a member wants to sweep: checkouts of the project, or everything on a chain. */
export type SweepRequest = { kind: "checkout"; checkoutId: string } | { kind: "chain"; chainId: number };

/** What will be swept, by chain, and how many deposits stay, by reason. */
export type SweepAnswer = {
  opened: { chainId: number; deposits: number }[];
  left: { reason: RequestedSettlements["left"][number]["reason"]; deposits: number }[];
};

/**
 * "Sweep now", ignoring the project's policy and the floor.
 * @throws CheckoutError FORBIDDEN, CHECKOUT_NOT_FOUND
 * @throws ChainUnavailable
 */
export async function sweepNow(
  deps: SweepNowDeps,
  access: ProjectAccess,
  request: SweepRequest,
): Promise<SweepAnswer> {
  access.require("settlements.request");
  const { projectId, userId } = access;
  if (request.kind === "checkout") await getCheckout(deps, projectId, request.checkoutId);
  const what =
    request.kind === "checkout"
      ? ({ kind: "checkouts", checkoutIds: [request.checkoutId] } as const)
      : ({ kind: "everything" } as const);
  const { settlements, left } = await requestSettlement(deps, {
    projectId,
    chainId: request.kind === "chain" ? request.chainId : null,
    what,
  });
  const entry: AuditEntry = {
    projectId,
    userId,
    action: "settlement.requested",
    target: request.kind === "checkout" ? request.checkoutId : projectId,
    details: {
      chainId: request.kind === "chain" ? request.chainId : null,
      settlements: settlements.map(({ settlementId }) => settlementId).join(" "),
    },
    at: deps.clock.now(),
  };
  await deps.refunds.transaction((tx) => tx.audit(entry));
  return {
    opened: summed(
      settlements,
      ({ chainId }) => chainId,
      ({ items }) => items,
    ).map(([chainId, deposits]) => ({
      chainId,
      deposits,
    })),
    left: summed(
      left,
      ({ reason }) => reason,
      () => 1,
    ).map(([reason, deposits]) => ({ reason, deposits })),
  };
}

function summed<Item, Key>(
  items: readonly Item[],
  keyOf: (item: Item) => Key,
  countOf: (item: Item) => number,
): [Key, number][] {
  const sums = new Map<Key, number>();
  for (const item of items) sums.set(keyOf(item), (sums.get(keyOf(item)) ?? 0) + countOf(item));
  return [...sums];
}

export type TermsNowDeps = Omit<TermsDeps, "chains"> & {
  chains: readonly Chain[];
  payments: Pick<PaymentStore, "position">;
  sender: (chainId: number) => Pick<ChainSender, "chainId" | "operatorAddress">;
};

export type ClosedDeps = TermsNowDeps & {
  holdings: Pick<HoldingStore, "closed" | "closedItems">;
  walletCode: WalletCode;
};

/** The terms for the deposits of a chain now. On a chain that was never scanned nothing is final. */
export async function termsNow(deps: TermsNowDeps, chain: Chain): Promise<SettlementTerms> {
  const position = await deps.payments.position(chain.chainId);
  const head = position === null ? null : chainHead(position, deps.clock.now());
  const settledUpTo = head === null ? null : highestFinalBlock(chain.confirmations.settle, head);
  return settlementTerms(deps, deps.sender(chain.chainId), settledUpTo ?? -1n);
}

/** Deposits on a chain that wait for a wallet's signature, one batch per wallet. */
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
