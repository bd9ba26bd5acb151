import type { TokenRef } from "@/lib/chain/token.rules";
import {
  type Days,
  daysOf,
  everyDay,
  paramsOf,
  rowCursors,
  type SearchParams,
  textOf,
  wordOf,
} from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementPolicy } from "@/lib/projects/settings/settlement-policy.rules";
import type { SettlementBlocker } from "@/lib/settlement/settlement-blocker.rules";

export const settlementCursors = rowCursors("stl");

export const settlementStatuses = ["PENDING", "COMPLETED", "FAILED"] as const;

export type SettlementStatus = (typeof settlementStatuses)[number];

/** Filters of a project's settlement list, by the days of creation; a null field does not filter. */
export type SettlementFilter = { status: SettlementStatus | null; chainId: number | null } & Days;

export const everySettlement: SettlementFilter = { status: null, chainId: null, ...everyDay };

/** Reads the list's URL; an unreadable parameter does not filter. */
export function readSettlementFilter(params: SearchParams, timeZone: string): SettlementFilter {
  // Nine digits always fit the column.
  const chain = textOf(params, "chain", /^[1-9]\d{0,8}$/);
  return {
    status: wordOf(params, "status", settlementStatuses),
    chainId: chain === null ? null : Number(chain),
    ...daysOf(params, timeZone),
  };
}

/** The URL parameters of a filter. */
export function settlementListParams({ status, chainId, fromDay, toDay }: SettlementFilter): URLSearchParams {
  return paramsOf({
    status: status?.toLowerCase() ?? null,
    chain: chainId?.toString() ?? null,
    from: fromDay,
    to: toDay,
  });
}

/** The amount of one token in a settlement: swept, or still at the deposit addresses. */
export type SettledAmount = { tokenAddress: Hex; units: bigint };

/** A settlement in a list. */
export type ListedSettlement = {
  id: string;
  chainId: number;
  status: SettlementStatus;
  /** Requested by the merchant. */
  requested: boolean;
  createdAt: Date;
  completedAt: Date | null;
  /** The mined attempt's hash, else the newest one's; null before the first signature. */
  txHash: Hex | null;
  /** In wei, including a rollup's data fee; null until final. */
  costWei: bigint | null;
  itemCount: number;
  sweptCount: number;
  failedCount: number;
  amounts: readonly SettledAmount[];
};

/** One deposit of a settlement. */
export type SettlementItemView = {
  checkoutId: string;
  tokenAddress: Hex;
  status: "PENDING" | "SWEPT" | "FAILED";
  failureReason: string | null;
  referenceId: string | null;
  /** The swept amount; null before, and for a failed item. */
  units: bigint | null;
};

export type SettlementDetails = ListedSettlement & { items: readonly SettlementItemView[] };

/** Balance of one token at a project's deposit addresses on one chain. */
export type UnsweptSum = TokenRef & { deposits: number; units: bigint };

/** Why deposits wait; null: nothing hinders them; `below_floor`: worth less than the sweep's gas. */
export type WaitingReason = SettlementBlocker | "below_floor" | null;

export type WaitingSum = TokenRef & {
  /** The project's policy on this chain. */
  policy: SettlementPolicy;
  reason: WaitingReason;
  deposits: number;
  units: bigint;
  /** The newest checkouts, at most five. */
  checkoutIds: readonly string[];
};

type WaitingDeposit = { checkoutId: string; tokenAddress: Hex; units: bigint; reason: WaitingReason };

const mostNamed = 5;

/** Sums by token and reason, the greatest first, and of equal ones those with a reason. @param deposits newest first */
export function sumWaiting(
  deposits: readonly WaitingDeposit[],
  onChain: Pick<WaitingSum, "chainId" | "policy">,
): WaitingSum[] {
  // "~" is behind all letters.
  const keyOf = ({ tokenAddress, reason }: Pick<WaitingDeposit, "tokenAddress" | "reason">) =>
    `${tokenAddress} ${reason ?? "~"}`;
  const sums = new Map<string, WaitingSum & { checkoutIds: string[] }>();
  for (const deposit of deposits) {
    const { checkoutId, tokenAddress, units, reason } = deposit;
    const key = keyOf(deposit);
    const sum = sums.get(key) ?? {
      ...onChain,
      tokenAddress,
      reason,
      deposits: 0,
      units: 0n,
      checkoutIds: [],
    };
    sums.set(key, sum);
    sum.deposits += 1;
    sum.units += units;
    if (sum.checkoutIds.length < mostNamed) sum.checkoutIds.push(checkoutId);
  }
  return [...sums.values()].sort((a, b) =>
    a.units === b.units ? (keyOf(a) < keyOf(b) ? -1 : 1) : a.units > b.units ? -1 : 1,
  );
}

/** What one wallet may sweep on one chain, in one transaction or several. */
export type ClosedBatch = {
  chainId: number;
  wallet: Hex;
  deposits: number;
  sums: readonly { tokenAddress: Hex; units: bigint }[];
  /** False for a contract wallet that is not on this chain: it cannot sign here. */
  isDeployed: boolean;
};

/** A late payment, or the part that an expired checkout received, without a decision. */
export type LatePayment = TokenRef & {
  id: string;
  status: "LATE_PAID" | "EXPIRED";
  createdAt: Date;
  referenceId: string | null;
  itemName: string | null;
  fiatAmount: string | null;
  fiatCurrency: string | null;
  amountUnits: bigint;
  /** Sum of all counted transfers. */
  totalPaidUnits: bigint;
  /** Sum of final transfers. */
  paidUnits: bigint;
  refundedUnits: bigint;
  refundingUnits: bigint;
  expiresAt: Date;
  /** Null when it expired before it was paid. */
  cancelledAt: Date | null;
  /** Block time of its last counted transfer. */
  paidAt: Date | null;
  txHash: Hex | null;
  /** The rate of its price; null for a price in tokens. */
  exchangeRateUsed: string | null;
  /** Money of the checkout, in any coin, was or is being refunded. */
  goesBack: boolean;
  /** The customer continued with another checkout. */
  isReplaced: boolean;
  /** The customer requested the money back. */
  isRequested: boolean;
};
