import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { CheckoutStore } from "@/lib/checkouts/checkout.store";
import { getCheckout } from "@/lib/checkouts/get-checkout";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { RefundStore } from "@/lib/refunds/refund-store.port";
import {
  type RequestedSettlements,
  type RequestSettlementDeps,
  requestSettlement,
} from "@/lib/settlement/request-settlement";

export type SweepNowDeps = RequestSettlementDeps & {
  checkouts: CheckoutStore;
  refunds: Pick<RefundStore, "transaction">;
};

/** What a member wants swept: checkouts of the project, or all that it has on a chain. */
export type SweepRequest = { kind: "checkout"; checkoutId: string } | { kind: "chain"; chainId: number };

/** What is swept next, by chain, and how many deposits were left where they are, by reason. */
export type SweepAnswer = {
  opened: { chainId: number; deposits: number }[];
  left: { reason: RequestedSettlements["left"][number]["reason"]; deposits: number }[];
};

/**
 * "Sweep now", whatever the project's policy and the floor.
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
