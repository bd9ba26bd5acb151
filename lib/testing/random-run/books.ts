import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import { createDatabase, type Database } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";

type BookedCheckout = {
  id: string;
  status: CheckoutStatus;
  expiresAt: Date;
  cancelled: boolean;
  chainId: number | null;
  tokenAddress: Hex | null;
  depositAddress: Hex;
  totalPaidUnits: bigint;
  paidUnits: bigint;
  quotes: { chainId: number; tokenAddress: Hex; units: bigint }[];
};

/** What the service has written down, read past all of its code. */
export type Books = {
  depositAddress(checkoutId: string): Promise<Hex | null>;
  checkouts(): Promise<BookedCheckout[]>;
  /** What the ledger says was received, by `checkout/chain/token`. */
  received(): Promise<Map<string, bigint>>;
  /** Every event of the project, with the bytes that are to be sent. */
  events(): Promise<Map<string, string>>;
  /** Their kinds. */
  openIncidents(): Promise<{ id: string; kind: string }[]>;
  /**
   * What is still under way, in words; empty when nothing is.
   *
   * @param sent what there was to read, by chain
   */
  underWay(sent: ReadonlyMap<number, Sent>, receiverUrl: string): Promise<string[]>;
  close(): Promise<void>;
};

/**
 * A chain's head, and the block up to which lies all that the run sent. A node may have hidden any of that: it is found
 * by the second reading, which comes some seconds later, or not at all.
 */
export type Sent = { head: bigint; upTo: bigint };

/** How a sum is named: of one token on one chain at one checkout's address. */
export const sumKey = (checkoutId: string, chainId: number, tokenAddress: Hex | null): string =>
  `${checkoutId}/${chainId}/${tokenAddress ?? "native"}`;

/** A position this many blocks behind the head counts as there: blocks go on being made. */
const behindBlocks = 4n;

export function openBooks(databaseUrl: string, projectId: string): Books {
  const database: Database = createDatabase(databaseUrl, { maxConnections: 2 });
  const query = async <Row>(text: string, values: unknown[] = []): Promise<Row[]> =>
    (await database.pool.query(text, values)).rows as Row[];

  return {
    async depositAddress(checkoutId) {
      const [row] = await query<{ deposit_address: Hex }>(
        "SELECT deposit_address FROM checkouts WHERE id = $1",
        [checkoutId],
      );
      return row?.deposit_address ?? null;
    },

    async checkouts() {
      const quotes = await query<{
        checkout_id: string;
        chain_id: number;
        token_address: Hex;
        amount_units: string;
      }>("SELECT checkout_id, chain_id, token_address, amount_units::text FROM quotes");
      const rows = await query<{
        id: string;
        status: CheckoutStatus;
        expires_at: Date;
        cancelled_at: Date | null;
        chain_id: number | null;
        token_address: Hex | null;
        deposit_address: Hex;
        total_paid_units: string;
        paid_units: string;
      }>(
        `SELECT id, status, expires_at, cancelled_at, chain_id, token_address, deposit_address,
           total_paid_units::text, paid_units::text
         FROM checkouts WHERE project_id = $1`,
        [projectId],
      );
      return rows.map((row) => ({
        id: row.id,
        status: row.status,
        expiresAt: row.expires_at,
        cancelled: row.cancelled_at !== null,
        chainId: row.chain_id,
        tokenAddress: row.token_address,
        depositAddress: row.deposit_address,
        totalPaidUnits: BigInt(row.total_paid_units),
        paidUnits: BigInt(row.paid_units),
        quotes: quotes
          .filter((quote) => quote.checkout_id === row.id)
          .map((quote) => ({
            chainId: quote.chain_id,
            tokenAddress: quote.token_address,
            units: BigInt(quote.amount_units),
          })),
      }));
    },

    async received() {
      const rows = await query<{ checkout_id: string; chain_id: number; token_address: Hex; units: string }>(
        `SELECT checkout_id, chain_id, token_address,
           sum(CASE kind WHEN 'RECEIVED' THEN amount_units ELSE -amount_units END)::text AS units
         FROM ledger_entries WHERE kind IN ('RECEIVED', 'RECEIVED_REVERSED')
         GROUP BY checkout_id, chain_id, token_address`,
      );
      return new Map(
        rows.map((row) => [sumKey(row.checkout_id, row.chain_id, row.token_address), BigInt(row.units)]),
      );
    },

    async events() {
      const rows = await query<{ id: string; body: string }>(
        "SELECT id, body FROM outbox_events WHERE project_id = $1",
        [projectId],
      );
      return new Map(rows.map(({ id, body }) => [id, body]));
    },

    async openIncidents() {
      return query<{ id: string; kind: string }>(
        "SELECT id, kind::text FROM incidents WHERE resolved_at IS NULL ORDER BY id",
      );
    },

    async underWay(sent, receiverUrl) {
      const cursors = await query<{
        chain_id: number;
        block_number: string;
        rechecked_number: string | null;
      }>("SELECT chain_id, block_number::text, rechecked_number::text FROM chain_cursors");
      const [counts] = await query<Record<string, string>>(
        `SELECT
           (SELECT coalesce(sum(to_block - from_block + 1), 0) FROM chain_gaps) AS "blocks left in gaps",
           (SELECT count(*) FROM checkouts WHERE status = 'DETECTED') AS "detected checkouts",
           (SELECT count(*) FROM checkouts WHERE status = 'PENDING' AND expires_at < now()) AS "checkouts to expire",
           (SELECT count(*) FROM transfers WHERE NOT orphaned AND final_at IS NULL) AS "transfers not final",
           (SELECT count(*) FROM sweeps WHERE NOT orphaned AND final_at IS NULL) AS "sweeps not final",
           (SELECT count(*) FROM refund_payments WHERE NOT orphaned AND final_at IS NULL) AS "refunds not final",
           (SELECT count(*) FROM settlements WHERE status = 'PENDING') AS "settlements",
           (SELECT count(*) FROM webhook_deliveries AS delivery
             JOIN webhook_endpoints AS endpoint ON endpoint.id = delivery.endpoint_id
             WHERE endpoint.url = $1 AND delivery.status = 'PENDING') AS "webhooks"`,
        [receiverUrl],
      );
      const behind = [...sent].flatMap(([chainId, { head, upTo }]) => {
        const cursor = cursors.find((candidate) => candidate.chain_id === chainId);
        const at = BigInt(cursor?.block_number ?? 0);
        const again = BigInt(cursor?.rechecked_number ?? 0);
        return [
          ...(head - at > behindBlocks ? [`chain ${chainId} is ${head - at} blocks behind`] : []),
          ...(again < upTo ? [`${upTo - again} blocks of chain ${chainId} to be read a second time`] : []),
        ];
      });
      const left = Object.entries(counts ?? {}).filter(([, count]) => Number(count) > 0);
      return [...behind, ...left.map(([what, count]) => `${count} ${what}`)];
    },

    close: () => database.close(),
  };
}
