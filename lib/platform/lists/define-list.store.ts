import { columnOf, type Database, propertyOf, run, type Statement } from "@/lib/platform/database";
import {
  type Days,
  type List,
  type ListCursor,
  type Place,
  type TimedEntry,
  toSearchedPart,
} from "./list-place.rules";

/** Adds a value to a statement, and answers its parameter: "$3". */
export type Param = {
  (value: unknown): string;
  /** A word in the text itself, for an index of rows with that value alone; it is part of the statement's name. */
  literal(word: string): string;
};

/** The range of times of a filter: start inclusive, end exclusive. */
export type Range = { from: Date | null; before: Date | null };

/** The columns of a list's order, of which the last one is unique, with the cursor's value for each. */
export type Order<Item, Cursor> = {
  columns: readonly { column: string; type: string; of(cursor: Cursor): unknown }[];
  cursorOf(item: Item): Cursor;
};

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

/** What the SQL of a definition may need of the statement around it. */
export type Parts = {
  order: "ASC" | "DESC";
  /** Behind the cursor. */
  beyond: "<" | ">";
  /** ORDER BY of the rows of this name. */
  sorted(row: string): string;
  /** " AND …": only rows behind the cursor, by these columns; empty for the first page. */
  past(columns: string): string;
  limit: string;
};

/** For filters without an index: a bounded number of rows is read in order, and those that are wanted are kept. */
export type Walk<Filter> = {
  /** Rows read at once; null for all of the conditions' rows, which must be few. */
  rows(filter: Filter): number | null;
  /** How often for one page. */
  times?: number;
  /** Their columns; all without it. */
  reads?: string;
  /** Which of them are wanted, and columns that are joined to them for it. */
  where?(filter: Filter, param: Param): string;
  joins?: string;
  keeps?: string;
  /** Takes the place of these three: rows by those `searched`, and `last`, the end of the search. */
  found?(parts: Parts): string;
};

type Condition<Filter, Value> = (value: Value, param: Param, filter: Filter) => string;

/** These fields are read by `within`. */
type RangeField = keyof Days | keyof Range | "to";

export type ListDefinition<Filter, Item, Row, Cursor> = {
  /** Begins the names of its statements. */
  name: string;
  /** Its table, and what a row of it is called in SQL. */
  table: string;
  row: string;
  /** The column that says whose the rows are: `$1` in all of the SQL. */
  owner: string;
  order: Order<Item, Cursor>;
  /** A condition of all rows, in the words of their index. */
  where?: string;
  /** The condition of each field of the filter, if it has a value; null where `each` or `walk` reads it. */
  filters: {
    readonly [Field in Exclude<keyof Filter, RangeField>]-?: Condition<
      Filter,
      NonNullable<Filter[Field]>
    > | null;
  };
  within?(filter: Filter): Range;
  /**
   * The rows of each of these values are read by their own part of an index and merged at the front: however few they
   * are among many others, they are found at once. An empty list means all, null that no row can match.
   */
  each?: { column: string; type: string; of(filter: Filter): readonly string[] | null };
  walk?: Walk<Filter>;
  columns: string;
  joins?: string;
  /** Without it, a row's columns are the item's properties. */
  toItem?(row: Row): Item;
};

/**
 * Describes the list of a noun once, for the dashboard and the API.
 *
 * Each combination of filters and place is a statement of its own: with optional conditions, PostgreSQL might plan it
 * without their index.
 */
export function defineList<Filter, Item, Row = Item, Cursor = ListCursor>(
  list: ListDefinition<Filter, Item, Row, Cursor>,
): (pool: Database["pool"]) => List<Filter, Item, Cursor> {
  const { order, walk, toItem = (row: Row) => row as unknown as Item } = list;
  return (pool) => ({
    page: async (owner, filter, place, take) => {
      const limit = take + 1;
      const items: Item[] = [];
      for (let at = place, time = 1; ; time++) {
        const shape = shapeOf(list, owner, filter, at);
        if (shape === null) return { items: [], newer: null, older: null };
        const query =
          walk === undefined
            ? pageQuery(list, shape, limit)
            : walkQuery(list, walk, shape, filter, limit - items.length);
        const rows = await run<AnyRow>(pool, ...query);
        items.push(
          ...rows.filter(({ is_found }) => is_found !== false).map((row) => toItem(toRow<Row>(row))),
        );
        const end = walk === undefined || items.length >= limit ? null : endOf(rows, walk.rows(filter));
        const searchedTo = end === null ? null : order.cursorOf(end as Item);
        if (searchedTo === null || time === (walk?.times ?? 1))
          return toSearchedPart(items, place, take, order.cursorOf, searchedTo);
        at = { kind: place.kind === "before" ? "before" : "after", cursor: searchedTo };
      }
    },
  });
}

type AnyRow = Record<string, unknown>;

/** The columns of a search, beside those of its rows. */
const ofSearch = /^(is_found|searched|until_\w+)$/;

function toRow<Row>(columns: AnyRow): Row {
  const row: AnyRow = {};
  for (const column in columns) if (!ofSearch.test(column)) row[propertyOf(column)] = columns[column];
  return row as Row;
}

type AnyList<Filter, Cursor> = Omit<ListDefinition<Filter, never, never, Cursor>, "toItem">;

/** What a filter and a place make of a list. */
type Shape = Omit<Parts, "limit"> & {
  param: Param;
  conditions: readonly string[];
  /** Parameters of the values whose rows are merged. */
  each: readonly string[];
  query(text: string): [statement: Statement, values: unknown[]];
};

/** Null when no row can match. */
function shapeOf<Filter, Cursor>(
  list: AnyList<Filter, Cursor>,
  owner: string,
  filter: Filter,
  place: Place<Cursor>,
): Shape | null {
  const merged = list.each === undefined ? [] : list.each.of(filter);
  if (merged === null) return null;
  const names = [list.name];
  const values: unknown[] = [owner];
  const param: Param = Object.assign((value: unknown) => `$${values.push(value)}`, {
    literal: (word: string) => {
      if (!/^\w+$/.test(word)) throw new Error(`not a word: ${word}`);
      names.push(word.toLowerCase());
      return `'${word}'`;
    },
  });
  const conditions = [`${list.row}.${list.owner} = $1`, ...(list.where === undefined ? [] : [list.where])];
  for (const [field, condition] of Object.entries(list.filters)) {
    const value = filter[field as keyof Filter];
    if (value === null || value === undefined || value === false) continue;
    names.push(columnOf(field));
    if (condition !== null) conditions.push((condition as Condition<Filter, unknown>)(value, param, filter));
  }
  if (merged.length > 0) names.push(`${merged.length}`);
  const each = merged.map((value) => `${param(value)}::${list.each?.type}`);

  const [order, beyond] = place.kind === "before" ? (["ASC", ">"] as const) : (["DESC", "<"] as const);
  const { columns } = list.order;
  let cursor: string | undefined;
  const past = (own: string) => {
    if (place.kind === "first") return "";
    cursor ??= columns.map(({ type, of }) => `${param(of(place.cursor))}::${type}`).join(", ");
    return ` AND (${own}) ${beyond} (${cursor})`;
  };
  const bounds = boundsOf(list, filter, place, param);
  names.push(...bounds.names, place.kind);
  conditions.push(...bounds.conditions);
  if (!bounds.isBehind)
    conditions[0] += past(columns.map(({ column }) => `${list.row}.${column}`).join(", "));
  return {
    order,
    beyond,
    sorted: (row) => `ORDER BY ${columns.map(({ column }) => `${row}.${column} ${order}`).join(", ")}`,
    past,
    param,
    conditions,
    each,
    query: (text) => [{ name: names.join("_"), text }, values],
  };
}

/**
 * The times of a filter. Rows that are walked get one bound at each side, the cursor or the time, as an index begins at
 * any of two; and as a pair, since the planner takes two bounds of one column for a narrow range, and sorts it all.
 *
 * @returns `isBehind`: all of the range is behind the cursor
 */
function boundsOf<Filter, Cursor>(
  { row, walk, within, order }: AnyList<Filter, Cursor>,
  filter: Filter,
  place: Place<Cursor>,
  param: Param,
): { names: string[]; conditions: string[]; isBehind: boolean } {
  const { from, before } = within?.(filter) ?? { from: null, before: null };
  const at = place.kind === "first" ? null : (order.columns[0]?.of(place.cursor) as Date);
  const bounds = (
    [
      ["since", ">=", from, "before", from !== null && at !== null && at < from],
      ["until", "<", before, "after", before !== null && at !== null && at >= before],
    ] as const
  ).filter(
    ([, , time, side, isNearer]) => time !== null && (walk === undefined || place.kind !== side || isNearer),
  );
  return {
    names: bounds.map(([name]) => name),
    conditions: bounds.map(([, is, time]) =>
      walk === undefined
        ? `${row}.created_at ${is} ${param(time)}::timestamptz`
        : `(${row}.created_at, ${row}.id) ${is} (${param(time)}::timestamptz, '')`,
    ),
    isBehind: walk !== undefined && bounds.some(([, , , side]) => place.kind === side),
  };
}

/** Rows by their index alone, of several values merged. */
function rowsOf<Filter, Cursor>(
  { table, row, each }: AnyList<Filter, Cursor>,
  { conditions, sorted, each: values }: Shape,
  columns: string,
  limit: string | null,
): string {
  const end = `${sorted(row)}${limit === null ? "" : ` LIMIT ${limit}`}`;
  const select = (...more: string[]) =>
    `SELECT ${columns} FROM ${table} AS ${row} WHERE ${[...conditions, ...more].join(" AND ")} ${end}`;
  const parts = values.map((value) => select(`${row}.${each?.column} = ${value}`));
  if (parts.length <= 1) return parts[0] ?? select();
  return `SELECT * FROM (${parts.map((part) => `(${part})`).join(" UNION ALL ")}) AS ${row} ${end}`;
}

function pageQuery<Filter, Cursor>(list: AnyList<Filter, Cursor>, shape: Shape, limit: number) {
  const { row, columns, joins = "" } = list;
  return shape.query(`
    SELECT ${columns} FROM (${rowsOf(list, shape, `${row}.*`, shape.param(limit))}) AS ${row} ${joins}
    ${shape.sorted(row)}`);
}

/** Each row says how many were searched and to where; without a wanted one it is a row of its own. */
function walkQuery<Filter, Cursor>(
  list: AnyList<Filter, Cursor>,
  walk: Walk<Filter>,
  shape: Shape,
  filter: Filter,
  limit: number,
) {
  const { row, columns, joins = "", order } = list;
  const most = walk.rows(filter);
  const wanted = shape.param(limit);
  const found =
    walk.found?.({ ...shape, limit: wanted }) ??
    `SELECT ${[`${row}.*`, ...(walk.keeps === undefined ? [] : [walk.keeps])].join(", ")} FROM searched AS ${row} ${walk.joins ?? ""}
      WHERE ${walk.where?.(filter, shape.param) ?? "true"} ${shape.sorted(row)} LIMIT ${wanted}`;
  const ends = order.columns.map(({ column }) => `searched.${column} AS until_${column}`).join(", ");
  const opposite = shape.order === "ASC" ? "DESC" : "ASC";
  return shape.query(`
    WITH searched AS MATERIALIZED (
      ${rowsOf(list, shape, walk.reads ?? `${row}.*`, most === null ? null : shape.param.literal(`${most}`))}
    ), last AS (
      SELECT count(*) OVER ()::int AS searched, ${ends} FROM searched
      ORDER BY ${order.columns.map(({ column }) => `searched.${column} ${opposite}`).join(", ")} LIMIT 1
    ), page AS (${found})
    SELECT last.*, ${row}.${order.columns.at(-1)?.column} IS NOT NULL AS is_found, ${columns}
    FROM (SELECT) AS always LEFT JOIN last ON true LEFT JOIN page AS ${row} ON true ${joins}
    ${shape.sorted(row)}`);
}

/** Where a search stopped; null when it reached the end. */
function endOf([first]: readonly AnyRow[], most: number | null): AnyRow | null {
  if (first === undefined || most === null || first.searched !== most) return null;
  const ends = Object.entries(first).filter(([column]) => column.startsWith("until_"));
  return toRow(Object.fromEntries(ends.map(([column, value]) => [column.slice("until_".length), value])));
}
