import type { Database } from "@/lib/adapters/db/database";
import type { Position, Status, Terms } from "./oracle";

/** Everything that the database says of checkouts and chains at one moment. */
export type Snapshot = {
  checkouts: ReadonlyMap<string, StoredCheckout>;
  logs: readonly StoredLog[];
  positions: ReadonlyMap<number, Position>;
  /** Those that are open. */
  incidents: readonly { kind: string; subject: string; details: unknown }[];
};

export type StoredCheckout = {
  id: string;
  status: Status;
  speed: string;
  depositAddress: string;
  expiresAt: number;
  toleranceBps: number;
  terms: Terms | null;
  totalPaid: bigint;
  paidAmount: bigint;
  refunding: bigint;
  paymentTxHash: string | null;
  frozen: boolean;
  quotes: readonly Terms[];
  /** In the order of their sequence. */
  events: readonly { sequence: number; kind: string; data: Record<string, unknown> }[];
  /** Entries of the timeline, oldest first. */
  timeline: readonly { kind: string; from: string | null; to: string | null }[];
  /** What the ledger holds at its deposit address, by chain and token. */
  ledger: readonly { chainId: number; tokenAddress: string; units: bigint }[];
};

/** A recorded log. */
export type StoredLog = {
  id: string;
  flow: "in" | "out";
  checkoutId: string;
  chainId: number;
  tokenAddress: string;
  block: number;
  blockHash: string;
  at: number;
  txHash: string;
  logIndex: number;
  units: bigint;
  orphaned: boolean;
  final: boolean;
};

type Json = Record<string, unknown>;

/** One statement, so that all of it is of one moment. */
const text = `
  SELECT json_build_object(
    'checkouts', (SELECT coalesce(json_agg(json_build_object(
      'id', c.id, 'status', c.status, 'speed', c.confirmation_speed, 'depositAddress', c.deposit_address,
      'expiresAt', (extract(epoch FROM c.expires_at) * 1000)::bigint, 'toleranceBps', c.tolerance_bps,
      'chainId', c.chain_id, 'tokenAddress', c.token_address, 'units', c.amount_units::text,
      'totalPaid', c.total_paid_units::text, 'paidAmount', c.paid_units::text,
      'refunding', c.refunding_units::text, 'paymentTxHash', c.payment_tx_hash, 'frozen', c.settlement_frozen,
      'quotes', (SELECT coalesce(json_agg(json_build_object(
          'chainId', q.chain_id, 'tokenAddress', q.token_address, 'units', q.amount_units::text)
        ORDER BY q.ordinal), '[]') FROM quotes q WHERE q.checkout_id = c.id),
      'events', (SELECT coalesce(json_agg(json_build_object(
          'sequence', o.sequence, 'kind', o.kind, 'data', (o.body::json)->'data')
        ORDER BY o.sequence), '[]') FROM outbox_events o WHERE o.checkout_id = c.id),
      'timeline', (SELECT coalesce(json_agg(json_build_object(
          'kind', e.kind, 'from', e.details->>'from', 'to', e.details->>'to')
        ORDER BY e.id), '[]') FROM checkout_events e WHERE e.checkout_id = c.id),
      'ledger', (SELECT coalesce(json_agg(sums), '[]') FROM (
        SELECT l.chain_id AS "chainId", l.token_address AS "tokenAddress",
          sum(CASE WHEN l.to_account = 'DEPOSIT' THEN l.amount_units
            WHEN l.from_account = 'DEPOSIT' THEN -l.amount_units ELSE 0 END)::text AS units
        FROM ledger_entries l WHERE l.checkout_id = c.id GROUP BY l.chain_id, l.token_address) AS sums)
    )), '[]') FROM checkouts c),
    'incidents', (SELECT coalesce(json_agg(json_build_object('kind', i.kind, 'subject', i.subject, 'details', i.details)),
      '[]') FROM incidents i WHERE i.resolved_at IS NULL),
    'logs', (SELECT coalesce(json_agg(json_build_object(
      'id', log.id, 'flow', log.flow, 'checkoutId', log.checkout_id, 'chainId', log.chain_id,
      'tokenAddress', log.token_address, 'block', log.block_number, 'blockHash', log.block_hash,
      'at', (extract(epoch FROM log.block_timestamp) * 1000)::bigint, 'txHash', log.tx_hash,
      'logIndex', log.log_index, 'units', log.amount_units::text, 'orphaned', log.orphaned,
      'final', log.final_at IS NOT NULL)), '[]')
      FROM (
        SELECT id, 'in' AS flow, checkout_id, chain_id, token_address, block_number, block_hash, block_timestamp,
          tx_hash, log_index, amount_units, orphaned, final_at FROM transfers
        UNION ALL
        SELECT id, 'out', checkout_id, chain_id, token_address, block_number, block_hash, block_timestamp,
          tx_hash, log_index, amount_units, orphaned, final_at FROM sweeps) AS log),
    'positions', (SELECT coalesce(json_agg(json_build_object(
      'chainId', p.chain_id, 'headNumber', p.block_number, 'headHash', p.block_hash,
      'headAt', (extract(epoch FROM p.block_timestamp) * 1000)::bigint,
      'movedAt', (extract(epoch FROM p.advanced_at) * 1000)::bigint,
      'askedAt', (extract(epoch FROM p.checked_at) * 1000)::bigint,
      'unreadFrom', (SELECT (extract(epoch FROM min(g.read_through)) * 1000)::bigint
        FROM chain_gaps g WHERE g.chain_id = p.chain_id),
      'gaps', (SELECT coalesce(json_agg(json_build_object('fromBlock', g.from_block, 'toBlock', g.to_block)), '[]')
        FROM chain_gaps g WHERE g.chain_id = p.chain_id),
      'readTwice', p.rechecked_number,
      'safeNumber', p.safe_number, 'finalizedNumber', p.finalized_number,
      'tagsMovedAt', (extract(epoch FROM p.tags_advanced_at) * 1000)::bigint)), '[]') FROM chain_cursors p)
  )::text AS everything`;

export async function takeSnapshot({ pool }: Pick<Database, "pool">): Promise<Snapshot> {
  const { rows } = await pool.query<{ everything: string }>({ name: "model_snapshot", text });
  const everything: {
    checkouts: Json[];
    logs: Json[];
    positions: Json[];
    incidents: Snapshot["incidents"];
  } = JSON.parse(rows[0]?.everything ?? "{}");
  return {
    checkouts: new Map(everything.checkouts.map((row) => [String(row.id), toCheckout(row)])),
    logs: everything.logs.map((row) => withUnits<StoredLog>(row)),
    incidents: everything.incidents,
    positions: new Map(everything.positions.map((row) => [Number(row.chainId), row as Position])),
  };
}

function withUnits<T>(row: Json): T {
  return { ...row, units: BigInt(String(row.units)) } as T;
}

function toCheckout({ chainId, tokenAddress, units, ...row }: Json): StoredCheckout {
  const terms = chainId === null ? null : withUnits<Terms>({ chainId, tokenAddress, units });
  return {
    ...(row as unknown as StoredCheckout),
    terms,
    totalPaid: BigInt(String(row.totalPaid)),
    paidAmount: BigInt(String(row.paidAmount)),
    refunding: BigInt(String(row.refunding)),
    quotes: (row.quotes as Json[]).map((quote) => withUnits<Terms>(quote)),
    ledger: (row.ledger as Json[]).map((line) => withUnits<StoredCheckout["ledger"][number]>(line)),
  };
}
