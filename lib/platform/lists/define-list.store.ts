import { type Connections, run, transact } from "@/lib/platform/database";
import type { ListDefinition, Order } from "./list-definition.store";
import { type CountedList, type ListCursor, type TimedEntry, toSearchedPart } from "./list-place.rules";
import {
  type AnyRow,
  countQuery,
  endOf,
  pagedQuery,
  pageQuery,
  shapeOf,
  toRow,
  walkQuery,
  wordsQuery,
} from "./list-statements.store";

export const byCreation: Order<ListCursor, ListCursor> = {
  columns: [
    { column: "created_at", type: "timestamptz", of: ({ createdAt }) => createdAt },
    { column: "id", type: "text", of: ({ id }) => id },
  ],
  cursorOf: ({ createdAt, id }) => ({ createdAt, id }),
};

/** For a log whose entries are numbered as they arrive. */
export const byNumber: Order<{ id: bigint }, bigint> = {
  columns: [{ column: "id", type: "bigint", of: (number) => number }],
  cursorOf: ({ id }) => id,
};

/** For a log in the order of times, so that an index ends at the days of a filter. */
export const byTime: Order<TimedEntry, TimedEntry> = {
  columns: [
    { column: "created_at", type: "timestamptz", of: ({ at }) => at },
    { column: "id", type: "bigint", of: ({ id }) => id },
  ],
  cursorOf: ({ at, id }) => ({ at, id }),
};

/** A slower count is worth neither the wait nor the load. */
const countPatienceMs = 2_000;

/** PostgreSQL's error code for a cancelled statement. */
const queryCanceled = "57014";

/**
 * Describes the list of a noun once, for the dashboard and the API.
 *
 * Each combination of filters and place is a statement of its own: with optional conditions, PostgreSQL might plan it
 * without their index.
 *
 * SQL: a page starts at a pair of columns, `(created_at, id) < ($2, $3)`, by which an index is entered in the middle.
 * Prisma cannot compare pairs.
 */
export function defineList<Filter, Item, Row = Item, Cursor = ListCursor>(
  list: ListDefinition<Filter, Item, Row, Cursor>,
): (pool: Connections["pool"]) => CountedList<Filter, Item, Cursor> {
  const { order, walk, toItem = (row: Row) => row as unknown as Item } = list;
  const toItems = (rows: readonly AnyRow[]) =>
    rows.filter(({ is_found }) => is_found !== false).map((row) => toItem(toRow<Row>(row)));
  return (pool) => ({
    page: async (owner, filter, place, take) => {
      const limit = take + 1;
      const items: Item[] = [];
      for (let at = place, time = 1; ; time++) {
        const shape = shapeOf(list, owner, filter, at);
        if (shape === null) return { items: [], newer: null, older: null };
        const words = list.words?.(filter, shape) ?? null;
        const [statement, values] =
          walk !== undefined
            ? walkQuery(list, walk, shape, filter, limit - items.length)
            : words === null
              ? pageQuery(list, shape, limit)
              : wordsQuery(list, shape, words, limit);
        const rows: AnyRow[] = list.isPlannedByValues
          ? (await pool.query({ text: statement.text, values })).rows
          : await run(pool, statement, values);
        items.push(...toItems(rows));
        const end = walk === undefined || items.length >= limit ? null : endOf(rows, walk.rows(filter));
        const searchedTo = end === null ? null : order.cursorOf(end as Item);
        if (searchedTo === null || time === (walk?.times ?? 1))
          return toSearchedPart(items, place, take, order.cursorOf, searchedTo);
        at = { kind: place.kind === "before" ? "before" : "after", cursor: searchedTo };
      }
    },

    count: async (owner, filter, atMost) => {
      const shape = shapeOf(list, owner, filter, { kind: "first" });
      if (shape === null) return { total: 0, isMore: false };
      const [{ text }, values] = countQuery(list, shape, list.words?.(filter, shape) ?? null, atMost + 1);
      try {
        return await transact(pool, async (connection) => {
          // An owner's rows may be anywhere in the table.
          await connection.query(
            `SET LOCAL statement_timeout = ${countPatienceMs}; SET LOCAL enable_seqscan = off`,
          );
          const { rows } = await connection.query<{ total: number }>({ text, values });
          const total = rows[0]?.total ?? 0;
          return { total: Math.min(total, atMost), isMore: total > atMost };
        });
      } catch (error) {
        if ((error as { code?: unknown }).code === queryCanceled) return null;
        throw error;
      }
    },

    paged: async (owner, filter, { take, skip, after }) => {
      const place =
        after === undefined ? ({ kind: "first" } as const) : ({ kind: "after", cursor: after } as const);
      const shape = shapeOf(list, owner, filter, place);
      if (shape === null) return { items: [], total: 0, next: null };
      const rows = await run<AnyRow>(pool, ...pagedQuery(list, shape, { limit: take + 1, skip }));
      const found = toItems(rows);
      const items = found.slice(0, take);
      const last = items.at(-1);
      // The only row of an empty page has the total and no item.
      const next = last === undefined || found.length <= take ? null : order.cursorOf(last);
      return { items, total: Number(rows[0]?.total ?? 0), next };
    },
  });
}
