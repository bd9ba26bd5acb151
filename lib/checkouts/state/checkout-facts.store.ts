import type { TokenRef } from "@/lib/chain/token.rules";
import type { Transfer } from "@/lib/checkouts/checkout.rules";
import { checkoutSelectList, readCheckoutRows } from "@/lib/checkouts/checkout-row.store";
import { receivedEarlier } from "@/lib/checkouts/requote/earlier-payments.store";
import type { CheckoutFacts } from "@/lib/checkouts/state/payment-matching.rules";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Quote } from "@/lib/rates/quote.rules";
import type { UndecidedStray } from "./chain-logs.rules";

/** Whether a canonical sweep took the transfer's amount. */
const isSwept = (transfer: string) => `
  EXISTS (
    SELECT FROM sweeps AS sweep
    WHERE sweep.checkout_id = ${transfer}.checkout_id AND sweep.chain_id = ${transfer}.chain_id
      AND sweep.token_address = ${transfer}.token_address AND NOT sweep.orphaned
      AND (sweep.block_number, sweep.log_index) > (${transfer}.block_number, ${transfer}.log_index))`;

const decisionsOf = (transfer: string) => `
  stray_decisions AS decision LEFT JOIN refunds AS refund ON refund.id = decision.refund_id
  WHERE decision.checkout_id = ${transfer}.checkout_id AND decision.chain_id = ${transfer}.chain_id
    AND decision.token_address = ${transfer}.token_address AND decision.tx_hash = ${transfer}.tx_hash`;

/** The merchant's decision on a transfer that was stray; null when it counts. */
export const setAside = (transfer: string) => `
  (
    SELECT CASE WHEN refund.id IS NULL THEN 'swept' ELSE 'returned' END
    FROM ${decisionsOf(transfer)}
      AND CASE WHEN refund.id IS NULL THEN ${isSwept(transfer)}
        ELSE refund.status NOT IN ('FAILED', 'CANCELLED') END)`;

/** Whether the checkout leads to a former settlement wallet, which was the project's own when the checkout was created. */
export const hasLeftWallet = (checkout: string) => `
  EXISTS (
    SELECT FROM wallet_changes AS change
    WHERE change.project_id = ${checkout}.project_id AND change.from_wallet = ${checkout}.merchant_address
      AND change.applied_at >= ${checkout}.created_at)`;

const columns = `${checkoutSelectList}, (
      SELECT project.late_payment_policy FROM projects AS project WHERE project.id = checkout.project_id
    ) AS late_payment_policy, ${receivedEarlier} AS received_earlier`;

// SQL: checkouts are locked in one order and read in the same trip, and their parts on the same connection; Prisma has
// no row locks.

/** In id order. Not FOR UPDATE, which would block every insert of a row that references the checkout. */
const lockRows: Statement = {
  name: "checkouts_lock",
  text: `
    SELECT ${columns} FROM checkouts AS checkout
    WHERE checkout.id = ANY ($1::text[]) ORDER BY checkout.id FOR NO KEY UPDATE`,
};

const selectRows: Statement = {
  name: "checkouts_facts",
  text: `SELECT ${columns} FROM checkouts AS checkout WHERE checkout.id = ANY ($1::text[]) ORDER BY checkout.id`,
};

/** Locks the checkouts' rows in id order, and reads nothing else. */
export async function lockCheckoutRows(connection: Queryable, checkoutIds: readonly string[]): Promise<void> {
  await run(connection, lockRows, [checkoutIds]);
}

const selectQuotes: Statement = {
  name: "checkouts_quotes",
  text: `
    SELECT checkout_id, chain_id, token_address, amount_units, exchange_rate, exchange_rate_at,
      exchange_rate_provider, counted, offered
    FROM quotes WHERE checkout_id = ANY ($1::text[]) ORDER BY checkout_id, ordinal`,
};

const selectTransfers: Statement = {
  name: "checkouts_transfers",
  text: `
    SELECT checkout_id, id, chain_id, token_address, block_number, block_timestamp, tx_hash, log_index,
      amount_units, final_at IS NOT NULL AS final, ${setAside("transfer")} AS set_aside
    FROM transfers AS transfer WHERE checkout_id = ANY ($1::text[]) AND NOT orphaned
    ORDER BY checkout_id, chain_id, block_number, log_index`,
};

const sumOutflows: Statement = {
  name: "checkouts_outflows",
  text: `
    SELECT checkout_id, 'swept' AS what, chain_id, token_address, sum(amount_units) AS amount_units
    FROM sweeps WHERE checkout_id = ANY ($1::text[]) AND NOT orphaned AND final_at IS NOT NULL
    GROUP BY checkout_id, chain_id, token_address
    UNION ALL
    SELECT checkout_id, CASE WHEN stray THEN 'returned' WHEN status = 'COMPLETED' THEN 'refunded' ELSE 'refunding' END
      AS what, chain_id, token_address, sum(amount_units) AS amount_units
    FROM refunds WHERE checkout_id = ANY ($1::text[]) AND status NOT IN ('FAILED', 'CANCELLED')
    GROUP BY checkout_id, what, chain_id, token_address
    ORDER BY checkout_id, what, chain_id, token_address`,
};

type FactsRow = Pick<CheckoutFacts, "latePaymentPolicy" | "receivedEarlier">;
type OfCheckout = { checkoutId: string };
type Outflow = { what: "swept" | "refunded" | "refunding" | "returned" };
type OutflowRow = OfCheckout & Outflow & TokenRef & { amountUnits: bigint };

/**
 * Locks the checkouts' rows in id order and reads the facts that decide their status. We read after locking, so we see
 * what the previous holder left.
 */
export function lockCheckouts(
  connection: Queryable,
  checkoutIds: readonly string[],
): Promise<CheckoutFacts[]> {
  return readFacts(connection, lockRows, checkoutIds);
}

/** The same without locks: the parts may be of different moments, unless the transaction has one snapshot. */
export function readCheckouts(
  connection: Queryable,
  checkoutIds: readonly string[],
): Promise<CheckoutFacts[]> {
  return readFacts(connection, selectRows, checkoutIds);
}

/** SQL: Prisma has no WITH RECURSIVE. */
const selectOrder: Statement = {
  name: "checkouts_of_order",
  text: `
    WITH RECURSIVE of_order AS (
      SELECT id, replaces, replaced_by FROM checkouts WHERE id = $1
      UNION
      SELECT other.id, other.replaces, other.replaced_by
      FROM of_order JOIN checkouts AS other ON other.id = ANY (ARRAY[of_order.replaces, of_order.replaced_by])
    )
    SELECT id FROM of_order`,
};

/** Locks all checkouts of the order, and returns the others. */
export async function lockOthersOfOrder(connection: Queryable, checkoutId: string): Promise<CheckoutFacts[]> {
  const readIds = async () =>
    (await run<{ id: string }>(connection, selectOrder, [checkoutId])).map(({ id }) => id);
  let ids = await readIds();
  for (;;) {
    const locked = await lockCheckouts(connection, ids);
    const now = await readIds();
    // The order may have been continued while we waited. Now it can't be, since its rows are locked.
    if (now.length === ids.length) return locked.filter(({ checkout }) => checkout.id !== checkoutId);
    ids = now;
  }
}

async function readFacts(
  connection: Queryable,
  statement: Statement,
  checkoutIds: readonly string[],
): Promise<CheckoutFacts[]> {
  if (checkoutIds.length === 0) return [];
  const rows = await readCheckoutRows<FactsRow>(connection, statement, [checkoutIds]);
  const quotes = byCheckout(await read<OfCheckout & Quote>(connection, selectQuotes, [checkoutIds]));
  const transfers = byCheckout(await read<OfCheckout & Transfer>(connection, selectTransfers, [checkoutIds]));
  const outflows = await read<OutflowRow>(connection, sumOutflows, [checkoutIds]);
  const sumsOf = (wanted: Outflow["what"]) =>
    byCheckout(outflows.flatMap(({ what, ...sum }) => (what === wanted ? [sum] : [])));
  const [swept, refunded, refunding] = [sumsOf("swept"), sumsOf("refunded"), sumsOf("refunding")];
  const returned = sumsOf("returned");
  return rows.map(({ checkout, ...others }) => ({
    ...others,
    checkout,
    quotes: quotes.get(checkout.id) ?? [],
    transfers: transfers.get(checkout.id) ?? [],
    sweptFinal: swept.get(checkout.id) ?? [],
    refunded: refunded.get(checkout.id) ?? [],
    refunding: refunding.get(checkout.id) ?? [],
    returned: returned.get(checkout.id) ?? [],
  }));
}

function byCheckout<Row extends OfCheckout>(rows: readonly Row[]): Map<string, Omit<Row, "checkoutId">[]> {
  const groups = new Map<string, Omit<Row, "checkoutId">[]>();
  for (const { checkoutId, ...item } of rows) {
    const group = groups.get(checkoutId);
    if (group === undefined) groups.set(checkoutId, [item]);
    else group.push(item);
  }
  return groups;
}

/** Drops pending sweep decisions on a `checkout`'s own token. */
export const dropSweepDecisions = (checkout: string) => `
  DELETE FROM stray_decisions AS decision USING ${checkout} AS checkout
  WHERE decision.checkout_id = checkout.id AND decision.chain_id = checkout.chain_id
    AND decision.token_address = checkout.token_address AND decision.refund_id IS NULL
    AND NOT EXISTS (
      SELECT FROM transfers AS transfer
      WHERE transfer.checkout_id = decision.checkout_id AND transfer.chain_id = decision.chain_id
        AND transfer.token_address = decision.token_address AND transfer.tx_hash = decision.tx_hash
        AND ${isSwept("transfer")})`;

/** Whether a `transfer` is in a token in which a `checkout` is to be paid, or was paid. Any other is stray. */
export const isPaymentToken = (checkout: string, transfer: string) => `
  EXISTS (
    SELECT FROM quotes AS quote
    WHERE quote.checkout_id = ${transfer}.checkout_id AND quote.chain_id = ${transfer}.chain_id
      AND quote.token_address = ${transfer}.token_address
      AND (NOT quote.offered OR (quote.chain_id, quote.token_address) = (${checkout}.chain_id, ${checkout}.token_address)))`;

/** Whether the merchant counted the payment of a `checkout` by hand. */
export const isCountedByHand = (checkout: string) => `
  EXISTS (
    SELECT FROM quotes AS quote
    WHERE quote.checkout_id = ${checkout}.id AND quote.chain_id = ${checkout}.chain_id
      AND quote.token_address = ${checkout}.token_address AND quote.counted)`;

const selectUndecided: Statement = {
  name: "strays_undecided",
  text: `
    SELECT transfer.tx_hash, sum(transfer.amount_units) AS amount_units,
      bool_and(transfer.final_at IS NOT NULL) AS final, bool_or(${isSwept("transfer")}) AS swept
    FROM transfers AS transfer
    WHERE transfer.checkout_id = $1 AND transfer.chain_id = $2 AND transfer.token_address = $3
      AND NOT transfer.orphaned AND NOT EXISTS (
        SELECT FROM ${decisionsOf("transfer")} AND refund.status NOT IN ('FAILED', 'CANCELLED'))
    GROUP BY transfer.tx_hash ORDER BY transfer.tx_hash`,
};

/** Transfers of the token that are not being returned, by transaction; the caller holds the checkout's lock. */
export function readUndecided(
  connection: Queryable,
  checkoutId: string,
  { chainId, tokenAddress }: TokenRef,
): Promise<UndecidedStray[]> {
  return read(connection, selectUndecided, [checkoutId, chainId, tokenAddress]);
}

/** A failed sweep or an unpaid return allows another decision. */
const upsertDecisions: Statement = {
  name: "strays_decide",
  text: `
    INSERT INTO stray_decisions (checkout_id, chain_id, token_address, tx_hash, refund_id, created_at)
    SELECT $1, $2, $3, tx_hash, $5, $6 FROM unnest($4::text[]) AS decided (tx_hash)
    ON CONFLICT (checkout_id, chain_id, token_address, tx_hash)
      DO UPDATE SET refund_id = excluded.refund_id, created_at = excluded.created_at`,
};

export async function decideStrays(
  connection: Queryable,
  checkoutId: string,
  { chainId, tokenAddress }: TokenRef,
  txHashes: readonly Hex[],
  refundId: string | null,
  at: Date,
): Promise<void> {
  if (txHashes.length === 0) return;
  await run(connection, upsertDecisions, [checkoutId, chainId, tokenAddress, txHashes, refundId, at]);
}
