import type { SweepItem } from "@/lib/chain/sender/chain-sender.port";
import {
  type DepositKey,
  putOffRefused,
  type SweepRefusal,
} from "@/lib/checkouts/balances/sweep-refusals.store";
import { lockCheckoutRows } from "@/lib/checkouts/state/checkout-facts.store";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import { noteDue } from "@/lib/platform/due-work";
import { depositFacts } from "./deposit-facts.store";
import { lockUnsigned } from "./outgoing-settlement.store";
import { type DepositFacts, type SettlementTerms, settlementBlocker } from "./settlement-blocker.rules";

export type OpenSettlement = {
  settlementId: string;
  projectId: string;
  chainId: number;
  /** `frozen` when its checkout was frozen after the settlement was opened. */
  items: readonly (SweepItem & { frozen: boolean })[];
};

export type Opening = { settlementId: string; projectId: string; requested: boolean };

export type DroppedItem = DepositKey & { refusal?: SweepRefusal | null | undefined };

const itemColumns = `
  checkout.deposit_address, checkout.merchant_address, checkout.refund_authority, checkout.open_sweep,
  checkout.settlement_frozen AS frozen`;

/**
 * Balances of the project's chosen deposits. SQL: chosen pairs come as arrays, in the opening's transaction on `pg`.
 */
const selectChosen: Statement = {
  name: "settlements_chosen",
  text: `
    SELECT holding.checkout_id, holding.token_address, ${depositFacts}
    FROM unnest($3::text[], $4::text[]) AS chosen (checkout_id, token_address)
    JOIN deposit_holdings AS holding ON holding.checkout_id = chosen.checkout_id
      AND holding.chain_id = $2::int AND holding.token_address = chosen.token_address
    JOIN checkouts AS checkout ON checkout.id = holding.checkout_id
    WHERE checkout.project_id = $1 AND holding.amount_units > 0`,
};

/** SQL: a settlement exists only if one of its items was free, so both are one statement. */
const insertItems: Statement = {
  name: "settlements_insert_items",
  text: `
    WITH added AS (
      INSERT INTO settlement_items (settlement_id, checkout_id, token_address)
      SELECT $1, checkout_id, token_address
      FROM unnest($6::text[], $7::text[]) AS free (checkout_id, token_address)
      ORDER BY checkout_id, token_address
      ON CONFLICT DO NOTHING
      RETURNING settlement_id, checkout_id, token_address
    ), settlement AS (
      INSERT INTO settlements (id, project_id, chain_id, requested, created_at)
      SELECT $1, $2, $3::int, $4::boolean, $5::timestamptz WHERE EXISTS (SELECT FROM added)
    )
    SELECT added.settlement_id, checkout.project_id, $3::int AS chain_id, added.checkout_id, added.token_address,
      ${itemColumns}
    FROM added JOIN checkouts AS checkout ON checkout.id = added.checkout_id
    ORDER BY added.checkout_id, added.token_address`,
};

/** Judges the deposits again after the lock, so it sees what the previous holder left. */
export async function openSettlement(
  connection: Queryable,
  { settlementId, projectId, requested }: Opening,
  terms: SettlementTerms,
  deposits: readonly DepositKey[],
): Promise<OpenSettlement | null> {
  const { chainId, at } = terms;
  const checkoutIds = deposits.map(({ checkoutId }) => checkoutId);
  await lockCheckoutRows(connection, checkoutIds);
  const chosen = await read<DepositKey & DepositFacts>(connection, selectChosen, [
    projectId,
    chainId,
    checkoutIds,
    deposits.map(({ tokenAddress }) => tokenAddress),
  ]);
  const cause = requested ? "request" : "policy";
  const free = chosen.filter((deposit) => settlementBlocker(deposit, terms, cause) === null);
  const rows = await read<ItemRow>(connection, insertItems, [
    ...[settlementId, projectId, chainId, requested, at],
    free.map(({ checkoutId }) => checkoutId),
    free.map(({ tokenAddress }) => tokenAddress),
  ]);
  const [opened] = groupItems(rows);
  // What a policy opens is opened by settlement itself.
  if (opened !== undefined && requested) noteDue(connection, { work: "settle", chainId });
  return opened ?? null;
}

/**
 * Round robin over projects, so that one project's waiting settlements do not delay the others. SQL: Prisma cannot
 * number the settlements of each project (row_number).
 */
const selectUnsigned: Statement = {
  name: "settlements_unsigned",
  text: `
    WITH settlement AS (
      SELECT id, project_id, chain_id, created_at,
        row_number() OVER (PARTITION BY project_id ORDER BY created_at, id) AS turn
      FROM settlements
      WHERE chain_id = $1 AND status = 'PENDING' AND outgoing_transaction_id IS NULL
      ORDER BY turn, created_at, id LIMIT $2
    )
    SELECT settlement.id AS settlement_id, settlement.project_id, settlement.chain_id, item.checkout_id,
      item.token_address, ${itemColumns}
    FROM settlement
    JOIN settlement_items AS item ON item.settlement_id = settlement.id AND item.status = 'PENDING'
    JOIN checkouts AS checkout ON checkout.id = item.checkout_id
    ORDER BY settlement.turn, settlement.created_at, settlement.id, item.checkout_id, item.token_address`,
};

export async function readUnsigned(
  connection: Queryable,
  chainId: number,
  limit: number,
): Promise<OpenSettlement[]> {
  return groupItems(await read<ItemRow>(connection, selectUnsigned, [chainId, limit]));
}

/**
 * Removes retries that are refused for the same cause: the first refusal is already recorded with its settlement. SQL:
 * finds them by a join of what was given with the deposits' last refusals.
 */
const dropRepeated: Statement = {
  name: "settlements_drop_repeated",
  text: `
    WITH dropped AS MATERIALIZED (
      SELECT settlement.id AS settlement_id, settlement.requested, given.checkout_id, settlement.chain_id,
        given.token_address, given.reason, given.account
      FROM settlements AS settlement
      CROSS JOIN unnest($2::text[], $3::text[], $4::sweep_refusal[], $5::text[])
        AS given (checkout_id, token_address, reason, account)
      WHERE settlement.id = $1
    ), repeated AS (
      DELETE FROM settlement_items AS item USING dropped
      JOIN deposit_holdings AS holding ON (holding.checkout_id, holding.chain_id, holding.token_address)
        = (dropped.checkout_id, dropped.chain_id, dropped.token_address)
      WHERE NOT dropped.requested AND item.settlement_id = dropped.settlement_id AND item.status = 'PENDING'
        AND item.checkout_id = dropped.checkout_id AND item.token_address = dropped.token_address
        AND holding.sweep_refusal = dropped.reason
        AND holding.refused_account IS NOT DISTINCT FROM dropped.account
    )
    SELECT DISTINCT chain_id FROM dropped`,
};

/** Records the refusals of a settlement that the caller locked. */
async function noteRefusals(
  connection: Queryable,
  settlementId: string,
  items: readonly DroppedItem[],
  at: Date,
): Promise<void> {
  const refused = items.flatMap(({ refusal, ...deposit }) => (refusal ? { ...deposit, refusal } : []));
  if (refused.length === 0) return;
  const [row] = await run<{ chain_id: number }>(connection, dropRepeated, [
    settlementId,
    refused.map(({ checkoutId }) => checkoutId),
    refused.map(({ tokenAddress }) => tokenAddress),
    refused.map(({ refusal }) => refusal.reason),
    refused.map(({ refusal }) => refusal.account),
  ]);
  if (row === undefined) return;
  const { chain_id: chainId } = row;
  await putOffRefused(
    connection,
    refused.map((deposit) => ({ ...deposit, chainId })),
    at,
  );
}

/**
 * With its last item a settlement fails; one that never had another is gone. SQL: items and settlement end in one
 * statement, by what else waits.
 */
const failItems: Statement = {
  name: "settlements_fail_items",
  text: `
    WITH dropped AS (
      SELECT * FROM unnest($2::text[], $3::text[]) AS dropped (checkout_id, token_address)
    ), failed AS (
      UPDATE settlement_items AS item SET status = 'FAILED', failure_reason = $4 FROM dropped
      WHERE item.settlement_id = $1 AND item.status = 'PENDING'
        AND item.checkout_id = dropped.checkout_id AND item.token_address = dropped.token_address
    ), items AS (
      SELECT count(*) AS all_items, count(*) FILTER (
        WHERE item.status = 'PENDING'
          AND (item.checkout_id, item.token_address) NOT IN (SELECT checkout_id, token_address FROM dropped)
      ) AS waiting
      FROM settlement_items AS item WHERE item.settlement_id = $1
    ), gone AS (
      DELETE FROM settlements USING items WHERE settlements.id = $1 AND items.all_items = 0
    )
    UPDATE settlements SET status = 'FAILED', completed_at = $5
    FROM items WHERE settlements.id = $1 AND items.all_items > 0 AND items.waiting = 0`,
};

/** Only before anything is signed for it: a signed transaction may be on the network. */
export async function dropItems(
  connection: Queryable,
  settlementId: string,
  items: readonly DroppedItem[],
  reason: string,
  at: Date,
): Promise<void> {
  if (!(await lockUnsigned(connection, settlementId, null))) return;
  const checkoutIds = items.map(({ checkoutId }) => checkoutId);
  const tokens = items.map(({ tokenAddress }) => tokenAddress);
  await noteRefusals(connection, settlementId, items, at);
  await run(connection, failItems, [settlementId, checkoutIds, tokens, reason, at]);
}

type ItemRow = OpenSettlement["items"][number] & Omit<OpenSettlement, "items">;

function groupItems(rows: readonly ItemRow[]): OpenSettlement[] {
  const settlements = new Map<string, OpenSettlement & { items: OpenSettlement["items"][number][] }>();
  for (const { settlementId, projectId, chainId, ...item } of rows) {
    const settlement = settlements.get(settlementId) ?? { settlementId, projectId, chainId, items: [] };
    settlements.set(settlementId, settlement);
    settlement.items.push(item);
  }
  return [...settlements.values()];
}
