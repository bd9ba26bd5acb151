import { readRefused, release } from "@/lib/chain/sender/outgoing/sweep-refusals.store";
import {
  type Database,
  type Queryable,
  run,
  type Statement,
  toUnits,
  transact,
} from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { postpone, readHeld, readWaiting } from "./settlement-candidates.store";
import { dropItems, openSettlement, readUnsigned } from "./settlement-opening.store";
import type { GasSpent, SettlementStore, SettlementView } from "./settlement-store.port";

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

/** SQL: an upsert with a condition or a computed value. */
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

/** Runs on every pass over a chain: one row by its key, which changes only when due. SQL: hot path. */
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
export function createSettlementStore({ pool, prisma }: Pick<Database, "pool" | "prisma">): SettlementStore {
  return {
    waiting: (terms, perProject) => readWaiting(pool, terms, perProject),
    postpone: (...input) => postpone(pool, ...input),
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
