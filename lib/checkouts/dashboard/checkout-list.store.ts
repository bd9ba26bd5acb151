import type {
  Checkout,
  CheckoutDetails,
  NativeBalance,
  RecordedTransfer,
  TimelineEntry,
} from "@/lib/checkouts/checkout.rules";
import { checkoutSelectList, readCheckoutRows } from "@/lib/checkouts/checkout-row.store";
import { chainSearch } from "@/lib/checkouts/dashboard/checkout-conditions.store";
import { isPaymentToken } from "@/lib/checkouts/state/checkout-facts.store";
import type { ListCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import type { Paged } from "@/lib/platform/answer-fields.schema";
import type { Queryable, Statement } from "@/lib/platform/database";
import { type ListCursor, toListPart } from "@/lib/platform/lists/list-place.rules";
import { fromJson, type JsonRecord } from "@/lib/platform/values/json-record.rules";

/** `next` is null on the last page. */
export type CheckoutPage = Paged<Checkout> & { next: ListCursor | null };

/** A page of a project's checkouts, newest first, with the total, both of the same moment. */
export async function listCheckouts(
  connection: Queryable,
  projectId: string,
  { take, skip, after, ...filters }: ListCheckoutsQuery,
  byApiKey = false,
): Promise<CheckoutPage> {
  const { statement, values } = listStatement(filters, after, byApiKey);
  const rows = await readCheckoutRows<{ total: number }>(connection, statement, [
    projectId,
    take + 1,
    skip,
    ...values,
  ]);
  // The only row of an empty page has the total and no checkout.
  const found = rows.flatMap(({ checkout }) => (checkout.id === null ? [] : [checkout]));
  const { items, older } = toListPart(found, { kind: "first" }, take);
  return { items, total: rows[0]?.total ?? 0, next: older?.kind === "after" ? older.cursor : null };
}

/** The condition of each filter, by the parameter of its value, and its part of the statement's name. */
const listFilters = [
  ["status", "by_status", (status) => `checkout.status = ${status}::checkout_status`],
  ["referenceId", "by_reference", (referenceId) => `checkout.reference_id = ${referenceId}`],
  ["address", "by_address", (address) => chainSearch("address", address, "$1")],
  ["txHash", "by_transaction", (txHash) => chainSearch("transaction", txHash, "$1")],
] as const satisfies readonly [keyof ListCheckoutsQuery, string, (parameter: string) => string][];

/**
 * Each combination of filters is its own statement, so that an index gives the order. One statement with optional
 * filters would sort the whole project. `values` follow the project, the limit and the offset.
 */
function listStatement(
  filters: Omit<ListCheckoutsQuery, "take" | "skip" | "after">,
  after: ListCursor | undefined,
  byApiKey: boolean,
): { statement: Statement; values: unknown[] } {
  const values: unknown[] = [];
  const parameter = (value: unknown) => `$${values.push(value) + 3}`;
  const given = listFilters.filter(([filter]) => filters[filter] !== undefined);
  const chosen = [
    "checkout.project_id = $1",
    ...(byApiKey ? ["checkout.created_via = 'API_KEY'"] : []),
    ...given.map(([filter, , condition]) => condition(parameter(filters[filter]))),
  ].join(" AND ");
  const past =
    after === undefined
      ? ""
      : `AND (checkout.created_at, checkout.id)
          < (${parameter(after.createdAt)}::timestamptz, ${parameter(after.id)}::text)`;
  const name = [
    "checkout_list",
    ...(byApiKey ? ["by_api_key"] : []),
    ...given.map(([, name]) => name),
    ...(after === undefined ? [] : ["after"]),
  ].join("_");
  const text = `
    WITH page AS (
      SELECT ${checkoutSelectList} FROM checkouts AS checkout WHERE ${chosen} ${past}
      ORDER BY checkout.created_at DESC, checkout.id DESC LIMIT $2 OFFSET $3
    ), counted AS (
      SELECT count(*)::int AS total FROM checkouts AS checkout WHERE ${chosen}
    )
    SELECT counted.total, page.* FROM counted LEFT JOIN page ON true
    ORDER BY page.created_at DESC, page.id DESC`;
  return { statement: { name, text }, values };
}

/** Limit of transfers and timeline entries: anyone can send many transfers to a checkout. */
const maxEntries = 100;

/**
 * One of the project's checkouts with its records: one statement, so that they are of one moment. SQL: one view from
 * several tables.
 */
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
