import type { Hex } from "@/lib/core/checkout";
import type { SweepItem } from "@/lib/services/ports/chain-sender";
import type {
  OpenSettlement,
  SettleableCheckout,
  SettlementStore,
} from "@/lib/services/ports/settlement-store";
import { type Database, type Queryable, run, type Statement, transact } from "./database";
import {
  completeTransaction,
  noteBroadcast,
  readOpenTransactions,
  reopenTransactions,
  storeSigned,
} from "./outgoing-transactions";

/** Settlements in Postgres: what is chosen, signed and sent is stored before the next step is taken. */
export function createSettlementStore({ pool }: Pick<Database, "pool">): SettlementStore {
  return {
    settleable: async (chainId, upTo, { batchedBefore, failedBefore }, limit) => {
      const values = [chainId, upTo, batchedBefore, failedBefore, limit];
      const rows = await run<SettleableRow>(pool, selectSettleable, values);
      return rows.map(toSettleable);
    },

    open: (settlementId, projectId, chainId, checkouts, at) =>
      transact(pool, (connection) =>
        openSettlement(connection, { settlementId, projectId, chainId, at }, checkouts),
      ),

    unsigned: async (chainId, limit) =>
      groupItems(await run<ItemRow>(pool, selectUnsigned, [chainId, limit])),

    abandon: async (settlementId, reason, at) => {
      await run(pool, abandonUnsigned, [settlementId, reason, at]);
    },

    storeSigned: (input) => transact(pool, (connection) => storeSigned(connection, input)),
    openTransactions: (chainId, limit) => readOpenTransactions(pool, chainId, limit),
    noteBroadcast: (transactionId, at, error) => noteBroadcast(pool, transactionId, at, error),
    reopen: (...range) => reopenTransactions(pool, ...range),
    complete: (transactionId, outcome, at) =>
      transact(pool, (connection) => completeTransaction(connection, transactionId, outcome, at)),
  };
}

/** A project that settles in batches has one when this many wait. */
const batchSize = 50;

/**
 * What may be swept at this moment, of `checkout`: asked when choosing, and again under lock when a settlement
 * is opened, since between the two a refund, a reorg or another settlement may have come. Whether anything
 * lies at the address is the ledger's word: a checkout stays PAID until its sweep is final.
 */
const sweepable = `
  checkout.status IN ('PAID', 'LATE_PAID') AND NOT checkout.settlement_frozen
  AND (checkout.status = 'PAID' OR checkout.late_accepted_at IS NOT NULL)
  AND NOT EXISTS (
    SELECT FROM settlement_items AS item
    WHERE item.checkout_id = checkout.id AND item.token_address = checkout.token_address
      AND item.status = 'PENDING')
  AND NOT EXISTS (
    SELECT FROM refunds AS refund
    WHERE refund.checkout_id = checkout.id AND refund.status IN
      ('AWAITING_APPROVAL', 'AWAITING_ADDRESS', 'AWAITING_SIGNATURE', 'PENDING', 'PROCESSING'))
  AND 0 < (
    SELECT coalesce(sum(CASE WHEN entry.to_account = 'DEPOSIT' THEN entry.amount_units
      WHEN entry.from_account = 'DEPOSIT' THEN -entry.amount_units ELSE 0 END), 0)
    FROM ledger_entries AS entry
    WHERE entry.checkout_id = checkout.id AND entry.chain_id = checkout.chain_id
      AND entry.token_address = checkout.token_address)`;

/** An accepted late payment waits since it was accepted. */
const waitingSince = "greatest(checkout.paid_at, checkout.late_accepted_at)";

const selectSettleable: Statement = {
  name: "settlements_settleable",
  text: `
    WITH ready AS (
      SELECT checkout.id, checkout.project_id, checkout.token_address, project.settlement_policy,
        ${waitingSince} AS waiting_since,
        count(*) OVER (PARTITION BY checkout.project_id) AS waiting,
        min(${waitingSince}) OVER (PARTITION BY checkout.project_id) AS oldest
      FROM checkouts AS checkout JOIN projects AS project ON project.id = checkout.project_id
      WHERE checkout.chain_id = $1 AND project.settlement_policy <> 'MANUAL' AND ${sweepable}
        AND NOT EXISTS (
          SELECT FROM transfers AS transfer
          WHERE transfer.checkout_id = checkout.id AND transfer.chain_id = checkout.chain_id
            AND transfer.token_address = checkout.token_address AND NOT transfer.orphaned
            AND transfer.block_number > $2)
        AND NOT EXISTS (
          SELECT FROM settlement_items AS item JOIN settlements AS settlement ON settlement.id = item.settlement_id
          WHERE item.checkout_id = checkout.id AND item.status = 'FAILED'
            AND item.failure_reason IS DISTINCT FROM 'TRANSACTION_REPLACED'
            AND coalesce(settlement.completed_at, settlement.created_at) > $4)
    )
    SELECT id, project_id, token_address, waiting_since FROM ready
    WHERE settlement_policy = 'IMMEDIATE' OR waiting >= ${batchSize} OR oldest <= $3
    ORDER BY waiting_since, id LIMIT $5`,
};

type SettleableRow = { id: string; project_id: string; token_address: Hex; waiting_since: Date };

function toSettleable(row: SettleableRow): SettleableCheckout {
  return {
    checkoutId: row.id,
    projectId: row.project_id,
    tokenAddress: row.token_address,
    paidAt: row.waiting_since,
  };
}

const lockCheckoutsOfProject: Statement = {
  name: "settlements_lock_checkouts",
  text: `
    SELECT id FROM checkouts WHERE id = ANY ($1::text[]) AND project_id = $2
    ORDER BY id FOR NO KEY UPDATE`,
};
const insertSettlement: Statement = {
  name: "settlements_insert",
  text: "INSERT INTO settlements (id, project_id, chain_id, created_at) VALUES ($1, $2, $3, $4)",
};
const insertItems: Statement = {
  name: "settlements_insert_items",
  text: `
    WITH added AS (
      INSERT INTO settlement_items (settlement_id, checkout_id, token_address)
      SELECT $1, checkout.id, checkout.token_address
      FROM unnest($4::text[], $5::text[]) AS chosen (checkout_id, token_address)
      JOIN checkouts AS checkout
        ON checkout.id = chosen.checkout_id AND checkout.token_address = chosen.token_address
      WHERE checkout.project_id = $2 AND checkout.chain_id = $3 AND ${sweepable}
      ORDER BY checkout.id
      ON CONFLICT DO NOTHING
      RETURNING settlement_id, checkout_id, token_address
    )
    SELECT added.settlement_id, checkout.project_id, checkout.chain_id, added.checkout_id,
      checkout.deposit_address, checkout.merchant_address, checkout.refund_authority, checkout.open_sweep,
      added.token_address
    FROM added JOIN checkouts AS checkout ON checkout.id = added.checkout_id
    ORDER BY added.checkout_id, added.token_address`,
};
const deleteSettlement: Statement = {
  name: "settlements_delete_empty",
  text: "DELETE FROM settlements WHERE id = $1",
};

async function openSettlement(
  connection: Queryable,
  settlement: { settlementId: string; projectId: string; chainId: number; at: Date },
  checkouts: readonly SettleableCheckout[],
): Promise<OpenSettlement | null> {
  const { settlementId, projectId, chainId, at } = settlement;
  const checkoutIds = checkouts.map(({ checkoutId }) => checkoutId);
  await run(connection, lockCheckoutsOfProject, [checkoutIds, projectId]);
  await run(connection, insertSettlement, [settlementId, projectId, chainId, at]);
  const rows = await run<ItemRow>(connection, insertItems, [
    settlementId,
    projectId,
    chainId,
    checkoutIds,
    checkouts.map(({ tokenAddress }) => tokenAddress),
  ]);
  if (rows.length === 0) await run(connection, deleteSettlement, [settlementId]);
  return groupItems(rows)[0] ?? null;
}

const selectUnsigned: Statement = {
  name: "settlements_unsigned",
  text: `
    WITH settlement AS (
      SELECT id, project_id, chain_id, created_at FROM settlements
      WHERE chain_id = $1 AND status = 'PENDING' AND outgoing_transaction_id IS NULL
      ORDER BY created_at, id LIMIT $2
    )
    SELECT settlement.id AS settlement_id, settlement.project_id, settlement.chain_id, item.checkout_id,
      checkout.deposit_address, checkout.merchant_address, checkout.refund_authority, checkout.open_sweep,
      item.token_address
    FROM settlement
    JOIN settlement_items AS item ON item.settlement_id = settlement.id AND item.status = 'PENDING'
    JOIN checkouts AS checkout ON checkout.id = item.checkout_id
    ORDER BY settlement.created_at, settlement.id, item.checkout_id, item.token_address`,
};

/** Only while nothing is signed for it: a signed transaction may be on the network. */
const abandonUnsigned: Statement = {
  name: "settlements_abandon",
  text: `
    WITH settlement AS (
      UPDATE settlements SET status = 'FAILED', completed_at = $3
      WHERE id = $1 AND status = 'PENDING' AND outgoing_transaction_id IS NULL RETURNING id
    )
    UPDATE settlement_items AS item SET status = 'FAILED', failure_reason = $2
    FROM settlement WHERE item.settlement_id = settlement.id AND item.status = 'PENDING'`,
};

type ItemRow = {
  settlement_id: string;
  project_id: string;
  chain_id: number;
  checkout_id: string;
  deposit_address: Hex;
  merchant_address: Hex;
  refund_authority: Hex;
  open_sweep: boolean;
  token_address: Hex;
};

function groupItems(rows: readonly ItemRow[]): OpenSettlement[] {
  const settlements = new Map<string, OpenSettlement & { items: SweepItem[] }>();
  for (const row of rows) {
    const settlement = settlements.get(row.settlement_id) ?? {
      settlementId: row.settlement_id,
      projectId: row.project_id,
      chainId: row.chain_id,
      items: [],
    };
    settlements.set(row.settlement_id, settlement);
    settlement.items.push({
      checkoutId: row.checkout_id,
      depositAddress: row.deposit_address,
      merchantAddress: row.merchant_address,
      refundAuthority: row.refund_authority,
      openSweep: row.open_sweep,
      tokenAddress: row.token_address,
    });
  }
  return [...settlements.values()];
}
