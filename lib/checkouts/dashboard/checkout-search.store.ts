import type { Chain } from "@/lib/chain/chains.rules";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { checkoutSelectList, toCheckoutRow } from "@/lib/checkouts/checkout-row.store";
import { type Connections, transact } from "@/lib/platform/database";
import { directionOf } from "@/lib/platform/lists/keyset";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { filterConditions, type Query, scopeOf, Values, wordMatch } from "./checkout-conditions.store";
import type { CheckoutFilter } from "./checkout-views.rules";

/** A count: exact, or "more than". */
export type CheckoutCount = { total: number; isMore: boolean };

/** A project's checkouts by the dashboard's filters, fast with a million of them. */
export type CheckoutSearchStore = {
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  page(projectId: string, filter: CheckoutFilter, place: ListPlace, limit: number): Promise<Checkout[]>;
  /** Counts up to `limit`; null when even that takes too long. */
  count(projectId: string, filter: CheckoutFilter, limit: number): Promise<CheckoutCount | null>;
  /** The sender of each payment; a checkout without a payment is not in it. */
  payers(checkouts: readonly Pick<Checkout, "id" | "paymentTxHash">[]): Promise<Map<string, Hex>>;
};

/** A slower count is worth neither the wait nor the load. */
const countPatienceMs = 2_000;

/** PostgreSQL's error code for a cancelled statement. */
const queryCanceled = "57014";

/**
 * A search reads this many of the newest checkouts before it asks the index of words, which has no order: it would sort
 * every hit of a common word.
 */
const usuallyWalked = 2_000;

/** A project's checkouts by the dashboard's filters, in Postgres. */
export function createCheckoutSearchStore(
  { pool }: Connections,
  chains: readonly Chain[],
  walkedRows = usuallyWalked,
): CheckoutSearchStore {
  return {
    page: async (projectId, filter, place, limit) => {
      const query = pageQuery(chains, projectId, filter, place, limit, walkedRows);
      if (query === null) return [];
      const { rows } = await pool.query(query);
      return rows.map((row) => toCheckoutRow(row).checkout);
    },

    count: async (projectId, filter, limit) => {
      const query = countQuery(chains, projectId, filter, limit, walkedRows);
      if (query === null) return { total: 0, isMore: false };
      try {
        return await transact(pool, async (connection) => {
          // A project's rows may be anywhere in the table.
          await connection.query(
            `SET LOCAL statement_timeout = ${countPatienceMs}; SET LOCAL enable_seqscan = off`,
          );
          const { rows } = await connection.query<{ total: number }>(query);
          const total = rows[0]?.total ?? 0;
          return { total: Math.min(total, limit), isMore: total > limit };
        });
      } catch (error) {
        if ((error as { code?: unknown }).code === queryCanceled) return null;
        throw error;
      }
    },

    payers: async (checkouts) => {
      const paid = checkouts.filter(({ paymentTxHash }) => paymentTxHash !== null);
      if (paid.length === 0) return new Map();
      const { rows } = await pool.query<{ checkout_id: string; from_address: Hex }>({
        text: `
          SELECT log.checkout_id, log.from_address
          FROM unnest($1::text[], $2::text[]) AS paid (checkout_id, tx_hash)
          JOIN transfers AS log ON log.tx_hash = paid.tx_hash AND log.checkout_id = paid.checkout_id
          WHERE NOT log.orphaned ORDER BY log.log_index`,
        values: [paid.map(({ id }) => id), paid.map(({ paymentTxHash }) => paymentTxHash)],
      });
      return new Map(rows.map((row) => [row.checkout_id, row.from_address]));
    },
  };
}

/**
 * Null when nothing can match. For several statuses we read each in its index order and merge the first rows: sorting
 * all matches would read the whole project.
 */
function pageQuery(
  chains: readonly Chain[],
  projectId: string,
  filter: CheckoutFilter,
  place: ListPlace,
  count: number,
  walkedRows: number,
): Query | null {
  const statuses = wantedStatuses(filter);
  if (statuses === null) return null;
  const values = new Values();
  const scope = scopeOf(values, projectId, filter, place);
  const conditions = filterConditions(values, projectId, filter, chains);
  const all = [...scope("checkout", "checkout.id"), ...conditions];
  const { order } = directionOf(place);
  const sorted = (row: string) => `ORDER BY ${row}.created_at ${order}, ${row}.id ${order}`;
  const page = (columns: string, limit: string) => {
    const select = (from: string, where: readonly string[]) =>
      `SELECT ${columns} FROM ${from} WHERE ${where.join(" AND ")} ${sorted("checkout")} LIMIT ${limit}`;
    const parts = statuses.map((status) =>
      select("checkouts AS checkout", [...all, `checkout.status = ${values.add(status)}::checkout_status`]),
    );
    if (parts.length <= 1) return parts[0] ?? select("checkouts AS checkout", all);
    return select(`(${parts.map((part) => `(${part})`).join(" UNION ALL ")}) AS checkout`, ["true"]);
  };
  const limit = values.add(count);
  if (filter.search?.kind !== "text") return values.query(page(checkoutSelectList, limit));

  const { hits, inRow } = wordMatch(values, projectId, filter.search.text, scope, chains);
  const others = [...conditions, ...anyOf(values, statuses)];
  // The words alone decide, so that hits beyond the page are neither sorted nor looked up.
  const enough = others.length === 0 ? `LIMIT ${limit}` : "";
  const isRare = `(SELECT count(*) FROM newest) < ${limit} AND (SELECT count(*) FROM walked) = ${walkedRows}`;
  return values.query(`
    WITH walked AS MATERIALIZED (
      ${page(walkedColumns, `${walkedRows}`)}
    ), newest AS MATERIALIZED (
      SELECT walked.id, walked.created_at FROM walked WHERE ${inRow("walked")} ${sorted("walked")} LIMIT ${limit}
    ), indexed AS (
      SELECT hit.id, hit.created_at FROM (SELECT * FROM (${hits}) AS hit ${sorted("hit")} ${enough}) AS hit
      JOIN checkouts AS checkout ON checkout.id = hit.id
      WHERE ${[isRare, ...others].join(" AND ")} ${sorted("hit")} LIMIT ${limit}
    ), found AS (
      SELECT id FROM newest WHERE NOT (${isRare}) UNION ALL SELECT id FROM indexed
    )
    SELECT ${checkoutSelectList} FROM found JOIN checkouts AS checkout ON checkout.id = found.id
    ${sorted("checkout")}`);
}

/**
 * Null when nothing can match. Checkouts with a word that many of the newest have are counted one by one, until there
 * are enough: the index of words would read all of its hits first.
 */
function countQuery(
  chains: readonly Chain[],
  projectId: string,
  filter: CheckoutFilter,
  limit: number,
  walkedRows: number,
): Query | null {
  const statuses = wantedStatuses(filter);
  if (statuses === null) return null;
  const values = new Values();
  const scope = scopeOf(values, projectId, filter, { kind: "first" });
  const conditions = [
    ...scope("checkout", "checkout.id"),
    ...filterConditions(values, projectId, filter, chains),
    ...anyOf(values, statuses),
  ];
  const enough = values.add(limit + 1);
  const counted = (...more: string[]) => `(
    SELECT count(*)::int FROM (
      SELECT FROM checkouts AS checkout WHERE ${[...conditions, ...more].join(" AND ")} LIMIT ${enough}
    ) AS counted)`;
  if (filter.search?.kind !== "text") return values.query(`SELECT ${counted()} AS total`);

  const { hits, inRow } = wordMatch(values, projectId, filter.search.text, scope, chains);
  return values.query(`
    WITH walked AS MATERIALIZED (
      SELECT ${walkedColumns} FROM checkouts AS checkout WHERE ${conditions.join(" AND ")}
      ORDER BY checkout.created_at DESC, checkout.id DESC LIMIT ${walkedRows}
    )
    SELECT CASE WHEN (SELECT count(*) FROM walked WHERE ${inRow("walked")}) > ${walkedRows * commonShare}
      THEN ${counted(inRow("checkout"))}
      ELSE ${counted(`checkout.id IN (SELECT hit.id FROM (${hits}) AS hit)`)} END AS total`);
}

/** By which words and amounts are compared. */
const walkedColumns =
  "checkout.id, checkout.created_at, checkout.amount_units, checkout.chain_id, checkout.token_address";

/** From about this share on, one by one is faster. */
const commonShare = 0.4;

function anyOf(values: Values, statuses: CheckoutFilter["statuses"]): string[] {
  return statuses.length === 0 ? [] : [`checkout.status = ANY (${values.add(statuses)}::checkout_status[])`];
}

/** No status means all; null means that none can match. */
function wantedStatuses({ statuses, lateOnly }: CheckoutFilter): CheckoutFilter["statuses"] | null {
  if (!lateOnly) return statuses;
  return statuses.length === 0 || statuses.includes("LATE_PAID") ? ["LATE_PAID"] : null;
}
