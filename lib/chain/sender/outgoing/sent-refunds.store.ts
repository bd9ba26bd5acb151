import type { TokenRef } from "@/lib/chain/token.rules";
import { type Queryable, read, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Refunded amount of a token; a stray one may be unlisted. */
export type SentSum = TokenRef & { amountUnits: bigint; stray: boolean };

/** SQL: sums or bounded counts. */
const sumSent: Statement = {
  name: "refunds_sent_since",
  text: `
    SELECT refund.chain_id, refund.token_address, refund.stray, sum(refund.amount_units) AS amount_units
    FROM outgoing_transactions AS sent JOIN refunds AS refund ON refund.outgoing_transaction_id = sent.id
    WHERE sent.chain_id = $1 AND sent.operator_address = $2 AND sent.created_at >= $3 AND sent.purpose = 'REFUND'
    GROUP BY refund.chain_id, refund.token_address, refund.stray`,
};

/** Refunds that a wallet of the service signed on the chain since then. */
export function readSentRefunds(
  connection: Queryable,
  chainId: number,
  walletAddress: Hex,
  since: Date,
): Promise<SentSum[]> {
  return read(connection, sumSent, [chainId, walletAddress, since]);
}
