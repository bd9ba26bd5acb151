import type { TokenRef } from "@/lib/chain/token.rules";
import { type Queryable, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** Refunded amount of a token; a stray one may be unlisted. */
export type SentSum = TokenRef & { amountUnits: bigint; stray: boolean };

/** A sum of one token. */
export type SumRow = { chain_id: number; token_address: Hex; amount_units: bigint };

export function toSum({ chain_id, token_address, amount_units }: SumRow): TokenRef & { amountUnits: bigint } {
  return { chainId: chain_id, tokenAddress: token_address, amountUnits: amount_units };
}

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
export async function readSentRefunds(
  connection: Queryable,
  chainId: number,
  walletAddress: Hex,
  since: Date,
): Promise<SentSum[]> {
  const rows = await run<SumRow & { stray: boolean }>(connection, sumSent, [chainId, walletAddress, since]);
  return rows.map((row) => ({ ...toSum(row), stray: row.stray }));
}
