import type { Connections } from "@/lib/platform/database";
import type { Position, Terms } from "./position";

/** Everything that the database says of checkouts and chains at one moment. */
export type Snapshot = {
  /** The database's own text for what was committed. */
  at: string;
  checkouts: ReadonlyMap<string, StoredCheckout>;
  logs: readonly StoredLog[];
  positions: ReadonlyMap<number, Position>;
  /** Those that are open. */
  incidents: readonly { kind: string; subject: string; details: unknown }[];
};

export const nothingYet: Snapshot = {
  at: "",
  checkouts: new Map(),
  logs: [],
  positions: new Map(),
  incidents: [],
};

export type StoredCheckout = {
  id: string;
  status: string;
  speed: string;
  depositAddress: string;
  expiresAt: number;
  toleranceBps: number;
  terms: Terms | null;
  accepted: bigint | null;
  totalPaid: bigint;
  paidAmount: bigint;
  refunded: bigint;
  refunding: bigint;
  paymentTxHash: string | null;
  frozen: boolean;
  /** `offered`: of a token that was not selected, and could have been. */
  quotes: readonly (Terms & { offered: boolean })[];
  /** In the order of their sequence. */
  events: readonly { sequence: number; kind: string; data: Record<string, unknown> }[];
  /** Entries of the timeline, oldest first. */
  timeline: readonly { kind: string; from: string | null; to: string | null }[];
  /** What the ledger has in each account, by chain and token. */
  ledger: readonly LedgerLine[];
  /** In the order in which they were asked for or found. */
  refunds: readonly StoredRefund[];
};

type LedgerLine = {
  chainId: number;
  tokenAddress: string;
  deposit: bigint;
  merchant: bigint;
  customer: bigint;
};

export type StoredRefund = {
  id: string;
  status: string;
  chainId: number;
  tokenAddress: string;
  units: bigint;
  to: string;
  txHash: string | null;
  createdAt: number;
  /** Over the API; otherwise written down because the chain showed it. */
  asked: boolean;
};

/** A recorded log. */
export type StoredLog = {
  id: string;
  /** Into a deposit address, out of it to the merchant, or back to a customer. */
  flow: "in" | "out" | "back";
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
  /** Of what went back: out of whose hands, to whom, and which refund it pays. */
  source: "DEPOSIT" | "MERCHANT" | null;
  to: string | null;
  refundId: string | null;
};

type Json = Record<string, unknown>;

function ledgerSum(account: string): string {
  const name = account.toUpperCase();
  return `sum(CASE WHEN l.to_account = '${name}' THEN l.amount_units
    WHEN l.from_account = '${name}' THEN -l.amount_units ELSE 0 END)::text AS ${account}`;
}

/** One statement, so that all of it is of one moment. */
const text = `
  SELECT pg_current_snapshot()::text AS at, CASE WHEN pg_current_snapshot()::text = $1 THEN NULL ELSE (SELECT json_build_object(
    'checkouts', (SELECT coalesce(json_agg(json_build_object(
      'id', c.id, 'status', c.status, 'speed', c.confirmation_speed, 'depositAddress', c.deposit_address,
      'expiresAt', (extract(epoch FROM c.expires_at) * 1000)::bigint, 'toleranceBps', c.tolerance_bps,
      'chainId', c.chain_id, 'tokenAddress', c.token_address, 'units', c.amount_units::text,
      'accepted', c.accepted_units::text, 'totalPaid', c.total_paid_units::text, 'paidAmount', c.paid_units::text,
      'refunded', c.refunded_units::text,
      'refunding', c.refunding_units::text, 'paymentTxHash', c.payment_tx_hash, 'frozen', c.settlement_frozen,
      'quotes', (SELECT coalesce(json_agg(json_build_object(
          'chainId', q.chain_id, 'tokenAddress', q.token_address, 'units', q.amount_units::text, 'offered', q.offered)
        ORDER BY q.ordinal), '[]') FROM quotes q WHERE q.checkout_id = c.id),
      'events', (SELECT coalesce(json_agg(json_build_object(
          'sequence', o.sequence, 'kind', o.kind, 'data', (o.body::json)->'data')
        ORDER BY o.sequence), '[]') FROM outbox_events o WHERE o.checkout_id = c.id),
      'timeline', (SELECT coalesce(json_agg(json_build_object(
          'kind', e.kind, 'from', e.details->>'from', 'to', e.details->>'to')
        ORDER BY e.id), '[]') FROM checkout_events e WHERE e.checkout_id = c.id),
      'ledger', (SELECT coalesce(json_agg(sums), '[]') FROM (
        SELECT l.chain_id AS "chainId", l.token_address AS "tokenAddress", ${["deposit", "merchant", "customer"].map(ledgerSum).join(", ")}
        FROM ledger_entries l WHERE l.checkout_id = c.id GROUP BY l.chain_id, l.token_address) AS sums),
      'refunds', (SELECT coalesce(json_agg(json_build_object(
          'id', r.id, 'status', r.status, 'chainId', r.chain_id, 'tokenAddress', r.token_address,
          'units', r.amount_units::text, 'to', r.destination_address, 'txHash', r.tx_hash,
          'createdAt', (extract(epoch FROM r.created_at) * 1000)::bigint, 'asked', r.via_api)
        ORDER BY r.created_at, r.id), '[]') FROM refunds r WHERE r.checkout_id = c.id)
    )), '[]') FROM checkouts c),
    'incidents', (SELECT coalesce(json_agg(json_build_object('kind', i.kind, 'subject', i.subject, 'details', i.details)),
      '[]') FROM incidents i WHERE i.resolved_at IS NULL),
    'logs', (SELECT coalesce(json_agg(json_build_object(
      'id', log.id, 'flow', log.flow, 'checkoutId', log.checkout_id, 'chainId', log.chain_id,
      'tokenAddress', log.token_address, 'block', log.block_number, 'blockHash', log.block_hash,
      'at', (extract(epoch FROM log.block_timestamp) * 1000)::bigint, 'txHash', log.tx_hash,
      'logIndex', log.log_index, 'units', log.amount_units::text, 'orphaned', log.orphaned,
      'final', log.final_at IS NOT NULL, 'source', log.source, 'to', log.to_address, 'refundId', log.refund_id)), '[]')
      FROM (
        SELECT id, 'in' AS flow, checkout_id, chain_id, token_address, block_number, block_hash, block_timestamp,
          tx_hash, log_index, amount_units, orphaned, final_at,
          NULL::text AS source, NULL AS to_address, NULL AS refund_id FROM transfers
        UNION ALL
        SELECT id, 'out', checkout_id, chain_id, token_address, block_number, block_hash, block_timestamp,
          tx_hash, log_index, amount_units, orphaned, final_at, NULL, NULL, NULL FROM sweeps
        UNION ALL
        SELECT id, 'back', checkout_id, chain_id, token_address, block_number, block_hash, block_timestamp,
          tx_hash, log_index, amount_units, orphaned, final_at, from_account::text, to_address, refund_id
          FROM refund_payments) AS log),
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
  )::text) END AS everything`;

/** @param previous answered again where nothing was committed since */
export async function takeSnapshot({ pool }: Connections, previous: Snapshot): Promise<Snapshot> {
  const { rows } = await pool.query<{ at: string; everything: string | null }>({
    name: "model_snapshot",
    text,
    values: [previous.at],
  });
  const [row] = rows;
  if (row === undefined) throw new Error("a select without FROM answers one row");
  if (row.everything === null) return previous;
  const everything: {
    checkouts: Json[];
    logs: Json[];
    positions: Json[];
    incidents: Snapshot["incidents"];
  } = JSON.parse(row.everything);
  return {
    at: row.at,
    checkouts: new Map(everything.checkouts.map((row) => [String(row.id), toCheckout(row)])),
    logs: everything.logs.map((row) => withUnits<StoredLog>(row)),
    incidents: everything.incidents,
    positions: new Map(everything.positions.map((row) => [Number(row.chainId), row as Position])),
  };
}

function withUnits<T>(row: Json): T {
  return { ...row, units: BigInt(String(row.units)) } as T;
}

function toLedgerLine({ deposit, merchant, customer, ...line }: Json): LedgerLine {
  const [atDeposit, withMerchant, withCustomer] = [deposit, merchant, customer].map((sum) =>
    BigInt(String(sum)),
  );
  return {
    ...(line as Pick<LedgerLine, "chainId" | "tokenAddress">),
    deposit: atDeposit ?? 0n,
    merchant: withMerchant ?? 0n,
    customer: withCustomer ?? 0n,
  };
}

/** The chains on which the customer was asked to pay: expiry waits for these. */
export function selectedChains({ quotes }: StoredCheckout): number[] {
  return quotes.filter(({ offered }) => !offered).map(({ chainId }) => chainId);
}

function toCheckout({ chainId, tokenAddress, units, ...row }: Json): StoredCheckout {
  const terms = chainId === null ? null : withUnits<Terms>({ chainId, tokenAddress, units });
  return {
    ...(row as unknown as StoredCheckout),
    terms,
    accepted: row.accepted === null ? null : BigInt(String(row.accepted)),
    totalPaid: BigInt(String(row.totalPaid)),
    paidAmount: BigInt(String(row.paidAmount)),
    refunded: BigInt(String(row.refunded)),
    refunding: BigInt(String(row.refunding)),
    quotes: (row.quotes as Json[]).map((quote) => withUnits<StoredCheckout["quotes"][number]>(quote)),
    ledger: (row.ledger as Json[]).map(toLedgerLine),
    refunds: (row.refunds as Json[]).map((refund) => withUnits<StoredRefund>(refund)),
  };
}
