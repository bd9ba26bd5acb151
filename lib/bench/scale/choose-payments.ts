import type { Client } from "pg";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { PreparedTransfer } from "./prepared-chain";

/** Of open checkouts all over the table, each one's exact price. */
export async function choosePayments(client: Client, count: number): Promise<PreparedTransfer[]> {
  const { rows } = await client.query<{ deposit_address: Hex; token_address: Hex; amount_units: string }>(
    `SELECT deposit_address, token_address, amount_units FROM checkouts
     WHERE status = 'PENDING' AND token_address IS NOT NULL ORDER BY md5(id) LIMIT $1`,
    [count],
  );
  if (rows.length < count) throw new RangeError(`there are ${rows.length} checkouts to pay, not ${count}`);
  return rows.map((row) => ({
    to: row.deposit_address,
    tokenAddress: row.token_address,
    amountUnits: BigInt(row.amount_units),
  }));
}
