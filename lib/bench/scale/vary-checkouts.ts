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
 * cancelled, few made by links, with the transfers, settlements, refunds and counts that follow.
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
    await client.query(settle.replace("$1", `'${projectId}'`));
    await client.query(hold);
    await client.query(countTwoYears, [projectId]);
    await client.query(act, [projectId]);
    await client.query("VACUUM ANALYZE");
    return { largeProjectId: projectId, smallProjectId };
  } finally {
    await client.end();
  }
}

/** Settlements of fifty, one each seven hours back from now. */
const settle = `
  CREATE TEMP TABLE batches AS
  SELECT id, project_id, chain_id, token_address, amount_units, n, lpad(n::text, 26, '0') AS name,
    '0x' || lpad(n::text, 64, '0') AS tx_hash, now() - n * interval '7 hours' AS at
  FROM (
    SELECT *, (row_number() OVER (ORDER BY id) - 1) / 50 AS n FROM checkouts WHERE status = 'SETTLED' AND project_id = $1
  ) AS settled;
  INSERT INTO outgoing_transactions (id, chain_id, operator_address, nonce, project_id, to_address, gas_limit, tx_hash,
    max_cost_wei, status, created_at, completed_at)
  SELECT DISTINCT 'otx_' || name, chain_id, '0x' || repeat('1', 40), n, project_id, '0x' || repeat('2', 40), 1000000,
    tx_hash, 1, 'CONFIRMED'::outgoing_transaction_status, at, at FROM batches;
  INSERT INTO settlements (id, project_id, chain_id, status, outgoing_transaction_id, created_at, completed_at)
  SELECT DISTINCT 'stl_' || name, project_id, chain_id, 'COMPLETED'::settlement_status, 'otx_' || name, at, at FROM batches;
  INSERT INTO settlement_items (settlement_id, checkout_id, token_address, status)
  SELECT 'stl_' || name, id, token_address, 'SWEPT' FROM batches;
  INSERT INTO sweeps (id, checkout_id, chain_id, block_number, block_hash, block_timestamp, tx_hash, log_index,
    token_address, amount_units, final_at)
  SELECT 'swp_' || substr(id, 5), id, chain_id, 1, '0x' || repeat('0', 64), at, tx_hash,
    row_number() OVER (PARTITION BY n), token_address, amount_units, at FROM batches;
  INSERT INTO refunds (id, checkout_id, project_id, amount_units, chain_id, token_address, status, created_at, completed_at)
  SELECT 'rfd_' || substr(id, 5), id, project_id, amount_units, chain_id, token_address,
    (CASE WHEN n % 50 = 0 THEN 'AWAITING_SIGNATURE' ELSE 'COMPLETED' END)::refund_status, at,
    CASE WHEN n % 50 = 0 THEN NULL ELSE at END
  FROM batches WHERE n % 10 = 0`;

/** What is paid and not settled is at its deposit address. */
const hold = `
  INSERT INTO deposit_holdings (checkout_id, chain_id, token_address, project_id, amount_units)
  SELECT id, chain_id, token_address, project_id, amount_units FROM checkouts WHERE status IN ('PAID', 'LATE_PAID')`;

/** Counts of two years, hour by hour, for both tokens. */
const countTwoYears = `
  INSERT INTO project_hours (project_id, hour, chain_id, token_address, created_count, converted_count, paid_count,
    paid_units, paid_ms_sum)
  SELECT $1, hour, token.chain_id, token.token_address, 60, 30, 30, 3000000, 1800000
  FROM generate_series(date_trunc('hour', now()) - interval '731 days', now(), interval '1 hour') AS hour,
    accepted_tokens AS token WHERE token.project_id = $1`;

/** A million changes, one a minute, of which few removed a person. */
const act = `
  INSERT INTO audit_log (project_id, action, target, created_at)
  SELECT $1, CASE WHEN n % 100000 = 0 THEN 'team.removed' ELSE 'payment_link.changed' END, 'lnk_' || n,
    now() - n * interval '1 minute' FROM generate_series(1, 1000000) AS n`;
