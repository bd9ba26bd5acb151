import type { TokenRef } from "@/lib/chain/token.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { UndecidedStray } from "./stray.rules";

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

/** Whether the merchant counted the payment of a `checkout` by hand. */
export const isCountedByHand = (checkout: string) => `
  EXISTS (
    SELECT FROM quotes AS quote
    WHERE quote.checkout_id = ${checkout}.id AND quote.chain_id = ${checkout}.chain_id
      AND quote.token_address = ${checkout}.token_address AND quote.counted)`;

/** SQL: in a transaction of several facts. */
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

type UndecidedRow = { tx_hash: Hex; amount_units: bigint; final: boolean; swept: boolean };

/** Transfers of the token that are not being returned, by transaction; the caller holds the checkout's lock. */
export async function readUndecided(
  connection: Queryable,
  checkoutId: string,
  { chainId, tokenAddress }: TokenRef,
): Promise<UndecidedStray[]> {
  const rows = await run<UndecidedRow>(connection, selectUndecided, [checkoutId, chainId, tokenAddress]);
  return rows.map(({ tx_hash: txHash, amount_units: amountUnits, final, swept }) => ({
    txHash,
    amountUnits,
    final,
    swept,
  }));
}

/** A failed sweep or an unpaid return allows another decision. SQL: an upsert with a condition or a computed value. */
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
