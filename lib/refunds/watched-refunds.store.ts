import type { Refund } from "@/lib/checkouts/refund-facts.rules";
import type { NewRefundPayment } from "@/lib/checkouts/state/chain-logs.rules";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { insertRefunds, noteHandedIn, refundSelectList, savePaidRefunds } from "./refund-rows.store";

/** A refund with its row locked, and its payment. */
export type WatchedRefund = {
  refund: Refund;
  /** A canonical log pays it. */
  paid: boolean;
  /** We created it because someone sent funds back without a request. */
  unasked: boolean;
  /** The service's transaction for it, with every hash under which it was signed; null without one. */
  outgoing: { canPay: boolean; txHashes: readonly Hex[] } | null;
  handedInTxHash: Hex | null;
  submittedTxHash: Hex | null;
  /** Its deposit address's balance of its token, by the ledger. */
  depositUnits: bigint;
};

/** A canonical payment of a refund. */
export type RecordedPayment = NewRefundPayment & { refundId: string };

export type WatchedRefundTransaction = ReturnType<typeof watchedRefundTransaction>;

/** The watcher's reads and writes of refunds, inside its transaction. It locks the checkouts first. */
export function watchedRefundTransaction(connection: Queryable) {
  return {
    /** Checkouts with an open refund that one of these transfers from a merchant's wallet may pay. */
    awaiting: async (
      chainId: number,
      transfers: readonly { from: Hex; to: Hex; tokenAddress: Hex; amountUnits: bigint; txHash: Hex }[],
    ): Promise<string[]> => {
      if (transfers.length === 0) return [];
      const rows = await run<{ checkout_id: string }>(connection, selectAwaiting, [
        chainId,
        transfers.map(({ from }) => from),
        transfers.map(({ to }) => to),
        transfers.map(({ tokenAddress }) => tokenAddress),
        transfers.map(({ amountUnits }) => amountUnits),
        transfers.map(({ txHash }) => txHash),
      ]);
      return rows.map(({ checkout_id }) => checkout_id);
    },

    /** Payments by wallet, not final yet, of these checkouts' refunds: another open refund may get them. */
    walletPayments: async (
      chainId: number,
      checkoutIds: readonly string[],
    ): Promise<{ from: Hex; to: Hex; tokenAddress: Hex; amountUnits: bigint; txHash: Hex }[]> =>
      checkoutIds.length === 0 ? [] : read(connection, selectByWallet, [chainId, checkoutIds]),

    /** The payments of these refunds that are not final yet. */
    pendingPayments: async (chainId: number, refundIds: readonly string[]): Promise<RecordedPayment[]> =>
      refundIds.length === 0 ? [] : read(connection, selectPending, [chainId, refundIds]),

    /**
     * Saves the hash of a transaction that sent a refund's whole amount but, because of the token's transfer fee,
     * delivered less.
     */
    noteHandedIn: (refundId: string, txHash: Hex) => noteHandedIn(connection, refundId, txHash),

    /** The checkouts' open refunds and the named ones; locked in id order. */
    lockRefunds: async (
      checkoutIds: readonly string[],
      refundIds: readonly string[],
    ): Promise<WatchedRefund[]> => {
      if (checkoutIds.length + refundIds.length === 0) return [];
      // Read after the rows are locked.
      const locked = await read<Refund>(connection, lockRows, [checkoutIds, refundIds]);
      if (locked.length === 0) return [];
      const rows = await run<BesideRow>(connection, selectBeside, [locked.map(({ id }) => id)]);
      const beside = new Map(rows.map((row) => [row.id, row]));
      return locked.map((row) => toLocked(row, beside.get(row.id)));
    },

    /** Canonical refund payments in these transactions. */
    refundPaymentsIn: async (
      chainId: number,
      txHashes: readonly Hex[],
    ): Promise<
      Pick<NewRefundPayment, "id" | "checkoutId" | "refundId" | "txHash" | "blockHash" | "logIndex">[]
    > => (txHashes.length === 0 ? [] : read(connection, selectPlaces, [chainId, txHashes])),

    /** Writes refunds that no one requested. The caller updates the checkout's sums. */
    insertRefunds: (refunds: readonly Refund[]) => insertRefunds(connection, refunds),

    /** Writes status, transaction and completion of refunds. The caller updates the checkout's sums. */
    saveRefunds: (refunds: readonly Refund[]) => savePaidRefunds(connection, refunds),
  };
}

/**
 * Those of these pairs of payer and receiver that are a merchant's wallet and the destination of its open refund, or of
 * one paid in a block above `rewindTo`, which a pending reorg may reopen. Runs for every batch that was read, outside of
 * transactions.
 */
export async function readAwaitedPairs(
  connection: Queryable,
  chainId: number,
  transfers: readonly { from: Hex; to: Hex }[],
  rewindTo: bigint | null,
): Promise<{ from: Hex; to: Hex }[]> {
  if (transfers.length === 0) return [];
  const rows = await run<{ from_address: Hex; to_address: Hex }>(connection, selectPairs, [
    chainId,
    transfers.map(({ from }) => from),
    transfers.map(({ to }) => to),
    rewindTo,
  ]);
  return rows.map((row) => ({ from: row.from_address, to: row.to_address }));
}

const isOpen = "refund.status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')";

// SQL: the transfers of a scanned span come as arrays and are joined with open refunds; what follows is read and locked
// in the scan's transaction on `pg`.

const selectPairs: Statement = {
  name: "refund_payments_awaited_pairs",
  text: `
    SELECT checkout.merchant_address AS from_address, refund.destination_address AS to_address
    FROM refunds AS refund JOIN checkouts AS checkout ON checkout.id = refund.checkout_id
    JOIN unnest($2::text[], $3::text[]) AS transfer (from_address, to_address)
      ON transfer.from_address = checkout.merchant_address AND transfer.to_address = refund.destination_address
    WHERE refund.chain_id = $1 AND ${isOpen}
    UNION
    SELECT checkout.merchant_address, taken.to_address
    FROM refund_payments AS taken JOIN checkouts AS checkout ON checkout.id = taken.checkout_id
    WHERE taken.chain_id = $1 AND taken.block_number > $4::bigint AND NOT taken.orphaned
      AND taken.from_account = 'MERCHANT'`,
};

const selectAwaiting: Statement = {
  name: "refund_payments_awaiting",
  text: `
    SELECT DISTINCT refund.checkout_id
    FROM refunds AS refund JOIN checkouts AS checkout ON checkout.id = refund.checkout_id
    JOIN unnest($2::text[], $3::text[], $4::text[], $5::numeric[], $6::text[])
        AS transfer (from_address, to_address, token_address, amount_units, tx_hash)
      ON transfer.from_address = checkout.merchant_address AND transfer.to_address = refund.destination_address
        AND transfer.token_address = refund.token_address
        AND (transfer.amount_units = refund.amount_units
          OR transfer.amount_units < refund.amount_units AND transfer.tx_hash = refund.handed_in_tx_hash)
    WHERE refund.chain_id = $1 AND ${isOpen}`,
};

const selectByWallet: Statement = {
  name: "refund_payments_by_wallet",
  text: `
    SELECT checkout.merchant_address AS "from", log.to_address AS "to", log.token_address, log.amount_units, log.tx_hash
    FROM refund_payments AS log JOIN checkouts AS checkout ON checkout.id = log.checkout_id
    WHERE log.chain_id = $1 AND log.checkout_id = ANY ($2::text[]) AND log.from_account = 'MERCHANT'
      AND log.final_at IS NULL AND NOT log.orphaned`,
};

const selectPending: Statement = {
  name: "refund_payments_pending",
  text: `
    SELECT id, checkout_id, refund_id, from_account, to_address, chain_id, token_address, amount_units, block_number,
      block_hash, block_timestamp, tx_hash, log_index
    FROM refund_payments
    WHERE chain_id = $1 AND refund_id = ANY ($2::text[]) AND final_at IS NULL AND NOT orphaned`,
};

const lockRows: Statement = {
  name: "refund_payments_lock_refunds",
  text: `
    SELECT ${refundSelectList} FROM refunds AS refund
    WHERE (refund.checkout_id = ANY ($1::text[]) AND ${isOpen}) OR refund.id = ANY ($2::text[])
    ORDER BY refund.id FOR NO KEY UPDATE`,
};

/** For unrequested refunds the timeline says so. */
const selectBeside: Statement = {
  name: "refund_payments_beside_refunds",
  text: `
    SELECT refund.id, refund.handed_in_tx_hash, refund.submitted_tx_hash,
      EXISTS (SELECT FROM refund_payments AS log WHERE log.refund_id = refund.id AND NOT log.orphaned) AS paid,
      EXISTS (
        SELECT FROM checkout_events AS entry
        WHERE entry.checkout_id = refund.checkout_id AND entry.kind = 'refund.unasked'
          AND entry.details ->> 'refundId' = refund.id
      ) AS unasked,
      coalesce((
        SELECT holding.amount_units FROM deposit_holdings AS holding
        WHERE holding.checkout_id = refund.checkout_id AND holding.chain_id = refund.chain_id
          AND holding.token_address = refund.token_address
      ), 0) AS deposit_units,
      outgoing.status AS outgoing_status,
      ARRAY(
        SELECT attempt.tx_hash FROM transaction_attempts AS attempt WHERE attempt.transaction_id = outgoing.id
      ) AS outgoing_tx_hashes
    FROM refunds AS refund
    LEFT JOIN outgoing_transactions AS outgoing ON outgoing.id = refund.outgoing_transaction_id
    WHERE refund.id = ANY ($1::text[])`,
};

const selectPlaces: Statement = {
  name: "refund_payments_places",
  text: `
    SELECT id, checkout_id, refund_id, tx_hash, block_hash, log_index FROM refund_payments
    WHERE chain_id = $1 AND tx_hash = ANY ($2::text[]) AND NOT orphaned ORDER BY log_index`,
};

type BesideRow = {
  id: string;
  paid: boolean;
  unasked: boolean;
  handed_in_tx_hash: Hex | null;
  submitted_tx_hash: Hex | null;
  deposit_units: bigint;
  outgoing_status: "SIGNED" | "CONFIRMED" | "REVERTED" | "REPLACED" | null;
  outgoing_tx_hashes: Hex[];
};
function toLocked(refund: Refund, beside: BesideRow | undefined): WatchedRefund {
  const status = beside?.outgoing_status ?? null;
  return {
    refund,
    paid: beside?.paid ?? false,
    unasked: beside?.unasked ?? false,
    // A transaction that succeeded and was lost to a reorg is sent again.
    outgoing:
      status === null
        ? null
        : {
            canPay: status === "SIGNED" || status === "CONFIRMED",
            txHashes: beside?.outgoing_tx_hashes ?? [],
          },
    handedInTxHash: beside?.handed_in_tx_hash ?? null,
    submittedTxHash: beside?.submitted_tx_hash ?? null,
    depositUnits: beside?.deposit_units ?? 0n,
  };
}
