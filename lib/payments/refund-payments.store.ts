import type {
  FinalRefundPayment,
  NewRefundPayment,
  RefundPaymentTransaction,
  WatchedRefund,
} from "@/lib/checkouts/state/payment-store.port";
import { type Queryable, read, run, type Statement } from "@/lib/platform/database";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Refund } from "@/lib/refunds/refund.rules";
import {
  insertRefunds,
  noteHandedIn,
  refundSelectList,
  savePaidRefunds,
} from "@/lib/refunds/refund-rows.store";
import { ledgerColumns, logArrays, logColumns } from "./chain-logs.store";

const isOpen = "refund.status NOT IN ('COMPLETED', 'FAILED', 'CANCELLED')";

/** The watcher's view of refunds; requesting and sending are in other stores. */
export function refundPaymentTransaction(connection: Queryable): RefundPaymentTransaction {
  return {
    awaiting: async (chainId, transfers) => {
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

    noteHandedIn: (refundId, txHash) => noteHandedIn(connection, refundId, txHash),

    lockRefunds: async (checkoutIds, refundIds) => {
      if (checkoutIds.length + refundIds.length === 0) return [];
      // Read after the rows are locked.
      const locked = await read<Refund>(connection, lockRows, [checkoutIds, refundIds]);
      if (locked.length === 0) return [];
      const rows = await run<BesideRow>(connection, selectBeside, [locked.map(({ id }) => id)]);
      const beside = new Map(rows.map((row) => [row.id, row]));
      return locked.map((row) => toLocked(row, beside.get(row.id)));
    },

    refundPaymentsIn: async (chainId, txHashes) => {
      if (txHashes.length === 0) return [];
      return read(connection, selectPlaces, [chainId, txHashes]);
    },

    insertRefundPayments: (payments) => insertRefundPayments(connection, payments),
    insertRefunds: (refunds) => insertRefunds(connection, refunds),

    saveRefunds: (refunds) => savePaidRefunds(connection, refunds),

    markRefundPaymentsFinal: async (ids, at) => {
      if (ids.length === 0) return [];
      const rows = await run<FinalRow>(connection, markFinal, [ids, at]);
      return rows.map(toFinal);
    },
  };
}

/** Runs for every batch that was read, outside of transactions. */
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

/** SQL: many rows in one statement. */
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

/** SQL: many rows in one statement. */
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

/** SQL: lock. */
const lockRows: Statement = {
  name: "refund_payments_lock_refunds",
  text: `
    SELECT ${refundSelectList} FROM refunds AS refund
    WHERE (refund.checkout_id = ANY ($1::text[]) AND ${isOpen}) OR refund.id = ANY ($2::text[])
    ORDER BY refund.id FOR NO KEY UPDATE`,
};

/** For unrequested refunds the timeline says so. SQL: in a transaction of several facts. */
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
      outgoing.status AS outgoing_status,
      ARRAY(
        SELECT attempt.tx_hash FROM transaction_attempts AS attempt WHERE attempt.transaction_id = outgoing.id
      ) AS outgoing_tx_hashes
    FROM refunds AS refund
    LEFT JOIN outgoing_transactions AS outgoing ON outgoing.id = refund.outgoing_transaction_id
    WHERE refund.id = ANY ($1::text[])`,
};

/** SQL: in a transaction of several facts. */
const selectPlaces: Statement = {
  name: "refund_payments_places",
  text: `
    SELECT id, checkout_id, refund_id, tx_hash, block_hash, log_index FROM refund_payments
    WHERE chain_id = $1 AND tx_hash = ANY ($2::text[]) AND NOT orphaned ORDER BY log_index`,
};

const paymentColumns = `${logColumns}, refund_id, from_account, to_address`;
/** Rows and their ledger entries in one statement, as for transfers and sweeps. SQL: several facts at once. */
const insertRows: Statement = {
  name: "refund_payments_insert",
  text: `
    WITH added AS (
      INSERT INTO refund_payments (${paymentColumns})
      SELECT ${paymentColumns}
      FROM unnest($1::text[], $2::text[], $3::int[], $4::bigint[], $5::text[], $6::timestamptz[], $7::text[], $8::int[],
        $9::text[], $10::numeric[], $11::text[], $12::ledger_account[], $13::text[]) AS log (${paymentColumns})
      ORDER BY chain_id, tx_hash, log_index, block_hash
      ON CONFLICT DO NOTHING
      RETURNING id, checkout_id, chain_id, token_address, amount_units, from_account
    )
    INSERT INTO ledger_entries (${ledgerColumns})
    SELECT 'REFUNDED', id, checkout_id, chain_id, token_address, from_account, 'CUSTOMER', amount_units FROM added`,
};

async function insertRefundPayments(
  connection: Queryable,
  payments: readonly NewRefundPayment[],
): Promise<void> {
  if (payments.length === 0) return;
  await run(connection, insertRows, [
    ...logArrays(payments),
    payments.map(({ refundId }) => refundId),
    payments.map(({ fromAccount }) => fromAccount),
    payments.map(({ toAddress }) => toAddress),
  ]);
}

/** Locks in id order first: a plain update locks rows in any order. SQL: lock. */
const markFinal: Statement = {
  name: "refund_payments_mark_final",
  text: `
    WITH chosen AS (
      SELECT id FROM refund_payments WHERE id = ANY ($1::text[]) ORDER BY id FOR NO KEY UPDATE
    )
    UPDATE refund_payments AS log SET final_at = $2::timestamptz FROM chosen
    WHERE log.id = chosen.id AND log.final_at IS NULL AND NOT log.orphaned
    RETURNING log.checkout_id, log.refund_id, log.from_account, log.to_address, log.chain_id, log.token_address,
      log.amount_units, log.tx_hash`,
};

type FinalRow = {
  checkout_id: string;
  refund_id: string | null;
  from_account: FinalRefundPayment["fromAccount"];
  to_address: Hex;
  chain_id: number;
  token_address: Hex;
  amount_units: bigint;
  tx_hash: Hex;
};
type BesideRow = {
  id: string;
  paid: boolean;
  unasked: boolean;
  handed_in_tx_hash: Hex | null;
  submitted_tx_hash: Hex | null;
  outgoing_status: "SIGNED" | "CONFIRMED" | "REVERTED" | "REPLACED" | null;
  outgoing_tx_hashes: Hex[];
};
function toFinal(row: FinalRow): FinalRefundPayment {
  return {
    checkoutId: row.checkout_id,
    refundId: row.refund_id,
    fromAccount: row.from_account,
    toAddress: row.to_address,
    chainId: row.chain_id,
    tokenAddress: row.token_address,
    amountUnits: row.amount_units,
    txHash: row.tx_hash,
  };
}

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
  };
}
