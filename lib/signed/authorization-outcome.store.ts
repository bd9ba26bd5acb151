import type { TokenRef } from "@/lib/chain/token.rules";
import { mayStillPay } from "@/lib/checkouts/checkout-row.store";
import { type Queryable, read, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { type AuthorizationFacts, type RelayUse, strangersWays } from "@/lib/signed/authorization.rules";

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
 * The payment is what our transaction moved. Anyone else may submit an authorization too: then it is the signer's
 * transfer of the amount since then (a block's time may be a little behind ours) or, for a used nonce, in its time;
 * unless our transaction for another authorization moved it, or an earlier authorization could have. SQL: the payment
 * is found by signer, amount and time; no foreign key leads to it.
 */
const selectFacts: Statement = {
  name: "authorizations_facts",
  text: `
    SELECT signed.status, signed.failure_reason, sent.tx_hash AS sent_tx_hash,
      ${mayStillPay("signed")} AS may_still_pay,
      recorded.tx_hash AS recorded_tx_hash, recorded.final_at IS NOT NULL AS recorded_final,
      EXISTS (
        SELECT FROM transfers AS gone WHERE gone.checkout_id = signed.checkout_id AND gone.orphaned
          AND gone.chain_id = signed.chain_id AND gone.tx_hash = sent.tx_hash
      ) AS sent_orphaned
    FROM authorizations AS signed
    LEFT JOIN outgoing_transactions AS sent ON sent.id = signed.outgoing_transaction_id
    LEFT JOIN LATERAL (
        SELECT transfer.tx_hash, transfer.final_at FROM transfers AS transfer
        LEFT JOIN transaction_attempts AS attempt
          ON attempt.chain_id = transfer.chain_id AND attempt.tx_hash = transfer.tx_hash
        LEFT JOIN authorizations AS sender ON sender.outgoing_transaction_id = attempt.transaction_id
        WHERE transfer.checkout_id = signed.checkout_id AND NOT transfer.orphaned
          AND transfer.chain_id = signed.chain_id AND transfer.token_address = signed.token_address
          AND transfer.from_address = signed.from_address AND transfer.amount_units = signed.amount_units
          AND (sender.id = signed.id OR sender.id IS NULL
            AND transfer.block_timestamp >= CASE WHEN signed.failure_reason = 'NONCE_USED' THEN signed.valid_after
              ELSE signed.created_at - interval '10 seconds' END
            AND NOT EXISTS (
              SELECT FROM authorizations AS earlier
              WHERE earlier.checkout_id = signed.checkout_id AND earlier.chain_id = signed.chain_id
                AND earlier.token_address = signed.token_address AND earlier.from_address = signed.from_address
                AND earlier.amount_units = signed.amount_units AND earlier.valid_before > transfer.block_timestamp
                AND (earlier.created_at, earlier.id) < (signed.created_at, signed.id)
            ))
        ORDER BY sender.id = signed.id DESC NULLS LAST, transfer.block_number, transfer.log_index LIMIT 1
      ) AS recorded ON true
    WHERE signed.chain_id = $1 AND signed.token_address = $2 AND signed.from_address = $3 AND signed.nonce = $4`,
};

/** A failed payment whose transaction was replaced keeps it. SQL: gas and counts of two kinds of rows in one read. */
const selectRelayUse: Statement = {
  name: "authorizations_relay_use",
  text: `
    SELECT
      coalesce(sum(gas), 0)::bigint AS gas,
      coalesce(sum(gas) FILTER (WHERE by_stranger), 0)::bigint AS strangers_gas,
      count(*) FILTER (WHERE waits)::int AS pending,
      count(*) FILTER (WHERE waits AND by_stranger)::int AS strangers_pending
    FROM (
      SELECT coalesce(sent.gas_used, sent.gas_limit) AS gas, false AS waits,
        coalesce(checkout.created_via = ANY ($3::created_via[]), false) AS by_stranger
      FROM outgoing_transactions AS sent
      LEFT JOIN authorizations AS signed ON signed.outgoing_transaction_id = sent.id
      LEFT JOIN checkouts AS checkout ON checkout.id = signed.checkout_id
      WHERE sent.project_id = $1 AND sent.purpose = 'RELAY' AND sent.created_at >= $2
      UNION ALL
      SELECT 0, true, checkout.created_via = ANY ($3::created_via[])
      FROM authorizations AS waiting JOIN checkouts AS checkout ON checkout.id = waiting.checkout_id
      WHERE waiting.status = 'PENDING' AND checkout.project_id = $1
    ) AS relays`,
};

const strangersKinds = strangersWays.map((way) => way.toUpperCase());

/** Gas of the project's signed payments since that time. */
export async function readRelayUse(connection: Queryable, projectId: string, since: Date): Promise<RelayUse> {
  const [use] = await read<RelayUse>(connection, selectRelayUse, [projectId, since, strangersKinds]);
  if (use === undefined) throw new Error("sums answer one row");
  return use;
}
