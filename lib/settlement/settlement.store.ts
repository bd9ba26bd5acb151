import { readRefused, release } from "@/lib/chain/sender/outgoing/sweep-refusals.store";
import { type Database, type Queryable, run, type Statement, transact } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { postpone, readHeld, readWaiting } from "./settlement-candidates.store";
import { dropItems, openSettlement, readUnsigned } from "./settlement-opening.store";
import type { GasSpent, SettlementStore, SettlementView } from "./settlement-store.port";

/**
 * Items as JSON: addresses and words but no amounts, so no number loses digits. SQL: rows with their items in one
 * statement.
 */
const selectSettlements: Statement = {
  name: "settlements_list",
  text: `
    SELECT settlement.id, settlement.chain_id, settlement.status, settlement.requested, settlement.created_at,
      settlement.completed_at, sent.tx_hash, sent.cost_wei, (
        SELECT coalesce(jsonb_agg(jsonb_build_object('checkoutId', item.checkout_id, 'tokenAddress', item.token_address,
          'status', item.status, 'failureReason', item.failure_reason) ORDER BY item.checkout_id, item.token_address), '[]')
        FROM settlement_items AS item WHERE item.settlement_id = settlement.id
      ) AS items
    FROM settlements AS settlement
    LEFT JOIN outgoing_transactions AS sent ON sent.id = settlement.outgoing_transaction_id
    WHERE settlement.project_id = $1 ORDER BY settlement.created_at DESC, settlement.id DESC LIMIT $2 OFFSET $3`,
};

/** SQL: the same condition as in the list. */
const countSettlements: Statement = {
  name: "settlements_count",
  text: "SELECT count(*)::int AS total FROM settlements WHERE project_id = $1",
};

/** SQL: sums over a join. */
const sumGas: Statement = {
  name: "settlements_gas_spent",
  text: `
    SELECT chain_id, purpose, count(*)::int AS transactions, sum(cost_wei) AS cost_wei
    FROM outgoing_transactions WHERE project_id = $1 AND cost_wei IS NOT NULL
    GROUP BY chain_id, purpose ORDER BY chain_id, purpose`,
};

type SettlementRow = {
  id: string;
  chain_id: number;
  status: SettlementView["status"];
  requested: boolean;
  created_at: Date;
  completed_at: Date | null;
  tx_hash: Hex | null;
  cost_wei: bigint | null;
  items: SettlementView["items"];
};

type GasRow = { chain_id: number; purpose: GasSpent["purpose"]; transactions: number; cost_wei: bigint };

async function listSettlements(
  connection: Queryable,
  ...[projectId, { take, skip }]: Parameters<SettlementStore["list"]>
): Promise<{ items: SettlementView[]; total: number }> {
  const rows = await run<SettlementRow>(connection, selectSettlements, [projectId, take, skip]);
  const [counted] = await run<{ total: number }>(connection, countSettlements, [projectId]);
  const items = rows.map((row) => ({
    id: row.id,
    chainId: row.chain_id,
    status: row.status,
    requested: row.requested,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    txHash: row.tx_hash,
    costWei: row.cost_wei,
    items: row.items,
  }));
  return { items, total: counted?.total ?? 0 };
}

async function readGasSpent(connection: Queryable, projectId: string): Promise<GasSpent[]> {
  const rows = await run<GasRow>(connection, sumGas, [projectId]);
  return rows.map((row) => ({
    chainId: row.chain_id,
    purpose: row.purpose,
    transactions: row.transactions,
    costWei: row.cost_wei,
  }));
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

/**
 * Runs on every pass over a chain: one row by its key, which changes only when due. SQL: many rows in one statement.
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

/** Settlements in Postgres: each step is stored before the next one begins. */
export function createSettlementStore({ pool }: Pick<Database, "pool">): SettlementStore {
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
    list: (projectId, page) => listSettlements(pool, projectId, page),
    gasSpent: (projectId) => readGasSpent(pool, projectId),
  };
}
