import { Client } from "pg";
import { newId } from "@/lib/testing/builders";

export type Varied = {
  /** Has nearly all of them. */
  largeProjectId: string;
  /** Has one in a thousand, among those of the large one. */
  smallProjectId: string;
};

/** By digits of their addresses, which are spread evenly: of 4,096 checkouts so many have what stands beside it. */
const digits = "substr(deposit_address, 3, 3)";

/**
 * Makes checkouts that were loaded for one project look like years of a shop: some paid and settled, few late or
 * cancelled, few made by links, and transfers for a part of those that are paid.
 */
export async function varyCheckouts(databaseUrl: string, projectId: string): Promise<Varied> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const smallProjectId = newId("prj");
    await client.query(
      `INSERT INTO projects (id, name, settlement_wallet)
       SELECT $2, 'Small shop', settlement_wallet FROM projects WHERE id = $1`,
      [projectId, smallProjectId],
    );
    await client.query(`
      UPDATE checkouts SET payment_tx_hash = '0x' || encode(sha256(convert_to(id, 'UTF8')), 'hex'), paid_at = created_at,
        total_paid_units = amount_units, paid_units = amount_units,
        status = (CASE WHEN ${digits} < '100' THEN 'PAID' WHEN ${digits} < '1ff' THEN 'SETTLED' ELSE 'LATE_PAID' END)::checkout_status
      WHERE ${digits} < '202' AND token_address IS NOT NULL AND status = 'EXPIRED'`);
    await client.query(
      `UPDATE checkouts SET status = 'CANCELLED' WHERE ${digits} = '300' AND status = 'EXPIRED'`,
    );
    await client.query(`UPDATE checkouts SET created_via = 'LINK' WHERE ${digits} IN ('400', '401')`);
    await client.query(
      `UPDATE checkouts SET project_id = $1 WHERE ${digits} IN ('500', '501', '502', '503')`,
      [smallProjectId],
    );
    // Without their ledger, which no list reads, and which would have to be written with them.
    await client.query("SET session_replication_role = replica");
    await client.query(`
      INSERT INTO transfers (id, checkout_id, chain_id, block_number, block_hash, block_timestamp, tx_hash, log_index,
        token_address, from_address, amount_units, final_at, created_at)
      SELECT 'pay_' || substr(id, 5), id, chain_id, 1, '0x' || repeat('0', 64), created_at, payment_tx_hash, 0,
        token_address, merchant_address, amount_units, created_at, created_at
      FROM checkouts WHERE status IN ('SETTLED', 'LATE_PAID')`);
    await client.query("VACUUM ANALYZE");
    return { largeProjectId: projectId, smallProjectId };
  } finally {
    await client.end();
  }
}
