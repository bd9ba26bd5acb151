import type {
  CheckoutDetails,
  NativeBalance,
  RecordedTransfer,
  TimelineEntry,
} from "@/lib/checkouts/checkout.rules";
import {
  checkoutSelectList,
  fromJson,
  type JsonRecord,
  readCheckoutRows,
} from "@/lib/checkouts/checkout-row.store";
import { isPaymentToken } from "@/lib/checkouts/state/checkout-facts.store";
import type { Queryable, Statement } from "@/lib/platform/database";

/** Limit of transfers and timeline entries: anyone can send many transfers to a checkout. */
const maxEntries = 100;

/** One of the project's checkouts with its records. SQL: one statement, so that they are of one moment. */
const selectDetails: Statement = {
  name: "checkout_find_details",
  text: `
    SELECT ${checkoutSelectList},
      (SELECT count(*)::int FROM transfers AS log WHERE log.checkout_id = checkout.id) AS transfer_count,
      (
        SELECT coalesce(json_agg(json_build_object(
          'id', log.id, 'chainId', log.chain_id, 'tokenAddress', log.token_address,
          'amountUnits', log.amount_units::text, 'fromAddress', log.from_address, 'txHash', log.tx_hash,
          'blockNumber', log.block_number::text, 'blockTimestamp', log.block_timestamp,
          'status', CASE WHEN log.orphaned THEN 'reverted' WHEN log.final_at IS NULL THEN 'pending' ELSE 'final' END,
          'counts', NOT log.orphaned AND ${isPaymentToken("checkout", "log")}) ORDER BY log.block_timestamp DESC, log.block_number DESC, log.log_index DESC, log.id), '[]')
        FROM (
          SELECT * FROM transfers WHERE transfers.checkout_id = checkout.id
          ORDER BY block_timestamp DESC, block_number DESC, log_index DESC, id LIMIT ${maxEntries}
        ) AS log
      ) AS transfers,
      (
        SELECT coalesce(json_agg(json_build_object(
          'chainId', balance.chain_id, 'amountWei', balance.amount_wei::text,
          'blockNumber', balance.block_number::text, 'seenAt', balance.seen_at) ORDER BY balance.chain_id), '[]')
        FROM native_balances AS balance WHERE balance.checkout_id = checkout.id AND balance.amount_wei > 0
      ) AS native_balances,
      (
        SELECT coalesce(json_agg(json_build_object(
          'kind', entry.kind, 'details', entry.details, 'at', entry.created_at) ORDER BY entry.id DESC), '[]')
        FROM (
          SELECT * FROM checkout_events WHERE checkout_events.checkout_id = checkout.id
          ORDER BY id DESC LIMIT ${maxEntries}
        ) AS entry
      ) AS timeline
    FROM checkouts AS checkout WHERE checkout.project_id = $1 AND checkout.id = $2`,
};

type DetailsRow = {
  transferCount: number;
  transfers: JsonRecord<RecordedTransfer>[];
  nativeBalances: JsonRecord<NativeBalance>[];
  timeline: JsonRecord<TimelineEntry>[];
};

/** Null for an unknown id or another project's. */
export async function findDetails(
  connection: Queryable,
  projectId: string,
  checkoutId: string,
): Promise<CheckoutDetails | null> {
  const [row] = await readCheckoutRows<DetailsRow>(connection, selectDetails, [projectId, checkoutId]);
  if (row === undefined) return null;
  const { transfers, nativeBalances, timeline } = row;
  return {
    ...row,
    transfers: transfers.map((transfer) =>
      fromJson<RecordedTransfer>(transfer, {
        amountUnits: BigInt,
        blockNumber: BigInt,
        blockTimestamp: Date,
      }),
    ),
    nativeBalances: nativeBalances.map((balance) =>
      fromJson<NativeBalance>(balance, { amountWei: BigInt, blockNumber: BigInt, seenAt: Date }),
    ),
    timeline: timeline.map((entry) => fromJson<TimelineEntry>(entry, { at: Date })),
  };
}
