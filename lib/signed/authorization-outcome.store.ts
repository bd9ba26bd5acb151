import type { TokenRef } from "@/lib/chain/token.rules";
import { type Queryable, read, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { AuthorizationFacts } from "./authorization-outcome.rules";

/** What is stored about the authorization with this nonce; null for an unknown one. */
export async function readAuthorizationFacts(
  connection: Queryable,
  { chainId, tokenAddress }: TokenRef,
  from: Hex,
  nonce: Hex,
): Promise<AuthorizationFacts | null> {
  const [row] = await read<AuthorizationFacts>(connection, selectFacts, [chainId, tokenAddress, from, nonce]);
  return row ?? null;
}

/**
 * Anyone may submit an authorization, so the payment is the signer's transfer of the amount since then, unless another
 * authorization paid it. A block's time may be a little behind ours. SQL: one view from several tables.
 */
const selectFacts: Statement = {
  name: "authorizations_facts",
  text: `
    SELECT signed.status, signed.failure_reason, signed.completed_at, sent.tx_hash AS sent_tx_hash,
      position.block_timestamp AS scanned_at,
      recorded.tx_hash AS recorded_tx_hash, recorded.final_at IS NOT NULL AS recorded_final,
      EXISTS (
        SELECT FROM transfers AS gone WHERE gone.checkout_id = signed.checkout_id AND gone.orphaned
          AND gone.chain_id = signed.chain_id AND gone.tx_hash = sent.tx_hash
      ) AS sent_orphaned
    FROM authorizations AS signed
    LEFT JOIN outgoing_transactions AS sent ON sent.id = signed.outgoing_transaction_id
    LEFT JOIN chain_cursors AS position ON position.chain_id = signed.chain_id
    LEFT JOIN LATERAL (
        SELECT transfer.tx_hash, transfer.final_at FROM transfers AS transfer
        WHERE transfer.checkout_id = signed.checkout_id AND NOT transfer.orphaned
          AND transfer.chain_id = signed.chain_id AND transfer.token_address = signed.token_address
          AND transfer.from_address = signed.from_address AND transfer.amount_units = signed.amount_units
          AND transfer.block_timestamp >= signed.created_at - interval '10 seconds'
          AND NOT EXISTS (
            SELECT FROM transaction_attempts AS attempt
            JOIN authorizations AS other ON other.outgoing_transaction_id = attempt.transaction_id
            WHERE attempt.chain_id = transfer.chain_id AND attempt.tx_hash = transfer.tx_hash AND other.id <> signed.id
          )
        ORDER BY (transfer.tx_hash = sent.tx_hash) DESC NULLS LAST, transfer.block_number, transfer.log_index LIMIT 1
      ) AS recorded ON true
    WHERE signed.chain_id = $1 AND signed.token_address = $2 AND signed.from_address = $3 AND signed.nonce = $4`,
};
