import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/hex.rules";
import type { GasSpent, SettlementStore, SettlementView } from "./settlement-store.port";

/** Items as JSON: addresses and words, no amounts, so no number loses digits. */
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
const countSettlements: Statement = {
  name: "settlements_count",
  text: "SELECT count(*)::int AS total FROM settlements WHERE project_id = $1",
};
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

export async function listSettlements(
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

export async function readGasSpent(connection: Queryable, projectId: string): Promise<GasSpent[]> {
  const rows = await run<GasRow>(connection, sumGas, [projectId]);
  return rows.map((row) => ({
    chainId: row.chain_id,
    purpose: row.purpose,
    transactions: row.transactions,
    costWei: row.cost_wei,
  }));
}
