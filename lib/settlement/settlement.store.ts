import { type Postponed, postponeDeposits } from "@/lib/checkouts/balances/deposit-holdings.store";
import type {
  DepositKey,
  RefusedDeposits,
  RefusedToken,
} from "@/lib/checkouts/balances/sweep-refusals.store";
import { readRefused, release } from "@/lib/checkouts/balances/sweep-refusals.store";
import {
  type Connections,
  type Database,
  type Queryable,
  run,
  type Statement,
  toUnits,
  transact,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { SettlementTerms } from "./settlement-blocker.rules";
import type { DepositQuery, HeldDeposit, WaitingDeposit } from "./settlement-candidates.store";
import { readHeld, readWaiting } from "./settlement-candidates.store";
import type { DroppedItem, Opening, OpenSettlement } from "./settlement-opening.store";
import { dropItems, openSettlement, readUnsigned } from "./settlement-opening.store";

/** A settlement as its merchant sees it. */
export type SettlementView = {
  id: string;
  chainId: number;
  status: "PENDING" | "COMPLETED" | "FAILED";
  requested: boolean;
  createdAt: Date;
  completedAt: Date | null;
  /** The mined attempt's hash, else the newest one's; null before the first signature. */
  txHash: Hex | null;
  /** In wei, including a rollup's data fee; null until final. */
  costWei: bigint | null;
  items: readonly (DepositKey & { status: "PENDING" | "SWEPT" | "FAILED"; failureReason: string | null })[];
};

/** Gas paid for a merchant by final transactions, in wei. */
export type GasSpent = {
  chainId: number;
  purpose: "SETTLEMENT" | "REFUND" | "RELAY";
  transactions: number;
  costWei: bigint;
};

export type SettlementStore = {
  /**
   * Deposits on the chain with a balance that are not postponed, of projects that settle automatically there: a limited
   * number per project, longest waiting first.
   */
  waiting(terms: SettlementTerms, perProject: number): Promise<WaitingDeposit[]>;
  /**
   * Postpones deposits until then, unless more arrives; deposits that changed since `units` was read stay due. Those
   * that wait for the merchant get a timeline entry, once.
   */
  postpone(chainId: number, deposits: readonly Postponed[], at: Date): Promise<void>;
  /**
   * The tokens' balances at a project's deposit addresses on the chain, or at those of the named checkouts, with what
   * prevents a requested settlement: policy, floor and failed sweeps do not, nor does being stray or unpaid once the
   * checkout can no longer be paid. A wallet that signs by itself (`byWallet`) also takes strays of a checkout that can
   * be paid, without a decision.
   */
  held(
    terms: SettlementTerms,
    whose: DepositQuery,
    after: DepositKey | null,
    limit: number,
  ): Promise<HeldDeposit[]>;
  /**
   * Opens a settlement of the items that may still be swept, checked again under their checkouts' locks; null when none
   * is left.
   */
  open(
    opening: Opening,
    terms: SettlementTerms,
    deposits: readonly DepositKey[],
  ): Promise<OpenSettlement | null>;
  /** Settlements without a signed transaction: the oldest of each project first, then the second oldest. */
  unsigned(chainId: number, limit: number): Promise<OpenSettlement[]>;
  /**
   * Removes items from an unsigned settlement: FAILED for the reason, and free for another settlement. Those with a
   * `refusal` are retried after a minute, later up to an hour; a retry refused for the same cause leaves no row. A
   * settlement without items ends FAILED. A signed one does not change.
   */
  dropItems(settlementId: string, items: readonly DroppedItem[], reason: string, at: Date): Promise<void>;
  /** Deposits whose sweeps are refused, by cause; without a known cause, those being retried. */
  refused(chainId: number, now: Date): Promise<RefusedDeposits[]>;
  /** The cause is gone: its deposits are retried at once. */
  release(chainId: number, cause: RefusedToken): Promise<void>;
  /** Schedules a settlement pass at each of these times, and once settlement trusts that block. */
  wakeLater(chainId: number, wake: { times: readonly Date[]; block: bigint | null }): Promise<void>;
  /** Whether a scheduled pass is due. Only one caller gets it. */
  takeWake(chainId: number, now: Date, settledUpTo: bigint | null): Promise<boolean>;
  /** Newest first. */
  list(
    projectId: string,
    page: { take: number; skip: number },
  ): Promise<{ items: SettlementView[]; total: number }>;
  gasSpent(projectId: string): Promise<GasSpent[]>;
};

async function listSettlements(
  prisma: Database["prisma"],
  ...[projectId, page]: Parameters<SettlementStore["list"]>
): Promise<{ items: SettlementView[]; total: number }> {
  const settlements = await prisma.settlement.findMany({
    where: { projectId },
    include: {
      items: {
        select: { checkoutId: true, tokenAddress: true, status: true, failureReason: true },
        orderBy: [{ checkoutId: "asc" }, { tokenAddress: "asc" }],
      },
      outgoingTransaction: { select: { txHash: true, costWei: true } },
    },
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
    ...page,
  });
  const total = await prisma.settlement.count({ where: { projectId } });
  const items = settlements.map((settlement) => {
    const { id, chainId, status, requested, createdAt, completedAt, outgoingTransaction: sent } = settlement;
    return {
      id,
      chainId,
      status,
      requested,
      createdAt,
      completedAt,
      txHash: (sent?.txHash ?? null) as Hex | null,
      costWei: sent?.costWei == null ? null : toUnits(sent.costWei),
      items: settlement.items as SettlementView["items"],
    };
  });
  return { items, total };
}

async function readGasSpent(prisma: Database["prisma"], projectId: string): Promise<GasSpent[]> {
  const sums = await prisma.outgoingTransaction.groupBy({
    by: ["chainId", "purpose"],
    where: { projectId, costWei: { not: null } },
    _count: true,
    _sum: { costWei: true },
    orderBy: [{ chainId: "asc" }, { purpose: "asc" }],
  });
  return sums.flatMap(({ chainId, purpose, _count: transactions, _sum: { costWei } }) =>
    // What is for no merchant is for no project.
    costWei === null || purpose === "FILL"
      ? []
      : [{ chainId, purpose, transactions, costWei: toUnits(costWei) }],
  );
}

/** Keeps the earliest: the regular pass within a minute covers the others. */
const keptTimes = 100;

/** SQL: times are merged with those of the row that the insert meets. */
const upsertWake: Statement = {
  name: "settlements_wake_later",
  text: `
    INSERT INTO settlement_wakes AS wake (chain_id, due_times, from_block) VALUES ($1, $2, $3)
    ON CONFLICT (chain_id) DO UPDATE SET
      due_times = ARRAY(SELECT DISTINCT unnest(wake.due_times || excluded.due_times) AS due_at ORDER BY due_at LIMIT ${keptTimes}),
      from_block = least(wake.from_block, excluded.from_block)`,
};

async function wakeLater(
  connection: Queryable,
  ...[chainId, { times, block }]: Parameters<SettlementStore["wakeLater"]>
): Promise<void> {
  if (times.length > 0 || block !== null) await run(connection, upsertWake, [chainId, times, block]);
}

/**
 * Runs on every pass over a chain: one row by its key, which changes only when due. SQL: one statement tests and
 * shortens an array.
 */
const takeDueWake: Statement = {
  name: "settlements_take_wake",
  text: `
    UPDATE settlement_wakes SET
      due_times = ARRAY(SELECT due_at FROM unnest(due_times) AS due_at WHERE due_at > $2::timestamptz),
      from_block = CASE WHEN from_block > coalesce($3::bigint, -1) THEN from_block END
    WHERE chain_id = $1 AND ($2::timestamptz >= ANY (due_times) OR from_block <= $3::bigint)
    RETURNING chain_id`,
};

async function takeWake(
  connection: Queryable,
  ...[chainId, now, settledUpTo]: Parameters<SettlementStore["takeWake"]>
): Promise<boolean> {
  return (await run(connection, takeDueWake, [chainId, now, settledUpTo])).length > 0;
}

/** Settlements in Postgres: what is chosen, signed and sent is stored before the next step is taken. */
export function createSettlementStore({ pool, prisma }: Connections): SettlementStore {
  return {
    waiting: (terms, perProject) => readWaiting(pool, terms, perProject),
    postpone: (...input) => postponeDeposits(pool, ...input),
    held: (...question) => readHeld(pool, ...question),
    open: (...input) => transact(pool, (connection) => openSettlement(connection, ...input)),
    unsigned: (chainId, limit) => readUnsigned(pool, chainId, limit),
    dropItems: (...input) => transact(pool, (connection) => dropItems(connection, ...input)),
    refused: (chainId, now) => readRefused(pool, chainId, now),
    release: (...input) => release(pool, ...input),
    wakeLater: (...input) => wakeLater(pool, ...input),
    takeWake: (...question) => takeWake(pool, ...question),
    list: (projectId, page) => listSettlements(prisma, projectId, page),
    gasSpent: (projectId) => readGasSpent(prisma, projectId),
  };
}
