import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { checkoutSelectList, toCheckoutRow, waitsForExcess } from "@/lib/checkouts/checkout-row.store";
import { type Database, transact } from "@/lib/platform/database";
import { directionOf } from "@/lib/platform/lists/keyset";
import type { ListPlace } from "@/lib/platform/lists/list-place.rules";
import { dayBounds } from "@/lib/platform/lists/list-place.rules";
import { type Decimal, formatUnits } from "@/lib/platform/values/money.rules";
import {
  type CheckoutFilter,
  type CheckoutSearch,
  type PaidUnevenly,
  searchedAmount,
} from "./checkout-views.rules";

/** A count: exact, or "more than". */
export type CheckoutCount = { total: number; isMore: boolean };

/** A project's checkouts by the dashboard's filters, fast with a million of them. */
export type CheckoutSearchStore = {
  /** From the cursor on: oldest first for `before`, otherwise newest first. */
  page(projectId: string, filter: CheckoutFilter, place: ListPlace, limit: number): Promise<Checkout[]>;
  /** Counts up to `limit`; null when even that takes too long. */
  count(projectId: string, filter: CheckoutFilter, limit: number): Promise<CheckoutCount | null>;
};

/** A slower count is worth neither the wait nor the load. */
const countPatienceMs = 2_000;

/** PostgreSQL's error code for a cancelled statement. */
const queryCanceled = "57014";

/** A project's checkouts by the dashboard's filters, in Postgres. */
export function createCheckoutSearchStore({ pool }: Pick<Database, "pool">): CheckoutSearchStore {
  return {
    page: async (projectId, filter, place, limit) => {
      const query = pageQuery(projectId, filter, place, limit);
      if (query === null) return [];
      const { rows } = await pool.query(query);
      return rows.map((row) => toCheckoutRow(row).checkout);
    },

    count: async (projectId, filter, limit) => {
      const query = countQuery(projectId, filter, limit);
      if (query === null) return { total: 0, isMore: false };
      try {
        return await transact(pool, async (connection) => {
          await connection.query(`SET LOCAL statement_timeout = ${countPatienceMs}`);
          const { rows } = await connection.query<{ total: number }>(query);
          const total = rows[0]?.total ?? 0;
          return { total: Math.min(total, limit), isMore: total > limit };
        });
      } catch (error) {
        if ((error as { code?: unknown }).code === queryCanceled) return null;
        throw error;
      }
    },
  };
}

/**
 * Not prepared, unlike the hot paths: PostgreSQL plans each combination of filters with its own values, because rare
 * and common values need different plans.
 */
type Query = { text: string; values: unknown[] };

/**
 * Null when nothing can match. For several statuses we read each in its index order and merge the first rows: sorting
 * all matches would read the whole project.
 */
function pageQuery(projectId: string, filter: CheckoutFilter, place: ListPlace, count: number): Query | null {
  const values = new Values();
  const statuses = wantedStatuses(filter);
  if (statuses === null) return null;
  const conditions = filterConditions(values, projectId, filter);
  const { order, beyond } = directionOf(place);
  if (place.kind !== "first") {
    const { createdAt, id } = place.cursor;
    const cursor = `(${values.add(createdAt)}::timestamptz, ${values.add(id)}::text)`;
    conditions.push(`(checkout.created_at, checkout.id) ${beyond} ${cursor}`);
  }
  const limit = values.add(count);
  const ordered = (more: readonly string[]) => `
    SELECT ${checkoutSelectList} FROM checkouts AS checkout WHERE ${[...conditions, ...more].join(" AND ")}
    ORDER BY checkout.created_at ${order}, checkout.id ${order} LIMIT ${limit}`;
  if (statuses.length <= 1) {
    const only = statuses.map((status) => `checkout.status = ${values.add(status)}::checkout_status`);
    return values.query(ordered(only));
  }
  const branches = statuses.map(
    (status) => `(${ordered([`checkout.status = ${values.add(status)}::checkout_status`])})`,
  );
  return values.query(`
    SELECT ${checkoutSelectList} FROM (${branches.join(" UNION ALL ")}) AS checkout
    ORDER BY checkout.created_at ${order}, checkout.id ${order} LIMIT ${limit}`);
}

/** Null when nothing can match. */
function countQuery(projectId: string, filter: CheckoutFilter, limit: number): Query | null {
  const values = new Values();
  const statuses = wantedStatuses(filter);
  if (statuses === null) return null;
  const conditions = filterConditions(values, projectId, filter);
  if (statuses.length > 0)
    conditions.push(`checkout.status = ANY (${values.add(statuses)}::checkout_status[])`);
  return values.query(`
    SELECT count(*)::int AS total FROM (
      SELECT FROM checkouts AS checkout WHERE ${conditions.join(" AND ")} LIMIT ${values.add(limit + 1)}
    ) AS counted`);
}

/** Collects parameters and numbers them in order of use. */
class Values {
  private readonly values: unknown[] = [];

  add(value: unknown): string {
    this.values.push(value);
    return `$${this.values.length}`;
  }

  query(text: string): Query {
    return { text, values: this.values };
  }
}

/** No status means all; null means that none can match. */
function wantedStatuses({ statuses, lateOnly }: CheckoutFilter): CheckoutFilter["statuses"] | null {
  if (!lateOnly) return statuses;
  return statuses.length === 0 || statuses.includes("LATE_PAID") ? ["LATE_PAID"] : null;
}

function filterConditions(values: Values, projectId: string, filter: CheckoutFilter): string[] {
  const conditions = [`checkout.project_id = ${values.add(projectId)}`];
  const also = <T>(value: T | null, condition: (parameter: string) => string) => {
    if (value !== null) conditions.push(condition(values.add(value)));
  };
  const { from, before } = dayBounds(filter);
  also(from, (at) => `checkout.created_at >= ${at}::timestamptz`);
  also(before, (at) => `checkout.created_at < ${at}::timestamptz`);
  if (filter.minUnits !== null && filter.minUnits === filter.maxUnits)
    also(filter.minUnits, (units) => `checkout.amount_units = ${units}::numeric`);
  else {
    also(filter.minUnits, (units) => `checkout.amount_units >= ${units}::numeric`);
    also(filter.maxUnits, (units) => `checkout.amount_units <= ${units}::numeric`);
  }
  also(filter.chainId, (chainId) => `checkout.chain_id = ${chainId}::int`);
  also(filter.tokenAddress, (address) => `checkout.token_address = ${address}`);
  also(filter.referenceId, (referenceId) => `checkout.reference_id = ${referenceId}`);
  also(filter.paymentLinkId, (linkId) => `checkout.payment_link_id = ${linkId}`);
  also(filter.createdVia?.toUpperCase() ?? null, (via) => `checkout.created_via = ${via}::created_via`);
  also(filter.ids ?? null, (ids) => `checkout.id = ANY (${ids}::text[])`);
  if (filter.lateOnly) conditions.push("checkout.late_accepted_at IS NULL");
  if (filter.excessOnly) conditions.push(waitsForExcess);
  if (filter.paid !== null) conditions.push(uneven, unevenConditions[filter.paid]);
  if (filter.search !== null) conditions.push(searchCondition(values, projectId, filter.search));
  return conditions;
}

/** Of a partial index, by which they are found. */
const uneven = "checkout.total_paid_units > 0 AND checkout.total_paid_units <> checkout.amount_units";

const unevenConditions: Readonly<Record<PaidUnevenly, string>> = {
  over: "checkout.total_paid_units > checkout.amount_units",
  under: "checkout.total_paid_units < checkout.amount_units AND checkout.paid_at IS NOT NULL",
  partial: "checkout.total_paid_units < checkout.amount_units AND checkout.paid_at IS NULL",
};

/** Tokens have either. */
const tokenDecimals = [6, 18];

function searchCondition(values: Values, projectId: string, search: CheckoutSearch): string {
  const text = values.add(search.text);
  if (search.kind === "id") return `checkout.id = ${text}`;
  // Not from the other conditions: the planner has to see it as a constant.
  const project = values.add(projectId);
  switch (search.kind) {
    case "address":
      return `checkout.id IN (
        SELECT id FROM checkouts WHERE deposit_address = ${text}
        UNION ALL SELECT log.checkout_id FROM transfers AS log WHERE log.from_address = ${text}
        UNION ALL SELECT back.checkout_id FROM refunds AS back
        WHERE back.project_id = ${project} AND back.destination_address = ${text})`;
    case "transaction":
      return `checkout.id IN (
        SELECT log.checkout_id FROM transfers AS log WHERE log.tx_hash = ${text}
        UNION ALL SELECT back.checkout_id FROM refunds AS back
        WHERE back.project_id = ${project} AND back.tx_hash = ${text})`;
    case "text": {
      const matches = `SELECT term.checkout_id FROM checkout_terms AS term
        WHERE term.project_id = ${project} AND term.terms @@ checkout_query(${project}, ${text})`;
      const amount = searchedAmount(search.text);
      if (amount === null) return `checkout.id IN (${matches})`;
      const units = tokenDecimals.flatMap((decimals) => {
        const { digits, scale } = amount;
        return scale <= decimals ? [(digits * 10n ** BigInt(decimals - scale)).toString()] : [];
      });
      return `checkout.id IN (${matches}
        UNION ALL SELECT term.checkout_id FROM checkout_terms AS term
        WHERE term.project_id = ${project} AND term.terms @@ (${values.add(priceQuery(projectId, amount))})::tsquery
        UNION ALL SELECT priced.id FROM checkouts AS priced
        WHERE priced.project_id = ${project} AND priced.amount_units = ANY (${values.add(units)}::numeric[]))`;
    }
    default:
      return search.kind satisfies never;
  }
}

/** A price as the trigger notes it, without zeros at its end. */
function priceQuery(projectId: string, { digits, scale }: Decimal): string {
  return `'%${projectId}' & '$${formatUnits(digits, scale, 0)}'`;
}
