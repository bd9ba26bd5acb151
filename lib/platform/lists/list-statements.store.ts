import { createHash } from "node:crypto";
import { columnOf, propertyOf, type Statement } from "@/lib/platform/database";
import type { Condition, ListDefinition, Param, Parts, Walk, Words } from "./list-definition.store";
import type { Place } from "./list-place.rules";

export type AnyRow = Record<string, unknown>;

/** Columns beside those of the rows. */
const ofSearch = /^(is_found|searched|total|until_\w+)$/;

export function toRow<Row>(columns: AnyRow): Row {
  const row: AnyRow = {};
  for (const column in columns) if (!ofSearch.test(column)) row[propertyOf(column)] = columns[column];
  return row as Row;
}

export type AnyList<Filter, Cursor> = Omit<ListDefinition<Filter, never, never, Cursor>, "toItem">;

/** What a filter and a place make of a list. */
export type Shape = Omit<Parts, "limit"> & {
  owner: string;
  param: Param;
  /** The owner's rows of the filter's times. */
  owned(row: string): string[];
  /** Those behind the cursor. */
  scope(row: string, id?: string): string[];
  /** What the other fields of the filter ask. */
  conditions: readonly string[];
  /** Parameters of the values whose rows are merged. */
  each: readonly string[];
  query(text: string, ...name: string[]): Query;
};

type Query = [statement: Statement, values: unknown[]];

/** PostgreSQL tells names apart by this many characters. */
const nameAtMost = 63;

function shortName(name: string, text: string): string {
  if (name.length <= nameAtMost) return name;
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 16);
  return `${name.slice(0, nameAtMost - digest.length - 1)}_${digest}`;
}

/** Null when no row can match. */
export function shapeOf<Filter, Cursor>(
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
  const conditions = list.where === undefined ? [] : [list.where];
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
  const times = timesOf(list, filter, place, param);
  names.push(...times.names, place.kind);
  const owned = (row: string) => [`${row}.${list.owner} = $1`, ...times.of(row)];
  const scope = (row: string, id = `${row}.id`) => {
    const [own = "", ...others] = owned(row);
    const key = columns.map(({ column }) => (column === "id" ? id : `${row}.${column}`)).join(", ");
    return [own + (times.isBehind ? "" : past(key)), ...others];
  };
  const sorted = (row: string) =>
    `ORDER BY ${columns.map(({ column }) => `${row}.${column} ${order}`).join(", ")}`;
  const query = (text: string, ...name: string[]): Query => [
    { name: shortName([...names, ...name].join("_"), text), text },
    values,
  ];
  return { owner, order, beyond, sorted, past, param, owned, scope, conditions, each, query };
}

/**
 * The times of a filter. Rows that are walked get one bound at each side, the cursor or the time, as an index begins at
 * any of two; and as a pair, since the planner takes two bounds of one column for a narrow range, and sorts it all.
 *
 * @returns `isBehind`: all of the range is behind the cursor
 */
function timesOf<Filter, Cursor>(
  { walk, within, order }: AnyList<Filter, Cursor>,
  filter: Filter,
  place: Place<Cursor>,
  param: Param,
): { names: string[]; of(row: string): string[]; isBehind: boolean } {
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
  const bounded = bounds.map(([, is, time]) => [is, param(time)]);
  return {
    names: bounds.map(([name]) => name),
    of: (row) =>
      bounded.map(([is, time]) =>
        walk === undefined
          ? `${row}.created_at ${is} ${time}::timestamptz`
          : `(${row}.created_at, ${row}.id) ${is} (${time}::timestamptz, '')`,
      ),
    isBehind: walk !== undefined && bounds.some(([, , , side]) => place.kind === side),
  };
}

/** Rows by their index alone, of several values merged. */
function rowsOf<Filter, Cursor>(
  { table, row, each }: AnyList<Filter, Cursor>,
  { scope, conditions, sorted, each: values }: Shape,
  columns: string,
  limit: string | null,
): string {
  const end = `${sorted(row)}${limit === null ? "" : ` LIMIT ${limit}`}`;
  const select = (...more: string[]) =>
    `SELECT ${columns} FROM ${table} AS ${row} WHERE ${[...scope(row), ...conditions, ...more].join(" AND ")} ${end}`;
  const parts = values.map((value) => select(`${row}.${each?.column} = ${value}`));
  if (parts.length <= 1) return parts[0] ?? select();
  return `SELECT * FROM (${parts.map((part) => `(${part})`).join(" UNION ALL ")}) AS ${row} ${end}`;
}

export function pageQuery<Filter, Cursor>(list: AnyList<Filter, Cursor>, shape: Shape, limit: number) {
  const { row, columns, joins } = list;
  const limited = shape.param(limit);
  // Without joins, columns that are named once are planned once.
  if (joins === undefined) return shape.query(rowsOf(list, shape, columns, limited));
  return shape.query(`
    SELECT ${columns} FROM (${rowsOf(list, shape, `${row}.*`, limited)}) AS ${row} ${joins}
    ${shape.sorted(row)}`);
}

/** Of rows that are not merged. */
function anyOf<Filter, Cursor>({ row, each }: AnyList<Filter, Cursor>, shape: Shape): string[] {
  return shape.each.length === 0 ? [] : [`${row}.${each?.column} IN (${shape.each.join(", ")})`];
}

/** A page by its distance from the beginning or the cursor, and the number of all rows, both of the same moment. */
export function pagedQuery<Filter, Cursor>(
  list: AnyList<Filter, Cursor>,
  shape: Shape,
  { limit, skip }: { limit: number; skip: number },
) {
  const { table, row, columns, order } = list;
  const conditions = [...shape.conditions, ...anyOf(list, shape)];
  const { param, sorted } = shape;
  return shape.query(
    `
    WITH page AS (
      SELECT ${columns} FROM ${table} AS ${row} WHERE ${[...shape.scope(row), ...conditions].join(" AND ")}
      ${sorted(row)} LIMIT ${param(limit)} OFFSET ${param(skip)}
    ), counted AS (
      SELECT count(*)::int AS total FROM ${table} AS ${row} WHERE ${[...shape.owned(row), ...conditions].join(" AND ")}
    )
    SELECT counted.total, page.${order.columns.at(-1)?.column} IS NOT NULL AS is_found, page.*
    FROM counted LEFT JOIN page ON true ${sorted("page")}`,
    "paged",
  );
}

export function wordsQuery<Filter, Cursor>(
  list: AnyList<Filter, Cursor>,
  shape: Shape,
  { hits, inRow, reads, walked }: Words,
  take: number,
) {
  const { table, row, columns, joins = "" } = list;
  const { sorted } = shape;
  const limit = shape.param(take);
  const others = [...shape.conditions, ...anyOf(list, shape)];
  // The words alone decide, so that hits beyond the page are neither sorted nor looked up.
  const enough = others.length === 0 ? `LIMIT ${limit}` : "";
  const isRare = `(SELECT count(*) FROM newest) < ${limit} AND (SELECT count(*) FROM walked) = ${walked}`;
  return shape.query(`
    WITH walked AS MATERIALIZED (
      ${rowsOf(list, shape, reads, `${walked}`)}
    ), newest AS MATERIALIZED (
      SELECT walked.id, walked.created_at FROM walked WHERE ${inRow("walked")} ${sorted("walked")} LIMIT ${limit}
    ), indexed AS (
      SELECT hit.id, hit.created_at FROM (SELECT * FROM (${hits}) AS hit ${sorted("hit")} ${enough}) AS hit
      JOIN ${table} AS ${row} ON ${row}.id = hit.id
      WHERE ${[isRare, ...others].join(" AND ")} ${sorted("hit")} LIMIT ${limit}
    ), found AS (
      SELECT id FROM newest WHERE NOT (${isRare}) UNION ALL SELECT id FROM indexed
    )
    SELECT ${columns} FROM found JOIN ${table} AS ${row} ON ${row}.id = found.id ${joins}
    ${sorted(row)}`);
}

/** From about this share on, one by one is faster. */
const commonShare = 0.4;

/**
 * Counts up to a limit. Rows with a word that many of the newest have are counted one by one, until there are enough:
 * the index of words would read all of its hits first.
 */
export function countQuery<Filter, Cursor>(
  list: AnyList<Filter, Cursor>,
  shape: Shape,
  words: Words | null,
  limit: number,
) {
  const { table, row } = list;
  const conditions = [...shape.owned(row), ...shape.conditions, ...anyOf(list, shape)];
  const enough = shape.param(limit);
  const counted = (...more: string[]) => `(
    SELECT count(*)::int FROM (
      SELECT FROM ${table} AS ${row} WHERE ${[...conditions, ...more].join(" AND ")} LIMIT ${enough}
    ) AS counted)`;
  if (words === null) return shape.query(`SELECT ${counted()} AS total`, "count");
  const { hits, inRow, reads, walked } = words;
  return shape.query(
    `
    WITH walked AS MATERIALIZED (
      SELECT ${reads} FROM ${table} AS ${row} WHERE ${conditions.join(" AND ")} ${shape.sorted(row)} LIMIT ${walked}
    )
    SELECT CASE WHEN (SELECT count(*) FROM walked WHERE ${inRow("walked")}) > ${walked * commonShare}
      THEN ${counted(inRow(row))}
      ELSE ${counted(`${row}.id IN (SELECT hit.id FROM (${hits}) AS hit)`)} END AS total`,
    "count",
  );
}

/** Each row says how many were searched and to where; without a wanted one it is a row of its own. */
export function walkQuery<Filter, Cursor>(
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
      SELECT (SELECT count(*) FROM searched)::int AS searched, ${ends} FROM searched
      ORDER BY ${order.columns.map(({ column }) => `searched.${column} ${opposite}`).join(", ")} LIMIT 1
    ), page AS (${found})
    SELECT last.*, ${row}.${order.columns.at(-1)?.column} IS NOT NULL AS is_found, ${columns}
    FROM (SELECT) AS always LEFT JOIN last ON true LEFT JOIN page AS ${row} ON true ${joins}
    ${shape.sorted(row)}`);
}

/** Where a search stopped; null when it reached the end. */
export function endOf([first]: readonly AnyRow[], most: number | null): AnyRow | null {
  if (first === undefined || most === null || first.searched !== most) return null;
  const ends = Object.entries(first).filter(([column]) => column.startsWith("until_"));
  return toRow(Object.fromEntries(ends.map(([column, value]) => [column.slice("until_".length), value])));
}
